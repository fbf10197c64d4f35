"""From edits to a rate: what TER, WER, CER, PER and CDER have in common."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from bolide.kernels.formulas.edit_rate import score
from bolide.metrics.formula import Formula
from bolide.metrics.traces import Line

LEAD = ("segments", "edits", "ref_len")  # the columns that every row of edits begins with


@dataclass(frozen=True)
class EditRate(Formula):
    """Edits over the length of the reference; `ref_len` is kept in units of 1/scale of a word."""

    scale: float = 1.0
    title: str = "rate"  # what the score is called among the numbers

    kernel = score
    width: ClassVar[int] = len(LEAD)

    @property
    def names(self) -> tuple[str, ...]:
        return ("length", self.title)

    @property
    def setting(self) -> tuple[float, ...]:
        return (self.scale,)

    def fits(self, width: int) -> bool:
        return width >= self.width


def arithmetic(columns: Sequence[str], formula: EditRate) -> tuple[Line, ...]:
    """From edits to the rate; the edits by kind, where each kind has a column."""
    kinds = tuple(kind for kind in ("shifts", "substitutions", "insertions", "deletions") if kind in columns)
    edits = (Line("Edits", " + ".join(kinds), kinds, ("edits",)),) if kinds else ()
    rate = Line(formula.title.upper(), "edits / length", ("edits", "length"), (formula.title,))
    return (*edits, Line("Length", "words of the reference", (), ("length",)), rate)

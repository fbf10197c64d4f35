"""From edits to a rate: what TER, WER, CER, PER and CDER have in common."""

from __future__ import annotations

from array import array
from dataclasses import dataclass
from math import inf
from typing import ClassVar

from bolide.data.stats import Stats
from bolide.kernels.formulas.edit_rate import score
from bolide.metrics.formula import Formula

LEAD = ("segments", "edits", "ref_len")  # the columns that every row of edits begins with


@dataclass(frozen=True)
class EditRate(Formula):
    """Edits over the length of the reference; `ref_len` is kept in units of 1/scale of a word."""

    scale: float = 1.0
    title: str = "rate"  # what the score is called among the numbers

    kernel = score
    higher_is_better: ClassVar[bool] = False
    bounds: ClassVar[tuple[float, float]] = (0.0, inf)
    width: ClassVar[int] = len(LEAD)

    @property
    def names(self) -> tuple[str, ...]:
        return ("length", self.title)

    @property
    def setting(self) -> tuple[float, ...]:
        return (self.scale,)

    def fits(self, width: int) -> bool:
        return width >= self.width

    def preferences(self, rows: Stats) -> tuple[array[float], bool]:
        """The fewest edits, whatever the length of the reference."""
        return array("d", rows.column("edits")), False

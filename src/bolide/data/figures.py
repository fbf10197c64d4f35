"""Figures: pictures as plain data. What is drawn, apart from how a terminal or SVG draws it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from bolide.data.marks.errors import MarkedError, about


class Bar(NamedTuple):
    """A bar from 0 to `value` (1 is the full width), and the fainter one behind it up to `behind`, if any.

    `step` is the label of the explanation's step that it shows, and `number` which of the step's numbers.
    """

    label: str
    value: float
    shown: str
    behind: float | None = None
    step: str = ""
    number: str = ""


@dataclass(frozen=True)
class Bars:
    """Bars under a title; `description` says the same in words, numbers included."""

    title: str
    description: str
    bars: tuple[Bar, ...]


class LinkedCell(NamedTuple):
    """A linked pair of words: by which stage, in which chunk, and whether the link crosses another one."""

    stage: str
    chunk: int
    crossing: bool = False

    @property
    def exact(self) -> bool:
        """Whether they are the same word."""
        return self.stage == "exact"


@dataclass(frozen=True)
class AlignmentMatrix:
    """A translation and its reference: (candidate word, reference word) → LinkedCell; other pairs have no link.

    `reference` says which one it is; `dropped` are pairs that could have been linked and were not.
    """

    title: str
    caption: str
    hyp: tuple[str, ...]
    ref: tuple[str, ...]
    cells: Mapping[tuple[int, int], LinkedCell]
    reference: str = "reference"
    dropped: tuple[tuple[int, int], ...] = ()

    @property
    def description(self) -> str:
        """Every link in words, for those who do not see the picture."""
        if not self.cells:
            return "Nothing is linked."
        links = [
            f"{self.hyp[i]} with {self.ref[j]} ({'' if cell.exact else f'{cell.stage}, '}chunk {cell.chunk})"
            for (i, j), cell in self.cells.items()
        ]
        left = [f"{self.hyp[i]} and {self.ref[j]}" for i, j in self.dropped]
        return f"Linked: {', '.join(links)}.{f' Left unlinked: {chr(44).join(left)}.' if left else ''}"


class EditColumn(NamedTuple):
    """A word of the candidate over one of the reference, "" where there is none, and what is done there.

    `operation` is one of marks.EDITS, or "jump" where CDER goes on reading elsewhere; `hyp_at` and `ref_at` are where
    the words stand in their texts.
    """

    hyp: str
    ref: str
    operation: str
    hyp_at: int | None = None
    ref_at: int | None = None


class Move(NamedTuple):
    """Words that were shifted: `origin` is the column before which they stood, `columns` are where they stand now."""

    text: str
    gain: int
    origin: int
    columns: tuple[int, ...]


@dataclass(frozen=True)
class EditAlignment:
    """A translation over its reference, word by word, after all shifts; `moves` says what was shifted, in turn."""

    title: str
    caption: str
    columns: tuple[EditColumn, ...]
    moves: tuple[Move, ...] = ()

    @property
    def description(self) -> str:
        """Every shift and every edit in words, for those who do not see the picture."""
        said = [f"shift {k}: {move.text}, saves {move.gain}" for k, move in enumerate(self.moves, 1)]
        for hyp, ref, operation, *_ in self.columns:
            if operation != "ok":
                said.append(" ".join(filter(None, (operation, hyp, "by" if hyp and ref else "", ref))))
        return f"{'; '.join(said)}." if said else "Nothing is edited."


@dataclass(frozen=True)
class MarkedText:
    """A translation as it was written, and the errors that people marked in it."""

    text: str
    errors: tuple[MarkedError, ...]
    title: str = "Errors that people marked"

    @property
    def description(self) -> str:
        """Every error in words, for those who do not see the picture."""
        said = [
            f"{about(error)}: {self.text[error.start : error.end]}" if error.start >= 0 else about(error)
            for error in self.errors
        ]
        return f"{'; '.join(said)}." if said else "Nobody marked an error."

    def to_dict(self) -> dict[str, Any]:
        """The text and its errors as plain data for JSON; `start` and `end` are null where an error has no place."""
        errors = []
        for error in self.errors:
            place = {"start": error.start, "end": error.end} if error.start >= 0 else {"start": None, "end": None}
            errors.append({**error._asdict(), **place})
        return {"text": self.text, "errors": errors}


Figure = Bars | AlignmentMatrix | EditAlignment | MarkedText


def told(bars: Sequence[Bar]) -> str:
    """Bars in words."""
    return ", ".join(f"{bar.label} {bar.shown}, {bar.value:.4f}" for bar in bars)

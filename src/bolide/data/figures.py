"""Figures: pictures as plain data, which a terminal or SVG draws."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple


class Bar(NamedTuple):
    """A bar from 0 to `value` (1 is the full width), and the fainter one behind it up to `behind`, if any.

    `text` is printed beside it. `step` is the label of the explanation's step that it shows, `number` the name of one
    of the step's numbers.
    """

    label: str
    value: float
    text: str
    behind: float | None = None
    step: str = ""
    number: str = ""


@dataclass(frozen=True)
class Bars:
    """Bars under a title; `description` is the text alternative, numbers included."""

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
        """The text alternative: every link in words."""
        if not self.cells:
            return "Nothing is linked."
        links = [
            f"{self.hyp[i]} with {self.ref[j]} ({'' if cell.exact else f'{cell.stage}, '}chunk {cell.chunk})"
            for (i, j), cell in self.cells.items()
        ]
        dropped = ", ".join(f"{self.hyp[i]} and {self.ref[j]}" for i, j in self.dropped)
        return f"Linked: {', '.join(links)}.{f' Left unlinked: {dropped}.' if dropped else ''}"


class EditColumn(NamedTuple):
    """A word of the candidate above one of the reference, "" if there is none, and the edit operation.

    `operation` is one of marks.EDITS, or "jump" if CDER continues elsewhere in the candidate; `hyp_at` and `ref_at` are
    the words' indices in their texts.
    """

    hyp: str
    ref: str
    operation: str
    hyp_at: int | None = None
    ref_at: int | None = None


class Move(NamedTuple):
    """Words that were shifted: `origin` is the column before which they stood, `columns` are their columns now."""

    text: str
    gain: int
    origin: int
    columns: tuple[int, ...]


@dataclass(frozen=True)
class EditAlignment:
    """A translation above its reference, word by word, after all shifts; `moves` are the shifts in order.

    `unit` is what a column holds: a word, or a character.
    """

    title: str
    caption: str
    columns: tuple[EditColumn, ...]
    moves: tuple[Move, ...] = ()
    unit: str = "word"

    @property
    def description(self) -> str:
        """The text alternative: every shift and every edit in words."""
        changes = [f"shift {k}: {move.text}, saves {move.gain}" for k, move in enumerate(self.moves, 1)]
        for hyp, ref, operation, *_ in self.columns:
            if operation != "ok":
                changes.append(" ".join(filter(None, (operation, hyp, "by" if hyp and ref else "", ref))))
        return f"{'; '.join(changes)}." if changes else "Nothing is edited."


# --- errors that people marked -----------------------------------------------------------------------------------


NOWHERE = "(no place in the text)"
MINOR = ("minor", "neutral", "undecided")  # severities; an error of any other is shown as a major one


class MarkedError(NamedTuple):
    """An error that a rater marked: its span in the translation, from `start` to before `end` (both −1 if it has none),
    and what is wrong there."""

    start: int
    end: int
    category: str
    severity: str
    rater: str


class TextPiece(NamedTuple):
    """A piece of text between two boundaries of errors: the 1-based numbers of the errors that cover it, of those that
    start with it, and of those that end with it."""

    text: str
    errors: tuple[int, ...]
    starts: tuple[int, ...]
    ends: tuple[int, ...]


def pieces(text: str, errors: Sequence[MarkedError]) -> list[TextPiece]:
    """Split the text wherever an error begins or ends; joined, the pieces are the text."""
    edges = sorted({0, len(text), *(edge for error in errors if error.start >= 0 for edge in (error.start, error.end))})
    parts = []
    for first, last in pairwise(edges):
        here = [(number, error) for number, error in enumerate(errors, 1) if 0 <= error.start <= first < error.end]
        starts = tuple(number for number, error in here if error.start == first)
        ends = tuple(number for number, error in here if error.end == last)
        parts.append(TextPiece(text[first:last], tuple(number for number, _ in here), starts, ends))
    return parts


def error_label(error: MarkedError) -> str:
    """The error in words: severity, category, whether it has no span, and the rater."""
    words = [error.severity, error.category, NOWHERE if error.start < 0 else ""]
    description = " ".join(filter(None, words))
    return f"{description} · {error.rater}" if error.rater else description


@dataclass(frozen=True)
class MarkedText:
    """The untokenized translation, and the errors that raters marked in it."""

    text: str
    errors: tuple[MarkedError, ...]
    title: str = "Marked errors"

    @property
    def description(self) -> str:
        """The text alternative: every error in words."""
        errors = [
            f"{error_label(error)}: {self.text[error.start : error.end]}" if error.start >= 0 else error_label(error)
            for error in self.errors
        ]
        return f"{'; '.join(errors)}." if errors else "Nobody marked an error."


Figure = Bars | AlignmentMatrix | EditAlignment | MarkedText


def bars_in_words(bars: Sequence[Bar]) -> str:
    """Bars in words, for a description."""
    return ", ".join(f"{bar.label} {bar.text}, {bar.value:.4f}" for bar in bars)

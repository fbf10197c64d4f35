"""Error annotations on a translation: its text in pieces with the numbers of the errors on them, and a label for each
error. Used by report, terminal and page."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

NOWHERE = "(no place in the text)"
_MINOR = ("minor", "neutral", "undecided")


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


def is_minor(error: MarkedError) -> bool:
    """Whether the error is of low severity; any other is shown as a major one."""
    return error.severity.strip().lower() in _MINOR

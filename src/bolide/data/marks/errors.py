"""Errors that people marked in a translation, laid over its text: pieces with the numbers of the errors on them, and a
line about each. Report, terminal and page show the same."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

NOWHERE = "(no place in the text)"
_MINOR = ("minor", "neutral", "undecided")


class MarkedError(NamedTuple):
    """An error that a rater marked: where in the translation, from `start` up to `end` (−1 where nowhere in it), and
    what is wrong there."""

    start: int
    end: int
    category: str
    severity: str
    rater: str


class Piece(NamedTuple):
    """A piece of the text between two edges of errors: the numbers, from 1, of the errors that it is part of, of those
    that start with it and of those that end with it."""

    text: str
    errors: tuple[int, ...]
    starts: tuple[int, ...]
    ends: tuple[int, ...]


def pieces(text: str, errors: Sequence[MarkedError]) -> list[Piece]:
    """The text cut wherever an error begins or ends; joined, the pieces are the text."""
    edges = sorted({0, len(text), *(edge for error in errors if error.start >= 0 for edge in (error.start, error.end))})
    found = []
    for first, last in pairwise(edges):
        here = [(number, error) for number, error in enumerate(errors, 1) if 0 <= error.start <= first < error.end]
        starts = tuple(number for number, error in here if error.start == first)
        ends = tuple(number for number, error in here if error.end == last)
        found.append(Piece(text[first:last], tuple(number for number, _ in here), starts, ends))
    return found


def about(error: MarkedError) -> str:
    """What is wrong, in words: severity, category, whether it has no place, and who says so."""
    known = [error.severity, error.category, NOWHERE if error.start < 0 else ""]
    said = " ".join(word for word in known if word)
    return f"{said} · {error.rater}" if error.rater else said


def is_minor(error: MarkedError) -> bool:
    """Whether the rater thought little of it; an error of any other severity is shown as a heavy one."""
    return error.severity.strip().lower() in _MINOR

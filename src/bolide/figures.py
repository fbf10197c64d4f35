"""Figures: pictures as plain data. What is drawn, apart from how a terminal or SVG draws it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple


class Bar(NamedTuple):
    """A bar from 0 to `value` (1 is the full width), and the fainter one behind it up to `behind`, if any."""

    label: str
    value: float
    shown: str
    behind: float | None = None


@dataclass(frozen=True)
class Bars:
    """Bars under a title; `description` says the same in words, numbers included."""

    title: str
    description: str
    bars: tuple[Bar, ...]


class LinkedCell(NamedTuple):
    """A linked pair of words: whether they are the same word, and the chunk that the link lies in."""

    exact: bool
    chunk: int


@dataclass(frozen=True)
class AlignmentMatrix:
    """A translation and its reference word by word: (candidate word, reference word) → LinkedCell; others have no link."""

    title: str
    caption: str
    hyp: tuple[str, ...]
    ref: tuple[str, ...]
    cells: Mapping[tuple[int, int], LinkedCell]

    @property
    def description(self) -> str:
        """Every link in words, for those who do not see the picture."""
        if not self.cells:
            return "Nothing is linked."
        links = [f"{self.hyp[i]} with {self.ref[j]} (chunk {cell.chunk})" for (i, j), cell in self.cells.items()]
        return "Linked: " + ", ".join(links) + "."


Figure = Bars | AlignmentMatrix


def told(bars: tuple[Bar, ...]) -> str:
    """Bars in words."""
    return ", ".join(f"{bar.label} {bar.shown}, {bar.value:.4f}" for bar in bars)

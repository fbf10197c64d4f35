"""chrF's counts: n-grams of characters and of words on each side, and their matches."""

from __future__ import annotations

from array import array
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

from bolide.kernels.ngrams.pairs import count
from bolide.metrics.counts import Counts, Pairs
from bolide.text.chrf_units import ChrfTexts, spaceless, tokenize_chrf
from bolide.text.tokens import Tokens

KEPT, REMOVED, SPACES_REMOVED = "kept", "removed", "spaces removed"  # the last as in chrF++.py: U+0020 only


@dataclass(frozen=True)
class CHRFCounts(Counts):
    """N-grams of each order on both sides of a pair; of several references, the formula selects the best."""

    by_reference: ClassVar[bool] = True

    char_order: int
    word_order: int
    whitespace: str  # treatment of white space among the characters: one of the three above
    lowercase: bool

    @cached_property
    def grams(self) -> tuple[tuple[str, int], ...]:
        """The kinds of n-grams that are counted: unit and order."""
        characters = (("char", n) for n in range(1, self.char_order + 1))
        return (*characters, *(("word", n) for n in range(1, self.word_order + 1)))

    @cached_property
    def columns(self) -> tuple[str, ...]:
        return tuple(f"{what}_{unit}_{n}" for what in ("hyp", "ref", "match") for unit, n in self.grams)

    @property
    def at_most(self) -> tuple[tuple[str, str], ...]:
        return tuple((f"match_{unit}_{n}", f"{side}_{unit}_{n}") for unit, n in self.grams for side in ("hyp", "ref"))

    def tokens(self, text: str) -> list[str]:
        return (text.lower() if self.lowercase else text).split()

    def words(self, text: str) -> list[str]:
        """The words that are counted."""
        return tokenize_chrf(text.lower() if self.lowercase else text)

    def letters(self, text: str) -> str:
        """The characters that are counted."""
        text = text.lower() if self.lowercase else text
        if self.whitespace == KEPT:
            return text
        return spaceless(text) if self.whitespace == SPACES_REMOVED else "".join(text.split())

    def encode(self, hyps: list[str], refs: list[str]) -> list[tuple[Tokens, int]]:
        """The characters and the words of all texts, each with its number of orders, if there are any."""
        texts = ChrfTexts([*hyps, *refs], self.lowercase)
        views = [(self._characters(texts), self.char_order)] if self.char_order else []
        return [*views, (texts.words(), self.word_order)] if self.word_order else views

    def _characters(self, texts: ChrfTexts) -> Tokens:
        if self.whitespace == SPACES_REMOVED:
            return texts.characters_without_spaces()
        return texts.characters(self.whitespace == KEPT)

    def rows(self, encoded: list[tuple[Tokens, int]], pairs: Pairs) -> array[int]:
        rows = array("q", bytes(8 * pairs.size * len(self.columns)))
        table = memoryview(rows).cast("B").cast("q", (pairs.size, len(self.columns)))
        column = 0
        for texts, orders in encoded:
            count(texts.ids, *pairs.spans(*texts.spans), pairs.starts, orders, column, True, table)
            column += orders
        return rows

"""chrF's counts: n-grams of characters and of words on each side, and their matches."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

from bolide.corpus import Corpus
from bolide.kernels.ngrams.pairs import count, pair_rows
from bolide.metrics.counts import Counts, crossed_orders, each_repeated
from bolide.text.chrf_units import ChrfTexts, spaceless, tokenize_chrf
from bolide.text.vocab import CHARACTERS, Ids, segment_of

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

    def of_sentence(self, hyp: str, refs: list[str]) -> Sequence[int] | None:
        texts = [hyp, *refs]
        views: list[tuple[str | None, Sequence[str] | Sequence[list[str]], int]] = []
        if self.char_order:
            views.append((CHARACTERS, [self.letters(text) for text in texts], self.char_order))
        if self.word_order:
            views.append((None, [self.words(text) for text in texts], self.word_order))
        by_view = []  # the rows of each reference
        for tokenize, units, orders in views:
            segment = segment_of(3 * orders, tokenize)
            rows = None if segment is None else pair_rows(segment, list(units), orders, True)
            if rows is None:
                return super().of_sentence(hyp, refs)
            by_view.append((rows, orders))
        if len(by_view) == 1:
            return [number for row in by_view[0][0] for number in row]
        return [
            number
            for k in range(len(refs))
            for side in range(3)
            for rows, orders in by_view
            for number in rows[k][side * orders : (side + 1) * orders]
        ]

    def words(self, text: str) -> list[str]:
        """The words that are counted."""
        return tokenize_chrf(text.lower() if self.lowercase else text)

    def letters(self, text: str) -> str:
        """The characters that are counted."""
        text = text.lower() if self.lowercase else text
        if self.whitespace == KEPT:
            return text
        return spaceless(text) if self.whitespace == SPACES_REMOVED else "".join(text.split())

    def fill(self, corpus: Corpus, rows: memoryview[int]) -> None:
        letters, ref_starts = ChrfTexts([*corpus.hyps, *corpus.refs], self.lowercase), memoryview(corpus.ref_starts[:])
        at = 0
        for texts, orders in self._views(letters):
            count(texts.ids, texts.starts[:-1], texts.starts[1:], ref_starts, orders, at, True, rows)
            at += orders

    def _views(self, letters: ChrfTexts) -> list[tuple[Ids, int]]:
        """Characters and words, each with its number of orders, if there are any."""
        views = [(self._characters(letters), self.char_order)] if self.char_order else []
        return [*views, (letters.words(), self.word_order)] if self.word_order else views

    def _characters(self, letters: ChrfTexts) -> Ids:
        if self.whitespace == SPACES_REMOVED:
            return letters.characters_without_spaces()
        return letters.characters(self.whitespace == KEPT)

    def cross(self, hyps: Sequence[str], refs: Sequence[str]) -> array[int]:
        """The rows of every hypothesis with every reference, the n-grams of each text counted once."""
        kinds, width = len(self.grams), len(self.columns)
        rows = array("q", bytes(8 * width * len(hyps) * len(refs)))
        table, at = memoryview(rows), 0
        for texts, orders in self._views(ChrfTexts([*hyps, *refs], self.lowercase)):
            for ours, theirs, matches in crossed_orders(texts, len(hyps), orders):
                table[at::width] = each_repeated(ours, len(refs))
                for ref, size in enumerate(theirs):
                    if not size:  # an order of which the reference has no n-gram counts on neither side
                        table[at + ref * width :: len(refs) * width] = memoryview(array("q", bytes(8 * len(hyps))))
                table[kinds + at :: width] = memoryview(array("q", theirs) * len(hyps))
                table[2 * kinds + at :: width] = matches
                at += 1
        return rows

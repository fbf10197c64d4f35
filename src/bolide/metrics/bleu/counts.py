"""BLEU's counts: clipped n-gram matches, n-grams, lengths."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from bolide.corpus import Corpus
from bolide.kernels.ngrams.matches import clipped, clipped_row
from bolide.metrics.counts import Counts, crossed_orders, each_repeated
from bolide.text.tokenize import tokenizer
from bolide.text.vocab import encode, segment_of


@dataclass(frozen=True)
class BLEUCounts(Counts):
    """N-grams of orders 1 to `orders`, each credited up to its highest count in one reference."""

    tokenize: str
    lowercase: bool
    orders: int

    @cached_property
    def columns(self) -> tuple[str, ...]:
        orders = range(1, self.orders + 1)
        # short_n: segments without an n-gram of order n, which NLTK counts as one n-gram missed.
        by_order = (f"{what}_{n}" for what in ("match", "total", "short") for n in orders)
        return ("segments", "hyp_len", "ref_len", *by_order)

    @property
    def at_most(self) -> tuple[tuple[str, str], ...]:
        pairs = (("match_{}", "total_{}"), ("total_{}", "hyp_len"), ("short_{}", "segments"))
        return tuple((less.format(n), more.format(n)) for n in range(1, self.orders + 1) for less, more in pairs)

    def tokens(self, text: str) -> list[str]:
        """The tokens that are counted."""
        return tokenizer(self.tokenize)((text.lower() if self.lowercase else text).rstrip())

    def of_sentence(self, hyp: str, refs: list[str]) -> Sequence[int] | None:
        segment = segment_of(3 + 3 * self.orders, self.tokenize, self.lowercase)
        row = None if segment is None else clipped_row(segment, [hyp, *refs], self.orders)
        return super().of_sentence(hyp, refs) if row is None else row

    def fill(self, corpus: Corpus, rows: memoryview[int]) -> None:
        tokens = encode([*corpus.hyps, *corpus.refs], self.tokenize, self.lowercase)
        clipped(tokens.ids, tokens.starts, memoryview(corpus.ref_starts[:]), self.orders, rows)

    def cross(self, hyps: Sequence[str], refs: Sequence[str]) -> array[int]:
        """The rows of every hypothesis with every reference, the n-grams of each text counted once."""
        texts = encode([*hyps, *refs], self.tokenize, self.lowercase)
        orders, width, pairs = self.orders, len(self.columns), len(hyps) * len(refs)
        rows = array("q", bytes(8 * width * pairs))
        table = memoryview(rows)
        table[::width] = memoryview(array("q", [1]) * pairs)
        for n, (ours, theirs, matches) in enumerate(crossed_orders(texts, len(hyps), orders)):
            if n == 0:  # words
                table[1::width] = each_repeated(ours, len(refs))
                table[2::width] = memoryview(array("q", theirs) * len(hyps))
            table[3 + n :: width] = matches
            table[3 + orders + n :: width] = each_repeated(ours, len(refs))
            table[3 + 2 * orders + n :: width] = each_repeated([not total for total in ours], len(refs))
        return rows

"""BLEU's counts: clipped n-gram matches, n-grams, lengths."""

from __future__ import annotations

from array import array
from dataclasses import dataclass
from functools import cached_property

from bolide.kernels.ngrams.matches import clipped
from bolide.metrics.counts import Counts, Pairs
from bolide.text.tokenize import tokenizer
from bolide.text.tokens import Tokens, encode


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

    def encode(self, hyps: list[str], refs: list[str]) -> Tokens:
        return encode([*hyps, *refs], self.tokenize, self.lowercase)

    def rows(self, encoded: Tokens, pairs: Pairs) -> array[int]:
        height, width = pairs.size if pairs.apart else len(pairs.hyps), len(self.columns)
        rows = array("q", bytes(8 * height * width))
        table = memoryview(rows).cast("B").cast("q", (height, width))
        clipped(encoded.ids, *pairs.spans(*encoded.spans), pairs.starts, self.orders, pairs.apart, table)
        return rows

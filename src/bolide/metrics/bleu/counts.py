"""What BLEU counts: clipped n-gram matches, n-grams, lengths."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import ClassVar

from bolide.corpus import Corpus
from bolide.corpus.utf8 import Utf8Corpus
from bolide.kernels import beats_built_ins
from bolide.kernels.ngrams import clipped, clipped_texts, crossed
from bolide.metrics.counts import TASK, Counts
from bolide.text.tokenize import tokenizer
from bolide.text.tokenize.kinds import kinds_of
from bolide.text.utf8 import count_clipped
from bolide.text.vocab import code_points, encode, encode_tokens, stripped


@dataclass(frozen=True)
class BLEUCounts(Counts):
    """N-grams of orders 1 to `orders`, each credited as often as some reference has it."""

    reads_utf8: ClassVar[bool] = True
    utf8_block: ClassVar[int] = TASK  # tokens are numbered by segment: no table grows with the block

    tokenize: str
    lowercase: bool
    orders: int

    @cached_property
    def columns(self) -> tuple[str, ...]:
        orders = range(1, self.orders + 1)
        # short_n: segments without an n-gram of order n, which NLTK counts as one n-gram missed.
        by_order = (f"{what}_{n}" for what in ("match", "total", "short") for n in orders)
        return ("segments", "hyp_len", "ref_len", *by_order)

    def tokens(self, text: str) -> list[str]:
        """The text cut as it is counted."""
        return tokenizer(self.tokenize)((text.lower() if self.lowercase else text).rstrip())

    def fill(self, corpus: Corpus, rows: memoryview[int]) -> None:
        texts, ref_starts = stripped([*corpus.hyps, *corpus.refs], self.lowercase), memoryview(corpus.ref_starts[:])
        kinds = kinds_of(self.tokenize)
        if kinds is None or not beats_built_ins():
            tokens = encode_tokens(map(tokenizer(self.tokenize), texts))
            clipped(tokens.ids, tokens.starts, ref_starts, self.orders, rows)
        else:
            points, starts = code_points(texts, kinds)
            clipped_texts(points, starts, kinds.table, kinds.beyond, kinds.padded, ref_starts, self.orders, rows)

    def fill_utf8(self, corpus: Utf8Corpus, rows: memoryview[int]) -> None:
        if not count_clipped(corpus, self.tokenize, self.lowercase, self.orders, rows):
            self.fill(corpus.decoded(), rows)

    def cross(self, hyps: Sequence[str], refs: Sequence[str]) -> array[int]:
        """The rows of every hypothesis with every reference, the n-grams of each text counted once."""
        texts = encode([*hyps, *refs], self.tokenize, self.lowercase)
        orders, width, pairs = self.orders, len(self.columns), len(hyps) * len(refs)
        matches = array("q", bytes(8 * orders * pairs))
        crossed(texts.ids, texts.starts, len(hyps), orders, memoryview(matches).cast("B").cast("q", (pairs, orders)))
        sizes = [end - start for start, end in pairwise(texts.starts)]
        mine = array("q", [size for size in sizes[: len(hyps)] for _ in refs])
        rows = array("q", bytes(8 * width * pairs))
        table = memoryview(rows)
        table[::width] = memoryview(array("q", [1]) * pairs)
        table[1::width] = memoryview(mine)
        table[2::width] = memoryview(array("q", sizes[len(hyps) :]) * len(hyps))
        for n in range(orders):
            totals = array("q", [size - n if size > n else 0 for size in mine])
            table[3 + n :: width] = memoryview(matches[n::orders])
            table[3 + orders + n :: width] = memoryview(totals)
            table[3 + 2 * orders + n :: width] = memoryview(array("q", [not total for total in totals]))
        return rows

"""What METEOR's variants `nltk`, `2005` and `runs` count: matches by stage, chunks, lengths."""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from bolide.corpus import Corpus
from bolide.errors import InputError
from bolide.kernels._pairs import Pairs
from bolide.limits import check_compared
from bolide.metrics.counts import TASK, Counts
from bolide.stats import Stats
from bolide.text.vocab import Ids, encode, encode_tokens

# Stems, WordNet and the aligners are imported with the first text: BLEU should not wait for them.
if TYPE_CHECKING:
    from bolide.text.words.word_matcher import WordMatcher

STAGES = ("exact", "stem", "synonym")


class Alignment(NamedTuple):
    """Pairs of a hypothesis and a reference: one row per pair; every hypothesis word with its link and stage, or -1."""

    encoded: Ids
    rows: Stats
    links: memoryview[int]
    stages: memoryview[int]


@dataclass(frozen=True)
class StagedCounts(Counts):
    """Stages one after the other, each on the words left over; one row per reference."""

    block: ClassVar[int] = TASK
    by_reference: ClassVar[bool] = True
    quadratic: ClassVar[bool] = True

    variant: str
    stages: tuple[str, ...] = STAGES
    lowercase: bool = True
    own_words: WordMatcher | None = None  # compat.nltk brings the caller's stemmer and WordNet

    @cached_property
    def columns(self) -> tuple[str, ...]:
        proven = ("proven",) if self.variant == "2005" else ()
        return ("segments", "hyp_len", "ref_len", *(f"match_{stage}" for stage in self.stages), "chunks", *proven)

    @cached_property
    def _words(self) -> WordMatcher:
        from bolide.metrics.meteor.staged.words import matcher_of

        return self.own_words or matcher_of(self.variant, self.stages)

    def encode(self, texts: Sequence[str]) -> Ids:
        """The words of texts as ids: cut at white space, in small letters unless told otherwise."""
        return encode(texts, "whitespace", self.lowercase)

    def fill(self, corpus: Corpus, rows: memoryview[int]) -> None:
        aligned = self.align(self.encode([*corpus.hyps, *corpus.refs]), corpus.starts())
        rows.cast("B").cast("q")[:] = memoryview(aligned.rows.data)

    def align(self, encoded: Ids, first: Sequence[int]) -> Alignment:
        """Align hypotheses, which come first, each with its references: first[s] to first[s + 1] for hypothesis s."""
        from bolide.kernels.greedy import nltk, runs
        from bolide.kernels.optimal import optimal

        pairs = _pairs(encoded, first)
        width = len(self.columns) - 3
        counted = memoryview(array("q", bytes(8 * width * max(1, len(pairs.ref_at) - 1))))
        links, stages = (memoryview(array("i", bytes(4 * max(1, len(pairs.hyps))))) for _ in range(2))
        if self.variant == "runs":
            runs(pairs, len(encoded.tokens), counted, links)
            stages = memoryview(array("i", [min(link, 0) for link in links]))
        else:
            kernel = optimal if self.variant == "2005" else nltk
            if self.variant == "2005":
                for pair, sizes in enumerate(zip(_sizes(pairs.hyp_at), _sizes(pairs.ref_at), strict=True)):
                    check_compared("METEOR 2005", bisect_right(first, pair) - 1, sizes)
            words = self._words.by_stage(encoded.tokens or [""], exact="exact" in self.stages)
            kernel(pairs, words, counted, links, stages)
        return Alignment(encoded, self._rows(pairs, counted), links, stages)

    def _rows(self, pairs: Pairs, counted: memoryview[int]) -> Stats:
        """What the kernel counted, behind the lengths of both texts."""
        hyp_lens, ref_lens = _sizes(pairs.hyp_at), _sizes(pairs.ref_at)
        size, width = len(ref_lens), len(self.columns)
        data = array("q", bytes(8 * width * size))
        if size:
            table = memoryview(data)
            table[::width] = memoryview(array("q", [1]) * size)
            table[1::width], table[2::width] = memoryview(hyp_lens), memoryview(ref_lens)
            for column in range(width - 3):
                table[3 + column :: width] = counted[column :: width - 3]
        return Stats(self.columns, data)

    def of_tokens(self, hyp: Sequence[str], refs: Sequence[Sequence[str]]) -> Stats:
        """The rows of one hypothesis against each reference, all cut into words already."""
        return self.align(encode_tokens([hyp, *refs]), array("q", [0, len(refs)])).rows


def _pairs(encoded: Ids, first: Sequence[int]) -> Pairs:
    """Each hypothesis with each of its references; one that has several is repeated."""
    tokens, starts, _ = encoded
    count = len(first) - 1
    if len(starts) - 1 != count + first[-1]:
        raise InputError(f"There are {len(starts) - 1} texts for {count} segments with {first[-1]} references.")
    if first[-1] == count and all(b - a == 1 for a, b in pairwise(first)):
        return Pairs(tokens, starts[: count + 1], tokens, starts[count:])
    hyps, hyp_at = array("i"), array("q", [0])
    for s in range(count):
        for _ in range(first[s], first[s + 1]):
            hyps.extend(tokens[starts[s] : starts[s + 1]])
            hyp_at.append(len(hyps))
    return Pairs(memoryview(hyps), memoryview(hyp_at), tokens, starts[count:])


def _sizes(starts: memoryview[int]) -> array[int]:
    return array("q", [end - start for start, end in pairwise(starts.tolist())])

"""Counts of METEOR's variants `nltk`, `2005` and `runs`: matches by stage, chunks, lengths."""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Sequence
from functools import cache, cached_property
from itertools import accumulate, chain, pairwise, repeat
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from bolide.corpus import Corpus
from bolide.data.stats import Stats
from bolide.kernels.meteor2005._alignment_block import SentencePairs
from bolide.metrics.counts import TASK, Counts
from bolide.system.dataclasses import dataclass
from bolide.system.limits import COMPARED, check_compared
from bolide.text.tokenize import tokenize_whitespace
from bolide.text.tokenize.character_classes import kinds_of
from bolide.text.vocab import Ids, Vocab, encode_spaced, encode_tokens

# Stems, WordNet and the aligners are imported with the first text, so that other metrics start quickly.
if TYPE_CHECKING:
    from bolide.text.words.word_matcher import WordMatcher

STAGES = ("exact", "stem", "synonym")
AT_ONCE = 1 << 13  # pairs that `cross` aligns at a time, which take some megabytes
NO_WORDS = Vocab(lambda: [""])


class Alignment(NamedTuple):
    """Pairs of a hypothesis and a reference: one row per pair; every hypothesis word with its link and stage, or -1."""

    encoded: Ids
    rows: Stats
    links: memoryview[int]
    stages: memoryview[int]


@dataclass(frozen=True)
class StagedCounts(Counts):
    """Matches in stages, each on the words left over; one row per reference."""

    block: ClassVar[int] = TASK
    by_reference: ClassVar[bool] = True
    quadratic: ClassVar[bool] = True

    variant: str
    stages: tuple[str, ...] = STAGES
    lowercase: bool = True
    word_matcher: WordMatcher | None = None  # compat.nltk passes the caller's stemmer and WordNet

    @cached_property
    def columns(self) -> tuple[str, ...]:
        proven = ("proven",) if self.variant == "2005" else ()
        return ("segments", "hyp_len", "ref_len", *(f"match_{stage}" for stage in self.stages), "chunks", *proven)

    @property
    def at_most(self) -> tuple[tuple[str, str], ...]:
        counts = (*(f"match_{stage}" for stage in self.stages), "chunks")
        return tuple((name, length) for name in counts for length in ("hyp_len", "ref_len"))

    @cached_property
    def _words(self) -> WordMatcher:
        return self.word_matcher or _matcher(self.variant, self.stages)

    def tokens(self, text: str) -> list[str]:
        return (text.lower() if self.lowercase else text).split()

    def encode(self, texts: Sequence[str]) -> Ids:
        """The words of texts as ids: split at white space, in lowercase unless case counts."""
        return encode_spaced(texts, kinds_of("whitespace"), tokenize_whitespace, self.lowercase)

    def fill(self, corpus: Corpus, rows: memoryview[int]) -> None:
        aligned = self.align(self.encode([*corpus.hyps, *corpus.refs]), corpus.starts())
        rows.cast("B").cast("q")[:] = memoryview(aligned.rows.data)

    def align(self, encoded: Ids, first: Sequence[int]) -> Alignment:
        """Align hypotheses, which come first, each with its references: first[s] to first[s + 1] for hypothesis s."""
        pairs = _pairs(encoded, first)
        if self.variant == "2005":
            _check_sizes(pairs, first)
        return self._aligned(encoded, pairs)

    def cross(self, hyps: Sequence[str], refs: Sequence[str]) -> array[int]:
        """The rows of every hypothesis with every reference, each text tokenized once; some hypotheses at a time."""
        encoded, rows = self.encode([*hyps, *refs]), array("q")
        at_once = max(1, AT_ONCE // len(refs))
        for start in range(0, len(hyps), at_once):
            some = range(start, min(start + at_once, len(hyps)))
            pairs = _every_pair(encoded, some, len(hyps))
            if self.variant == "2005":
                _check_sizes(pairs, range(-start * len(refs), len(pairs.hyp_at), len(refs)))
            rows += self._aligned(encoded, pairs).rows.data
        return rows

    def _aligned(self, encoded: Ids, pairs: SentencePairs) -> Alignment:
        from bolide.kernels.meteor2005.nltk_alignment import nltk, runs, with_lengths
        from bolide.kernels.meteor2005.optimal import optimal

        vocab = encoded.vocab
        assert vocab is not None  # words have one
        width = len(self.columns) - 3
        table = memoryview(array("q", bytes(8 * width * max(1, len(pairs.ref_at) - 1))))
        links, stages = (memoryview(array("i", bytes(4 * max(1, len(pairs.hyps))))) for _ in range(2))
        if self.variant == "runs":
            runs(pairs, len(vocab), table, links, stages)
        else:
            kernel = optimal if self.variant == "2005" else nltk
            words = self._words.by_stage(vocab if len(vocab) else NO_WORDS, exact="exact" in self.stages)
            kernel(pairs, words, table, links, stages)
        rows = array("q", bytes(8 * len(self.columns) * (len(pairs.ref_at) - 1)))
        if rows:
            with_lengths(pairs, table, memoryview(rows))
        return Alignment(encoded, Stats(self.columns, rows), links, stages)

    def of_tokens(self, hyp: Sequence[str], refs: Sequence[Sequence[str]]) -> Stats:
        """The rows of one tokenized hypothesis against each tokenized reference."""
        return self.align(encode_tokens([hyp, *refs]), array("q", [0, len(refs)])).rows


def _pairs(encoded: Ids, first: Sequence[int]) -> SentencePairs:
    """Each hypothesis with each of its references; one that has several is repeated."""
    tokens, starts, _ = encoded
    count = len(first) - 1
    if first[-1] == count and list(first) == list(range(count + 1)):
        return SentencePairs(tokens, starts[: count + 1], tokens, starts[count:])
    hyps, hyp_at = _repeated(encoded, range(count), [b - a for a, b in pairwise(first)])
    return SentencePairs(hyps, hyp_at, tokens, starts[count:])


def _every_pair(encoded: Ids, hyps: range, first_ref: int) -> SentencePairs:
    """These hypotheses, each with all references, which begin at text `first_ref`."""
    starts = encoded.starts
    ids, sizes = array("i", encoded.ids[starts[first_ref] :].tobytes()), _sizes(starts[first_ref:])
    ref_at = array("q", accumulate(sizes * len(hyps), initial=0))
    return SentencePairs(
        *_repeated(encoded, hyps, [len(sizes)] * len(hyps)), memoryview(ids * len(hyps)), memoryview(ref_at)
    )


def _repeated(encoded: Ids, texts: range, times: Sequence[int]) -> tuple[memoryview[int], memoryview[int]]:
    """Each of these texts repeated as often as `times` says, end to end, and the offsets between them."""
    ids, starts = encoded.ids, encoded.starts
    spans = [(starts[text], starts[text + 1]) for text in texts]
    copies = array("i", b"".join([ids[a:b].tobytes() * many for (a, b), many in zip(spans, times, strict=True)]))
    sizes = chain.from_iterable(repeat(b - a, many) for (a, b), many in zip(spans, times, strict=True))
    return memoryview(copies), memoryview(array("q", accumulate(sizes, initial=0)))


def _check_sizes(pairs: SentencePairs, first: Sequence[int]) -> None:
    """Raise an error for a segment that is too long to search. The pairs of segment s begin at first[s]."""
    hyp, ref = pairs.longest()
    if hyp * ref > COMPARED["METEOR 2005"]:
        for pair, sizes in enumerate(zip(_sizes(pairs.hyp_at), _sizes(pairs.ref_at), strict=True)):
            check_compared("METEOR 2005", bisect_right(first, pair) - 1, sizes)


def _sizes(starts: memoryview[int]) -> array[int]:
    return array("q", [end - start for start, end in pairwise(starts.tolist())])


@cache  # a matcher made anew, with functions of its own, would look every word up again
def _matcher(variant: str, stages: tuple[str, ...]) -> WordMatcher:
    """The word matcher for a variant's stages."""
    from bolide.text.words.porter import porter_stem
    from bolide.text.words.word_matcher import WordMatcher
    from bolide.text.words.wordnet import spelled_synsets, synsets

    stem = porter_stem if "stem" in stages else None
    if "synonym" not in stages:
        return WordMatcher(stem)
    if variant == "2005":  # Banerjee and Lavie 2005: synonyms share a meaning in WordNet
        return WordMatcher(stem, synsets)
    # NLTK's last stage receives the stems left over by the one before, not the words. A candidate's matches the lemmas
    # of its synsets, which are not listed for that: a reference's word has the synsets of which it is a lemma.
    left = stem or str
    return WordMatcher(
        stem, lambda word: (left(word), *synsets(left(word))), lambda word: (left(word), *spelled_synsets(left(word)))
    )

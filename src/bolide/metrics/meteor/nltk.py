"""METEOR's variants `nltk`, `2005` and `runs`: words are matched in stages, each on the words left over."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import accumulate, pairwise
from math import isclose, prod
from typing import TYPE_CHECKING, Any, ClassVar

from bolide.kernels.formulas.meteor import score
from bolide.kernels.meteor2005._alignment_block import SentencePairs
from bolide.metrics.counts import Pairs
from bolide.metrics.formula import Formula, Parameter
from bolide.metrics.meteor.links import LinkedCounts, LinkedPairs
from bolide.metrics.meteor.options import STAGES, Definition
from bolide.system.errors import OptionError
from bolide.system.limits import COMPARED, check_compared
from bolide.text.tokenize import tokenizer
from bolide.text.tokens import Tokens, Vocab, encode

if TYPE_CHECKING:
    from bolide.metrics.meteor.nltk_evidence import StagedEvidence
    from bolide.text.words.word_matcher import WordMatcher


# --- formula ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class StagedFormula(Formula):
    """alpha is the share of recall in Fmean, beta the exponent of the penalty, gamma its weight."""

    stages: int = 3
    alpha: float = 0.9
    beta: float = 3.0
    gamma: float = 0.5
    mean_of_segments: bool = False

    kernel = score
    names: ClassVar[tuple[str, ...]] = ("precision", "recall", "fmean", "fragmentation", "penalty", "meteor")

    @property
    def setting(self) -> tuple[float, ...]:
        return (self.stages, self.alpha, self.beta, self.gamma)

    def fits(self, width: int) -> bool:
        return width - self.stages in (4, 5)  # with and without the column `proven`


def cross_check(alpha: float, precision: float, recall: float) -> float:
    """Fmean as a reciprocal: an independent cross-check for explanations."""
    return 1 / (alpha / recall + (1 - alpha) / precision) if precision else 0.0


# --- counts ----------------------------------------------------------------------------------------------------------


# Stems, WordNet and the aligners are imported with the first text, so that other metrics start quickly.

NO_WORDS = Vocab(lambda: [""])


@dataclass(frozen=True)
class StagedPairs(LinkedPairs):
    """Pairs of a hypothesis and a reference; every hypothesis word has its link and stage, or -1."""

    stage_numbers: memoryview[int]
    hyp_at: memoryview[int]

    def matches(self) -> list[list[tuple[int, ...]]]:
        links, stages = self.links, self.stage_numbers
        return [
            [(at - start, links[at], 1, 1, stages[at]) for at in range(start, end) if links[at] >= 0]
            for start, end in pairwise(self.hyp_at)
        ]


@dataclass(frozen=True)
class StagedCounts(LinkedCounts):
    """Matches in stages, each on the words left over; one row per reference."""

    variant: str
    stages: tuple[str, ...] = STAGES
    lowercase: bool = True
    tokenize: str | None = None  # white space

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
        return _matcher(self.variant, self.stages)

    def tokens(self, text: str) -> list[str]:
        return tokenizer(self.tokenize or "whitespace")(text.lower() if self.lowercase else text)

    def encode_words(self, texts: Sequence[str]) -> Tokens:
        """The words between white space or by a tokenizer, in lowercase unless case counts."""
        return encode(texts, self.tokenize or "whitespace", self.lowercase)

    def align(self, encoded: Tokens, pairs: Pairs, linked: bool = False) -> StagedPairs:
        from bolide.kernels.meteor2005.nltk_alignment import nltk, runs
        from bolide.kernels.meteor2005.optimal import optimal

        hyps, refs = pairs.numbers()
        vocab, words = encoded.vocab, SentencePairs(*_gathered(encoded, hyps), *_gathered(encoded, refs))
        assert vocab is not None  # words have one
        if self.variant == "2005" and prod(words.longest()) > COMPARED["METEOR 2005"]:
            for hyp, sizes in zip(hyps, zip(_sizes(words.hyp_at), _sizes(words.ref_at), strict=True), strict=True):
                check_compared("METEOR 2005", hyp, sizes)
        rows = array("q", bytes(8 * len(self.columns) * len(hyps)))
        links, stages = (memoryview(array("i", bytes(4 * max(1, len(words.hyps))))) for _ in range(2))
        if self.variant == "runs":
            runs(words, len(vocab), memoryview(rows), links, stages)
        else:
            kernel = optimal if self.variant == "2005" else nltk
            known = self._words.by_stage(vocab if len(vocab) else NO_WORDS, exact="exact" in self.stages)
            kernel(words, known, memoryview(rows), links, stages)
        return StagedPairs(rows, links, stages, words.hyp_at)


def _gathered(encoded: Tokens, texts: Sequence[int]) -> tuple[memoryview[int], memoryview[int]]:
    """These texts, end to end, and the offsets between them."""
    ids, starts = encoded.ids, encoded.starts
    if isinstance(texts, range):
        return ids, starts[texts.start : texts.stop + 1]
    words = {text: ids[starts[text] : starts[text + 1]].tobytes() for text in set(texts)}
    sizes = {text: starts[text + 1] - starts[text] for text in words}
    offsets = array("q", accumulate(map(sizes.__getitem__, texts), initial=0))
    return memoryview(array("i", b"".join(map(words.__getitem__, texts)))), memoryview(offsets)


def _sizes(starts: memoryview[int]) -> list[int]:
    return [end - start for start, end in pairwise(starts.tolist())]


@cache  # a matcher made anew, with functions of its own, would look every word up again
def _matcher(variant: str, stages: tuple[str, ...]) -> WordMatcher:
    """The word matcher for a variant's stages."""
    from bolide.text.words.stems import porter_stem
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


# --- definition ------------------------------------------------------------------------------------------------------


class StagedDefinition(Definition):
    """Words aligned exactly, then by stem, then by synonym; the score follows from the matches and their chunks."""

    applies_to: ClassVar[str] = "the variants nltk and 2005"

    def normal_options(self) -> dict[str, Any]:
        variant, stages = self.metric.variant, self.metric.stages
        usual = _usual_stages(variant)
        checked = usual if stages is None else _checked_stages(stages, variant)
        return {"stages": None if checked == usual else checked, **self._normal_numbers(StagedFormula())}

    @cached_property
    def counts(self) -> StagedCounts:
        metric = self.metric
        stages = metric.stages or _usual_stages(metric.variant)
        return StagedCounts(metric.variant, stages, metric.lowercase, metric.tokenize, nfc=metric.nfc)

    @cached_property
    def formula(self) -> StagedFormula:
        numbers, mean = self._non_default_numbers(), self.metric.average == "mean"
        return StagedFormula(len(self.counts.stages), **numbers, mean_of_segments=mean)

    @property
    def evidence(self) -> StagedEvidence:
        from bolide.metrics.meteor.nltk_evidence import StagedEvidence

        return StagedEvidence(self.counts, self.formula, self.metric.score_row)

    @property
    def parameters(self) -> tuple[Parameter, ...]:
        return self._shape(self.formula)

    def part_names(self, row: Sequence[int], numbers: dict[str, float]) -> dict[str, Any]:
        stages = self.counts.stages
        after = 3 + len(stages)
        precision, recall = numbers["precision"], numbers["recall"]
        other = cross_check(self.formula.alpha, precision, recall)
        parts = {
            "matches": sum(row[3:after]),
            "by_stage": dict(zip(stages, row[3:after], strict=True)),
            "hyp_len": row[1],
            "ref_len": row[2],
            "precision": precision,
            "recall": recall,
            "fmean": numbers["fmean"],
            "chunks": row[after],
            "penalty": numbers["penalty"],
            "cross_checked": isclose(numbers["fmean"], other, rel_tol=1e-12),
        }
        proven = {"proven": row[after + 1], "segments": row[0]} if self.metric.variant == "2005" else {}
        return {**parts, **proven}

    def signature_items(self) -> dict[str, str]:
        return {"stages": "" if self.metric.variant == "runs" else ",".join(self.counts.stages)}


def _usual_stages(variant: str) -> tuple[str, ...]:
    return ("exact",) if variant == "runs" else STAGES


def _checked_stages(names: Sequence[str], variant: str) -> tuple[str, ...]:
    stages = tuple(names)
    if not stages or list(stages) != [stage for stage in STAGES if stage in stages]:
        raise OptionError(f"stages is {stages}; give one or more of {', '.join(STAGES)}, in this order.")
    if variant == "runs" and stages != ("exact",):
        raise OptionError(f"stages is {stages}; the variant runs compares words exactly and has no other stage.")
    return stages

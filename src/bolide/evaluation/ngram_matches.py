"""What systems match of the references: n-grams that one matches more often than the other, words by their frequency,
and lengths (Neubig et al. 2019, compare-mt). No other part of a comparison reads text."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Collection, Container, Iterable, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import chain, pairwise
from operator import or_
from typing import Any

from bolide.corpus import Corpus
from bolide.system.errors import InputError

ORDERS = (1, 2, 3, 4)
Tokenize = Callable[[str], list[str]]
Grams = Counter[tuple[str, ...]]


@dataclass(frozen=True)
class NgramDifference:
    """A reference n-gram: its count in the references, and each system's clipped matches."""

    words: str
    order: int
    in_references: int
    a: int
    b: int


def ngram_differences(
    a: Corpus, b: Corpus, tokenize: Tokenize, *, count: int = 10
) -> tuple[tuple[NgramDifference, ...], tuple[NgramDifference, ...]]:
    """The most surprising n-grams that `a` matches more often than `b`, and the reverse; clipped as in BLEU.

    They begin and end with words: what punctuation adds to them is a difference of its own, and often the largest.
    """
    if len(a) != len(b) or a.refs != b.refs:
        raise InputError(f"{a.name} and {b.name} must have the same references, line by line.")
    wanted, (matched_a, matched_b) = matched_ngrams([a, b], tokenize, ORDERS)
    return largest_differences(wanted, matched_a, matched_b, count)


def matched_ngrams(systems: Sequence[Corpus], tokenize: Tokenize, orders: Sequence[int]) -> tuple[Grams, list[Grams]]:
    """The counts of all reference n-grams, and each system's clipped matches."""
    wanted, matched = Grams(), [Grams() for _ in systems]
    first = systems[0]
    for line in range(len(first)):
        most = _most([_ngrams(tokenize(ref), orders) for ref in first[line].refs])
        wanted.update(most)
        for counts, system in zip(matched, systems, strict=True):
            for gram, count in _ngrams(tokenize(system.hyps[line]), orders, most).items():
                counts[gram] += min(count, most[gram])
    return wanted, matched


def largest_differences(
    wanted: Grams, a: Grams, b: Grams, count: int
) -> tuple[tuple[NgramDifference, ...], tuple[NgramDifference, ...]]:
    """The n-grams that `a` matches more often than `b`, the most surprising first, and the reverse.

    Surprise is the log-odds ratio of a match, with a prior of PRIOR occurrences that are matched and as many that are
    not (after Monroe, Colaresi and Quinn 2008): nine names of nine against none come before a function word.
    Of n-grams that share words and have the same counts, which are one phrase, the longest stands for all.
    """
    both = []
    for better, worse in ((a, b), (b, a)):
        found: list[tuple[str, ...]] = []
        for gram in _by_surprise(wanted, better, worse):
            if not any(_is_one_phrase(gram, other, (wanted, better, worse)) for other in found):
                found.append(gram)
            if len(found) == count:
                break
        both.append(tuple(NgramDifference(" ".join(g), len(g), wanted[g], a[g], b[g]) for g in found))
    return both[0], both[1]


PRIOR = 2.5


def _by_surprise(wanted: Grams, better: Grams, worse: Grams) -> list[tuple[str, ...]]:
    """The n-grams of words that `better` matches more often; ties by length (longest first), then alphabetically."""

    def key(gram: tuple[str, ...]) -> tuple[Any, ...]:
        """The ratio of the odds of a match, whose logarithm has the same order, and what decides if it is the same."""
        occurrences, ours, theirs = wanted[gram], better[gram], worse.get(gram, 0)
        misses = occurrences + PRIOR
        odds = (ours + PRIOR) * (misses - theirs) / ((misses - ours) * (theirs + PRIOR))
        return -odds, -len(gram), occurrences, ours, theirs, gram

    more = (gram for gram, matches in better.items() if matches > worse.get(gram, 0))
    return sorted((gram for gram in more if _is_word(gram[0]) and _is_word(gram[-1])), key=key)


def _is_one_phrase(one: tuple[str, ...], other: tuple[str, ...], counts: Iterable[Grams]) -> bool:
    """Whether two n-grams have the same counts and most of their words in common."""
    same = all(grams[one] == grams[other] for grams in counts)
    return same and 2 * len({*one} & {*other}) > min(len(one), len(other))


def _is_word(token: str) -> bool:
    """Whether a token has a letter or a digit in it."""
    return any(map(str.isalnum, token))


def ngram_occurrences(
    systems: Sequence[Corpus], tokenize: Tokenize, sought: Collection[str]
) -> dict[str, list[tuple[int, ...]]]:
    """The segments with each n-gram (tokens joined by spaces): (0-based index, reference count, matches …)."""
    orders = sorted({gram.count(" ") + 1 for gram in sought})
    occurrences: dict[str, list[tuple[int, ...]]] = {gram: [] for gram in sought}
    for line in range(len(systems[0])):
        most = _most([_ngrams(tokenize(ref), orders) for ref in systems[0][line].refs])
        wanted = {" ".join(gram): gram for gram in most}
        if here := wanted.keys() & occurrences.keys():
            ours = [_ngrams(tokenize(system.hyps[line]), orders, most) for system in systems]
            for text in here:
                gram = wanted[text]
                occurrences[text].append((line, most[gram], *(min(counts[gram], most[gram]) for counts in ours)))
    return occurrences


def _most(by_reference: list[Grams]) -> Grams:
    """The largest count of each n-gram over the references."""
    return reduce(or_, by_reference) if by_reference else Grams()


def _ngrams(tokens: list[str], orders: Sequence[int], known: Container[tuple[str, ...]] | None = None) -> Grams:
    """The n-gram counts of a text, restricted to the n-grams in `known` if that is passed."""
    grams = chain.from_iterable(zip(*(tokens[start:] for start in range(order)), strict=False) for order in orders)
    return Grams(grams if known is None else filter(known.__contains__, grams))


# --- words by frequency -----------------------------------------------------------------------------------------------


FREQUENCIES = (1, 2, 3, 4, 5, 10, 100, 1000)  # the least frequency of each bucket but the first, as in compare-mt


@dataclass(frozen=True)
class WordAccuracy:
    """The words of one frequency in the outputs of one system; matches are clipped as in BLEU."""

    in_references: int
    in_output: int
    matches: int

    @property
    def precision(self) -> float:
        return self.matches / self.in_output if self.in_output else 0.0

    @property
    def recall(self) -> float:
        return self.matches / self.in_references if self.in_references else 0.0

    @property
    def f1(self) -> float:
        return 2 * self.matches / total if (total := self.in_references + self.in_output) else 0.0


@dataclass(frozen=True)
class FrequencyBucket:
    """Words that occur equally often in the references: their frequency in words, and the accuracy of each system."""

    label: str
    systems: tuple[WordAccuracy, ...]


def word_accuracy(
    systems: Sequence[Corpus], tokenize: Tokenize, frequencies: Sequence[int] = FREQUENCIES
) -> list[FrequencyBucket]:
    """The accuracy of words by their frequency in the references; buckets without any word are left out.

    With several references a word counts as often as in the one that has it most often, segment by segment.
    """
    wanted, matched = matched_ngrams(systems, tokenize, (1,))
    in_references = _by_frequency(wanted, wanted, frequencies)
    outputs = (Grams((word,) for hyp in system.hyps for word in tokenize(hyp)) for system in systems)
    in_outputs = [_by_frequency(words, wanted, frequencies) for words in outputs]
    matches = [_by_frequency(grams, wanted, frequencies) for grams in matched]
    buckets = []
    for k, label in enumerate(_labels(frequencies)):
        pairs = zip(in_outputs, matches, strict=True)
        systems_here = tuple(WordAccuracy(in_references[k], output[k], hits[k]) for output, hits in pairs)
        if any(one.in_references + one.in_output for one in systems_here):
            buckets.append(FrequencyBucket(label, systems_here))
    return buckets


def _by_frequency(
    counts: dict[tuple[str, ...], int], wanted: Counter[tuple[str, ...]], frequencies: Sequence[int]
) -> list[int]:
    """The sums of counts over the words of each bucket."""
    sums = [0] * (len(frequencies) + 1)
    for word, count in counts.items():
        sums[bisect_right(frequencies, wanted.get(word, 0))] += count
    return sums


def _labels(frequencies: Sequence[int]) -> list[str]:
    """`0`, `1`, …, `5–9`, …, `1,000+`."""
    ranges = [(0, frequencies[0] - 1), *((low, high - 1) for low, high in pairwise(frequencies))]
    names = [f"{low:,}" if low == high else f"{low:,}–{high:,}" for low, high in ranges]
    return [*names, f"{frequencies[-1]:,}+"]


def length_ratios(
    systems: Sequence[Corpus], tokenize: Tokenize, groups: Iterable[int], count: int
) -> list[list[float | None]]:
    """The length of outputs relative to that of the first references, [group][system]; None if these have no words.

    `groups` has the index of each segment's group, from 0 to `count` − 1.
    """
    theirs = [0] * count
    ours = [[0] * len(systems) for _ in range(count)]
    first = systems[0]
    for segment, group in enumerate(groups):
        theirs[group] += len(tokenize(first.refs[first.ref_starts[segment]]))
        for number, system in enumerate(systems):
            ours[group][number] += len(tokenize(system.hyps[segment]))
    return [
        [length / whole if whole else None for length in lengths] for lengths, whole in zip(ours, theirs, strict=True)
    ]

"""How well systems get words of each frequency, and how long their outputs are (Neubig et al. 2019, compare-mt)."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain, pairwise

from bolide.corpus import Corpus
from bolide.significance.ngram_differences import Tokenize, matched_ngrams

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
    in_outputs = []
    for system in systems:
        words = Counter(chain.from_iterable(map(tokenize, system.hyps)))
        in_outputs.append(_by_frequency({(word,): count for word, count in words.items()}, wanted, frequencies))
    matches = [_by_frequency(grams, wanted, frequencies) for grams in matched]
    labels = _labels(frequencies)
    buckets = [
        FrequencyBucket(
            labels[k],
            tuple(WordAccuracy(in_references[k], out[k], hit[k]) for out, hit in zip(in_outputs, matches, strict=True)),
        )
        for k in range(len(labels))
    ]
    return [bucket for bucket in buckets if any(one.in_references + one.in_output for one in bucket.systems)]


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

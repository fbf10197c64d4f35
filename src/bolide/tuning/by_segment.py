"""Statistics across the systems of a segment, for many settings at once, averaged over segments.

A statistic is first told what people think, systems × segments with NaN where nothing is known, and then answers for
scores, settings × systems × segments, with a value a segment, settings × segments. System scores are one segment.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from bolide.tuning.arrays import Matrix
from bolide.tuning.parts import Judge, Part, Scores, by_systems, ratio

Values = Callable[[Matrix], Matrix]
Signs = NDArray[np.int8]


def judge_segments(statistic: str, human: Matrix, scores: Scores, parts: Sequence[Part]) -> Judge:
    """The mean over each part's segments that have a value."""
    prepared = [
        (shared, STATISTICS[statistic](human[shared.systems])) for shared in by_systems(parts, human.shape[1])
    ]  # fmt: skip

    def judge(settings: Matrix) -> Matrix:
        cells = scores(settings)
        found = np.empty((len(settings), len(parts)))
        for shared, values in prepared:
            segments = values(cells[:, shared.systems])
            present = np.isfinite(segments)
            sums = np.where(present, segments, 0.0) @ shared.belongs
            found[:, shared.places] = ratio(sums, present.astype(float) @ shared.belongs)
        return found

    return judge


def pearson(human: Matrix) -> Values:
    """Pearson's r."""
    present = np.isfinite(human)
    counts = np.maximum(present.sum(0), 1)
    people = np.where(present, human - np.nansum(human, 0) / counts, 0.0)
    varied = _range(human) > 0
    spread = (people * people).sum(0)

    def values(scores: Matrix) -> Matrix:
        means = (scores * present).sum(1, keepdims=True) / counts
        centred = (scores - means) * present
        below = np.sqrt(spread * np.einsum("ijk,ijk->ik", centred, centred))
        same = ~(varied & (_range(np.where(present, scores, np.nan)) > 0))
        return np.clip(ratio(np.einsum("jk,ijk->ik", people, centred), np.where(same, 0.0, below)), -1, 1)

    return values


def spearman(human: Matrix) -> Values:
    """Spearman's ρ: a rank, counted from the middle, is half the systems below less half those above."""
    people = _ranks(human, human[None])[0].astype(float)
    spread = (people * people).sum(0)

    def values(scores: Matrix) -> Matrix:
        ranks = _ranks(human, scores).astype(float)
        return ratio(
            np.einsum("jk,ijk->ik", people, ranks), np.sqrt(spread * np.einsum("ijk,ijk->ik", ranks, ranks))
        )  # fmt: skip

    return values


def kendall_b(human: Matrix) -> Values:
    """Kendall's τ-b."""
    ordered_by_people = np.sum([np.abs(sign) for *_, sign in _pairs(human)], 0, dtype=np.int64)

    def values(scores: Matrix) -> Matrix:
        balance, ordered = (np.zeros((len(scores), human.shape[1]), dtype=np.int32) for _ in range(2))
        for order, sign in _orders(human, scores):
            balance += order * sign
            ordered += np.abs(order)
        return ratio(balance.astype(float), np.sqrt(ordered * ordered_by_people.astype(float)))

    return values


def kendall_c(human: Matrix) -> Values:
    """Kendall's (Stuart's) τ-c."""
    present = np.isfinite(human)
    size = present.sum(0)
    levels = size - _repeated(human, human[None])[0]

    def values(scores: Matrix) -> Matrix:
        balance = np.zeros((len(scores), human.shape[1]), dtype=np.int32)
        for order, sign in _orders(human, scores):
            balance += order * sign
        fewest = np.minimum(levels, size - _repeated(human, scores)).astype(float)
        return ratio(2.0 * balance * fewest, size.astype(float) ** 2 * np.maximum(fewest - 1, 0))

    return values


def accuracy(human: Matrix) -> Values:
    """The share of pairs of systems whose difference has the sign that people give it."""
    pairs = np.sum([present for *_, present, _ in _pairs(human)], 0, dtype=np.int64).astype(float)

    def values(scores: Matrix) -> Matrix:
        right = np.zeros((len(scores), human.shape[1]), dtype=np.int32)
        for (_, _, present, _), (order, sign) in zip(_pairs(human), _orders(human, scores), strict=True):
            right += (order == sign) & present.astype(bool)
        return ratio(right.astype(float), np.broadcast_to(pairs, right.shape))

    return values


STATISTICS: dict[str, Callable[[Matrix], Values]] = {
    "pearson": pearson,
    "spearman": spearman,
    "kendall-b": kendall_b,
    "kendall-c": kendall_c,
    "accuracy": accuracy,
}


def _pairs(human: Matrix) -> Iterator[tuple[int, int, Signs, Signs]]:
    """Each pair of systems, 1 for the segments where both are judged, and which of them people prefer."""
    for a, b in combinations(range(len(human)), 2):
        difference = human[a] - human[b]
        present = np.isfinite(difference)
        yield a, b, present.view(np.int8), np.sign(np.where(present, difference, 0.0)).astype(np.int8)


def _orders(human: Matrix, scores: Matrix) -> Iterator[tuple[Signs, Signs]]:
    """For each pair of systems which the scores prefer, 1, 0 or −1, 0 where one is not judged; and people's sign."""
    for a, b, present, sign in _pairs(human):
        one, two = scores[:, a], scores[:, b]
        yield ((one > two).view(np.int8) - (one < two).view(np.int8)) * present, sign


def _ranks(human: Matrix, scores: Matrix) -> NDArray[np.int32]:
    """For each system and segment the judged systems below it less those above, settings × systems × segments."""
    ranks = np.zeros(scores.shape, dtype=np.int32)
    for (a, b, _, _), (order, _) in zip(_pairs(human), _orders(human, scores), strict=True):
        ranks[:, a] += order
        ranks[:, b] -= order
    return ranks


def _repeated(human: Matrix, scores: Matrix) -> NDArray[np.intp]:
    """How many judged systems of each segment have a score that an earlier one has."""
    again = np.zeros(scores.shape, dtype=np.bool_)
    for a, b, present, _ in _pairs(human):
        again[:, b] |= (scores[:, a] == scores[:, b]) & present.astype(bool)
    found: NDArray[np.intp] = again.sum(1)
    return found


def _range(cells: Matrix) -> Matrix:
    """Highest less lowest of the systems (the last axis but one), missing ones left out; below 0 without any."""
    missing = np.isnan(cells)
    found: Matrix = np.where(missing, -np.inf, cells).max(-2) - np.where(missing, np.inf, cells).min(-2)
    return found

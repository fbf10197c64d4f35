"""acc-eq, pairwise accuracy with calibrated ties (Deutsch et al. 2023).

A pair of systems that people tie is right if the metric's difference is at most the threshold, one that they order if
the difference is above it, the right way round. So only those pairs matter, and the accuracy as a function of the
threshold is a sum of steps. Nothing is approximated.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from bolide.agreement.statistics.statistic import Statistic, StatisticValue, Terms
from bolide.agreement.table import Indices, Matrix, Vector, pair_differences, ratio
from bolide.kernels.statistics.exchanges import EXCHANGES, HEAVIEST, highest_sums


class AccEq(Statistic):
    """The mean over segments of the share of pairs of systems on whose order or tie human and metric agree.

    Metric scores up to a threshold apart are a tie; the threshold is the one that makes the value highest.
    """

    groupings: ClassVar[dict[str, tuple[str, ...]]] = {"seg": ("item",)}
    unit = "segments"
    permutations_at_once: ClassVar[int] = 1024  # the differences of two tables are sorted once for all of them

    def value(self, people: Matrix, metric: Matrix) -> float:
        return calibrate(people, metric).value

    def measured(self, people: Matrix, metric: Matrix) -> StatisticValue:
        best = calibrate(people, metric)
        used = int(np.isfinite(best.items).sum())
        if not used:
            return StatisticValue(None, 0, self.unit, people.shape[1], "no segment has scores of two systems")
        return StatisticValue(best.value, used, self.unit, people.shape[1] - used, epsilon=best.epsilon)

    def terms(self, people: Matrix, metric: Matrix) -> Terms:
        """The segments' shares; the threshold stays where the whole data put it."""
        items = calibrate(people, metric).items
        return Terms(np.nan_to_num(items), np.isfinite(items).astype(float))

    def outcomes(self, people: Matrix, metric: Matrix) -> Matrix | None:
        """Right or wrong for each pair and segment, under the metric's own threshold.

        In WMT's test (WMT23 on) two metrics change these, not scores. The pairs of one segment share systems, which the
        test ignores, so its p-values are too small.
        """
        best = calibrate(people, metric)
        if np.isnan(best.value):
            return None
        right, pairs = right_pairs(people, metric, best.epsilon)
        weights = 1.0 / np.maximum(pairs, 1) / int((pairs > 0).sum())
        return right * weights

    def permuted_leads(self, people: Matrix, tables: Sequence[Matrix], permuted: NDArray[np.bool_]) -> list[Vector]:
        """Each table under its own best threshold for every permutation."""
        pairs = JudgedPairs(people)
        if pairs.fit:
            return [np.subtract(*pairs.best_permuted(a, b, permuted)) for a, b in combinations(tables, 2)]
        parts = [permuted[first : first + 64] for first in range(0, len(permuted), 64)]
        blocks = [super(AccEq, self).permuted_leads(people, tables, part) for part in parts]
        return [np.concatenate(leads) for leads in zip(*blocks, strict=True)]


@dataclass(frozen=True)
class Calibrated:
    """The best accuracy, the metric difference up to which two scores are a tie, and each item's share; NaN, 0 and NaN
    without a pair."""

    value: float
    epsilon: float
    items: Vector


def calibrate(people: Matrix, metric: Matrix) -> Calibrated:
    """The threshold that makes the item-averaged accuracy highest; the smallest of equals."""
    x, y = pair_differences(people), pair_differences(metric)
    sizes = np.isfinite(x).sum(0)
    used = sizes > 0
    if not used.any():
        return Calibrated(np.nan, 0.0, np.full(len(used), np.nan))
    weights = np.broadcast_to(1.0 / np.maximum(sizes, 1) / used.sum(), x.shape)
    present = np.isfinite(x)
    x, y, weights = x[present], y[present], weights[present]
    concordant = (np.sign(x) == np.sign(y)) & (x != 0)
    # Once the threshold reaches a pair's difference the metric calls it a tie: right if people do, wrong if they don't.
    gain = weights * ((x == 0).astype(float) - concordant)
    size = np.abs(y)
    order = np.argsort(size, kind="stable")
    size, gains = size[order], np.cumsum(gain[order])
    ends = np.append(np.flatnonzero(np.diff(size)), len(size) - 1)  # the last pair of each difference
    start = float(weights[concordant].sum())
    thresholds, values = size[ends], start + gains[ends]
    if thresholds[0] > 0:
        thresholds, values = np.append(0.0, thresholds), np.append(start, values)
    best = int(np.argmax(values > values.max() - 1e-12))
    items = item_accuracies(people, metric, float(thresholds[best]))
    return Calibrated(float(np.nanmean(items)), float(thresholds[best]), items)


def item_accuracies(people: Matrix, metric: Matrix, epsilon: float) -> Vector:
    """Per segment, the share of system pairs on whose order or tie human and metric agree; NaN without a pair."""
    right, pairs = right_pairs(people, metric, epsilon)
    return ratio(right.sum(0, dtype=float), pairs)


def right_pairs(people: Matrix, metric: Matrix, epsilon: float) -> tuple[NDArray[np.bool_], NDArray[np.intp]]:
    """Where human and metric agree on the order or tie of a pair, pairs × segments; and each segment's pairs."""
    x, y = pair_differences(people), pair_differences(metric)
    called = np.where(np.abs(y) <= epsilon, 0.0, np.sign(y))
    pairs: NDArray[np.intp] = np.isfinite(x).sum(0)
    return np.sign(x) == called, pairs


class JudgedPairs:
    """The pairs of systems that people judged, first those they order, then those they tie.

    Of each the cells of the better and the worse, and what it weighs in its segment.
    """

    def __init__(self, human: Matrix) -> None:
        first, second = np.triu_indices(len(human), 1)
        difference = human[first] - human[second]
        sizes = np.isfinite(difference).sum(0)
        self.segments = float((sizes > 0).sum())
        ordered, tied = np.nonzero(np.nan_to_num(difference)), np.nonzero(difference == 0)
        self.ordered = len(ordered[0])
        pair, segment = np.hstack([ordered, tied])
        swapped = difference[pair, segment] < 0
        better, worse = np.where(swapped, second[pair], first[pair]), np.where(swapped, first[pair], second[pair])
        self.cells: Indices = np.stack([better, worse]) * human.shape[1] + segment
        # Shares of a segment are counted in the largest unit in which all are whole numbers.
        self.unit = int(np.lcm.reduce(np.unique(sizes[segment]))) if len(segment) else 0
        self.weights = self.unit // sizes[segment]
        self.fit = len(segment) > 0 and self.weights.max() <= HEAVIEST
        self.ties = int(self.weights[self.ordered :].sum())
        self.weights[: self.ordered] *= -1  # as the threshold rises, ordered pairs become wrong and tied ones right

    def best_permuted(self, a: Matrix, b: Matrix, permuted: NDArray[np.bool_]) -> Matrix:
        """The highest accuracies of two tables under permutations of their cells.

        All differences that permutations can make are sorted once.
        """
        tables, cells = (a.ravel(), b.ravel()), self.cells
        differences = np.stack([tables[i][cells[0]] - tables[j][cells[1]] for i in (0, 1) for j in (0, 1)], 1)
        np.abs(differences[self.ordered :], out=differences[self.ordered :])
        changing = np.flatnonzero(differences > 0)  # a wrong order is never right, a tie without difference always
        changing = changing[np.argsort(differences.ravel()[changing])]
        in_order = differences.ravel()[changing]
        last = np.append(in_order[1:] > in_order[:-1], True)
        pair = changing >> 2
        steps = np.column_stack([*cells[:, pair], (changing & 3) + 4 * last, self.weights[pair]]).astype(np.int32)
        swapped = np.zeros((a.size, EXCHANGES), dtype=np.int16)
        room = np.empty((4, EXCHANGES), dtype=np.int16)
        totals, highest = np.empty((2, 2, EXCHANGES), dtype=np.int64)
        sums = np.empty((2, len(permuted)))
        for first in range(0, len(permuted), EXCHANGES):
            some = permuted[first : first + EXCHANGES].reshape(-1, a.size).T
            np.negative(some, out=swapped[:, : some.shape[1]], dtype=np.int16)
            highest_sums(steps, swapped, room, totals, highest)
            sums[:, first : first + EXCHANGES] = (self.ties + highest[:, : some.shape[1]]) / self.unit
        return sums / self.segments

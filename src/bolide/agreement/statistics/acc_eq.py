"""acc-eq, pairwise accuracy with calibrated ties (Deutsch et al. 2023).

A pair of systems that people tie is right if the metric's difference is at most the threshold, one that they order if
the difference is above it, the right way round. So only those pairs matter, and the accuracy as a function of the
threshold is a sum of steps. Nothing is approximated.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from bolide.agreement.statistics.statistic import PermutedDifferences, Statistic, StatisticValue, Terms
from bolide.agreement.table import Indices, Matrix, Vector, pair_differences, ratio
from bolide.kernels import use_kernels
from bolide.kernels.statistics.tie_thresholds import EXCHANGES, HEAVIEST, highest_sums


class AccEq(Statistic):
    """The mean over segments of the share of pairs of systems on whose order or tie human and metric agree.

    Metric scores up to a threshold apart are a tie; the threshold is the one that makes the value highest.
    """

    groupings: ClassVar[dict[str, tuple[str, ...]]] = {"seg": ("item",)}
    unit: ClassVar[str] = "segments"
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

    def permuted_differences(self, people: Matrix, tables: Sequence[Matrix]) -> PermutedDifferences:
        """Each table under its own best threshold for every permutation."""
        otherwise = super().permuted_differences(people, tables)
        pairs = JudgedPairs(people) if use_kernels() else None

        def under(permuted: NDArray[np.bool_]) -> Callable[[int, int], Vector]:
            def difference(a: int, b: int) -> Vector:
                best = pairs.best_permuted(tables[a], tables[b]) if pairs is not None else None
                if best is None:
                    parts = [permuted[first : first + 64] for first in range(0, len(permuted), 64)]
                    return np.concatenate([otherwise(part)(a, b) for part in parts])
                one, two = best(permuted).T
                ahead: Vector = one - two
                return ahead

            return difference

        return under


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

    Of each the cells of the better and the worse, and the share of the segment.
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
        self.share: Vector = 1.0 / sizes[segment]

    def best_permuted(self, a: Matrix, b: Matrix) -> Callable[[NDArray[np.bool_]], Matrix] | None:
        """The highest accuracies of two tables under permutations of their cells.

        All differences that permutations can make are sorted once. Shares are counted in the largest unit in which all
        are whole numbers; None if that is too small for the kernel.
        """
        sizes = np.rint(1.0 / self.share).astype(np.int64)
        unit = int(np.lcm.reduce(np.unique(sizes)))
        weights = unit // sizes
        if not len(weights) or weights.max() > HEAVIEST:
            return None
        cells, count = self.cells, self.ordered
        weights[:count] *= -1  # as the threshold rises, ordered pairs become wrong and tied ones right
        tables = a.ravel(), b.ravel()
        differences = np.stack([tables[i][cells[0]] - tables[j][cells[1]] for i in (0, 1) for j in (0, 1)], 1)
        np.abs(differences[count:], out=differences[count:])
        changing = np.flatnonzero(differences > 0)  # a wrong order is never right, a tie without difference always
        changing = changing[np.argsort(differences.ravel()[changing])]
        in_order = differences.ravel()[changing]
        last = np.append(in_order[1:] > in_order[:-1], True)
        pair = changing >> 2
        steps = np.column_stack([*cells[:, pair], (changing & 3) + 4 * last, weights[pair]]).astype(np.int32)
        all_ties = int(weights[count:].sum())

        def best(permuted: NDArray[np.bool_]) -> Matrix:
            swapped = np.zeros((a.size, EXCHANGES), dtype=np.int16)
            room = np.empty((4, EXCHANGES), dtype=np.int16)
            totals, highest = np.empty((2, 2, EXCHANGES), dtype=np.int64)
            sums = np.empty((len(permuted), 2))
            for first in range(0, len(permuted), EXCHANGES):
                some = permuted[first : first + EXCHANGES].reshape(-1, a.size).T
                np.negative(some, out=swapped[:, : some.shape[1]], dtype=np.int16)
                highest_sums(steps, swapped, room, totals, highest)
                sums[first : first + EXCHANGES] = (all_ties + highest[:, : some.shape[1]].T) / unit
            return sums / self.segments

        return best

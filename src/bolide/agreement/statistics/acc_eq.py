"""acc-eq, pairwise accuracy with calibrated ties (Deutsch et al. 2023).

A pair of systems that people tie is right if the metric's difference is at most the threshold, one that they order if
the difference is above it, the right way round. So only those pairs matter, and the accuracy as a function of the
threshold is a sum of steps. For many tables the steps are counted in bins first; inside a bin the accuracy cannot rise
above its beginning plus all its steps up, which leaves few bins to be searched step by step. Nothing is approximated.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bolide.agreement.statistics.statistic import (
    Batch,
    PermutedDifferences,
    Statistic,
    StatisticValue,
    Subset,
    Terms,
    by_systems,
    pair_differences,
    ratio,
)
from bolide.agreement.table import Matrix, Vector
from bolide.kernels import use_kernels
from bolide.kernels.statistics.tie_thresholds import EXCHANGES, HEAVIEST, highest_sums

BINS = 2048
Integers = NDArray[np.int32]


class AccEq(Statistic):
    """The mean over segments of the share of pairs of systems on whose order or tie human and metric agree.

    Metric scores up to a threshold apart are a tie; the threshold is the one that makes the value highest.
    """

    groupings: ClassVar[dict[str, tuple[str, ...]]] = {"seg": ("item",)}
    unit: ClassVar[str] = "segments"
    permutations_at_once: ClassVar[int] = 1024  # the differences of two tables are sorted once for all of them

    def value(self, people: Matrix, metric: Matrix) -> float:
        best = calibrate(people, metric)
        return np.nan if best is None else best.value

    def measured(self, people: Matrix, metric: Matrix) -> StatisticValue:
        best = calibrate(people, metric)
        if best is None:
            return StatisticValue(None, 0, self.unit, people.shape[1], "no segment has scores of two systems")
        used = int(np.isfinite(best.items).sum())
        return StatisticValue(best.value, used, self.unit, people.shape[1] - used, epsilon=best.epsilon)

    def terms(self, people: Matrix, metric: Matrix) -> Terms | None:
        """The segments' shares; the threshold stays where the whole data put it."""
        best = calibrate(people, metric)
        if best is None:
            return None
        return Terms(np.nan_to_num(best.items), np.isfinite(best.items).astype(float))

    def outcomes(self, people: Matrix, metric: Matrix) -> Matrix | None:
        """Right or wrong for each pair and segment, under the metric's own threshold.

        In WMT's test (WMT23 on) two metrics change these, not scores. The pairs of one segment share systems, which the
        test ignores, so its p-values are too small.
        """
        best = calibrate(people, metric)
        if best is None:
            return None
        right, pairs = right_pairs(people, metric, best.epsilon)
        weights = 1.0 / np.maximum(pairs, 1) / int((pairs > 0).sum())
        return right * weights

    def batch(self, people: Matrix, subsets: Sequence[Subset]) -> Batch:
        """Every table under its own best threshold on each subset: `tune -q seg/acc-eq/item` is 15 times as fast."""
        shared = by_systems(subsets, people.shape[1])
        prepared = [(each, JudgedPairs(people[each.systems], each.belongs)) for each in shared]

        def batch(tables: Matrix) -> Matrix:
            values = np.empty((len(tables), len(subsets)))
            for each, pairs in prepared:
                for line, table in zip(values, tables[:, each.systems], strict=True):
                    line[each.subsets] = pairs.best(table)
            return values

        return batch

    def permuted_differences(self, people: Matrix, tables: Sequence[Matrix]) -> PermutedDifferences:
        """Each table under its own best threshold for every permutation."""
        otherwise = super().permuted_differences(people, tables)
        pairs = JudgedPairs(people, np.ones((people.shape[1], 1))) if use_kernels() else None

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
    """The best accuracy, the metric difference up to which two scores are a tie, and each item's share."""

    value: float
    epsilon: float
    items: Vector


def calibrate(people: Matrix, metric: Matrix) -> Calibrated | None:
    """The threshold that makes the item-averaged accuracy highest; the smallest of equals. None without a pair."""
    x, y = pair_differences(people), pair_differences(metric)
    sizes = np.isfinite(x).sum(0)
    used = sizes > 0
    if not used.any():
        return None
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
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.where(pairs > 0, right.sum(0) / pairs, np.nan)


def right_pairs(people: Matrix, metric: Matrix, epsilon: float) -> tuple[NDArray[np.bool_], NDArray[np.intp]]:
    """Where human and metric agree on the order or tie of a pair, pairs × segments; and each segment's pairs."""
    x, y = pair_differences(people), pair_differences(metric)
    called = np.where(np.abs(y) <= epsilon, 0.0, np.sign(y))
    pairs: NDArray[np.intp] = np.isfinite(x).sum(0)
    return np.sign(x) == called, pairs


class _Kind(NamedTuple):
    """Pairs of one kind: the cells of the better and the worse, the group of segments, and the share of the segment;
    whether people tie them.
    """

    cells: Integers
    group: Integers
    share: Matrix
    tied: bool


class JudgedPairs:
    """The pairs of systems that people judged: those they order and those they tie."""

    def __init__(self, human: Matrix, belongs: Matrix) -> None:
        first, second = np.triu_indices(len(human), 1)
        difference = human[first] - human[second]
        sizes = np.isfinite(difference).sum(0)
        self.segments = (sizes > 0).astype(float) @ belongs
        # Segments that belong to the same subsets are counted together.
        self.belongs, group = np.unique(belongs, axis=0, return_inverse=True)
        kinds = []
        for tied, wanted in enumerate((np.nan_to_num(difference) != 0, difference == 0)):
            pair, segment = np.nonzero(wanted)
            swapped = difference[wanted] < 0
            better = np.where(swapped, second[pair], first[pair]) * human.shape[1] + segment
            worse = np.where(swapped, first[pair], second[pair]) * human.shape[1] + segment
            cells = np.stack([better, worse], 1).astype(np.int32)
            kinds.append(_Kind(cells, group.ravel()[segment].astype(np.int32), 1.0 / sizes[segment], bool(tied)))
        self.ordered, self.tied = kinds
        groups = len(self.belongs)
        self.all_ties = np.bincount(self.tied.group, self.tied.share, groups).reshape(1, groups) @ self.belongs

    def best(self, scores: Matrix) -> Matrix:
        """The highest accuracy on each subset; `scores` are systems × segments."""
        flat = np.ascontiguousarray(scores).ravel()
        falling, rising = (_differences(kind, flat) for kind in (self.ordered, self.tied))
        width = max(falling.max(initial=0), rising.max(initial=0)) / BINS or 1.0
        falls = _Steps(self.ordered, falling, width, len(self.belongs))
        rises = _Steps(self.tied, rising, width, len(self.belongs))
        fall, rise = (steps.sums @ self.belongs for steps in (falls, rises))
        start = fall.sum(0) + self.all_ties[0] - rise.sum(0)  # threshold 0: right order, and ties of both
        after = start + np.cumsum(rise - fall, 0)
        before = after - rise + fall
        top = np.maximum(start, after.max(0))
        promising = ((before + rise > top + 1e-12) & (rise > 0)).any(1)
        if promising.any():
            top = np.maximum(top, self._inside(_joined(falls.within(promising), rises.within(promising)), before))
        return ratio(top, self.segments)

    def best_permuted(self, a: Matrix, b: Matrix) -> Callable[[NDArray[np.bool_]], Matrix] | None:
        """The highest accuracies of two tables under permutations of their cells, on the first subset.

        All differences that permutations can make are sorted once. Shares are counted in the largest unit in which all
        are whole numbers; None if that is too small for the kernel.
        """
        sizes = np.rint(1.0 / np.concatenate([self.ordered.share, self.tied.share])).astype(np.int64)
        unit = int(np.lcm.reduce(np.unique(sizes)))
        weights = unit // sizes
        if not len(weights) or weights.max() > HEAVIEST:
            return None
        cells, count = np.concatenate([self.ordered.cells, self.tied.cells]), len(self.ordered.cells)
        weights[:count] *= -1  # as the threshold rises, ordered pairs become wrong and tied ones right
        tables = a.ravel(), b.ravel()
        differences = np.stack([tables[i][cells[:, 0]] - tables[j][cells[:, 1]] for i in (0, 1) for j in (0, 1)], 1)
        np.abs(differences[count:], out=differences[count:])
        changing = np.flatnonzero(differences > 0)  # a wrong order is never right, a tie without difference always
        changing = changing[np.argsort(differences.ravel()[changing])]
        in_order = differences.ravel()[changing]
        last = np.append(in_order[1:] > in_order[:-1], True)
        pair = changing >> 2
        steps = np.column_stack([cells[pair], (changing & 3) + 4 * last, weights[pair]]).astype(np.int32)
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
            return ratio(sums, np.broadcast_to(self.segments[0], sums.shape))

        return best

    def _inside(self, steps: _Sorted, before: Matrix) -> Matrix:
        """The highest accuracy after any of these steps; those of one size are taken together."""
        sums = np.cumsum(steps.share[:, None] * self.belongs[steps.group], 0)
        new_bin = np.diff(steps.bins, prepend=-1) > 0
        base = np.vstack([np.zeros(sums.shape[1]), sums])[np.flatnonzero(new_bin)]
        last = np.append(np.diff(steps.size) > 0, True)
        highest: Matrix = (before[steps.bins] + sums - base[np.cumsum(new_bin) - 1])[last].max(0)
        return highest


def _differences(kind: _Kind, scores: Matrix) -> Matrix:
    """Score differences of pairs: the better one less the worse one, or of a tie the higher less the lower."""
    size: Matrix = scores[kind.cells[:, 0]] - scores[kind.cells[:, 1]]
    return np.abs(size) if kind.tied else size


class _Sorted(NamedTuple):
    """Some of the steps: at which difference and bin, for which segments, how much."""

    size: Matrix
    bins: Integers
    group: Integers
    share: Matrix


class _Steps:
    """Where the accuracy changes as the threshold rises: at every difference above 0, which are put into bins."""

    def __init__(self, kind: _Kind, size: Matrix, width: float, groups: int) -> None:
        self.kind, self.size = kind, size
        bins = np.minimum((np.maximum(size, 0.0) / width).astype(np.int32), BINS - 1)  # it may be rounded up
        self.bins = np.where(size > 0, bins, BINS).astype(np.int32)  # the last bin is for no step at all
        codes = self.bins.astype(np.intp) * groups + kind.group
        sums = np.bincount(codes, kind.share, (BINS + 1) * groups).reshape(-1, groups).astype(np.float64)
        self.sums: Matrix = sums[:BINS]  # the shares by bin and group of segments

    def within(self, promising: NDArray[np.bool_]) -> _Sorted:
        """The steps of the promising bins, in the order of the pairs."""
        indices = np.flatnonzero(np.append(promising, False)[self.bins])
        return _Sorted(self.size[indices], self.bins[indices], self.kind.group[indices], self.kind.share[indices])


def _joined(falls: _Sorted, rises: _Sorted) -> _Sorted:
    """Both, falls with a minus, in the order of the threshold."""
    size = np.concatenate([falls.size, rises.size])
    bins = np.concatenate([falls.bins, rises.bins])
    group = np.concatenate([falls.group, rises.group])
    share = np.concatenate([-falls.share, rises.share])
    order = np.argsort(size)
    return _Sorted(size[order], bins[order], group[order], share[order])

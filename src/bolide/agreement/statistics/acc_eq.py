"""Pairwise accuracy with calibrated ties, acc-eq (Deutsch et al. 2023)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from bolide.agreement.statistics.calibration import JudgedPairs
from bolide.agreement.statistics.orders import pair_differences
from bolide.agreement.statistics.statistic import Exchanges, Judge, Measured, Statistic, Terms
from bolide.agreement.statistics.subsets import Subset, by_systems
from bolide.agreement.table import Matrix, Vector
from bolide.kernels import beats_built_ins


class AccEq(Statistic):
    """The mean over segments of the share of pairs of systems on whose order or tie human and metric agree.

    Metric scores up to a threshold apart are a tie; the threshold is the one that makes the value highest.
    """

    groupings: ClassVar[dict[str, tuple[str, ...]]] = {"seg": ("item",)}
    unit: ClassVar[str] = "segments"

    def value(self, people: Matrix, metric: Matrix) -> float:
        best = calibrate(people, metric)
        return np.nan if best is None else best.value

    def measured(self, people: Matrix, metric: Matrix) -> Measured:
        best = calibrate(people, metric)
        if best is None:
            return Measured(None, 0, self.unit, people.shape[1], "no segment has scores of two systems")
        used = int(np.isfinite(best.items).sum())
        return Measured(best.value, used, self.unit, people.shape[1] - used, epsilon=best.epsilon)

    def terms(self, people: Matrix, metric: Matrix) -> Terms | None:
        """The segments' shares; the threshold stays where the whole data put it."""
        best = calibrate(people, metric)
        if best is None:
            return None
        return Terms(np.nan_to_num(best.items), np.isfinite(best.items).astype(float))

    def outcomes(self, people: Matrix, metric: Matrix) -> Matrix | None:
        """Right or wrong for each pair and segment, under the metric's own threshold.

        Two metrics change these, not scores (WMT23 on): exchanging scores while each metric keeps its threshold is no
        valid test. With everything exchanged the lead must be minus the observed one, and with thresholds that stay
        behind it is not. The pairs of one segment share systems, which the test ignores, so its p-values are smaller
        than those of exchanges of scores with thresholds found anew.
        """
        best = calibrate(people, metric)
        if best is None:
            return None
        right, pairs = right_pairs(people, metric, best.epsilon)
        weights = 1.0 / np.maximum(pairs, 1) / int((pairs > 0).sum())
        return right * weights

    def exchanged(self, people: Matrix, a: Matrix, b: Matrix) -> Exchanges:
        """Each table under its own best threshold for every exchange."""
        if not beats_built_ins():
            return super().exchanged(people, a, b)
        best = JudgedPairs(people, np.ones((people.shape[1], 1))).exchanged(a, b)

        def leads(swapped: NDArray[np.bool_]) -> Vector:
            mine, other = best(swapped).T
            lead: Vector = mine - other
            return lead

        return leads

    def judge(self, people: Matrix, subsets: Sequence[Subset]) -> Judge:
        """Every table under its own best threshold on each subset."""
        shared = by_systems(subsets, people.shape[1])
        prepared = [(each, JudgedPairs(people[each.systems], each.belongs)) for each in shared]

        def judged(tables: Matrix) -> Matrix:
            values = np.empty((len(tables), len(subsets)))
            for each, pairs in prepared:
                for line, table in zip(values, tables[:, each.systems], strict=True):
                    line[each.places] = pairs.best(table)
            return values

        return judged


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

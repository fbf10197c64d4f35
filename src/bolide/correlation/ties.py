"""Pairwise accuracy with ties (Deutsch et al. 2023), its threshold found by one sort of all pairs."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bolide.correlation.table import Matrix, Vector
from bolide.correlation.vectors import pair_differences


@dataclass(frozen=True)
class Calibrated:
    """The best accuracy, the metric difference up to which two scores are a tie, and each item's share."""

    value: float
    epsilon: float
    items: Vector


def calibrate(human: Matrix, metric: Matrix) -> Calibrated | None:
    """The threshold that makes the item-averaged accuracy highest; the smallest of equals. None without a pair."""
    people, machine = pair_differences(human), pair_differences(metric)
    sizes = np.isfinite(people).sum(0)
    used = sizes > 0
    if not used.any():
        return None
    weights = np.broadcast_to(1.0 / np.maximum(sizes, 1) / used.sum(), people.shape)
    present = np.isfinite(people)
    people, machine, weights = people[present], machine[present], weights[present]
    concordant = (np.sign(people) == np.sign(machine)) & (people != 0)
    # Once the threshold reaches a pair's difference the metric calls it a tie: right if people do, wrong if they don't.
    gain = weights * ((people == 0).astype(float) - concordant)
    size = np.abs(machine)
    order = np.argsort(size, kind="stable")
    size, gains = size[order], np.cumsum(gain[order])
    ends = np.append(np.flatnonzero(np.diff(size)), len(size) - 1)  # the last pair of each difference
    start = float(weights[concordant].sum())
    thresholds, values = size[ends], start + gains[ends]
    if thresholds[0] > 0:
        thresholds, values = np.append(0.0, thresholds), np.append(start, values)
    best = int(np.argmax(values > values.max() - 1e-12))
    items = item_accuracies(human, metric, float(thresholds[best]))
    return Calibrated(float(np.nanmean(items)), float(thresholds[best]), items)


def item_accuracies(human: Matrix, metric: Matrix, epsilon: float) -> Vector:
    """Per segment, the share of system pairs on whose order or tie human and metric agree; NaN without a pair."""
    right, sizes = right_pairs(human, metric, epsilon)
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.where(sizes > 0, right.sum(0) / sizes, np.nan)


def right_pairs(human: Matrix, metric: Matrix, epsilon: float) -> tuple[NDArray[np.bool_], NDArray[np.intp]]:
    """Where human and metric agree on the order or tie of a pair, pairs × segments; and each segment's pairs."""
    people, machine = pair_differences(human), pair_differences(metric)
    called = np.where(np.abs(machine) <= epsilon, 0.0, np.sign(machine))
    pairs: NDArray[np.intp] = np.isfinite(people).sum(0)
    return np.sign(people) == called, pairs

"""PDP, Pearson over the differences of pairs (pairwise difference Pearson, mt-metrics-eval)."""

from __future__ import annotations

from typing import ClassVar

import numpy as np

from bolide.agreement.statistics.statistic import Statistic, StatisticValue
from bolide.agreement.table import Matrix, Vector

AXES = {"item": 0, "sys": 1}  # the axis along which the cells of one group lie


class PDP(Statistic):
    """Pearson's r of people's and the metric's differences between two cells of one group, all groups together.

    The pairs are those of one segment (`item`), of one system (`sys`), or of all cells. Both directions of a pair
    enter, so the mean difference is 0 on either side.
    """

    groupings: ClassVar[dict[str, tuple[str, ...]]] = {"seg": ("none", "item", "sys")}
    usual: ClassVar[bool] = False
    compares: ClassVar[bool] = False
    unit: ClassVar[str] = "pairs"
    least: ClassVar[float] = -1.0

    def __init__(self, grouping: str = "none") -> None:
        self.grouping = grouping

    def at(self, level: str, grouping: str) -> Statistic:
        return PDP(grouping)

    def value(self, people: Matrix, metric: Matrix) -> float:
        x, y = self._grouped(people), self._grouped(metric)
        if not _varied(x) or not _varied(y):
            return np.nan
        both, human, own = (_products(*pair).sum() for pair in ((x, y), (x, x), (y, y)))
        return float(np.clip(both / np.sqrt(human * own), -1, 1))

    def measured(self, people: Matrix, metric: Matrix) -> StatisticValue:
        sizes = np.isfinite(self._grouped(people)).sum(0)
        pairs = int((sizes * (sizes - 1) // 2).sum())
        value = self.value(people, metric)
        if np.isfinite(value):
            return StatisticValue(value, pairs, self.unit)
        reason = "no pair differs in both" if pairs else "no pair is compared"
        return StatisticValue(None, pairs, self.unit, reason=reason)

    def _grouped(self, cells: Matrix) -> Matrix:
        """The cells with one group per column."""
        if self.grouping == "none":
            return cells.reshape(-1, 1)
        return cells if AXES[self.grouping] == 0 else cells.T


def _products(x: Matrix, y: Matrix) -> Vector:
    """Per column the sum over its pairs of the products of both differences: n times the sum of centred products."""
    present = np.isfinite(x)
    sizes = present.sum(0)
    products: Vector = sizes * (_centred(x, present, sizes) * _centred(y, present, sizes)).sum(0)
    return products


def _centred(cells: Matrix, present: Matrix, sizes: Vector) -> Matrix:
    means = np.where(present, cells, 0.0).sum(0) / np.maximum(sizes, 1)
    return np.where(present, cells - means, 0.0)


def _varied(cells: Matrix) -> bool:
    """Whether some group has two scores that differ."""
    missing = np.isnan(cells)
    apart = np.where(missing, -np.inf, cells).max(0) > np.where(missing, np.inf, cells).min(0)
    return bool(apart.any())

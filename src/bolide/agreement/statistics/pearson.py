"""Pearson's r, of scores and over the differences of pairs (PDP, pairwise difference Pearson, of mt-metrics-eval)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from bolide.agreement.statistics.correlation import (
    Correlation,
    OfPermutations,
    OfSegments,
    OfVectors,
    product_moment,
    spread,
)
from bolide.agreement.statistics.statistic import Statistic, StatisticValue, ratio
from bolide.agreement.table import Indices, Matrix, Vector


class Pearson(Correlation):
    """The covariance of two vectors over the product of their deviations."""

    def value(self, people: Vector, metric: Vector) -> float:
        return product_moment(people, metric)

    def of_segments(self, people: Matrix) -> OfSegments:
        """All segments of all tables by sums over the systems."""
        present = np.isfinite(people)
        counts = np.maximum(present.sum(0), 1)
        x = np.where(present, people - np.nansum(people, 0) / counts, 0.0)
        varied = spread(people) > 0
        variation = (x * x).sum(0)

        def values(tables: Matrix) -> Matrix:
            means = (tables * present).sum(1, keepdims=True) / counts
            y = (tables - means) * present
            below = np.sqrt(variation * np.einsum("ijk,ijk->ik", y, y))
            defined = varied & (spread(np.where(present, tables, np.nan)) > 0)
            return np.clip(ratio(np.einsum("jk,ijk->ik", x, y), np.where(defined, below, 0.0)), -1, 1)

        return values

    def of_vectors(self, people: Vector, subsets: Sequence[Indices]) -> OfVectors:
        """All vectors and subsets by a few products of matrices; everything is centred first, to keep digits."""
        belongs = np.zeros((len(people), len(subsets)))
        for column, each in enumerate(subsets):
            belongs[each, column] = 1
        sizes = np.maximum(belongs.sum(0), 1)
        x = belongs * (people[:, None] - people @ belongs / sizes)
        varied = np.array([len(each) > 1 and bool((people[each] != people[each][0]).any()) for each in subsets])
        variation = (x * x).sum(0)
        firsts = [each[0] if len(each) else 0 for each in subsets]

        def values(vectors: Matrix) -> Matrix:
            y = vectors - vectors.mean(1, keepdims=True)
            squares = (y * y) @ belongs - (y @ belongs) ** 2 / sizes
            below = np.sqrt(variation * np.maximum(squares, 0.0))
            # Rounding leaves some variation to a constant vector, so constancy is asked for itself.
            constant = [
                ((vectors == vectors[:, first, None]) @ belongs[:, k]) == sizes[k] for k, first in enumerate(firsts)
            ]
            below[:, ~varied] = 0.0
            below[np.transpose(constant)] = 0.0
            return np.clip(ratio(y @ x, below), -1, 1)

        return values

    def of_permutations(self, people: Vector, a: Vector, b: Vector) -> OfPermutations:
        """All permutations at once: a sum over cells of which some are exchanged is linear in the exchanges."""
        size, plain = len(people), super().of_permutations(people, a, b)
        if size < 2 or (people == people[0]).all():
            return plain
        x, middle = people - people.mean(), (a.mean() + b.mean()) / 2
        one, two = a - middle, b - middle
        change = np.column_stack([two - one, two * two - one * one, x * (two - one)])
        first, second = (np.array([each.sum(), each @ each, x @ each]) for each in (one, two))
        variation = float(x @ x)

        def r(sums: Matrix) -> tuple[Vector, NDArray[np.bool_]]:
            """The values, and where the vector varies so little that digits are lost, or is constant."""
            squares = sums[:, 1] - sums[:, 0] ** 2 / size
            below = np.sqrt(variation * np.maximum(squares, 0.0))
            return np.clip(ratio(sums[:, 2], below), -1, 1), squares <= 1e-3 * sums[:, 1]

        def values(permuted: NDArray[np.bool_]) -> tuple[Vector, Vector]:
            moved = permuted.astype(np.float64) @ change
            (mine, flat), (other, flat_too) = r(first + moved), r(second - moved)
            doubtful = np.flatnonzero(flat | flat_too)
            if len(doubtful):
                mine[doubtful], other[doubtful] = plain(permuted[doubtful])
            return mine, other

        return values


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
        both, human, metric_sum = (_products(*pair).sum() for pair in ((x, y), (x, x), (y, y)))
        return float(np.clip(both / np.sqrt(human * metric_sum), -1, 1))

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
        return cells.T if self.grouping == "sys" else cells


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
    return bool((spread(cells) > 0).any())

"""Spearman's ρ."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from bolide.agreement.statistics.correlation import OfSegments, judged_pairs, pair_orders, product_moment
from bolide.agreement.statistics.ranks import Integers, OfKeys, RankCorrelation, ranks
from bolide.agreement.statistics.statistic import ratio
from bolide.agreement.table import Indices, Matrix, Vector
from bolide.kernels.statistics.concordance import rank_products


class Spearman(RankCorrelation):
    """Pearson's r of the ranks, ties sharing theirs."""

    def value(self, people: Vector, metric: Vector) -> float:
        return product_moment(ranks(people), ranks(metric))

    def of_segments(self, people: Matrix) -> OfSegments:
        """A rank, counted from the middle, is half the systems below less half those above."""
        x = _ranks(people, people[None])[0].astype(float)
        variation = (x * x).sum(0)

        def values(tables: Matrix) -> Matrix:
            y = _ranks(people, tables).astype(float)
            return ratio(np.einsum("jk,ijk->ik", x, y), np.sqrt(variation * np.einsum("ijk,ijk->ik", y, y)))

        return values

    def of_keys(self, people: Vector, subset: Indices) -> OfKeys:
        """By twice the ranks, which are whole numbers; those of cells outside the subset are 0."""
        doubled, size = np.zeros(len(people), dtype=np.int64), len(subset)
        doubled[subset] = np.rint(2 * ranks(people[subset]))
        variation = float(((doubled[subset] - size - 1.0) ** 2).sum())

        def values(keys: Integers, bits: int) -> Vector:
            sums = np.empty((len(keys), 2))
            rank_products(keys, bits, doubled, size, sums)
            return ratio(sums[:, 0], np.sqrt(sums[:, 1] * variation))

        return values


def _ranks(people: Matrix, tables: Matrix) -> NDArray[np.int32]:
    """For each system and segment the judged systems below it less those above, tables × systems × segments."""
    balance = np.zeros(tables.shape, dtype=np.int32)
    for (a, b, _, _), (order, _) in zip(judged_pairs(people), pair_orders(people, tables), strict=True):
        balance[:, a] += order
        balance[:, b] -= order
    return balance

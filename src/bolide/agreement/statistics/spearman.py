"""Spearman's ρ."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from scipy.stats import rankdata

from bolide.agreement.statistics.orders import judged_pairs, pair_orders, sorted_keys
from bolide.agreement.statistics.subsets import ratio
from bolide.agreement.statistics.vectors import Correlation, OfSegments, OfVectors, product_moment
from bolide.agreement.table import Matrix, Places, Vector
from bolide.kernels import beats_built_ins
from bolide.kernels.concordance import rank_products


class Spearman(Correlation):
    """Pearson's r of the ranks, ties sharing theirs."""

    def value(self, people: Vector, metric: Vector) -> float:
        return product_moment(rankdata(people), rankdata(metric))

    def of_segments(self, people: Matrix) -> OfSegments:
        """A rank, counted from the middle, is half the systems below less half those above."""
        x = _ranks(people, people[None])[0].astype(float)
        variation = (x * x).sum(0)

        def values(tables: Matrix) -> Matrix:
            y = _ranks(people, tables).astype(float)
            return ratio(np.einsum("jk,ijk->ik", x, y), np.sqrt(variation * np.einsum("ijk,ijk->ik", y, y)))

        return values

    def of_vectors(self, people: Vector, subsets: Sequence[Places]) -> OfVectors:
        """Every vector is sorted once for all subsets; without a compiled core one vector at a time."""
        if not beats_built_ins():
            return super().of_vectors(people, subsets)
        doubled = [_doubled_ranks(people, each) for each in subsets]
        variation = [float(((ranks[ranks > 0] - len(each) - 1.0) ** 2).sum()) for ranks, each in zip(
            doubled, subsets, strict=True)]  # fmt: skip

        def values(vectors: Matrix) -> Matrix:
            keys, bits = sorted_keys(vectors)
            rho = np.empty((len(vectors), len(subsets)))
            for column, (ranks, subset) in enumerate(zip(doubled, subsets, strict=True)):
                sums = np.empty((len(vectors), 2))
                rank_products(keys, bits, ranks, len(subset), sums)
                rho[:, column] = ratio(sums[:, 0], np.sqrt(sums[:, 1] * variation[column]))
            return rho

        return values


def _doubled_ranks(people: Vector, subset: Places) -> NDArray[np.int64]:
    """Twice the rank of every cell in the subset, which is whole; 0 for the cells outside it."""
    doubled = np.zeros(len(people), dtype=np.int64)
    doubled[subset] = np.rint(2 * rankdata(people[subset]))
    return doubled


def _ranks(people: Matrix, tables: Matrix) -> NDArray[np.int32]:
    """For each system and segment the judged systems below it less those above, tables × systems × segments."""
    ranks = np.zeros(tables.shape, dtype=np.int32)
    for (a, b, _, _), (order, _) in zip(judged_pairs(people), pair_orders(people, tables), strict=True):
        ranks[:, a] += order
        ranks[:, b] -= order
    return ranks

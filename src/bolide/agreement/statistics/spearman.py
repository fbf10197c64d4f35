"""Spearman's ρ."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from scipy.stats import rankdata

from bolide.agreement.statistics.orders import ExchangedKeys, Whole, judged_pairs, pair_orders, sorted_keys
from bolide.agreement.statistics.subsets import ratio
from bolide.agreement.statistics.vectors import Correlation, OfExchanges, OfSegments, OfVectors, product_moment
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

        def values(vectors: Matrix) -> Matrix:
            keys, bits = sorted_keys(vectors)
            columns = [_rho(keys, bits, ranks, len(each)) for ranks, each in zip(doubled, subsets, strict=True)]
            return np.column_stack(columns)

        return values

    def of_exchanges(self, people: Vector, a: Vector, b: Vector) -> OfExchanges | None:
        """Both vectors are sorted once for all exchanges."""
        if not beats_built_ins():
            return None
        ranks, keys = _doubled_ranks(people, np.arange(len(people))), ExchangedKeys(a, b)

        def values(swapped: NDArray[np.bool_]) -> tuple[Vector, Vector]:
            found = np.empty((2, len(swapped)))
            for place, *sides in keys.parted(swapped):
                for line, side in zip(found, sides, strict=True):
                    line[place] = _rho(side, keys.bits, ranks, len(people))
            return found[0], found[1]

        return values


def _rho(keys: Whole, bits: int, ranks: Whole, size: int) -> Vector:
    """ρ of vectors by their sorted keys, with people's doubled ranks of so many cells."""
    sums = np.empty((len(keys), 2))
    rank_products(keys, bits, ranks, size, sums)
    variation = float(((ranks[ranks > 0] - size - 1.0) ** 2).sum())
    return ratio(sums[:, 0], np.sqrt(sums[:, 1] * variation))


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

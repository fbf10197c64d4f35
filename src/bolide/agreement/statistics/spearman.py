"""Spearman's ρ."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from bolide.agreement.statistics.orders import ExchangedKeys, Whole, judged_pairs, pair_orders, sorted_keys
from bolide.agreement.statistics.ranks import ranks
from bolide.agreement.statistics.subsets import ratio
from bolide.agreement.statistics.vectors import Correlation, OfExchanges, OfSegments, OfVectors, product_moment
from bolide.agreement.table import Matrix, Places, Vector
from bolide.kernels import beats_built_ins
from bolide.kernels.statistics.concordance import rank_products


class Spearman(Correlation):
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

    def of_vectors(self, people: Vector, subsets: Sequence[Places]) -> OfVectors:
        """Every vector is sorted once for all subsets; without a compiled core one vector at a time."""
        if not beats_built_ins():
            return super().of_vectors(people, subsets)
        known = [_OfPeople(people, each) for each in subsets]

        def values(vectors: Matrix) -> Matrix:
            keys, bits = sorted_keys(vectors)
            return np.column_stack([of_people.rho(keys, bits) for of_people in known])

        return values

    def of_exchanges(self, people: Vector, a: Vector, b: Vector) -> OfExchanges | None:
        """Both vectors are sorted once for all exchanges."""
        if not beats_built_ins():
            return None
        known, keys = _OfPeople(people, np.arange(len(people))), ExchangedKeys(a, b)
        return lambda swapped: keys.valued(swapped, known.rho)


class _OfPeople:
    """People's side of ρ on a subset of the cells: twice the rank of each, which is whole, 0 outside; their spread."""

    def __init__(self, people: Vector, subset: Places) -> None:
        self.doubled, self.size = np.zeros(len(people), dtype=np.int64), len(subset)
        self.doubled[subset] = np.rint(2 * ranks(people[subset]))
        self.variation = float(((self.doubled[subset] - self.size - 1.0) ** 2).sum())

    def rho(self, keys: Whole, bits: int) -> Vector:
        """ρ of vectors by their sorted keys."""
        sums = np.empty((len(keys), 2))
        rank_products(keys, bits, self.doubled, self.size, sums)
        return ratio(sums[:, 0], np.sqrt(sums[:, 1] * self.variation))


def _ranks(people: Matrix, tables: Matrix) -> NDArray[np.int32]:
    """For each system and segment the judged systems below it less those above, tables × systems × segments."""
    found = np.zeros(tables.shape, dtype=np.int32)
    for (a, b, _, _), (order, _) in zip(judged_pairs(people), pair_orders(people, tables), strict=True):
        found[:, a] += order
        found[:, b] -= order
    return found

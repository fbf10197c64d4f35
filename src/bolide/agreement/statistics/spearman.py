"""Spearman's ρ."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from scipy.stats import rankdata

from bolide.agreement.statistics.orders import SortedVectors, judged_pairs, pair_orders
from bolide.agreement.statistics.pearson import Pearson
from bolide.agreement.statistics.subsets import ratio
from bolide.agreement.statistics.vectors import Correlation, OfSegments, OfVectors
from bolide.agreement.table import Matrix, Places, Vector


class Spearman(Correlation):
    """Pearson's r of the ranks, ties sharing theirs."""

    def value(self, people: Vector, metric: Vector) -> float:
        return Pearson().value(rankdata(people), rankdata(metric))

    def of_segments(self, people: Matrix) -> OfSegments:
        """A rank, counted from the middle, is half the systems below less half those above."""
        x = _ranks(people, people[None])[0].astype(float)
        variation = (x * x).sum(0)

        def values(tables: Matrix) -> Matrix:
            y = _ranks(people, tables).astype(float)
            return ratio(np.einsum("jk,ijk->ik", x, y), np.sqrt(variation * np.einsum("ijk,ijk->ik", y, y)))

        return values

    def of_vectors(self, people: Vector, subsets: Sequence[Places]) -> OfVectors:
        """From runs of equal scores in sorted vectors, each with the sum of people's ranks in it."""
        vectors_in_order = SortedVectors(people, subsets)
        # Twice the ranks from the middle, which are whole, by people's dense rank.
        doubled = [_doubled_ranks(people, each) for each in subsets]
        variation = [float((ranks[1] ** 2).sum()) for ranks in doubled]

        def values(vectors: Matrix) -> Matrix:
            rho = np.full((len(vectors), len(subsets)), np.nan)
            for column, (scores, dense) in enumerate(vectors_in_order.sort(vectors)):
                if variation[column] > 0:
                    cross, own = _runs(scores, doubled[column][0][dense])
                    rho[:, column] = ratio(cross, np.sqrt(own * variation[column]))
            return rho

        return values


def _doubled_ranks(people: Vector, subset: Places) -> tuple[Vector, Vector]:
    """Twice the rank from the middle, by dense rank among all the cells, and for each cell of the subset."""
    dense = np.asarray(rankdata(people, "dense"), dtype=np.intp)[subset]
    ranks = 2.0 * rankdata(people[subset]) - len(subset) - 1
    by_dense = np.zeros(len(people) + 1)
    by_dense[dense] = ranks
    return by_dense, ranks


def _runs(scores: NDArray[np.int64], people: Matrix) -> tuple[Vector, Vector]:
    """Of each sorted vector the sums of (twice the score's rank) × (twice people's), and of its square."""
    size = scores.shape[1]
    changes = np.ones(scores.shape, dtype=np.bool_)
    changes[:, 1:] = scores[:, 1:] != scores[:, :-1]
    firsts = np.flatnonzero(changes)  # of each run of equal scores
    sizes = np.diff(firsts, append=scores.size).astype(float)
    ranks = 2.0 * (firsts % size) + sizes - size  # twice the run's rank, from the middle
    sums = np.add.reduceat(people.ravel(), firsts)
    rows = np.searchsorted(firsts, size * np.arange(len(scores)))
    return np.add.reduceat(ranks * sums, rows), np.add.reduceat(sizes * ranks * ranks, rows)


def _ranks(people: Matrix, tables: Matrix) -> NDArray[np.int32]:
    """For each system and segment the judged systems below it less those above, tables × systems × segments."""
    ranks = np.zeros(tables.shape, dtype=np.int32)
    for (a, b, _, _), (order, _) in zip(judged_pairs(people), pair_orders(people, tables), strict=True):
        ranks[:, a] += order
        ranks[:, b] -= order
    return ranks

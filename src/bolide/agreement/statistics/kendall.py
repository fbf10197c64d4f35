"""Kendall's τ, variants b and c (Stuart's)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.stats import kendalltau

from bolide.agreement.statistics.orders import SortedVectors, judged_pairs, pair_orders
from bolide.agreement.statistics.subsets import ratio
from bolide.agreement.statistics.vectors import Correlation, OfSegments, OfVectors
from bolide.agreement.table import Matrix, Places, Vector
from bolide.kernels.concordance import COMPILED, concordance


@dataclass(frozen=True)
class Counted:
    """What τ is made of: concordant less discordant pairs; pairs that each orders; distinct values of each; cells."""

    balance: Matrix
    untied: tuple[Matrix, Matrix]
    distinct: tuple[Matrix, Matrix]
    size: Matrix


@dataclass(frozen=True)
class Kendall(Correlation):
    """τ-b divides by the pairs that each vector orders, τ-c by the most that their distinct values allow."""

    variant: str

    def value(self, people: Vector, metric: Vector) -> float:
        return float(kendalltau(people, metric, variant=self.variant).statistic)

    def _tau(self, counted: Counted) -> Matrix:
        """The definition, over many counts at once."""
        if self.variant == "b":
            people, metric = counted.untied
            return ratio(counted.balance, np.sqrt(people * metric))
        fewest = np.minimum(*counted.distinct)
        return ratio(2.0 * counted.balance * fewest, counted.size**2 * np.maximum(fewest - 1, 0))

    def of_segments(self, people: Matrix) -> OfSegments:
        """Counted pair by pair of systems, over all segments of all tables."""
        size = np.isfinite(people).sum(0).astype(float)
        untied = np.zeros(people.shape[1])
        for *_, sign in judged_pairs(people):
            untied += np.abs(sign)
        levels = size - _repeated(people, people[None])[0] if self.variant == "c" else size

        def values(tables: Matrix) -> Matrix:
            balance, ordered = (np.zeros((len(tables), people.shape[1]), dtype=np.int32) for _ in range(2))
            for order, sign in pair_orders(people, tables):
                balance += order * sign
                ordered += np.abs(order)
            distinct = size - _repeated(people, tables) if self.variant == "c" else size
            return self._tau(
                Counted(balance.astype(float), (untied, ordered.astype(float)), (levels, distinct), size)
            )  # fmt: skip

        return values

    def of_vectors(self, people: Vector, subsets: Sequence[Places]) -> OfVectors:
        """Counted by a compiled tree in sorted vectors; without a compiled core one vector at a time."""
        if not COMPILED:
            return super().of_vectors(people, subsets)
        vectors_in_order = SortedVectors(people, subsets)
        known = [_of_people(people[each]) for each in subsets]

        def values(vectors: Matrix) -> Matrix:
            tau = np.full((len(vectors), len(subsets)), np.nan)
            for column, (scores, ranks) in enumerate(vectors_in_order.sort(vectors)):
                pairs, untied, levels = known[column]
                if levels < 2:
                    continue
                most = int(vectors_in_order.ranks[-1])
                bits = most.bit_length()
                counts = np.zeros((len(scores), 3), dtype=np.int64)
                concordance(
                    np.ascontiguousarray((scores << bits) | ranks), bits, np.zeros(most + 1, dtype=np.int64), counts
                )  # fmt: skip
                balance, ties, distinct = counts.T.astype(float)
                size = np.full(len(scores), float(scores.shape[1]))
                tau[:, column] = self._tau(
                    Counted(balance, (np.full_like(size, untied), pairs - ties), (np.full_like(size, levels), distinct),
                            size)
                )  # fmt: skip
            return tau

        return values


def _of_people(people: Vector) -> tuple[float, float, int]:
    """All pairs, those that people order, and how many different scores there are."""
    _, sizes = np.unique(people, return_counts=True)
    pairs = len(people) * (len(people) - 1) / 2
    return pairs, float(pairs - (sizes * (sizes - 1) // 2).sum()), len(sizes)


def _repeated(people: Matrix, tables: Matrix) -> NDArray[np.intp]:
    """How many judged systems of each segment have a score that an earlier one has."""
    again = np.zeros(tables.shape, dtype=np.bool_)
    for a, b, present, _ in judged_pairs(people):
        again[:, b] |= (tables[:, a] == tables[:, b]) & present.astype(bool)
    repeated: NDArray[np.intp] = again.sum(1)
    return repeated

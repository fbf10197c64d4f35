"""Kendall's τ, variants b and c (Stuart's)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bolide.agreement.statistics.correlation import OfSegments, judged_pairs, pair_orders
from bolide.agreement.statistics.ranks import Integers, OfKeys, RankCorrelation, levels, sorted_keys
from bolide.agreement.statistics.statistic import ratio
from bolide.agreement.table import Indices, Matrix, Vector
from bolide.kernels import use_kernels
from bolide.kernels.statistics.concordance import concordance


@dataclass(frozen=True)
class PairCounts:
    """What τ is made of: concordant less discordant pairs; pairs that each orders; distinct values of each; cells."""

    balance: Matrix
    untied: tuple[Matrix, Matrix]
    distinct: tuple[Matrix, Matrix]
    size: Matrix


@dataclass(frozen=True)
class Kendall(RankCorrelation):
    """τ-b divides by the pairs that each vector orders, τ-c by the most that their distinct values allow."""

    variant: str

    def value(self, people: Vector, metric: Vector) -> float:
        """As scipy.stats.kendalltau gives it, to the last bit."""
        human = _Human(people, np.arange(len(people)))
        if use_kernels():
            counts = human.counts(*sorted_keys(metric[None]))
        else:
            counts = _counts_by_sorting(human.ranks, levels(metric[None])[0])
        counted = human.counted(counts)
        balance, size = float(counted.balance[0]), float(counted.size[0])
        if self.variant == "b":
            ours, theirs = (float(np.sqrt(each[0])) for each in counted.untied)
            tau = balance / ours / theirs
        else:
            fewest = min(float(each[0]) for each in counted.distinct)
            tau = 2 * balance / (size**2 * (fewest - 1) / fewest)
        return min(1.0, max(-1.0, tau))

    def _tau(self, counted: PairCounts) -> Matrix:
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
        distinct_human = size - _repeated(people, people[None])[0] if self.variant == "c" else size

        def values(tables: Matrix) -> Matrix:
            balance, ordered = (np.zeros((len(tables), people.shape[1]), dtype=np.int32) for _ in range(2))
            for order, sign in pair_orders(people, tables):
                balance += order * sign
                ordered += np.abs(order)
            distinct = size - _repeated(people, tables) if self.variant == "c" else size
            return self._tau(
                PairCounts(balance.astype(float), (untied, ordered.astype(float)), (distinct_human, distinct), size)
            )  # fmt: skip

        return values

    def of_keys(self, people: Vector, subset: Indices) -> OfKeys:
        human = _Human(people, subset)
        return lambda keys, bits: self._tau(human.counted(human.counts(keys, bits)))


class _Human:
    """The human side of τ on a subset of the cells: the dense rank of each, from 1, 0 outside, and its ties."""

    def __init__(self, people: Vector, subset: Indices) -> None:
        _, ranks, sizes = np.unique(people[subset], return_inverse=True, return_counts=True)
        self.ranks = np.zeros(len(people), dtype=np.int64)
        self.ranks[subset] = ranks.reshape(-1) + 1
        self.distinct, self.size = len(sizes), float(len(subset))
        self.pairs = self.size * (self.size - 1) / 2
        self.untied = float(self.pairs - (sizes * (sizes - 1) // 2).sum())

    def counts(self, keys: Integers, bits: int) -> Matrix:
        """The balance, the tied pairs and the distinct values of vectors, by their sorted keys."""
        counts = np.empty((len(keys), 3), dtype=np.int64)
        concordance(keys, bits, self.ranks, np.empty(2 * (self.distinct + 1), dtype=np.int64), counts)
        return counts.astype(float)

    def counted(self, counts: Matrix) -> PairCounts:
        """What τ is made of, from what was counted of each vector: balance, tied pairs and distinct values."""
        balance, ties, distinct = counts.T
        untied = np.full_like(balance, self.untied), self.pairs - ties
        distinct_values = np.full_like(balance, float(self.distinct)), distinct
        return PairCounts(balance, untied, distinct_values, np.full_like(balance, self.size))


def _counts_by_sorting(people: Integers, metric: Integers) -> Matrix:
    """What the kernel counts of one vector, by numpy, which is faster if nothing is compiled; both are dense ranks.

    Discordant pairs are the inversions of one vector in the order of the other. They are counted bit by bit from the
    highest, in which pairs that agree in all higher bits can first differ.
    """
    order = np.lexsort((metric, people))
    ranks = metric[order]
    steps = (np.diff(people[order]) != 0) | (np.diff(ranks) != 0)
    tied_in_both = _pairs(np.diff(np.flatnonzero(np.concatenate([[True], steps, [True]]))))
    discordant = 0
    for bit in reversed(range(int(ranks.max()).bit_length())):
        ones = (ranks >> bit) & 1
        higher = np.cumsum(ones)  # before each, and among them those of groups before its own
        first = np.searchsorted(ranks >> (bit + 1), ranks >> (bit + 1))
        discordant += int(((higher - (higher - ones)[first])[ones == 0]).sum())
        ranks = ranks[np.argsort(ranks >> bit, kind="stable")]
    sizes = np.bincount(metric)
    ties = _pairs(sizes)
    judged = _pairs(np.array([len(people)])) - _pairs(np.bincount(people))
    return np.array([[judged - ties + tied_in_both - 2 * discordant, ties, np.count_nonzero(sizes)]], dtype=float)


def _pairs(sizes: NDArray[np.intp]) -> int:
    """Count the pairs within groups of these sizes."""
    return int((sizes * (sizes - 1) // 2).sum())


def _repeated(people: Matrix, tables: Matrix) -> NDArray[np.intp]:
    """How many judged systems of each segment have a score that an earlier one has."""
    again = np.zeros(tables.shape, dtype=np.bool_)
    for a, b, present, _ in judged_pairs(people):
        again[:, b] |= (tables[:, a] == tables[:, b]) & present.astype(bool)
    repeated: NDArray[np.intp] = again.sum(1)
    return repeated

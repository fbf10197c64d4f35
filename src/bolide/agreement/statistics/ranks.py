"""Correlations of ranks, Spearman's ρ and Kendall's τ: two vectors are sorted once for all permutations of their cells.

The order is kept as sorted keys, whole numbers with the value's rank above the cell's index; the kernel walks along
them. Without a compiled core numpy counts one vector at a time.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bolide.agreement.statistics import correlation
from bolide.agreement.statistics.correlation import Correlation, OfPermutations, OfSegments
from bolide.agreement.table import Matrix, Vector, ratio
from bolide.kernels import use_kernels
from bolide.kernels.statistics.concordance import exchanged_concordance

Integers = NDArray[np.int64]


def sorted_keys(*vectors: Vector) -> tuple[Integers, int]:
    """The cells of one or two vectors in the order of their scores, as keys: the score's rank, the cell's index, and in
    the last bit of which vector it is. Also returns the number of the index's bits."""
    bits = max(1, len(vectors[0]).bit_length())
    dense = levels(np.concatenate(vectors)).reshape(len(vectors), -1)
    numbered = (dense << bits) | np.arange(len(vectors[0]))
    return np.sort(np.concatenate([(line << 1) | k for k, line in enumerate(numbered)])), bits


def ranks(values: Vector) -> Vector:
    """The rank of each value, from 1; equal values share the mean of theirs. As scipy.stats.rankdata."""
    _, index, sizes = np.unique(values, return_inverse=True, return_counts=True)
    shared: Vector = (np.cumsum(sizes) - (sizes - 1) / 2)[index.reshape(-1)]
    return shared


def levels(values: Vector) -> Integers:
    """The rank of each value among the distinct ones."""
    dense: Integers = np.unique(values, return_inverse=True)[1].reshape(-1)
    return dense


# --- Spearman's ρ -----------------------------------------------------------------------------------------------------


class Spearman(Correlation):
    """Pearson's r of the ranks, ties sharing theirs."""

    def value(self, people: Vector, metric: Vector) -> float:
        return correlation.product_moment(ranks(people), ranks(metric))

    def of_segments(self, people: Matrix) -> OfSegments:
        """A rank, counted from the middle, is half the systems below less half those above."""
        x = _ranks(people, people[None])[0].astype(float)
        variation = (x * x).sum(0)

        def values(tables: Matrix) -> Matrix:
            y = _ranks(people, tables).astype(float)
            return ratio(np.einsum("jk,ijk->ik", x, y), np.sqrt(variation * np.einsum("ijk,ijk->ik", y, y)))

        return values

    def of_permutations(self, people: Vector, a: Vector, b: Vector) -> OfPermutations:
        """By levels: a score keeps its place among both vectors' distinct scores, so that nothing is sorted again."""
        x, both = ranks(people), levels(np.concatenate([a, b])).reshape(2, -1)
        distinct = int(both.max(initial=-1)) + 1

        def rho(chosen: Integers) -> float:
            sizes = np.bincount(chosen, minlength=distinct)
            if sizes.max(initial=0) == len(chosen) or len(chosen) < 2 or (x == x[0]).all():
                return np.nan
            return correlation.product_moment(x, (np.cumsum(sizes) - (sizes - 1) / 2)[chosen])

        def values(permuted: NDArray[np.bool_]) -> tuple[Vector, Vector]:
            one, two = ([rho(np.where(each, both[1 - k], both[k])) for each in permuted] for k in (0, 1))
            return np.array(one), np.array(two)

        return values


def _ranks(people: Matrix, tables: Matrix) -> NDArray[np.int32]:
    """For each system and segment the judged systems below it less those above, tables × systems × segments."""
    balance = np.zeros(tables.shape, dtype=np.int32)
    for (a, b, _, _), (order, _) in zip(
        correlation.judged_pairs(people), correlation.pair_orders(people, tables), strict=True
    ):
        balance[:, a] += order
        balance[:, b] -= order
    return balance


# --- Kendall's τ ------------------------------------------------------------------------------------------------------


# What τ is made of: concordant less discordant pairs; pairs that each orders; distinct values of each; cells.
PairCounts = tuple[Matrix, tuple[Matrix, Matrix], tuple[Matrix, Matrix], Matrix]


@dataclass(frozen=True)
class Kendall(Correlation):
    """τ-b divides by the pairs that each vector orders, τ-c by the most that their distinct values allow."""

    variant: str

    def value(self, people: Vector, metric: Vector) -> float:
        """As scipy.stats.kendalltau gives it, to the last bit."""
        human = HumanRanks(people)
        if use_kernels():
            counts = human.counts(*sorted_keys(metric), np.zeros((len(people), 1), dtype=np.uint8))[0]
        else:
            counts = _counts_by_sorting(human.ranks, levels(metric))
        balance, untied, distinct, size = human.counted(counts)
        if self.variant == "b":
            ours, theirs = map(np.sqrt, untied)
            tau = balance / ours / theirs
        else:
            fewest = np.minimum(*distinct)
            tau = 2 * balance / (size**2 * (fewest - 1) / fewest)
        return float(np.clip(tau[0], -1, 1))

    def _tau(
        self, balance: Matrix, untied: tuple[Matrix, Matrix], distinct: tuple[Matrix, Matrix], size: Matrix
    ) -> Matrix:
        """The definition, over many counts at once."""
        if self.variant == "b":
            return ratio(balance, np.sqrt(untied[0] * untied[1]))
        fewest = np.minimum(*distinct)
        return ratio(2.0 * balance * fewest, size**2 * np.maximum(fewest - 1, 0))

    def of_segments(self, people: Matrix) -> OfSegments:
        """Counted pair by pair of systems, over all segments of all tables."""
        size: Vector = np.isfinite(people).sum(0).astype(float)
        untied = np.zeros(people.shape[1])
        for *_, sign in correlation.judged_pairs(people):
            untied += np.abs(sign)
        distinct_human = size - _repeated(people, people[None])[0] if self.variant == "c" else size

        def values(tables: Matrix) -> Matrix:
            balance, ordered = (np.zeros((len(tables), people.shape[1]), dtype=np.int32) for _ in range(2))
            for order, sign in correlation.pair_orders(people, tables):
                balance += order * sign
                ordered += np.abs(order)
            distinct = size - _repeated(people, tables) if self.variant == "c" else size
            return self._tau(balance.astype(float), (untied, ordered.astype(float)), (distinct_human, distinct), size)

        return values

    def of_permutations(self, people: Vector, a: Vector, b: Vector) -> OfPermutations:
        """By a kernel that counts the pairs under many permutations at once: 25 times as fast as one after another."""
        if not use_kernels():
            return super().of_permutations(people, a, b)
        human, (both, bits) = HumanRanks(people), sorted_keys(a, b)

        def values(permuted: NDArray[np.bool_]) -> tuple[Vector, Vector]:
            counts = human.counts(both, bits, np.ascontiguousarray(permuted.T).view(np.uint8))
            one, two = (self._tau(*human.counted(each)) for each in counts)
            return one, two

        return values


class HumanRanks:
    """The human side of τ: the dense rank of each cell, from 1, and its ties."""

    def __init__(self, people: Vector) -> None:
        _, ranks, sizes = np.unique(people, return_inverse=True, return_counts=True)
        self.ranks: Integers = ranks.reshape(-1) + 1
        self.distinct, self.size = len(sizes), float(len(people))
        self.pairs = self.size * (self.size - 1) / 2
        self.untied = float(self.pairs - (sizes * (sizes - 1) // 2).sum())

    def counts(self, keys: Integers, bits: int, exchanged: NDArray[np.uint8]) -> Matrix:
        """The balance, the tied pairs and the distinct values of one or two vectors under exchanges of their cells, one
        in each column: vectors × exchanges × 3."""
        room = np.empty((2 * (self.distinct + 1) + 6, exchanged.shape[1] + 1), dtype=np.int32)
        counts = np.empty((2, exchanged.shape[1], 3), dtype=np.int64)
        exchanged_concordance(keys, bits, exchanged, self.ranks, room, counts)
        return counts.astype(float)

    def counted(self, counts: Matrix) -> PairCounts:
        """What τ is made of, from what was counted of each vector: balance, tied pairs and distinct values."""
        balance, ties, distinct = counts.T
        untied = np.full_like(balance, self.untied), self.pairs - ties
        distinct_values = np.full_like(balance, float(self.distinct)), distinct
        return balance, untied, distinct_values, np.full_like(balance, self.size)


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
    for a, b, present, _ in correlation.judged_pairs(people):
        again[:, b] |= (tables[:, a] == tables[:, b]) & present.astype(bool)
    repeated: NDArray[np.intp] = again.sum(1)
    return repeated

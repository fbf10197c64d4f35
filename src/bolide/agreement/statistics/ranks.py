"""Correlations of ranks, Spearman's ρ and Kendall's τ: a vector is sorted once, for all subsets and permutations.

The order of a vector is kept as sorted keys, whole numbers with the value's rank above the cell's index; the kernels
walk along them. Without a compiled core one vector at a time is faster.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bolide.agreement.statistics import correlation
from bolide.agreement.statistics.correlation import Correlation, OfPermutations, OfSegments, OfVectors
from bolide.agreement.table import Indices, Matrix, Vector, in_steps, ratio
from bolide.kernels import use_kernels
from bolide.kernels.statistics.concordance import concordance, exchanged_concordance, exchanged_keys, rank_products

Integers = NDArray[np.int64]
# From sorted keys, one vector per row, and the number of their last bits, to the value of each vector.
OfKeys = Callable[[Integers, int], Vector]
AT_ONCE = 8  # permutations whose keys stay in the processor's cache


class RankCorrelation(Correlation):
    """A correlation that depends only on the order of the scores in either vector."""

    def of_keys(self, people: Vector, subset: Indices) -> OfKeys:
        """The function that gives the value of vectors on a subset of the cells, from their sorted keys."""
        raise NotImplementedError

    def of_vectors(self, people: Vector, subsets: Sequence[Indices]) -> OfVectors:
        if not use_kernels():
            return super().of_vectors(people, subsets)
        prepared = [self.of_keys(people, each) for each in subsets]

        def values(vectors: Matrix) -> Matrix:
            keys, bits = sorted_keys(vectors)
            return np.column_stack([of_keys(keys, bits) for of_keys in prepared])

        return values

    def of_permutations(self, people: Vector, a: Vector, b: Vector) -> OfPermutations:
        if not use_kernels():
            return super().of_permutations(people, a, b)
        of_keys, (both, bits) = self.of_keys(people, np.arange(len(people))), keys_of_both(a, b)

        def values(permuted: NDArray[np.bool_]) -> tuple[Vector, Vector]:
            one, two = np.empty((2, len(permuted)))
            for first in range(0, len(permuted), AT_ONCE):
                some = slice(first, first + AT_ONCE)
                block = np.ascontiguousarray(permuted[some]).view(np.uint8)
                keys = np.empty((2, *block.shape), dtype=np.int64)
                exchanged_keys(both, bits, block, keys[0], keys[1])
                one[some], two[some] = (of_keys(each, bits) for each in keys)
            return one, two

        return values


def sorted_keys(vectors: Matrix) -> tuple[Integers, int]:
    """Each vector's cells in the order of their scores, as keys with the cell's index in the last bits.

    The keys are whole numbers: levelled scores in their steps, others by rank. Also returns the number of those bits.
    """
    bits = max(1, vectors.shape[1].bit_length())
    steps = in_steps(vectors)
    if steps is not None:
        low, high = steps.min(initial=0.0), steps.max(initial=0.0)
        steps = steps - low if high - low < 2.0 ** (62 - bits) else None  # too many steps: their order is enough
    whole = levels(vectors) if steps is None else steps
    keys: Integers = whole.astype(np.int64, order="C")
    keys <<= bits
    keys |= np.arange(vectors.shape[1])
    keys.sort(axis=1)
    return keys, bits


def keys_of_both(a: Vector, b: Vector) -> tuple[Integers, int]:
    """The cells of two vectors in the order of their scores, as keys with one bit more: of which vector a cell is."""
    bits = max(1, len(a).bit_length())
    dense = levels(np.concatenate([a, b])[None]).reshape(2, -1)
    numbered = (dense << bits) | np.arange(len(a))
    return np.sort(np.concatenate([(numbered[k] << 1) | k for k in (0, 1)])), bits


def ranks(values: Vector) -> Vector:
    """The rank of each value, from 1; equal values share the mean of theirs. As scipy.stats.rankdata."""
    _, index, sizes = np.unique(values, return_inverse=True, return_counts=True)
    shared: Vector = (np.cumsum(sizes) - (sizes - 1) / 2)[index.reshape(-1)]
    return shared


def levels(vectors: Matrix) -> Integers:
    """In each vector the rank of each value among the distinct ones."""
    order = np.argsort(vectors, axis=1)
    ordered = np.take_along_axis(vectors, order, 1)
    new = np.ones(vectors.shape, dtype=np.int64)
    new[:, 1:] = ordered[:, 1:] != ordered[:, :-1]
    dense = np.empty_like(new)
    np.put_along_axis(dense, order, np.cumsum(new, axis=1), 1)
    return dense


# --- Spearman's ρ -----------------------------------------------------------------------------------------------------


class Spearman(RankCorrelation):
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

    def of_keys(self, people: Vector, subset: Indices) -> OfKeys:
        human = _Human(people, subset)
        return lambda keys, bits: self._tau(*human.counted(human.counts(keys, bits)))

    def of_vectors(self, people: Vector, subsets: Sequence[Indices]) -> OfVectors:
        """Several subsets are counted in one walk along a vector: twice as fast as one after another."""
        if not use_kernels() or len(subsets) < 2:
            return super().of_vectors(people, subsets)
        human, parts = _Human(people, np.unique(np.concatenate(subsets))), [_Human(people, each) for each in subsets]
        # The kernel has one more column than these: together a multiple of four, which a processor adds at once.
        inside = np.zeros((len(people), len(subsets) | 3), dtype=np.uint8)
        for column, each in enumerate(subsets):
            inside[each, column] = 1

        def values(vectors: Matrix) -> Matrix:
            keys, bits = sorted_keys(vectors)
            counts = np.array([human.split_counts(line << 1, bits, inside)[1] for line in keys])
            return np.column_stack([self._tau(*part.counted(counts[:, k])) for k, part in enumerate(parts)])

        return values

    def of_permutations(self, people: Vector, a: Vector, b: Vector) -> OfPermutations:
        """By a kernel that counts the pairs under many permutations at once: 5 times as fast as one after another."""
        if not use_kernels():
            return super().of_permutations(people, a, b)
        human, (both, bits) = _Human(people, np.arange(len(people))), keys_of_both(a, b)

        def values(permuted: NDArray[np.bool_]) -> tuple[Vector, Vector]:
            one, two = (
                self._tau(*human.counted(counts))
                for counts in human.split_counts(both, bits, np.ascontiguousarray(permuted.T).view(np.uint8))
            )
            return one, two

        return values


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

    def split_counts(self, both: Integers, bits: int, cells: NDArray[np.uint8]) -> Matrix:
        """Count them in two vectors with and without some of their cells, one choice of cells in each column: vectors
        × choices × 3."""
        room = np.empty((2 * (self.distinct + 1) + 6, cells.shape[1] + 1), dtype=np.int32)
        counts = np.empty((2, cells.shape[1], 3), dtype=np.int64)
        exchanged_concordance(both, bits, cells, self.ranks, room, counts)
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

"""Kendall's τ, variants b and c (Stuart's)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bolide.agreement.statistics.orders import ExchangedKeys, Whole, judged_pairs, pair_orders, sorted_keys
from bolide.agreement.statistics.ranks import levels
from bolide.agreement.statistics.subsets import Folds, ratio
from bolide.agreement.statistics.vectors import Correlation, OfExchanges, OfSegments, OfVectors
from bolide.agreement.table import Matrix, Places, Vector
from bolide.kernels import beats_built_ins
from bolide.kernels.statistics.concordance import concordance, concordance_of_few, concordance_of_parts

FEW = 1024  # places, up to which sums are faster than a tree


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
        """As scipy.stats.kendalltau gives it, to the last bit."""
        known = _OfPeople(people, np.arange(len(people)))
        if beats_built_ins():
            counts = known.counts(*sorted_keys(metric[None]))
        else:
            counts = _counts_by_sorting(known.places, levels(metric[None])[0])
        counted = known.counted(counts)
        balance, size = float(counted.balance[0]), float(counted.size[0])
        if self.variant == "b":
            ours, theirs = (float(np.sqrt(each[0])) for each in counted.untied)
            tau = balance / ours / theirs
        else:
            fewest = min(float(each[0]) for each in counted.distinct)
            tau = 2 * balance / (size**2 * (fewest - 1) / fewest)
        return min(1.0, max(-1.0, tau))

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
        distinct_human = size - _repeated(people, people[None])[0] if self.variant == "c" else size

        def values(tables: Matrix) -> Matrix:
            balance, ordered = (np.zeros((len(tables), people.shape[1]), dtype=np.int32) for _ in range(2))
            for order, sign in pair_orders(people, tables):
                balance += order * sign
                ordered += np.abs(order)
            distinct = size - _repeated(people, tables) if self.variant == "c" else size
            return self._tau(
                Counted(balance.astype(float), (untied, ordered.astype(float)), (distinct_human, distinct), size)
            )  # fmt: skip

        return values

    def of_vectors(self, people: Vector, subsets: Sequence[Places]) -> OfVectors:
        """Every vector is sorted once for all subsets, and folds are counted in one walk; without a compiled core one
        vector at a time."""
        if not beats_built_ins():
            return super().of_vectors(people, subsets)
        known = [_OfPeople(people, each) for each in subsets]
        folds = Folds.of(len(people), subsets)
        walk = None if folds is None else _OneWalk(people, folds)
        alone = [column for column in range(len(subsets)) if folds is None or column not in folds.columns]

        def values(vectors: Matrix) -> Matrix:
            keys, bits = sorted_keys(vectors)
            tau = np.empty((len(vectors), len(subsets)))
            for column in alone:
                tau[:, column] = self._tau(known[column].counted(known[column].counts(keys, bits)))
            if walk is not None:
                counts = walk.counts(keys, bits)
                for column, line in walk.folds.columns.items():
                    tau[:, column] = self._tau(known[column].counted(counts[:, line]))
            return tau

        return values

    def of_exchanges(self, people: Vector, a: Vector, b: Vector) -> OfExchanges | None:
        """Both vectors are sorted once for all exchanges."""
        if not beats_built_ins():
            return None
        known, keys = _OfPeople(people, np.arange(len(people))), ExchangedKeys(a, b)
        return lambda swapped: keys.valued(
            swapped, lambda side, bits: self._tau(known.counted(known.counts(side, bits)))
        )


class _OfPeople:
    """People's side of τ on a subset of the cells: the place of each in their order, 0 outside, and their ties."""

    def __init__(self, people: Vector, subset: Places) -> None:
        _, ranks, sizes = np.unique(people[subset], return_inverse=True, return_counts=True)
        self.places = np.zeros(len(people), dtype=np.int64)
        self.places[subset] = ranks.reshape(-1) + 1
        self.levels, self.size = len(sizes), float(len(subset))
        self.pairs = self.size * (self.size - 1) / 2
        self.untied = float(self.pairs - (sizes * (sizes - 1) // 2).sum())

    def counts(self, keys: Whole, bits: int) -> Matrix:
        """The balance, the tied pairs and the distinct values of vectors, by their sorted keys."""
        counts = np.empty((len(keys), 3), dtype=np.int64)
        if self.levels < FEW:
            room = np.empty((self.levels // 32 + 2, 64), dtype=np.int32)
            concordance_of_few(keys, bits, self.places, room, counts)
        else:
            concordance(keys, bits, self.places, np.empty(2 * (self.levels + 1), dtype=np.int64), counts)
        return counts.astype(float)

    def counted(self, counts: Matrix) -> Counted:
        """With what was counted of each vector: balance, tied pairs and distinct values."""
        balance, ties, distinct = counts.T
        untied = np.full_like(balance, self.untied), self.pairs - ties
        distinct_values = np.full_like(balance, float(self.levels)), distinct
        return Counted(balance, untied, distinct_values, np.full_like(balance, self.size))


class _OneWalk:
    """All folds of the cells counted together."""

    def __init__(self, people: Vector, folds: Folds) -> None:
        self.folds = folds
        kept = folds.part > 0
        _, ranks, sizes = np.unique(people[kept], return_inverse=True, return_counts=True)
        self.cells = np.zeros((2, len(people)), dtype=np.int64)
        self.cells[0, kept], self.cells[1] = ranks.reshape(-1) + 1, folds.part
        ends = np.cumsum(sizes)
        self.leans = np.concatenate([[0], (ends[-1] - ends) - (ends - sizes)]).astype(np.int64)

    def counts(self, keys: Whole, bits: int) -> Matrix:
        """Vectors × (all, each part, all but each part) × (balance, tied pairs, distinct values)."""
        counts = np.empty((len(keys), 2 * self.folds.parts + 1, 3), dtype=np.int64)
        room = np.empty((self.folds.parts + 1, 2 * len(self.leans)), dtype=np.int64)
        concordance_of_parts(keys, bits, self.cells, self.leans, room, counts)
        return counts.astype(float)


def _counts_by_sorting(people: Whole, metric: Whole) -> Matrix:
    """What the kernel counts of one vector, by numpy, which is faster where nothing is compiled; both are dense ranks.

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

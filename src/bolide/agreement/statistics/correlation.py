"""Correlations of two vectors, and how they are asked of tables: of all cells, of each segment or of each system.

Pearson's r, of scores, of ranks (Spearman's ρ) and over the differences of pairs (PDP, pairwise difference Pearson, of
mt-metrics-eval); Kendall's τ, whose pairs a kernel counts. It keeps an order as sorted keys, whole numbers with the
value's rank above the cell's index, so that vectors are sorted once for all permutations of their cells.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from bolide.agreement.statistics.statistic import Statistic, StatisticValue, Terms
from bolide.agreement.table import Matrix, Vector, ratio
from bolide.kernels.statistics.exchanges import exchanged_concordance

Signs = NDArray[np.int8]
Integers = NDArray[np.int64]
UNITS = {"none": "cells", "item": "segments", "sys": "systems"}


class Correlation(Statistic):
    """A statistic of two vectors of the same length; `value` is given complete, non-constant vectors of two or more."""

    groupings: ClassVar[dict[str, tuple[str, ...]]] = {"sys": ("none",), "seg": ("none", "item", "sys")}
    least: ClassVar[float] = -1.0

    def value(self, people: Vector, metric: Vector) -> float:
        raise NotImplementedError

    def at(self, level: str, grouping: str) -> Statistic:
        return Grouped(self, grouping, "systems" if level == "sys" else UNITS[grouping])

    def present(self, people: Vector, metric: Vector) -> float:
        """The value of the cells both have; NaN for fewer than two or a constant vector."""
        return np.nan if lacking(people, metric) else self.value(*_both(people, metric))

    def columns(self, people: Matrix, tables: Matrix) -> Matrix:
        """The value of every segment of many tables, tables × segments; NaN if there is none.

        The shipped correlations do it for all segments at once, in a fiftieth of the time or less.
        """
        tables = np.where(np.isnan(people), np.nan, tables)
        return np.array([[self.present(*both) for both in zip(people.T, table.T, strict=True)] for table in tables])

    def permuted(self, people: Vector, a: Vector, b: Vector, permuted: NDArray[np.bool_]) -> tuple[Vector, Vector]:
        """The values of two vectors under permutations × cells, True where the two change places."""
        values = [[self.present(people, np.where(each, *both)) for each in permuted] for both in ((b, a), (a, b))]
        return np.array(values[0]), np.array(values[1])


class Grouped(Statistic):
    """A correlation of all cells as one vector, or the mean over the segments or systems that have a value."""

    def __init__(self, correlation: Correlation, grouping: str, unit: str) -> None:
        self.correlation, self.grouping, self.unit = correlation, grouping, unit

    def vectors(self, cells: Matrix) -> Matrix:
        """The cells with one group per line."""
        return cells if self.grouping == "sys" else cells.T if self.grouping == "item" else cells.reshape(1, -1)

    def values(self, people: Matrix, metric: Matrix) -> Vector:
        """The value of each group, NaN if it has none."""
        if self.grouping == "item":
            first: Vector = self.correlation.columns(people, np.where(np.isnan(people), 0.0, metric)[None])[0]
            return first
        groups = zip(self.vectors(people), self.vectors(metric), strict=True)
        return np.array([self.correlation.present(*both) for both in groups])

    def value(self, people: Matrix, metric: Matrix) -> float:
        values = self.values(people, metric)
        return float(np.nanmean(values)) if np.isfinite(values).any() else np.nan

    def measured(self, people: Matrix, metric: Matrix) -> StatisticValue:
        values = self.values(people, metric)
        used, size = int(np.isfinite(values).sum()), len(values)
        value = float(np.nanmean(values)) if used else None
        reason = "" if used else "in every group there are fewer than two scores, or constant ones"
        if self.grouping == "none":
            reason, used, size = lacking(people.ravel(), metric.ravel()), int(np.isfinite(metric).sum()), metric.size
            reason = reason if reason or value is not None else "it is not defined for these scores"
        return StatisticValue(value, used, self.unit, size - used, reason)

    def terms(self, people: Matrix, metric: Matrix) -> Terms | None:
        if self.grouping != "item":
            return None
        values = self.values(people, metric)
        return Terms(np.nan_to_num(values), np.isfinite(values).astype(float))

    def batch(self, people: Matrix, tables: Matrix) -> Vector:
        if self.grouping != "item":
            return super().batch(people, tables)
        return _means(self.correlation.columns(people, tables))

    def permuted_leads(self, people: Matrix, tables: Sequence[Matrix], permuted: NDArray[np.bool_]) -> list[Vector]:
        if self.grouping == "item":
            return super().permuted_leads(people, tables, permuted)
        where = [np.flatnonzero(np.isfinite(line)) for line in self.vectors(people)]
        every = [self.vectors(each) for each in (people, *tables)]
        lines = [[line[cells] for line, cells in zip(each, where, strict=True)] for each in every]
        moved = permuted.reshape(len(permuted), len(where), -1)
        moves = [np.take(moved[:, k], cells, 1) for k, cells in enumerate(where)]
        leads = []
        for both in combinations(lines[1:], 2):
            groups = zip(lines[0], *both, moves, strict=True)
            one, two = np.array([self.correlation.permuted(*group) for group in groups]).transpose(1, 2, 0)
            leads.append(_means(one) - _means(two))
        return leads


def _means(values: Matrix) -> Vector:
    """The mean of each line's values, those that do not exist left out."""
    return ratio(np.nan_to_num(values).sum(1), np.isfinite(values).sum(1))


def lacking(people: Vector, metric: Vector) -> str:
    """Why two vectors have no correlation; empty if they have one."""
    x, y = _both(people, metric)
    if len(x) < 2:
        return "fewer than two scores"
    if (x == x[0]).all():
        return "the human scores are constant"
    return "the metric's scores are constant" if (y == y[0]).all() else ""


def _both(people: Vector, metric: Vector) -> tuple[Vector, Vector]:
    both = np.isfinite(people) & np.isfinite(metric)
    return people[both], metric[both]


def spread(cells: Matrix) -> Matrix:
    """Highest less lowest of the systems (the last axis but one), missing ones left out; below 0 without any."""
    missing: NDArray[np.bool_] = np.isnan(cells)
    apart: Matrix = np.where(missing, -np.inf, cells).max(-2) - np.where(missing, np.inf, cells).min(-2)
    return apart


def pair_orders(people: Matrix, tables: Matrix) -> Iterator[tuple[int, int, Signs, Signs]]:
    """Each pair of systems, which of them people prefer on each segment, 1, 0 or −1, and which the tables' scores; 0 if
    one is not judged."""
    for a, b in combinations(range(len(people)), 2):
        one, two, difference = tables[:, a], tables[:, b], people[a] - people[b]
        present = np.isfinite(difference)
        order = ((one > two).view(np.int8) - (one < two).view(np.int8)) * present.view(np.int8)
        yield a, b, np.sign(np.where(present, difference, 0.0)).astype(np.int8), order


# --- Pearson's r ------------------------------------------------------------------------------------------------------


class Pearson(Correlation):
    """The covariance of two vectors over the product of their deviations."""

    def value(self, people: Vector, metric: Vector) -> float:
        return product_moment(people, metric)

    def columns(self, people: Matrix, tables: Matrix) -> Matrix:
        present = np.isfinite(people)
        counts = np.maximum(present.sum(0), 1)
        x = np.where(present, people - np.nansum(people, 0) / counts, 0.0)
        y = (tables - (tables * present).sum(1, keepdims=True) / counts) * present
        below = np.sqrt((x * x).sum(0) * np.einsum("ijk,ijk->ik", y, y))
        defined = (spread(people) > 0) & (spread(np.where(present, tables, np.nan)) > 0)
        return np.clip(ratio(np.einsum("jk,ijk->ik", x, y), np.where(defined, below, 0.0)), -1, 1)


def product_moment(one: Vector, two: Vector) -> float:
    """Pearson's r of two complete vectors, neither constant."""
    x, y = one - one.mean(), two - two.mean()
    if (x @ x) * (y @ y) == 0:  # numbers whose squares are too small for a double
        x, y = x / np.abs(x).max(), y / np.abs(y).max()
    return float(np.clip((x @ y) / np.sqrt((x @ x) * (y @ y)), -1, 1))


class PDP(Statistic):
    """Pearson's r of people's and the metric's differences between two cells of one group, all groups together.

    The pairs are those of one segment (`item`), of one system (`sys`), or of all cells. Both directions of a pair
    enter, so the mean difference is 0 on either side.
    """

    groupings: ClassVar[dict[str, tuple[str, ...]]] = {"seg": ("none", "item", "sys")}
    usual: ClassVar[bool] = False
    compares: ClassVar[bool] = False
    unit = "pairs"
    least: ClassVar[float] = -1.0

    def __init__(self, grouping: str = "none") -> None:
        self.grouping = grouping

    def at(self, level: str, grouping: str) -> Statistic:
        return PDP(grouping)

    def value(self, people: Matrix, metric: Matrix) -> float:
        x, y = self._grouped(people), self._grouped(metric)
        if not (spread(x) > 0).any() or not (spread(y) > 0).any():
            return np.nan
        # The products of the differences of a group's pairs add up to its size times the sum of centred products.
        present = np.isfinite(x)
        sizes = present.sum(0)
        centred = [
            np.where(present, cells - np.where(present, cells, 0.0).sum(0) / np.maximum(sizes, 1), 0.0)
            for cells in (x, y)
        ]
        both, human, machine = ((sizes * (centred[i] * centred[j]).sum(0)).sum() for i, j in ((0, 1), (0, 0), (1, 1)))
        return float(np.clip(both / np.sqrt(human * machine), -1, 1))

    def measured(self, people: Matrix, metric: Matrix) -> StatisticValue:
        sizes = np.isfinite(self._grouped(people)).sum(0)
        pairs = int((sizes * (sizes - 1) // 2).sum())
        value = self.value(people, metric)
        if np.isfinite(value):
            return StatisticValue(value, pairs, self.unit)
        reason = "no pair differs in both" if pairs else "no pair is compared"
        return StatisticValue(None, pairs, self.unit, reason=reason)

    def _grouped(self, cells: Matrix) -> Matrix:
        """The cells with one group per column."""
        if self.grouping == "none":
            return cells.reshape(-1, 1)
        return cells.T if self.grouping == "sys" else cells


# --- Spearman's ρ -----------------------------------------------------------------------------------------------------


class Spearman(Correlation):
    """Pearson's r of the ranks, ties sharing theirs."""

    def value(self, people: Vector, metric: Vector) -> float:
        return product_moment(ranks(people), ranks(metric))

    def columns(self, people: Matrix, tables: Matrix) -> Matrix:
        """A rank, counted from the middle, is half the systems below less half those above."""
        balances = [np.zeros(each.shape, dtype=np.int32) for each in (people, tables)]
        for a, b, sign, order in pair_orders(people, tables):
            for balance, orders in zip(balances, (sign, order), strict=True):
                balance[..., a, :] += orders
                balance[..., b, :] -= orders
        return Pearson().columns(np.where(np.isnan(people), np.nan, balances[0]), balances[1].astype(float))


def ranks(values: Vector) -> Vector:
    """The rank of each value, from 1; equal values share the mean of theirs. As scipy.stats.rankdata."""
    _, index, sizes = np.unique(values, return_inverse=True, return_counts=True)
    shared: Vector = (np.cumsum(sizes) - (sizes - 1) / 2)[index.reshape(-1)]
    return shared


# --- Kendall's τ ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Kendall(Correlation):
    """τ-b divides by the pairs that each vector orders, τ-c by the most that their distinct values allow."""

    variant: str

    def value(self, people: Vector, metric: Vector) -> float:
        """As scipy.stats.kendalltau gives it, to the last bit."""
        balance, untied, distinct, size = pair_counts(people, [metric], np.zeros((1, len(people)), dtype=np.bool_))[0]
        if self.variant == "b":
            tau = balance / np.sqrt(untied[0]) / np.sqrt(untied[1])
        else:
            fewest = np.minimum(*distinct)
            tau = 2 * balance / (size**2 * (fewest - 1) / fewest)
        return float(np.clip(tau[0], -1, 1))

    def _tau(self, balance: Matrix, untied: Sequence[Matrix], distinct: Sequence[Matrix], size: Matrix) -> Matrix:
        """The definition, over many counts at once."""
        if self.variant == "b":
            return ratio(balance, np.sqrt(untied[0] * untied[1]))
        fewest = np.minimum(*distinct)
        return ratio(2.0 * balance * fewest, size**2 * np.maximum(fewest - 1, 0))

    def columns(self, people: Matrix, tables: Matrix) -> Matrix:
        """Counted pair by pair of systems, over all segments of all tables."""
        balance, ordered, untied = (np.zeros((n, people.shape[1]), np.int32) for n in (len(tables), len(tables), 1))
        for _, _, sign, order in pair_orders(people, tables):
            balance += order * sign
            ordered += np.abs(order)
            untied += np.abs(sign)
        size = np.isfinite(people).sum(0).astype(float)
        distinct = [size - _repeated(people, each) for each in (people[None], tables)] if self.variant == "c" else []
        return self._tau(balance.astype(float), (untied[0].astype(float), ordered.astype(float)), distinct, size)

    def permuted(self, people: Vector, a: Vector, b: Vector, permuted: NDArray[np.bool_]) -> tuple[Vector, Vector]:
        """By a kernel that counts the pairs under many permutations at once: 25 times as fast as one after another."""
        one, two = (self._tau(*counts) for counts in pair_counts(people, [a, b], permuted))
        return one, two


# What τ is made of: concordant less discordant pairs; pairs that each orders; distinct values of each; cells.
PairCounts = tuple[Matrix, tuple[Matrix, Matrix], tuple[Matrix, Matrix], Matrix]


def pair_counts(people: Vector, vectors: Sequence[Vector], permuted: NDArray[np.bool_]) -> list[PairCounts]:
    """What τ of one or two vectors is made of, under permutations × cells of two of them.

    A key is the rank of a score, the index of its cell, and in the last bit of which vector it is.
    """
    _, judged, sizes = np.unique(people, return_inverse=True, return_counts=True)
    size, bits = float(len(people)), max(1, len(people).bit_length())
    levels = np.unique(np.concatenate(vectors), return_inverse=True)[1].reshape(len(vectors), -1)
    numbered = (levels << bits) | np.arange(len(people))
    keys = np.sort(np.concatenate([(line << 1) | k for k, line in enumerate(numbered)]))
    room = np.empty((2 * (len(sizes) + 1) + 6, len(permuted) + 1), dtype=np.int32)
    counts = np.empty((2, len(permuted), 3), dtype=np.int64)
    exchanged = np.ascontiguousarray(permuted.T).view(np.uint8)
    exchanged_concordance(keys, bits, exchanged, judged.reshape(-1) + 1, room, counts)
    pairs, untied = size * (size - 1) / 2, float(size * (size - 1) / 2 - (sizes * (sizes - 1) // 2).sum())
    return [
        (
            balance,
            (np.full_like(balance, untied), pairs - ties),
            (np.full_like(balance, float(len(sizes))), distinct),
            np.full_like(balance, size),
        )
        for balance, ties, distinct in counts.astype(float).transpose(0, 2, 1)
    ]


def _repeated(people: Matrix, tables: Matrix) -> NDArray[np.intp]:
    """How many judged systems of each segment have a score that an earlier one has."""
    again = np.zeros(tables.shape, dtype=np.bool_)
    for a, b in combinations(range(len(people)), 2):
        again[:, b] |= (tables[:, a] == tables[:, b]) & np.isfinite(people[a] - people[b])
    repeated: NDArray[np.intp] = again.sum(1)
    return repeated

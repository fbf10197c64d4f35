"""Soft pairwise accuracy (Thompson et al. 2024): pairs of systems, by how sure people and the metric are of each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial, reduce
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from bolide.agreement.equal_scores import SLACK
from bolide.agreement.statistics.orders import pair_differences
from bolide.agreement.statistics.statistic import Exchanges, Judge, Measured, Statistic, Terms
from bolide.agreement.statistics.subsets import Subset
from bolide.agreement.table import Matrix, Places, Vector

PERMUTATIONS, SEED = 1000, 4
BLOCK = 16


@dataclass(frozen=True)
class SoftAccuracy(Statistic):
    """One minus the mean distance between the two p-values of each pair of systems.

    It is about systems, and tests them on their segments. `seed` is that of the permutations.
    """

    seed: int | None = None
    groupings: ClassVar[dict[str, tuple[str, ...]]] = {"sys": ("none",)}
    reads: ClassVar[str] = "seg"
    compares: ClassVar[bool] = False  # sums of scores, which are compared with a slack of their own
    unit: ClassVar[str] = "pairs"

    def seeded(self, seed: int | None) -> SoftAccuracy:
        return replace(self, seed=seed)

    def value(self, people: Matrix, metric: Matrix) -> float:
        measured = self.measured(people, metric).value
        return np.nan if measured is None else measured

    def measured(self, people: Matrix, metric: Matrix) -> Measured:
        terms = self.terms(people, metric)
        pairs = int(terms.below.sum())
        if not pairs:
            return Measured(None, 0, self.unit, 0, "no pair is compared")
        return Measured(float(terms.above.sum()) / pairs, pairs, self.unit)

    def terms(self, people: Matrix, metric: Matrix) -> Terms:
        """How near the two p-values are, for each pair of systems that are judged on a segment together."""
        signs = self.signs(people)
        near = 1 - np.abs(p_values(people, signs) - p_values(metric, signs))
        return Terms(np.nan_to_num(near), np.isfinite(near).astype(float), len(people))

    def signs(self, people: Matrix) -> Matrix:
        """The random signs that all pairs of systems share, those of people and of metrics, one line per permutation.

        They are the draws of mt-metrics-eval, which made the digits that WMT publishes: numbers in single precision
        from seed 4, rounded to 0 (the difference changes its sign) or 1, for the segments that people judged.
        """
        return _signs(SEED if self.seed is None else self.seed, np.isfinite(people).any(0).tobytes())

    def judge(self, people: Matrix, subsets: Sequence[Subset]) -> Judge:
        """The draws are those of the whole table; a subset takes the signs of its segments."""
        return _Permutations(people, subsets, self.signs(people)).values

    def exchanged(self, people: Matrix, a: Matrix, b: Matrix) -> Exchanges:
        """One product for both tables."""
        return partial(_Permutations(people, [Subset.whole(a.shape)], self.signs(people)).leads, a, b)


@lru_cache(maxsize=2)
def _signs(seed: int, judged: bytes) -> Matrix:
    """The signs for segments of which some are judged (a byte of 1), drawn once for all metrics."""
    segments = np.flatnonzero(np.frombuffer(judged, dtype=np.bool_))
    drawn = np.random.default_rng(seed).random((PERMUTATIONS, len(segments)), dtype=np.float32)
    signs = np.ones((PERMUTATIONS, len(judged)))
    signs[:, segments] = 2.0 * np.rint(drawn) - 1.0
    signs.flags.writeable = False
    return signs


def p_values(cells: Matrix, signs: Matrix) -> Vector:
    """For each pair of systems the share of sign vectors that make their difference at least the observed one."""
    differences = pair_differences(cells)
    compared = np.isfinite(differences).any(1)
    differences = np.nan_to_num(differences)  # a missing cell adds to neither side
    observed = differences.sum(1)
    permuted = differences @ signs.T
    # Sums of the same numbers in another order differ in the last bits; those are equal.
    slack = SLACK * np.abs(differences).sum(1)
    return np.where(compared, (permuted >= (observed - slack)[:, None]).mean(1), np.nan)


class _Permutations:
    """Many tables at once.

    The permuted sum of a pair's differences is the difference of the systems' permuted sums, so one matrix product
    serves all pairs. Segments that not all systems are judged on do not separate like that and are summed pair by pair.
    Segments that belong to the same subsets are summed together.
    """

    def __init__(self, people: Matrix, subsets: Sequence[Subset], signs: Matrix) -> None:
        present = np.isfinite(people)
        self.first, self.second = np.triu_indices(len(people), 1)
        self.present, self.together = present, present[self.first] & present[self.second]
        self.people = [self._p_values(people, subset, signs) for subset in subsets]
        belongs = np.array([np.isin(np.arange(people.shape[1]), subset.segments) for subset in subsets]).T
        self.belongs, group = np.unique(belongs, axis=0, return_inverse=True)
        judged = present.sum(0)
        kinds = judged == len(people), (judged > 1) & (judged < len(people))
        # For each group its segments, and what a permutation adds to the observed sum: nothing, or −2 times the score.
        self.whole, self.broken = (
            [(segments, (signs[:, segments] - 1).T) for number in range(len(self.belongs))
             for segments in [np.flatnonzero((group.ravel() == number) & kind)]] for kind in kinds
        )  # fmt: skip
        self.used = (belongs & (judged > 1)[:, None]).astype(float)

    def _p_values(self, people: Matrix, subset: Subset, signs: Matrix) -> Vector:
        """People's p-value of every pair of systems, NaN for pairs that are not in the subset."""
        cells = np.full((len(people), len(subset.segments)), np.nan)
        cells[subset.systems] = people[np.ix_(subset.systems, subset.segments)]
        inside = np.isin(self.first, subset.systems) & np.isin(self.second, subset.systems)
        return np.where(inside, p_values(cells, signs[:, subset.segments]), np.nan)

    def values(self, tables: Matrix) -> Matrix:
        """Tables × subsets; a few tables at a time, so that their sums stay in the processor's cache."""
        return np.concatenate([self._block(tables[first : first + BLOCK]) for first in range(0, len(tables), BLOCK)])

    def _block(self, tables: Matrix) -> Matrix:
        systems, pairs = self._changes(tables)
        slack = self._slack(tables)
        values = np.empty((len(tables), len(self.people)))
        for place in range(len(self.people)):
            change = _added(systems, self.belongs[:, place])
            more = _added(pairs, self.belongs[:, place]) if pairs else None
            values[:, place] = self._nearness(place, change, more, slack[:, place, None])
        return values

    def _changes(self, tables: Matrix) -> tuple[list[Matrix], list[Matrix]]:
        """What permutations change in the sums of systems and, where cells are missing, of pairs: by group of segments,
        and at the end of all."""
        systems = [_summed(np.take(tables, part, 2), change) for part, change in self.whole]
        some = any(len(part) for part, _ in self.broken)
        pairs = [_summed(self._differences(tables, part), change) for part, change in self.broken] if some else []
        for sums in filter(None, (systems, pairs)):
            sums.append(reduce(np.add, sums))
        return systems, pairs

    def _slack(self, tables: Matrix) -> Matrix:
        """Sums in another order differ in the last bits; by how much, tables × subsets."""
        slack: Matrix = SLACK * (np.abs(tables * self.present) @ self.used).max(1)
        return slack

    def _nearness(self, place: int, change: Matrix, more: Matrix | None, slack: Matrix) -> Vector:
        """One less the mean distance of each table's p-values from people's on one subset."""
        people = self.people[place]
        compared = np.flatnonzero(np.isfinite(people))
        if not len(compared):
            return np.full(len(change), np.nan)
        if more is None:
            shares = _shares(change + slack[:, :, None], change)[:, compared]
        else:
            shares = np.empty((len(change), len(compared)))
            for column, pair in enumerate(compared):
                below = change[:, self.first[pair]] - change[:, self.second[pair]] + more[:, pair]
                shares[:, column] = np.count_nonzero(below >= -slack, 1) / below.shape[1]
        near: Vector = 1 - np.abs(shares - people[compared]).sum(1) / len(compared)
        return near

    def leads(self, a: Matrix, b: Matrix, swapped: NDArray[np.bool_]) -> Vector:
        """How far `a` is ahead of `b` on the first subset, which is everything, under exchanges.

        What one table does not sum the other does, so the products are formed once for both.
        """
        both_change, both_more = (None if each is None else each.sum(0) for each in self._total(np.stack([a, b])))
        assert both_change is not None  # systems have sums, if only of nothing
        found = []
        for first in range(0, len(swapped), BLOCK):
            block = swapped[first : first + BLOCK]
            one, two = np.where(block, b, a), np.where(block, a, b)
            change, more = self._total(one)
            rest = None if both_more is None or more is None else both_more - more
            mine = self._nearness(0, change, more, self._slack(one)[:, :1])
            found.append(mine - self._nearness(0, both_change - change, rest, self._slack(two)[:, :1]))
        return np.concatenate(found)

    def _total(self, tables: Matrix) -> tuple[Matrix, Matrix | None]:
        """The changes of all segments together."""
        systems, pairs = self._changes(tables)
        return systems[-1], pairs[-1] if pairs else None

    def _differences(self, tables: Matrix, part: Places) -> Matrix:
        chosen = np.take(tables, part, 2)
        differences: Matrix = (chosen[:, self.first] - chosen[:, self.second]) * self.together[:, part]
        return differences


def _shares(lifted: Matrix, change: Matrix) -> Matrix:
    """Per table and pair of systems the share of permutations under which the first, lifted by the slack, is not below.

    Eight answers of a byte each are added as one number of 64 bits: no byte overflows up to 255 such numbers.
    """
    tables, systems, size = change.shape
    assert size % 8 == 0
    assert size // 8 <= 255
    found = []
    for system in range(systems - 1):
        least = lifted[:, system, None] >= change[:, system + 1 :]
        sums = np.add.reduce(least.view(np.uint64), axis=2)
        found.append(sums.view(np.uint8).reshape(tables, -1, 8).sum(2))
    shares: Matrix = np.concatenate(found, axis=1) / size
    return shares


def _summed(cells: Matrix, change: Matrix) -> Matrix:
    """What every permutation changes in the sums of the last axis."""
    lines = np.ascontiguousarray(cells).reshape(cells.shape[0] * cells.shape[1], cells.shape[2]) @ change
    sums: Matrix = lines.reshape(*cells.shape[:2], -1)
    return sums


def _added(tables: Sequence[Matrix], used: NDArray[np.bool_]) -> Matrix:
    """The sum of the tables that are used, the last being the sum of all: the few that are not come off it."""
    few_unused = 2 * used.sum() > len(used)
    total = tables[-1] if few_unused else np.zeros_like(tables[-1])
    for table, wanted in zip(tables, used, strict=False):
        if few_unused and not wanted:
            total = total - table
        elif wanted and not few_unused:
            total = total + table
    return total

"""Pairwise accuracy: how often the metric prefers the system that people prefer (Kocmi et al. 2021), and the soft one,
which compares how sure people and the metric are of each pair (Thompson et al. 2024).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from bolide.agreement.statistics.statistic import Batch, MeanOfPairs, PermutedDifferences, Subset, Terms
from bolide.agreement.table import SLACK, Matrix, Vector, pair_differences, ratio
from bolide.kernels import use_kernels
from bolide.kernels.statistics.permuted_sums import not_below


class Accuracy(MeanOfPairs):
    """The share of pairs of systems whose differences have the same sign; scores of systems are one column."""

    pooled: ClassVar[bool] = True

    def terms(self, people: Matrix, metric: Matrix) -> Terms:
        """1 or 0 above and 1 below for each pair of systems that both have scores of."""
        x, y = (pair_differences(cells)[:, 0] for cells in (people, metric))
        compared = np.isfinite(x) & np.isfinite(y)
        right = compared & (np.sign(x) == np.sign(y))
        return Terms(right.astype(float), compared.astype(float), len(people))

    def batch(self, people: Matrix, subsets: Sequence[Subset]) -> Batch:
        """All tables at once, each a column of scores of systems: `tune -q sys/accuracy` is 140 times as fast."""
        prepared = [(subset.systems, np.sign(pair_differences(people[subset.systems][:, :1]))) for subset in subsets]

        def batch(tables: Matrix) -> Matrix:
            values = np.empty((len(tables), len(subsets)))
            for column, (systems, signs) in enumerate(prepared):
                right = (signs == np.sign(pair_differences(tables[:, systems, 0].T))).sum(0)
                values[:, column] = ratio(right, np.isfinite(signs).sum())
            return values

        return batch


# --- soft pairwise accuracy -------------------------------------------------------------------------------------------


PERMUTATIONS, SEED = 1000, 4
ROOM = 3 << 18  # sums that are worked on at a time: with more, the processor waits for its memory


@dataclass(frozen=True)
class SoftAccuracy(MeanOfPairs):
    """One minus the mean distance between the two p-values of each pair of systems.

    It is about systems, and tests them on their segments. `seed` is that of the permutations.
    """

    seed: int | None = None
    reads: ClassVar[str] = "seg"
    about_systems: ClassVar[bool] = True
    compares: ClassVar[bool] = False  # sums of scores, which are compared with a slack of their own
    permutations_at_once: ClassVar[int] = 8  # each has a sum for every metric, system and sign

    def seeded(self, seed: int | None) -> SoftAccuracy:
        return replace(self, seed=seed)

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

    def batch(self, people: Matrix, subsets: Sequence[Subset]) -> Batch:
        """The draws are those of the whole table; a subset takes the signs of its segments.

        `tune -q sys/soft-accuracy` is 23 times as fast.
        """
        return SignPermutations(people, subsets, self.signs(people)).values

    def permuted_differences(self, people: Matrix, tables: Sequence[Matrix]) -> PermutedDifferences:
        """One product for each table and permutation, whatever it is exchanged with.

        `correlate --rank sys/soft-accuracy` of four metrics is 3 times as fast as by `batch` (10 s).
        """
        return SignPermutations(people, [Subset.whole(people.shape)], self.signs(people)).permuted_differences(tables)


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


class SignPermutations:
    """Many tables at once.

    The permuted sum of a pair's differences is the difference of the systems' permuted sums, so one matrix product
    serves all pairs. Where only one system of a pair is judged, what it adds is taken off again; segments that few
    systems are judged on, so that this would take longer, are summed pair by pair instead. Segments that belong to the
    same subsets are summed together.
    """

    def __init__(self, people: Matrix, subsets: Sequence[Subset], signs: Matrix) -> None:
        self.present = present = np.isfinite(people)
        self.first, self.second = np.triu_indices(len(people), 1)
        # What a permutation adds to the observed sum, nothing or −2 times the score: segments × permutations.
        self.change = np.ascontiguousarray(signs.T) - 1
        belongs = np.array([np.isin(np.arange(people.shape[1]), subset.segments) for subset in subsets]).T
        self.belongs, group = np.unique(belongs, axis=0, return_inverse=True)
        judged = present.sum(0)
        # Of j judged systems out of S, j (S − j) pairs have one judged system, and j (j − 1) / 2 have two.
        by_system = 3 * judged > 2 * len(people) + 1
        groups = [group.ravel() == number for number in range(len(self.belongs))]
        self.whole = [(np.flatnonzero(by_system & inside), self.change[by_system & inside]) for inside in groups]
        a, b = present[self.first], present[self.second]
        # The segments, by pair and group, on which a pair adds something beside the sums of its systems.
        apart = np.where(by_system, a ^ b, a & b)
        self.apart = [[np.flatnonzero(line & inside) for inside in groups] for line in apart] if apart.any() else []
        self.turned = np.where(by_system, -1.0, 1.0) * present
        self.used = (belongs & (judged > 1)[:, None]).astype(float)
        self.at_a_time = max(1, ROOM // max(1, len(people) * len(signs) * (len(self.belongs) + 1)))
        among = [np.isin((self.first, self.second), subset.systems).all(0) for subset in subsets]
        compared = np.array(among) & ((a & b) @ belongs).T
        self.people = np.where(compared, self._p_values(np.nan_to_num(people)[None])[:, 0], np.nan)

    def values(self, tables: Matrix) -> Matrix:
        """Tables × subsets; a few tables at a time, so that their sums stay in the processor's cache."""
        starts = range(0, len(tables), self.at_a_time)
        blocks = (self._p_values(tables[first : first + self.at_a_time]) for first in starts)
        return np.concatenate([np.column_stack([*map(self._nearness, range(len(p)), p)]) for p in blocks])

    def _p_values(self, tables: Matrix) -> Matrix:
        """The p-values of all pairs of systems: subsets × tables × pairs."""
        return self._shares(self._changes(tables), self._slack(tables), self._apart(tables))

    def _changes(self, tables: Matrix) -> Matrix:
        """What permutations change in the sums of systems: subsets × tables × systems × permutations."""
        tables = tables * self.present
        count, systems, _ = tables.shape
        lines = [np.take(tables, part, 2).reshape(count * systems, len(part)) @ change for part, change in self.whole]
        return self._by_subset([each.reshape(count, systems, -1) for each in lines])

    def _apart(self, tables: Matrix) -> Callable[[int], Matrix]:
        """What permutations change in a pair's sum beside those of its systems: subsets × tables × permutations."""
        systems = np.ascontiguousarray((tables * self.turned).transpose(1, 2, 0))

        def of_pair(pair: int) -> Matrix:
            one, two = systems[self.first[pair]], systems[self.second[pair]]
            return self._by_subset([(one[part] - two[part]).T @ self.change[part] for part in self.apart[pair]])

        return of_pair

    def _by_subset(self, sums: Sequence[Matrix]) -> Matrix:
        """The sums of groups of segments added up for each subset."""
        added: Matrix = np.tensordot(self.belongs.T.astype(float), np.stack(sums), 1)
        return added

    def _slack(self, tables: Matrix) -> Matrix:
        """Sums in another order differ in the last bits; by how much, subsets × tables."""
        slack: Matrix = SLACK * (np.abs(tables * self.present) @ self.used).max(1).T
        return slack

    def _nearness(self, subset: int, shares: Matrix) -> Vector:
        """One less the mean distance of each table's p-values from people's on one subset."""
        people = self.people[subset]
        compared = np.flatnonzero(np.isfinite(people))
        if not len(compared):
            return np.full(len(shares), np.nan)
        near: Vector = 1 - np.abs(shares[:, compared] - people[compared]).sum(1) / len(compared)
        return near

    def permuted_differences(self, tables: Sequence[Matrix]) -> PermutedDifferences:
        """How far each table is ahead of each other on the first subset, which is everything, under permutations.

        Sums are linear: of a table that takes some cells from another they are its own, less its own over those cells,
        plus the other's. So the products are formed once for each table and permutation, not for each two tables.
        """
        whole = [self._sums(table[None]) for table in tables]

        def under(permuted: NDArray[np.bool_]) -> Callable[[int, int], Vector]:
            taken = permuted.astype(np.float64)
            moved = [self._sums(taken * table) for table in tables]

            def near(a: int, b: int) -> Vector:
                """Of a table that gives some of its cells away and takes others."""
                (mine, size), (less, less_size), (more, more_size) = whole[a], moved[a], moved[b]
                change, *of_pairs = (one + (two - three) for one, two, three in zip(mine, more, less, strict=True))
                slack = SLACK * (size + (more_size - less_size)).max(1)
                return self._nearness(0, self._shares(change, slack[None], of_pairs.__getitem__)[0])

            return lambda a, b: near(a, b) - near(b, a)

        return under

    def _sums(self, tables: Matrix) -> tuple[list[Matrix], Matrix]:
        """What permutations change in the sums of all segments, of systems and then of pairs if cells are missing; and
        how large the scores of systems are.
        """
        counted = self.present * self.used[:, 0]
        sizes: Matrix = np.einsum("ijk,jk->ij", np.abs(tables), counted)
        return [self._changes(tables), *map(self._apart(tables), range(len(self.apart)))], sizes

    def _shares(self, changes: Matrix, slack: Matrix, apart: Callable[[int], Matrix]) -> Matrix:
        """The share of permutations under which the first of a pair, lifted by the slack, is not below the second:
        subsets × tables × pairs.

        The changes are in the sums of systems and, if cells are missing, of pairs. The kernel is 2 to 4 times as fast
        as the arrays.
        """
        subsets, tables, systems, size = changes.shape
        shares: Matrix = np.empty((subsets, tables, len(self.first)))
        if not self.apart and use_kernels():
            room, counts = np.empty((systems, size), dtype=np.int32), np.empty(shares.shape, dtype=np.int64)
            for change, lift, count in zip(changes, np.ascontiguousarray(slack), counts, strict=True):
                not_below(change, lift, _scale(lift), room, count)
            return counts / float(size)
        lifted = changes + slack[..., None, None]
        for a in range(systems - 1):
            pairs = np.flatnonzero(self.first == a).tolist()
            one = lifted[:, :, a, None]
            if self.apart:
                one = one + np.stack([apart(pair) for pair in pairs], 2)
            shares[:, :, pairs] = (one >= changes[:, :, a + 1 :]).view(np.int8).sum(3, dtype=np.int32) / size
        return shares


def _scale(slack: Vector) -> Vector:
    """The powers of two that make sums at most 2²⁹: a change is twice what is summed at most."""
    most = np.maximum(2.0 * slack / SLACK, 2.0**-900)
    powers: Vector = np.exp2(29 - np.ceil(np.log2(most)))
    return powers

"""Pairwise accuracy: how often the metric prefers the system that people prefer (Kocmi et al. 2021), and the soft one,
which compares how sure people and the metric are of each pair (Thompson et al. 2024).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import combinations
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from bolide.agreement.statistics.statistic import MeanOfPairs, Terms
from bolide.agreement.table import SLACK, Indices, Matrix, Vector, pair_differences


class Accuracy(MeanOfPairs):
    """The share of pairs of systems whose differences have the same sign; scores of systems are one column."""

    pooled: ClassVar[bool] = True

    def terms(self, people: Matrix, metric: Matrix) -> Terms:
        """1 or 0 above and 1 below for each pair of systems that both have scores of."""
        x, y = (pair_differences(cells)[:, 0] for cells in (people, metric))
        compared = np.isfinite(x) & np.isfinite(y)
        right = compared & (np.sign(x) == np.sign(y))
        return Terms(right.astype(float), compared.astype(float), len(people))


# --- soft pairwise accuracy -------------------------------------------------------------------------------------------


PERMUTATIONS, SEED = 1000, 4


@dataclass(frozen=True)
class SoftAccuracy(MeanOfPairs):
    """One minus the mean distance between the two p-values of each pair of systems.

    It is about systems, and tests them on their segments. `seed` is that of the permutations.
    """

    seed: int | None = None
    drawn: Matrix | None = field(default=None, compare=False)  # the signs, if they are those of more segments
    reads: ClassVar[str] = "seg"
    about_systems: ClassVar[bool] = True
    compares: ClassVar[bool] = False  # sums of scores, which are compared with a slack of their own
    permutations_at_once: ClassVar[int] = 8  # each has a sum for every metric, system and sign

    def seeded(self, seed: int | None) -> SoftAccuracy:
        return replace(self, seed=seed)

    def within(self, people: Matrix, segments: Indices) -> SoftAccuracy:
        return replace(self, drawn=self.signs(people)[:, segments])

    def terms(self, people: Matrix, metric: Matrix) -> Terms:
        """How near the two p-values are, for each pair of systems that are judged on a segment together."""
        sums = SignedSums(people, self.signs(people))
        near = 1 - np.abs(sums.p_values(people) - sums.p_values(metric))
        return Terms(np.nan_to_num(near), np.isfinite(near).astype(float), len(people))

    def signs(self, people: Matrix) -> Matrix:
        """The random signs that all pairs of systems share, those of people and of metrics, one line per permutation.

        They are the draws of mt-metrics-eval, which made the digits that WMT publishes: numbers in single precision
        from seed 4, rounded to 0 (the difference changes its sign) or 1, for the segments that people judged.
        """
        if self.drawn is not None:
            return self.drawn
        return _signs(SEED if self.seed is None else self.seed, np.isfinite(people).any(0).tobytes())

    def permuted_leads(self, people: Matrix, tables: Sequence[Matrix], permuted: NDArray[np.bool_]) -> list[Vector]:
        """Sums are linear: of a table that takes some cells from another they are its own, less its own over those
        cells, plus the other's. So they are formed once for each table and permutation, not for each two tables.
        """
        sums = SignedSums(people, self.signs(people))
        human, whole = sums.p_values(people), [sums.of(table) for table in tables]
        moved = [sums.of(np.where(permuted, table, 0.0)) for table in tables]

        def near(a: int, b: int) -> Vector:
            """Of a table that gives some of its cells away and takes others."""
            shares = map(sums.shares, whole[a] + (moved[b] - moved[a]))
            return np.array([nearness(human, each) for each in shares])

        return [near(a, b) - near(b, a) for a, b in combinations(range(len(tables)), 2)]


def nearness(people: Vector, metric: Vector) -> float:
    """One less the mean distance of two lists of p-values."""
    near = 1 - np.abs(metric - people)
    return float(np.nanmean(near)) if np.isfinite(near).any() else np.nan


@lru_cache(maxsize=2)
def _signs(seed: int, judged: bytes) -> Matrix:
    """The signs for segments of which some are judged (a byte of 1), drawn once for all metrics."""
    segments = np.flatnonzero(np.frombuffer(judged, dtype=np.bool_))
    drawn = np.random.default_rng(seed).random((PERMUTATIONS, len(segments)), dtype=np.float32)
    signs = np.ones((PERMUTATIONS, len(judged)))
    signs[:, segments] = 2.0 * np.rint(drawn) - 1.0
    signs.flags.writeable = False
    return signs


class SignedSums:
    """The p-value of each pair of systems: how often random signs make their difference at least the observed one.

    What signs change in the sum of a pair's differences is the difference of what they change in the sums of the
    systems, so one matrix product serves all pairs. Where only one system of a pair is judged, what it adds is taken
    off again, in a row of its own.
    """

    def __init__(self, people: Matrix, signs: Matrix) -> None:
        self.judged = np.flatnonzero(np.isfinite(people).sum(0) > 1)
        self.present = np.isfinite(people[:, self.judged])
        self.first, self.second = np.triu_indices(len(people), 1)
        self.change = np.ascontiguousarray(signs.T[self.judged]) - 1  # nothing or −2 times the score
        one, two = self.present[self.first], self.present[self.second]
        self.compared = (one & two).any(1)
        self.apart = [(pair, np.flatnonzero(line)) for pair, line in enumerate(one ^ two) if line.any()]

    def of(self, tables: Matrix) -> Matrix:
        """What the signs change for each system, and for each pair that is not judged together everywhere; in the last
        column how large the scores are. Of one table or many; linear in a table as far as no sign of a score changes.
        """
        tables = np.where(self.present, tables[..., self.judged], 0.0)
        rows = np.concatenate([tables, *(self._alone(tables, *one) for one in self.apart)], -2)
        return np.concatenate([rows @ self.change, np.abs(rows).sum(-1, keepdims=True)], -1)

    def _alone(self, tables: Matrix, pair: int, segments: Indices) -> Matrix:
        """What is taken off the difference of a pair, in the segments where one of the two is judged."""
        row = np.zeros_like(tables[..., :1, :])
        ends = tables[..., self.second[pair], :] - tables[..., self.first[pair], :]
        row[..., 0, segments] = ends[..., segments]
        return row

    def shares(self, sums: Matrix) -> Vector:
        """The p-values of such sums; NaN for a pair that is never judged together. Sums of the same numbers in another
        order differ in the last bits; those are equal."""
        systems, changes = len(self.present), sums[:, :-1]
        lifted = changes + SLACK * float(sums[:, -1].max())
        not_below = [(lifted[a] >= changes[a + 1 : systems]).view(np.int8) for a in range(systems)]
        shares = np.concatenate([each.sum(1, dtype=np.int32) for each in not_below]) / changes.shape[1]
        for row, (pair, _) in enumerate(self.apart, systems):
            one, two = self.first[pair], self.second[pair]
            shares[pair] = (lifted[one] + changes[row] >= changes[two]).mean()
        return np.where(self.compared, shares, np.nan)

    def p_values(self, table: Matrix) -> Vector:
        """The p-values of a table."""
        return self.shares(self.of(table))

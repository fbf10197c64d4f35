"""Soft pairwise accuracy (Thompson et al. 2024): pairs of systems, by how sure people and the metric are of each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import ClassVar

import numpy as np

from bolide.agreement.statistics.sign_permutations import BLOCK, Permutations, p_values
from bolide.agreement.statistics.statistic import Exchanges, Judge, Measured, Statistic, Terms, Tournament
from bolide.agreement.statistics.subsets import Subset
from bolide.agreement.table import Matrix

PERMUTATIONS, SEED = 1000, 4


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
        return Permutations(people, subsets, self.signs(people)).values

    def exchanged(self, people: Matrix, a: Matrix, b: Matrix) -> Exchanges:
        of_all = self.tournament(people, (a, b))
        return lambda swapped: np.concatenate(
            [of_all(swapped[first : first + BLOCK])(0, 1) for first in range(0, len(swapped), BLOCK)]
        )

    def tournament(self, people: Matrix, tables: Sequence[Matrix]) -> Tournament:
        """One product for each table and exchange, whatever it is exchanged with."""
        return Permutations(people, [Subset.whole(people.shape)], self.signs(people)).tournament(tables)


@lru_cache(maxsize=2)
def _signs(seed: int, judged: bytes) -> Matrix:
    """The signs for segments of which some are judged (a byte of 1), drawn once for all metrics."""
    segments = np.flatnonzero(np.frombuffer(judged, dtype=np.bool_))
    drawn = np.random.default_rng(seed).random((PERMUTATIONS, len(segments)), dtype=np.float32)
    signs = np.ones((PERMUTATIONS, len(judged)))
    signs[:, segments] = 2.0 * np.rint(drawn) - 1.0
    signs.flags.writeable = False
    return signs

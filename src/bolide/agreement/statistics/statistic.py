"""Statistics of agreement: what one defines, and what follows from it.

A statistic defines `value`, and answers, intervals, tests and tuning follow. The other ways to the same number are
there because people wait for it, and tests hold them to `value`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from bolide.agreement.table import Indices, Matrix, Vector
from bolide.significance.resampling import draw_counts
from bolide.significance.units import ResamplingUnits


@dataclass(frozen=True)
class StatisticValue:
    """A value, or None and the reason; `used` counts what was averaged or compared (`unit`).

    `left_out` counts the groups without a value; `epsilon` is the difference up to which two scores were called a tie.
    """

    value: float | None
    used: int
    unit: str
    left_out: int = 0
    reason: str = ""
    epsilon: float | None = None


@dataclass(frozen=True, eq=False)
class Terms:
    """A value as a ratio of two sums over segments, or over the pairs of so many systems."""

    above: Vector
    below: Vector
    systems: int = 0

    def resampled(
        self, trials: int, rng: np.random.Generator, units: ResamplingUnits | None = None
    ) -> tuple[Vector, Vector]:
        """Both sums over resampled segments, documents or systems; a system drawn twice is not a pair with itself."""
        both = np.column_stack([self.above, self.below])
        if units is not None and not units.single and not self.systems:
            sums_by_unit = np.zeros((len(units), 2))
            np.add.at(sums_by_unit, np.array(units.numbers), both)
            both = sums_by_unit
        if self.systems:
            a, b = np.triu_indices(self.systems, 1)
            sums = [(counts[:, a] * counts[:, b]) @ both for counts in draw_counts(rng, trials, self.systems)]
        else:
            sums = [counts @ both for counts in draw_counts(rng, trials, len(both))]
        above, below = np.concatenate(sums).T
        return above, below


class Statistic:
    """How well a metric's table of scores agrees with the human one; both are systems × segments, higher is better.

    A cell missing in one is missing (NaN) in both. To add a statistic, subclass this, or `Correlation` for one of two
    vectors, define `value`, and put an instance into STATISTICS.
    """

    groupings: ClassVar[dict[str, tuple[str, ...]]] = {"seg": ("none",)}  # by the levels at which it is asked
    reads: ClassVar[str] = ""  # the level of the scores it looks at, if that is not the level at which it is asked
    usual: ClassVar[bool] = True  # whether it is asked by default
    about_systems: ClassVar[bool] = False  # whether it compares systems by scores of segments
    compares: ClassVar[bool] = True  # whether single scores are compared, so that equal ones must be equal exactly
    pooled: ClassVar[bool] = False  # whether the terms of several language pairs are added up, too
    unit: str = "cells"
    least: ClassVar[float] = 0.0  # the lowest value there can be; the highest is 1
    permutations_at_once: ClassVar[int] = 64

    def value(self, people: Any, metric: Any) -> float:
        """The agreement; NaN if there is none."""
        raise NotImplementedError

    def at(self, level: str, grouping: str) -> Statistic:
        """The statistic as a question asks it: of tables, at this level and over these groups."""
        return self

    def seeded(self, seed: int | None) -> Statistic:
        """The statistic with random numbers from this seed, if it draws any; None for its usual ones."""
        return self

    def measured(self, people: Any, metric: Matrix) -> StatisticValue:
        """The value with what it was computed from."""
        value = self.value(people, metric)
        used = int(np.isfinite(metric).sum())
        reason = "" if np.isfinite(value) else "it is not defined for these scores"
        return StatisticValue(None if reason else value, used, self.unit, metric.size - used, reason)

    def outcomes(self, people: Any, metric: Matrix) -> Matrix | None:
        """What each pair of systems on each segment adds to the value, pairs × segments, if the value is their sum.

        Two metrics are then tested by permutations of these instead of scores.
        """
        return None

    def within(self, people: Any, segments: Indices) -> Statistic:
        """The statistic of some segments only, with the random numbers that it has for all of them."""
        return self

    # --- other ways to the same number, each held to `value` ----------------------------------------------------------

    def terms(self, people: Any, metric: Matrix) -> Terms | None:
        """The value as a ratio of sums, if it is one: resampling then only draws the terms again, which takes a
        fiftieth of the time or less."""
        return None

    def batch(self, people: Any, tables: Matrix) -> Vector:
        """The values of many tables, tables × systems × segments. Scores that people did not judge are ignored."""
        missing = np.isnan(people)
        return np.array([self.value(people, np.where(missing, np.nan, table)) for table in tables])

    def permuted_leads(self, people: Any, tables: Sequence[Matrix], permuted: NDArray[np.bool_]) -> list[Vector]:
        """How far each table is ahead of each later one, under permutations of their cells: True where the two change
        places, permutations × systems × segments. No table lacks a cell."""
        return [
            self.batch(people, np.where(permuted, b, a)) - self.batch(people, np.where(permuted, a, b))
            for a, b in combinations(tables, 2)
        ]


class MeanOfPairs(Statistic):
    """The mean of what each pair of systems or outputs adds, as `terms` says."""

    groupings: ClassVar[dict[str, tuple[str, ...]]] = {"sys": ("none",)}
    unit = "pairs"

    def terms(self, people: Any, metric: Matrix) -> Terms:
        raise NotImplementedError

    def value(self, people: Any, metric: Matrix) -> float:
        measured = self.measured(people, metric).value
        return np.nan if measured is None else measured

    def measured(self, people: Any, metric: Matrix) -> StatisticValue:
        terms = self.terms(people, metric)
        pairs = int(terms.below.sum())
        if not pairs:
            return StatisticValue(None, 0, self.unit, 0, "no pair is compared")
        return StatisticValue(float(terms.above.sum()) / pairs, pairs, self.unit)

"""What a statistic of agreement is. `value` is all that it must define; everything else follows from it.

Faster ways are methods that a statistic may override: `terms` for resampling, `judge` for many tables at once,
`exchanged` and `tournament` for tests between metrics. Tests hold each of them to `value`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from bolide.agreement.statistics.subsets import Subset
from bolide.agreement.table import Matrix, Places, Vector
from bolide.significance.resampling import draws

# From many tables of scores, tables × systems × segments, to the value of each on every subset, tables × subsets; NaN
# where there is none. Scores of cells that people did not judge are ignored.
Judge = Callable[[Matrix], Matrix]
# From exchanges of the cells of two tables, exchanges × systems × segments and True where the two change places, to how
# far the first is ahead under each.
Exchanges = Callable[[NDArray[np.bool_]], Vector]
# The same for several tables: from exchanges to how far the first of any two, by number, is ahead of the second.
Tournament = Callable[[NDArray[np.bool_]], Callable[[int, int], Vector]]


@dataclass(frozen=True)
class Measured:
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

    def drawn(self, trials: int, rng: np.random.Generator) -> tuple[Vector, Vector]:
        """Both sums where segments, or systems, are drawn again; a system drawn twice is not a pair with itself."""
        both = np.column_stack([self.above, self.below])
        if self.systems:
            a, b = np.triu_indices(self.systems, 1)
            sums = [(counts[:, a] * counts[:, b]) @ both for counts in draws(rng, trials, self.systems)]
        else:
            sums = [counts @ both for counts in draws(rng, trials, len(both))]
        above, below = np.concatenate(sums).T
        return above, below


class Statistic:
    """How well a metric's table of scores agrees with the human one; both are systems × segments, higher is better.

    A cell missing in one is missing (NaN) in both. To add a statistic, subclass this, or `Correlation` for one of two
    vectors, define `value`, and put an instance into STATISTICS.
    """

    groupings: ClassVar[dict[str, tuple[str, ...]]] = {"seg": ("none",)}  # by the levels at which it is asked
    reads: ClassVar[str] = ""  # the level of the scores it looks at, where that is not the level at which it is asked
    usual: ClassVar[bool] = True  # whether it is asked when nobody says what to ask
    compares: ClassVar[bool] = True  # whether single scores are compared, so that equal ones must be equal exactly
    pooled: ClassVar[bool] = False  # whether the pairs of systems of several language pairs are counted together
    unit: ClassVar[str] = "cells"
    least: ClassVar[float] = 0.0  # the lowest value there can be; the highest is 1

    def value(self, people: Any, metric: Any) -> float:
        """The agreement; NaN where there is none."""
        raise NotImplementedError

    def at(self, level: str, grouping: str) -> Statistic:
        """The statistic as a question asks it: of tables, at this level and over these groups."""
        return self

    def seeded(self, seed: int | None) -> Statistic:
        """The statistic with random numbers from this seed, if it draws any; None for its usual ones."""
        return self

    def measured(self, people: Any, metric: Matrix) -> Measured:
        """The value with what it was computed from."""
        value = self.value(people, metric)
        used = int(np.isfinite(metric).sum())
        reason = "" if np.isfinite(value) else "it is not defined for these scores"
        return Measured(None if reason else value, used, self.unit, metric.size - used, reason)

    # --- faster ways, each held to `value` ----------------------------------------------------------------------------

    def terms(self, people: Any, metric: Matrix) -> Terms | None:
        """The value as a ratio of sums, if it is one: resampling then only draws the terms again."""
        return None

    def outcomes(self, people: Any, metric: Matrix) -> Matrix | None:
        """What each pair of systems on each segment adds to the value, pairs × segments, if the value is their sum.

        Two metrics are then tested by exchanges of these instead of scores.
        """
        return None

    def judge(self, people: Any, subsets: Sequence[Subset]) -> Judge:
        """What values many tables of scores on each of these subsets."""
        cuts = [np.ix_(subset.systems, subset.segments) for subset in subsets]
        missing = np.isnan(people)

        def judged(tables: Matrix) -> Matrix:
            return np.array([
                [self.value(people[cut], np.where(missing[cut], np.nan, table[cut])) for cut in cuts]
                for table in tables
            ])  # fmt: skip

        return judged

    def exchanged(self, people: Any, a: Matrix, b: Matrix) -> Exchanges:
        """How far one table is ahead of another under exchanges of their cells; neither table lacks a cell."""
        judge = self.judge(people, [Subset.whole(a.shape)])

        def leads(swapped: NDArray[np.bool_]) -> Vector:
            lead: Vector = judge(np.where(swapped, b, a))[:, 0] - judge(np.where(swapped, a, b))[:, 0]
            return lead

        return leads

    def tournament(self, people: Any, tables: Sequence[Matrix]) -> Tournament | None:
        """Several tables against each other under the same exchanges, if work on one table serves all its contests."""
        return None

    def narrowed(self, people: Any, segments: Places) -> Any:
        """The human judgments of these segments only, renumbered in this order."""
        return people[:, segments]

    def needed(self, people: Any, shape: tuple[int, ...]) -> NDArray[np.bool_]:
        """Which cells of a table of this shape the value depends on."""
        judged: NDArray[np.bool_] = np.isfinite(people)
        return judged

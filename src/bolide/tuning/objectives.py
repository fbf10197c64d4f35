"""What a search makes best: how well scores agree with people, by any question of `correlate`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Protocol

import numpy as np

from bolide.agreement.equal_scores import levelled
from bolide.agreement.judgements import Judgements
from bolide.agreement.questions import Question
from bolide.agreement.statistics.ranking_tau import VARIANTS
from bolide.agreement.statistics.statistic import Statistic
from bolide.agreement.statistics.subsets import Subset, ratio
from bolide.errors import InputError, unknown
from bolide.tuning.arrays import Matrix, Rows
from bolide.tuning.spaces import Space

# From settings to the value of each on every subset of the data, settings × subsets; NaN where there is none.
SettingsJudge = Callable[[Matrix], Matrix]
# From settings to the scores of cells, settings × cells (or × systems × segments).
CellScores = Callable[[Matrix], Matrix]


class Objective(Protocol):
    """A statistic of agreement; higher is better."""

    def __str__(self) -> str: ...
    def judge(self, space: Space, rows: Rows, subsets: Sequence[Subset]) -> SettingsJudge:
        """What tells the value of settings on each of these subsets.

        `rows` are systems × segments × columns, or × references × columns where the space picks among references.
        """
        ...


@dataclass(frozen=True, eq=False)
class Ranked:
    """Rankings: (C − D) / (C + D) over the pairs people ordered. `systems` are those of the rows, in their order."""

    judged: Judgements
    systems: tuple[str, ...]
    year: str = "2012"

    def __post_init__(self) -> None:
        if self.year not in VARIANTS:
            raise unknown("year of the ranking task", self.year, VARIANTS)
        absent = [name for name in self.judged.systems if name not in self.systems]
        if absent:
            raise InputError(f"There are no outputs of {', '.join(absent)}, which {self.judged.name} ranks.")

    def __str__(self) -> str:
        return f"ranking/{self.year}"

    def judge(self, space: Space, rows: Rows, subsets: Sequence[Subset]) -> SettingsJudge:
        places = np.array([self.systems.index(name) for name in self.judged.systems])
        last = int(self.judged.segment.max(initial=0))
        if last >= rows.shape[1]:
            raise InputError(f"{self.judged.name} ranks segment {last + 1}; the texts end at {rows.shape[1]}.")
        judged = replace(
            self.judged, systems=self.systems, better=places[self.judged.better], worse=places[self.judged.worse]
        )
        return judge_tables(Question(self.year, "ranking").measure(), judged, (space, rows), subsets)


@dataclass(frozen=True, eq=False)
class Scored:
    """Any question of `correlate` about tables of people's scores, higher being better: systems × segments, or × 1.

    `seed` is that of the permutations of soft pairwise accuracy; None for those of `correlate`.
    """

    question: Question
    human: Matrix
    seed: int | None = None

    def __str__(self) -> str:
        return str(self.question)

    def judge(self, space: Space, rows: Rows, subsets: Sequence[Subset]) -> SettingsJudge:
        statistic = self.question.measure(self.seed)
        if self.question.reads == "sys":
            return self._systems(statistic, space, rows, subsets)
        return judge_tables(statistic, self.human, (space, rows), subsets)

    def _systems(self, statistic: Statistic, space: Space, rows: Rows, subsets: Sequence[Subset]) -> SettingsJudge:
        """Each subset is a table of its own: the systems of one segment, whose rows are the totals."""
        judges: list[SettingsJudge] = []
        for subset in subsets:
            if space.by_reference:
                judge = statistic.judge(self._people(subset), [Subset.whole((len(subset.systems), 1))])
                own = space.features(rows[np.ix_(subset.systems, subset.segments)])
                judges.append(partial(_judge_totals, judge, space, own))
                continue
            totals = rows[np.ix_(subset.systems, subset.segments)].sum(1, keepdims=True)
            everything = [Subset.whole(totals.shape[:2])]
            judges.append(judge_tables(statistic, self._people(subset), (space, totals), everything))
        return lambda settings: np.hstack([judge(settings) for judge in judges])

    def _people(self, subset: Subset) -> Matrix:
        if self.human.shape[1] == 1:
            alone: Matrix = self.human[subset.systems]
            return alone
        cells = self.human[np.ix_(subset.systems, subset.segments)]
        return ratio(np.nansum(cells, 1, keepdims=True), np.isfinite(cells).sum(1, keepdims=True).astype(float))


def judge_tables(
    statistic: Statistic, people: Any, measured: tuple[Space, Rows], subsets: Sequence[Subset]
) -> SettingsJudge:
    """A statistic's judge, given the scores of settings; where it needs few cells, only theirs, the others being 0."""
    space, rows = measured
    judge = statistic.judge(people, subsets)
    shape = rows.shape[:2]
    needed = np.flatnonzero(statistic.needed(people, shape))
    if 2 * len(needed) > shape[0] * shape[1]:  # most of them: putting them in their places would cost more
        scores = cell_scores(space, rows, exact=statistic.compares)
        return lambda settings: judge(scores(settings))
    some = cell_scores(space, rows.reshape(-1, *rows.shape[2:])[needed], exact=statistic.compares)

    def judged(settings: Matrix) -> Matrix:
        tables = np.zeros((len(settings), shape[0] * shape[1]))
        tables[:, needed] = some(settings)
        return judge(tables.reshape(-1, *shape))

    return judged


def _judge_totals(judge: Callable[[Matrix], Matrix], space: Space, rows: Rows, settings: Matrix) -> Matrix:
    """The values of settings by the systems' totals, of rows that each setting picks."""
    return judge(levelled(space.of_totals(rows, settings)))


def cell_scores(space: Space, rows: Rows, *, exact: bool = True) -> CellScores:
    """The scores of the cells whose rows these are; `exact` makes equal ones equal to the last bit."""
    features = space.features(rows)
    if exact:
        return lambda settings: levelled(space.values(features, settings))
    return lambda settings: space.values(features, settings)

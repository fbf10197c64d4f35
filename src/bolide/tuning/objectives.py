"""Objectives of tuning: agreement of a metric with human judgments, by any question of `correlate`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Protocol

import numpy as np

from bolide.agreement.questions import Question
from bolide.agreement.ranking_data import RankingData
from bolide.agreement.statistics.ranking_tau import VARIANTS
from bolide.agreement.statistics.statistic import Batch, Statistic, Subset, ratio
from bolide.agreement.table import levelled
from bolide.system.dataclasses import dataclass, replace
from bolide.system.errors import InputError, known_name
from bolide.tuning.spaces import Matrix, Rows, Space

# From settings to the value of each on every subset of the data, settings × subsets; NaN if undefined.
SettingsBatch = Callable[[Matrix], Matrix]
# From settings to the scores of cells, settings × cells (or × systems × segments).
CellScores = Callable[[Matrix], Matrix]


class Objective(Protocol):
    """A statistic of agreement; higher is better."""

    def __str__(self) -> str: ...
    def batch(self, space: Space, rows: Rows, subsets: Sequence[Subset]) -> SettingsBatch:
        """The function from settings to their values on each of these subsets.

        `rows` are systems × segments × columns, or × references × columns if the space selects among references.
        """
        ...

    def reason(self, subset: Subset) -> str:
        """Why settings have no value on a subset of the data."""
        ...


@dataclass(frozen=True, eq=False)
class Ranked:
    """Rankings: (C − D) / (C + D) over the human pairwise rankings. `systems` are those of the rows, in their order."""

    judged: RankingData
    systems: tuple[str, ...]
    year: str = "2012"

    def __post_init__(self) -> None:
        known_name("year of the ranking task", self.year, VARIANTS)
        absent = [name for name in self.judged.systems if name not in self.systems]
        if absent:
            raise InputError(f"There are no outputs of {', '.join(absent)}, which {self.judged.name} ranks.")

    def __str__(self) -> str:
        return f"ranking/{self.year}"

    def batch(self, space: Space, rows: Rows, subsets: Sequence[Subset]) -> SettingsBatch:
        indices = np.array([self.systems.index(name) for name in self.judged.systems])
        last = int(self.judged.segment.max(initial=0))
        if last >= rows.shape[1]:
            raise InputError(f"{self.judged.name} ranks segment {last + 1}; the texts end at {rows.shape[1]}.")
        judged = replace(
            self.judged, systems=self.systems, better=indices[self.judged.better], worse=indices[self.judged.worse]
        )
        return batch_of_tables(Question(self.year, "ranking").measure(), judged, space, rows, subsets)

    def reason(self, subset: Subset) -> str:
        return "no pair is ordered"


@dataclass(frozen=True, eq=False)
class Scored:
    """Any question of `correlate` on a table of human scores (higher is better): systems × segments, or × 1.

    `seed` is for the permutations of soft pairwise accuracy; None for the default of `correlate`.
    """

    question: Question
    human: Matrix
    seed: int | None = None

    def __str__(self) -> str:
        return str(self.question)

    def batch(self, space: Space, rows: Rows, subsets: Sequence[Subset]) -> SettingsBatch:
        statistic = self.question.measure(self.seed)
        if self.question.reads == "sys":
            return self._systems(statistic, space, rows, subsets)
        return batch_of_tables(statistic, self.human, space, rows, subsets)

    def reason(self, subset: Subset) -> str:
        people = self._people(subset)
        return self.question.measure(self.seed).measured(people, people).reason or "the metric's scores are constant"

    def _systems(self, statistic: Statistic, space: Space, rows: Rows, subsets: Sequence[Subset]) -> SettingsBatch:
        """Each subset is a table of one segment, whose rows are the systems' totals."""
        batches: list[SettingsBatch] = []
        for subset in subsets:
            people, whole = self._people(subset), [Subset.whole((len(subset.systems), 1))]
            inside = rows[np.ix_(subset.systems, subset.segments)]
            if space.by_reference:
                batches.append(partial(_of_totals, statistic.batch(people, whole), space, space.features(inside)))
            else:
                batches.append(batch_of_tables(statistic, people, space, inside.sum(1, keepdims=True), whole))
        return lambda settings: np.hstack([batch(settings) for batch in batches])

    def _people(self, subset: Subset) -> Matrix:
        """The human scores of a subset: of its segments, or of its systems as one column."""
        cells: Matrix = self.human[subset.systems]
        if self.human.shape[1] == 1:
            return cells
        cells = cells[:, subset.segments]
        if self.question.reads != "sys":
            return cells
        return ratio(np.nansum(cells, 1, keepdims=True), np.isfinite(cells).sum(1, keepdims=True).astype(float))


def batch_of_tables(
    statistic: Statistic, people: Any, space: Space, rows: Rows, subsets: Sequence[Subset]
) -> SettingsBatch:
    """A statistic on the scores of settings. If it depends on few cells, only those are scored, and the rest are 0."""
    batch = statistic.batch(people, subsets)
    shape = rows.shape[:2]
    cells = np.flatnonzero(statistic.depends_on(people, shape))
    if 2 * len(cells) > shape[0] * shape[1]:  # most cells: scattering them into a table would cost more
        scores = cell_scores(space, rows, exact=statistic.compares)
        return lambda settings: batch(scores(settings))
    some = cell_scores(space, rows.reshape(-1, *rows.shape[2:])[cells], exact=statistic.compares)

    def values(settings: Matrix) -> Matrix:
        tables = np.zeros((len(settings), shape[0] * shape[1]))
        tables[:, cells] = some(settings)
        return batch(tables.reshape(-1, *shape))

    return values


def _of_totals(batch: Batch, space: Space, rows: Rows, settings: Matrix) -> Matrix:
    """The values of settings from the systems' totals, over the rows that each setting selects."""
    return batch(levelled(space.of_totals(rows, settings)))


def cell_scores(space: Space, rows: Rows, *, exact: bool = True) -> CellScores:
    """The scores of the cells with these rows; with `exact`, equal scores are bit-equal."""
    features = space.features(rows)
    if exact:
        return lambda settings: levelled(space.values(features, settings))
    return lambda settings: space.values(features, settings)

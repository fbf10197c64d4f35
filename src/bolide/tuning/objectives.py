"""How well scores under many settings agree with people, on any part of the systems and segments."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from bolide.correlation.agreement import group_values, vector_value
from bolide.correlation.pairwise import soft_pairwise_accuracy
from bolide.correlation.questions import Question
from bolide.correlation.rankings import VARIANTS, Judgements
from bolide.correlation.ties import calibrate
from bolide.correlation.vectors import COLUMNS, pair_signs
from bolide.errors import InputError, unknown
from bolide.tuning.spaces import Matrix, Rows, Space

Places = NDArray[np.intp]
Sums = tuple[Matrix, Matrix]
SAME = 1e-12  # a smaller difference of two scores is rounding
CELLS = 1 << 22  # scores held at a time
TRIALS, SEED = 1000, 4  # of soft pairwise accuracy, as in correlate


@dataclass(frozen=True, eq=False)
class Part:
    """Some systems and some segments, by place."""

    systems: Places
    segments: Places


class Objective(Protocol):
    """A statistic of agreement; higher is better."""

    def __str__(self) -> str: ...
    def agreement(self, space: Space, rows: Rows, settings: Matrix, part: Part) -> Matrix:
        """The value under each setting, NaN where there is none."""
        ...

    def by_fold(self, space: Space, rows: Rows, settings: Matrix, part: Part, folds: Places) -> Sums | None:
        """Above and below the line for each setting and fold, where the statistic is a ratio of sums over segments.

        `folds` has the fold, from 0, of each of the part's segments.
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

    def agreement(self, space: Space, rows: Rows, settings: Matrix, part: Part) -> Matrix:
        above, below = self.by_fold(space, rows, settings, part, np.zeros(len(part.segments), dtype=np.intp))
        return ratio(above[:, 0], below[:, 0])

    def by_fold(self, space: Space, rows: Rows, settings: Matrix, part: Part, folds: Places) -> Sums:
        places = np.array([self.systems.index(name) for name in self.judged.systems])
        better, worse, segment = places[self.judged.better], places[self.judged.worse], self.judged.segment
        if int(segment.max(initial=0)) >= rows.shape[1]:
            raise InputError(f"{self.judged.name} ranks segment {segment.max() + 1}; the texts end at {rows.shape[1]}.")
        used = np.isin(better, part.systems) & np.isin(worse, part.systems) & np.isin(segment, part.segments)
        better, worse, segment = better[used], worse[used], segment[used]
        fold_of = np.zeros(rows.shape[1], dtype=np.intp)
        fold_of[part.segments] = folds
        belongs = np.eye(folds.max(initial=0) + 1)[fold_of[segment]]
        one, two = (space.features(rows[systems, segment]) for systems in (better, worse))
        above, below = [], []
        for block in blocks(len(settings), len(segment)):
            difference = space.values(one, settings[block]) - space.values(two, settings[block])
            tied = np.abs(difference) <= SAME
            above.append(np.where(tied, -1.0 if self.year == "2012" else 0.0, np.sign(difference)) @ belongs)
            below.append(np.where(tied, 0.0 if self.year == "2013" else 1.0, 1.0) @ belongs)
        return np.concatenate(above), np.concatenate(below)


@dataclass(frozen=True, eq=False)
class Scored:
    """Any question of `correlate` about tables of people's scores, higher being better: systems × segments, or × 1."""

    question: Question
    human: Matrix

    def __str__(self) -> str:
        return str(self.question)

    def agreement(self, space: Space, rows: Rows, settings: Matrix, part: Part) -> Matrix:
        if self.question.level == "sys" and self.question.statistic != "soft-accuracy":
            return self._systems(space, rows, settings, part)
        found = self.by_fold(space, rows, settings, part, np.zeros(len(part.segments), dtype=np.intp))
        if found is not None:
            return ratio(found[0][:, 0], found[1][:, 0])
        features = space.features(rows[np.ix_(part.systems, part.segments)])
        human = self._people(part)
        values = [np.empty(0)]
        for block in blocks(len(settings), human.size):
            scores = space.values(features, settings[block])
            values.append(np.array([self._one(human, np.where(np.isnan(human), np.nan, cells)) for cells in scores]))
        return np.concatenate(values)

    def by_fold(self, space: Space, rows: Rows, settings: Matrix, part: Part, folds: Places) -> Sums | None:
        if self.question.grouping != "item" or self.question.statistic == "acc-eq":
            return None
        features, human = space.features(rows[np.ix_(part.systems, part.segments)]), self._people(part)
        belongs = np.eye(folds.max(initial=0) + 1)[folds]
        above, below = [], []
        for block in blocks(len(settings), human.size * len(human)):
            scores = np.round(space.values(features, settings[block]), 12)
            metric = np.where(np.isnan(human), np.nan, scores).transpose(1, 0, 2).reshape(len(human), -1)
            people = np.tile(human, (1, len(scores)))
            items = COLUMNS[self.question.statistic](people, metric).reshape(len(scores), -1)
            above.append(np.nan_to_num(items) @ belongs)
            below.append(np.isfinite(items).astype(float) @ belongs)
        return np.concatenate(above), np.concatenate(below)

    def _people(self, part: Part) -> Matrix:
        found: Matrix = self.human[np.ix_(part.systems, part.segments)]
        return found

    def _systems(self, space: Space, rows: Rows, settings: Matrix, part: Part) -> Matrix:
        """All settings at once: each is a column of system scores."""
        if self.human.shape[1] == 1:
            people = self.human[part.systems]
        else:
            cells = self._people(part)
            people = ratio(np.nansum(cells, 1), np.isfinite(cells).sum(1).astype(float))[:, None]
        totals = rows[np.ix_(part.systems, part.segments)].sum(1)
        scores = np.round(space.values(space.features(totals), settings), 12).T
        human = np.broadcast_to(people, scores.shape)
        metric = np.where(np.isnan(human), np.nan, scores)
        if self.question.statistic != "accuracy":
            return COLUMNS[self.question.statistic](human, metric)
        signs = pair_signs(human)
        return ratio((signs == pair_signs(metric)).sum(0).astype(float), np.isfinite(signs).sum(0).astype(float))

    def _one(self, human: Matrix, metric: Matrix) -> float:
        question, found = self.question, None
        if question.statistic == "acc-eq":
            best = calibrate(human, np.round(metric, 12))
            found = None if best is None else best.value
        elif question.statistic == "soft-accuracy":
            found = soft_pairwise_accuracy(human, metric, TRIALS, np.random.default_rng(SEED))
        elif question.grouping == "none":
            found = vector_value(question.statistic, human.ravel(), metric.ravel())
        else:
            values = group_values(question, human, metric)
            found = float(np.nanmean(values)) if np.isfinite(values).any() else None
        return np.nan if found is None else found


def blocks(settings: int, cells: int) -> list[slice]:
    """Settings in pieces whose scores fit into memory."""
    size = max(1, CELLS // max(1, cells))
    return [slice(first, first + size) for first in range(0, settings, size)]


def ratio(above: Matrix, below: Matrix) -> Matrix:
    """above / below, NaN where there is nothing below."""
    found: Matrix = np.divide(above, below, out=np.full(above.shape, np.nan), where=below > 0)
    return found

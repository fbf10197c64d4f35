"""What a search makes best: how well scores agree with people, by any question of `correlate`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from bolide.correlation.questions import Question
from bolide.correlation.rankings import VARIANTS, Judgements
from bolide.errors import InputError, unknown
from bolide.tuning.arrays import Matrix, Rows
from bolide.tuning.by_segment import judge_segments
from bolide.tuning.by_vector import judge_vectors
from bolide.tuning.calibrated import judge_calibrated
from bolide.tuning.parts import Judge, Part, cell_scores, ratio
from bolide.tuning.soft import judge_soft
from bolide.tuning.spaces import Space


class Objective(Protocol):
    """A statistic of agreement; higher is better."""

    def __str__(self) -> str: ...
    def judge(self, space: Space, rows: Rows, parts: Sequence[Part]) -> Judge:
        """What tells the value of settings on each of these parts. `rows` are systems × segments × columns."""
        ...


@dataclass(frozen=True, eq=False)
class Ranked:
    """Rankings: (C − D) / (C + D) over the pairs people ordered. `systems` are those of the rows, in their order.

    `called` is the question's own name where it is not the year's: daRR makes its pairs of scores.
    """

    judged: Judgements
    systems: tuple[str, ...]
    year: str = "2012"
    called: str = ""

    def __post_init__(self) -> None:
        if self.year not in VARIANTS:
            raise unknown("year of the ranking task", self.year, VARIANTS)
        absent = [name for name in self.judged.systems if name not in self.systems]
        if absent:
            raise InputError(f"There are no outputs of {', '.join(absent)}, which {self.judged.name} ranks.")

    def __str__(self) -> str:
        return self.called or f"ranking/{self.year}"

    def judge(self, space: Space, rows: Rows, parts: Sequence[Part]) -> Judge:
        places = np.array([self.systems.index(name) for name in self.judged.systems])
        better, worse, segment = places[self.judged.better], places[self.judged.worse], self.judged.segment
        if int(segment.max(initial=0)) >= rows.shape[1]:
            raise InputError(f"{self.judged.name} ranks segment {segment.max() + 1}; the texts end at {rows.shape[1]}.")
        belongs = np.column_stack([
            np.isin(better, part.systems) & np.isin(worse, part.systems) & np.isin(segment, part.segments)
            for part in parts
        ]).astype(np.float32)  # fmt: skip
        used = np.flatnonzero(belongs.any(1))
        belongs = belongs[used]
        cells, pairs = np.unique(
            np.array([better, worse])[:, used] * rows.shape[1] + segment[used], return_inverse=True
        )
        one, two = pairs.reshape(2, -1)
        scores = cell_scores(space, rows.reshape(-1, rows.shape[2])[cells])

        def judge(settings: Matrix) -> Matrix:
            found = scores(settings)
            first, second = np.take(found, one, 1), np.take(found, two, 1)
            won, lost = ((first > second).astype(np.float32) @ belongs, (first < second).astype(np.float32) @ belongs)
            pairs = belongs.sum(0, dtype=float)
            below = won + lost if self.year == "2013" else np.broadcast_to(pairs, won.shape)
            return ratio(2.0 * won - pairs if self.year == "2012" else (won - lost).astype(float), below)

        return judge


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

    def judge(self, space: Space, rows: Rows, parts: Sequence[Part]) -> Judge:
        statistic, grouping = self.question.statistic, self.question.grouping
        if self.question.level == "sys" and statistic != "soft-accuracy":
            return self._systems(space, rows, parts)
        scores = cell_scores(space, rows)
        if statistic == "soft-accuracy":
            return judge_soft(self.human, scores, parts, self.seed)
        if statistic == "acc-eq":
            return judge_calibrated(self.human, scores, parts)
        if grouping == "item":
            return judge_segments(statistic, self.human, scores, parts)
        return judge_vectors(statistic, grouping, self.human, scores, parts)

    def _systems(self, space: Space, rows: Rows, parts: Sequence[Part]) -> Judge:
        """A part's systems are the systems of one segment, whose rows are the totals."""
        judges = []
        for part in parts:
            everything = Part(np.arange(len(part.systems)), np.zeros(1, dtype=np.intp))
            totals = rows[np.ix_(part.systems, part.segments)].sum(1, keepdims=True)
            scores = cell_scores(space, totals)
            judges.append(judge_segments(self.question.statistic, self._people(part), scores, [everything]))
        return lambda settings: np.hstack([judge(settings) for judge in judges])

    def _people(self, part: Part) -> Matrix:
        if self.human.shape[1] == 1:
            alone: Matrix = self.human[part.systems]
            return alone
        cells = self.human[np.ix_(part.systems, part.segments)]
        return ratio(np.nansum(cells, 1, keepdims=True), np.isfinite(cells).sum(1, keepdims=True).astype(float))

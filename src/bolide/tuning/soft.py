"""Soft pairwise accuracy (Thompson et al. 2024) for many settings and parts at once.

The permuted sum of a pair's differences is the difference of the systems' permuted sums, so one matrix product serves
all pairs. Segments that not all systems are judged on do not separate like that and are summed pair by pair.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from bolide.correlation.pairwise import permutation_p_values, sign_vectors
from bolide.tuning.arrays import Matrix
from bolide.tuning.parts import Judge, Part, Places, Scores


def judge_soft(human: Matrix, scores: Scores, parts: Sequence[Part], seed: int | None = None) -> Judge:
    """The draws are those of `correlate` for the whole table; a part takes the signs of its segments."""
    signs = sign_vectors(human, seed=seed)
    draws = _Draws(human, parts, signs)
    return lambda settings: draws.accuracy(scores(settings))


class _Draws:
    """People's p-values, and the signs of the segments, those that belong to the same parts together."""

    def __init__(self, human: Matrix, parts: Sequence[Part], signs: Matrix) -> None:
        present = np.isfinite(human)
        self.first, self.second = np.triu_indices(len(human), 1)
        self.together = present[self.first] & present[self.second]
        self.people = [_people(human, part, signs, (self.first, self.second)) for part in parts]
        belongs = np.array([np.isin(np.arange(human.shape[1]), part.segments) for part in parts]).T
        self.belongs, group = np.unique(belongs, axis=0, return_inverse=True)
        judged = present.sum(0)
        kinds = judged == len(human), (judged > 1) & (judged < len(human))
        # For each group its segments, and what a draw adds to the observed sum: nothing, or minus twice the score.
        self.whole, self.broken = (
            [(part, (signs[:, part] - 1).T) for number in range(len(self.belongs))
             for part in [np.flatnonzero((group.ravel() == number) & kind)]] for kind in kinds
        )  # fmt: skip
        # A score was rounded by at most half a step, on both sides of every difference.
        self.slack = 2.0 * belongs.sum(0)

    def accuracy(self, scores: Matrix) -> Matrix:
        """Settings × parts, for scores of settings × systems × segments."""
        systems = [_summed(np.take(scores, part, 2), change) for part, change in self.whole]
        some = any(len(part) for part, _ in self.broken)
        pairs = [_summed(self._differences(scores, part), change) for part, change in self.broken] if some else []
        for tables in filter(None, (systems, pairs)):
            tables.append(np.sum(tables, 0))
        found = np.empty((len(scores), len(self.people)))
        for place, people in enumerate(self.people):
            change = _added(systems, self.belongs[:, place])
            more = _added(pairs, self.belongs[:, place]) if pairs else None
            compared = np.flatnonzero(np.isfinite(people))
            distance = np.zeros(len(scores))
            for pair in compared:
                below = change[:, self.first[pair]] - change[:, self.second[pair]]
                if more is not None:
                    below += more[:, pair]
                share = np.count_nonzero(below >= -self.slack[place], 1) / below.shape[1]
                distance += np.abs(share - people[pair])
            found[:, place] = 1 - distance / len(compared) if len(compared) else np.nan
        return found

    def _differences(self, scores: Matrix, part: Places) -> Matrix:
        chosen = np.take(scores, part, 2)
        found: Matrix = (chosen[:, self.first] - chosen[:, self.second]) * self.together[:, part]
        return found


def _summed(cells: Matrix, change: Matrix) -> Matrix:
    """What every draw changes in the sums of the last axis."""
    lines = np.ascontiguousarray(cells).reshape(cells.shape[0] * cells.shape[1], cells.shape[2]) @ change
    found: Matrix = lines.reshape(*cells.shape[:2], -1)
    return found


def _added(tables: Sequence[Matrix], used: NDArray[np.bool_]) -> Matrix:
    """The sum of the tables that are used, the last being the sum of all: the few that are not come off it."""
    few_unused = 2 * used.sum() > len(used)
    found = tables[-1] if few_unused else np.zeros_like(tables[-1])
    for table, wanted in zip(tables, used, strict=False):
        if few_unused and not wanted:
            found = found - table
        elif wanted and not few_unused:
            found = found + table
    return found


def _people(human: Matrix, part: Part, signs: Matrix, pairs: tuple[Places, Places]) -> Matrix:
    """The p-value of every pair of systems, NaN for pairs that are not in the part."""
    cells = np.full((len(human), len(part.segments)), np.nan)
    cells[part.systems] = human[np.ix_(part.systems, part.segments)]
    inside = np.isin(pairs[0], part.systems) & np.isin(pairs[1], part.systems)
    return np.where(inside, permutation_p_values(cells, signs[:, part.segments]), np.nan)

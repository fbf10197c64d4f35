"""Soft pairwise accuracy (Thompson et al. 2024) for many settings and parts at once.

The permuted sum of a pair's differences is the difference of the systems' permuted sums, so one matrix product serves
all pairs. Segments that not all systems are judged on do not separate like that and are summed pair by pair.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from bolide.correlation.pairwise import permutation_p_values
from bolide.tuning.arrays import Matrix
from bolide.tuning.parts import Judge, Part, Scores, Shared, by_systems, ratio


def judge_soft(human: Matrix, scores: Scores, parts: Sequence[Part], trials: int, seed: int) -> Judge:
    """The draws are those of `correlate` for the whole table; a part takes the signs of its segments."""
    signs = np.random.default_rng(seed).choice((-1.0, 1.0), size=(trials, human.shape[1]))
    prepared = [(shared, _Draws(human, shared, signs)) for shared in by_systems(parts, human.shape[1])]

    def judge(settings: Matrix) -> Matrix:
        cells = scores(settings)
        found = np.empty((len(settings), len(parts)))
        for shared, draws in prepared:
            found[:, shared.places] = draws.accuracy(cells[:, shared.systems])
        return found

    return judge


class _Draws:
    """People's p-values and the signs, both laid out for parts of the same systems."""

    def __init__(self, human: Matrix, shared: Shared, signs: Matrix) -> None:
        cells = human[shared.systems]
        self.first, self.second = np.triu_indices(len(cells), 1)
        present = np.isfinite(cells)
        self.together = present[self.first] & present[self.second]
        self.people = [permutation_p_values(cells[:, part], signs[:, part]) for part in shared.belongs.T > 0]
        # What a draw takes off the observed sum: nothing, or twice the difference.
        self.signs = (signs - 1).T
        # Segments that belong to the same parts are summed together.
        self.belongs, group = np.unique(shared.belongs, axis=0, return_inverse=True)
        judged = present.sum(0)
        self.whole, self.broken = (
            [np.flatnonzero((group.ravel() == number) & kind) for number in range(len(self.belongs))]
            for kind in (judged == len(cells), (judged > 1) & (judged < len(cells)))
        )
        # A score was rounded by at most half a step, on both sides of every difference.
        self.slack = 2.0 * shared.belongs.sum(0)

    def accuracy(self, scores: Matrix) -> Matrix:
        """Settings × parts, for scores of settings × systems × segments."""
        sums = [scores[:, :, part] @ self.signs[part] for part in self.whole]
        rest = [self._pairwise(scores, part) if len(part) else None for part in self.broken]
        found = np.empty((len(scores), len(self.people)))
        for place, (people, slack) in enumerate(zip(self.people, self.slack, strict=True)):
            used = [number for number, line in enumerate(self.belongs) if line[place]]
            whole = np.sum([sums[number] for number in used], 0)
            extra = [table for number in used if (table := rest[number]) is not None]
            distances = np.full((len(scores), len(people)), np.nan)
            for pair in np.flatnonzero(np.isfinite(people)):
                difference = whole[:, self.first[pair]] - whole[:, self.second[pair]]
                for table in extra:
                    difference += table[:, pair]
                distances[:, pair] = np.abs((difference >= -slack).mean(1) - people[pair])
            compared = np.isfinite(distances)
            sums_of = np.where(compared, distances, 0.0).sum(1)
            found[:, place] = 1 - ratio(sums_of, compared.sum(1).astype(float))
        return found

    def _pairwise(self, scores: Matrix, part: Matrix) -> Matrix:
        """Settings × pairs × draws."""
        chosen = scores[:, :, part]
        differences = (chosen[:, self.first] - chosen[:, self.second]) * self.together[:, part]
        found: Matrix = differences @ self.signs[part]
        return found

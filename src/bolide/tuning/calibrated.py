"""acc-eq for many settings and parts at once."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from bolide.correlation.calibration import JudgedPairs
from bolide.tuning.arrays import Matrix
from bolide.tuning.parts import Judge, Part, Scores, by_systems


def judge_calibrated(human: Matrix, scores: Scores, parts: Sequence[Part]) -> Judge:
    """The accuracy of each part under its own best threshold."""
    prepared = [
        (shared, JudgedPairs(human[shared.systems], shared.belongs)) for shared in by_systems(parts, human.shape[1])
    ]

    def judge(settings: Matrix) -> Matrix:
        cells = scores(settings)
        found = np.empty((len(settings), len(parts)))
        for shared, pairs in prepared:
            for line, table in zip(found, cells[:, shared.systems], strict=True):
                line[shared.places] = pairs.best(table)
        return found

    return judge

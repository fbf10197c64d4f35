"""acc-eq, pairwise accuracy with calibrated ties (Deutsch et al. 2023), for many settings and parts at once.

A pair of systems that people tie is right where the metric's difference is at most the threshold, one that they order
where the difference is above it, the right way round. So only those pairs matter, and the accuracy as a function of the
threshold is a sum of steps. The steps are counted in bins first; inside a bin the accuracy cannot rise above its
beginning plus all its steps up, which leaves few bins to be searched step by step. Nothing is approximated.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from bolide.tuning.arrays import Matrix
from bolide.tuning.parts import Judge, Part, Places, Scores, by_systems, ratio

BINS = 2048
Flags = NDArray[np.bool_]


def judge_calibrated(human: Matrix, scores: Scores, parts: Sequence[Part]) -> Judge:
    """The accuracy of each part under its own best threshold."""
    prepared = [(shared, _Pairs(human[shared.systems], shared.belongs)) for shared in by_systems(parts, human.shape[1])]

    def judge(settings: Matrix) -> Matrix:
        cells = scores(settings)
        found = np.empty((len(settings), len(parts)))
        for shared, pairs in prepared:
            for line, table in zip(found, cells[:, shared.systems], strict=True):
                line[shared.places] = pairs.best(table)
        return found

    return judge


class _Pairs:
    """The pairs of systems that people judged: those they order, and after them those they tie."""

    def __init__(self, human: Matrix, belongs: Matrix) -> None:
        self.first, self.second = np.triu_indices(len(human), 1)
        difference = human[self.first] - human[self.second]
        self.signs = np.sign(np.nan_to_num(difference)).ravel()
        sizes = np.isfinite(difference).sum(0)
        self.ordered = np.flatnonzero(self.signs)
        self.tied = np.flatnonzero(difference.ravel() == 0)
        self.signs = self.signs[self.ordered]
        self.segments = (sizes > 0).astype(float) @ belongs
        # Segments that belong to the same parts are counted together.
        self.belongs, group = np.unique(belongs, axis=0, return_inverse=True)
        pairs = np.concatenate([self.ordered, self.tied]) % human.shape[1]
        self.group = group.ravel()[pairs]
        self.share = 1.0 / sizes[pairs]

    def best(self, scores: Matrix) -> Matrix:
        """The highest accuracy of each part; `scores` are systems × segments."""
        apart = (scores[self.first] - scores[self.second]).ravel()
        size = np.concatenate([self.signs * apart[self.ordered], np.abs(apart[self.tied])])
        up = np.arange(len(size)) >= len(self.ordered)
        start = self._sums(np.where(up, size == 0, size > 0))
        steps = np.flatnonzero(size > 0)
        if not len(steps):
            return ratio(start, self.segments)
        size, up, share, group = size[steps], up[steps], self.share[steps], self.group[steps]
        bins = (size * (BINS / (size.max() + 1))).astype(np.intp)
        rise, fall = (self._binned(bins[kind], group[kind], share[kind]) for kind in (up, ~up))
        after = start + np.cumsum(rise - fall, 0)
        before = after - rise + fall
        top = np.maximum(start, after.max(0))
        open_bins = ((before + rise > top + 1e-12) & (rise > 0)).any(1)
        chosen = np.flatnonzero(open_bins[bins])
        if len(chosen):
            gain = np.where(up, share, -share)[chosen]
            top = np.maximum(top, self._inside(size[chosen], bins[chosen], gain, group[chosen], before))
        return ratio(top, self.segments)

    def _inside(self, size: Matrix, bins: Places, gain: Matrix, group: Places, before: Matrix) -> Matrix:
        """The highest accuracy after any step of these bins; steps of one size are taken together."""
        order = np.argsort(size)
        size, bins = size[order], bins[order]
        sums = np.cumsum(gain[order, None] * self.belongs[group[order]], 0)
        opening = np.flatnonzero(np.diff(bins, prepend=-1))
        base = np.vstack([np.zeros(sums.shape[1]), sums])[opening]
        which = np.cumsum(np.diff(bins, prepend=-1) > 0) - 1
        last = np.append(np.diff(size) > 0, True)
        found: Matrix = (before[bins] + sums - base[which])[last].max(0)
        return found

    def _sums(self, right: Flags) -> Matrix:
        groups = np.bincount(self.group[right], self.share[right], len(self.belongs))
        found: Matrix = groups @ self.belongs
        return found

    def _binned(self, bins: Places, group: Places, share: Matrix) -> Matrix:
        groups = len(self.belongs)
        counted = np.bincount(bins * groups + group, share, BINS * groups).reshape(BINS, groups)
        found: Matrix = counted @ self.belongs
        return found

"""acc-eq, pairwise accuracy with calibrated ties (Deutsch et al. 2023): the best accuracy of many tables, quickly.

A pair of systems that people tie is right where the metric's difference is at most the threshold, one that they order
where the difference is above it, the right way round. So only those pairs matter, and the accuracy as a function of the
threshold is a sum of steps. The steps are counted in bins first; inside a bin the accuracy cannot rise above its
beginning plus all its steps up, which leaves few bins to be searched step by step. Nothing is approximated.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bolide.agreement.statistics.subsets import ratio
from bolide.agreement.table import Matrix, Places
from bolide.kernels.tie_thresholds import best_accuracies

BINS = 2048
EXCHANGE_BINS = 2048


class _Kind(NamedTuple):
    """Pairs of one kind: the cells of the better and the worse, the group of segments, and the share of the segment."""

    better: Places
    worse: Places
    group: Places
    share: Matrix


class JudgedPairs:
    """The pairs of systems that people judged: those they order and those they tie."""

    def __init__(self, human: Matrix, belongs: Matrix) -> None:
        first, second = np.triu_indices(len(human), 1)
        difference = human[first] - human[second]
        sizes = np.isfinite(difference).sum(0)
        self.segments = (sizes > 0).astype(float) @ belongs
        # Segments that belong to the same subsets are counted together.
        self.belongs, group = np.unique(belongs, axis=0, return_inverse=True)
        kinds = []
        for wanted in (np.nan_to_num(difference) != 0, difference == 0):
            pair, segment = np.nonzero(wanted)
            swapped = difference[wanted] < 0
            better = np.where(swapped, second[pair], first[pair]) * human.shape[1] + segment
            worse = np.where(swapped, first[pair], second[pair]) * human.shape[1] + segment
            kinds.append(_Kind(better, worse, group.ravel()[segment], 1.0 / sizes[segment]))
        self.ordered, self.tied = kinds
        self.all_ties = self._grouped(self.tied.group, self.tied.share, 1)[0]

    def best(self, scores: Matrix) -> Matrix:
        """The highest accuracy on each subset; `scores` are systems × segments."""
        flat = scores.ravel()
        down, up = (flat[kind.better] - flat[kind.worse] for kind in (self.ordered, self.tied))
        np.abs(up, out=up)
        width = max(down.max(initial=0), up.max(initial=0)) / BINS or 1.0
        falls, rises = _steps(self.ordered, down, width), _steps(self.tied, up, width)
        fall, rise = (self._grouped(s.bins * len(self.belongs) + s.group, s.share, BINS) for s in (falls, rises))
        start = fall.sum(0) + self.all_ties - rise.sum(0)  # threshold 0: right order, and ties of both
        after = start + np.cumsum(rise - fall, 0)
        before = after - rise + fall
        top = np.maximum(start, after.max(0))
        promising = ((before + rise > top + 1e-12) & (rise > 0)).any(1)
        if promising.any():
            top = np.maximum(top, self._inside(_joined(falls, rises, promising), before))
        return ratio(top, self.segments)

    def exchanged(self, a: Matrix, b: Matrix) -> Callable[[NDArray[np.bool_]], Matrix]:
        """The highest accuracies of two tables under exchanges of their cells, on the first subset, exchanges × 2.

        All differences that exchanges can make are sorted once.
        """
        cells = np.concatenate([np.stack([kind.better, kind.worse], 1) for kind in (self.ordered, self.tied)])
        count = len(self.ordered.better)
        tables = a.ravel(), b.ravel()
        sizes = np.stack([tables[i][cells[:, 0]] - tables[j][cells[:, 1]] for i in (0, 1) for j in (0, 1)], 1)
        np.abs(sizes[count:], out=sizes[count:])
        changed = sizes > 0
        known, places = np.unique(sizes[changed], return_inverse=True)
        bits = max(0, (len(known) // EXCHANGE_BINS).bit_length())
        last = -(-len(known) // 2**bits) << bits
        ranks = np.full(sizes.shape, last, dtype=np.int32)
        ranks[changed] = places.reshape(-1)
        weights, room = np.concatenate([self.ordered.share, self.tied.share]), np.empty((4, last + 1))
        cells = cells.astype(np.int32)

        def best(swapped: NDArray[np.bool_]) -> Matrix:
            block = np.ascontiguousarray(swapped.reshape(len(swapped), -1)).view(np.uint8)
            found = np.empty((len(block), 2))
            best_accuracies(ranks, cells, weights, count, block, bits, room, found)
            return ratio(found, np.broadcast_to(self.segments[0], found.shape))

        return best

    def _inside(self, steps: _Steps, before: Matrix) -> Matrix:
        """The highest accuracy after any of these steps; those of one size are taken together."""
        sums = np.cumsum(steps.share[:, None] * self.belongs[steps.group], 0)
        new_bin = np.diff(steps.bins, prepend=-1) > 0
        base = np.vstack([np.zeros(sums.shape[1]), sums])[np.flatnonzero(new_bin)]
        last = np.append(np.diff(steps.size) > 0, True)
        highest: Matrix = (before[steps.bins] + sums - base[np.cumsum(new_bin) - 1])[last].max(0)
        return highest

    def _grouped(self, codes: Places, share: Matrix, bins: int) -> Matrix:
        """The shares summed by bin and subset; a code is a bin's number times the groups, plus the group."""
        groups = len(self.belongs)
        summed: Matrix = np.bincount(codes, share, bins * groups).reshape(bins, groups) @ self.belongs
        return summed


class _Steps(NamedTuple):
    """Where the accuracy changes as the threshold rises: at which difference and bin, for which segments, how much."""

    size: Matrix
    bins: Places
    group: Places
    share: Matrix


def _steps(kind: _Kind, size: Matrix, width: float) -> _Steps:
    used = np.flatnonzero(size > 0)
    size = size[used]
    bins = np.minimum((size / width).astype(np.intp), BINS - 1)  # the largest may be rounded up
    return _Steps(size, bins, kind.group[used], kind.share[used])


def _joined(falls: _Steps, rises: _Steps, promising: NDArray[np.bool_]) -> _Steps:
    """The steps of the promising bins, falls with a minus, in the order of the threshold."""
    one, two = (np.flatnonzero(promising[steps.bins]) for steps in (falls, rises))
    size = np.concatenate([falls.size[one], rises.size[two]])
    bins = np.concatenate([falls.bins[one], rises.bins[two]])
    group = np.concatenate([falls.group[one], rises.group[two]])
    share = np.concatenate([-falls.share[one], rises.share[two]])
    order = np.argsort(size)
    return _Steps(size[order], bins[order], group[order], share[order])

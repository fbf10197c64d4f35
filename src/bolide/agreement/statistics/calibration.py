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
from bolide.agreement.table import Matrix
from bolide.kernels import beats_built_ins
from bolide.kernels.statistics.tie_thresholds import best_accuracies, count_steps, differences, steps_within

BINS = 2048
EXCHANGE_BINS = 2048
Ints = NDArray[np.int32]


class _Kind(NamedTuple):
    """Pairs of one kind: the cells of the better and the worse, the group of segments, and the share of the segment;
    whether people tie them.
    """

    cells: Ints
    group: Ints
    share: Matrix
    tied: bool


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
        for tied, wanted in enumerate((np.nan_to_num(difference) != 0, difference == 0)):
            pair, segment = np.nonzero(wanted)
            swapped = difference[wanted] < 0
            better = np.where(swapped, second[pair], first[pair]) * human.shape[1] + segment
            worse = np.where(swapped, first[pair], second[pair]) * human.shape[1] + segment
            cells = np.stack([better, worse], 1).astype(np.int32)
            kinds.append(_Kind(cells, group.ravel()[segment].astype(np.int32), 1.0 / sizes[segment], bool(tied)))
        self.ordered, self.tied = kinds
        groups = len(self.belongs)
        self.all_ties = np.bincount(self.tied.group, self.tied.share, groups).reshape(1, groups) @ self.belongs

    def best(self, scores: Matrix) -> Matrix:
        """The highest accuracy on each subset; `scores` are systems × segments."""
        flat = np.ascontiguousarray(scores).ravel()
        falling, rising = (_differences(kind, flat) for kind in (self.ordered, self.tied))
        width = max(falling[1], rising[1]) / BINS or 1.0
        falls = _Steps(self.ordered, falling[0], width, len(self.belongs))
        rises = _Steps(self.tied, rising[0], width, len(self.belongs))
        fall, rise = (steps.sums @ self.belongs for steps in (falls, rises))
        start = fall.sum(0) + self.all_ties[0] - rise.sum(0)  # threshold 0: right order, and ties of both
        after = start + np.cumsum(rise - fall, 0)
        before = after - rise + fall
        top = np.maximum(start, after.max(0))
        promising = ((before + rise > top + 1e-12) & (rise > 0)).any(1)
        if promising.any():
            top = np.maximum(top, self._inside(_joined(falls.within(promising), rises.within(promising)), before))
        return ratio(top, self.segments)

    def exchanged(self, a: Matrix, b: Matrix) -> Callable[[NDArray[np.bool_]], Matrix]:
        """The highest accuracies of two tables under exchanges of their cells, on the first subset, exchanges × 2.

        All differences that exchanges can make are sorted once.
        """
        cells = np.concatenate([self.ordered.cells, self.tied.cells])
        count = len(self.ordered.cells)
        tables = a.ravel(), b.ravel()
        sizes = np.stack([tables[i][cells[:, 0]] - tables[j][cells[:, 1]] for i in (0, 1) for j in (0, 1)], 1)
        np.abs(sizes[count:], out=sizes[count:])
        changed = sizes > 0
        known, places = np.unique(sizes[changed], return_inverse=True)
        bits = max(0, (len(known) // EXCHANGE_BINS).bit_length())
        last = -(-len(known) // 2**bits) << bits
        ranks = np.full(sizes.shape, last, dtype=np.int32)
        ranks[changed] = places.reshape(-1)
        weights, room = np.concatenate([self.ordered.share, self.tied.share]), np.empty((6, last + 1))

        def best(swapped: NDArray[np.bool_]) -> Matrix:
            block = np.ascontiguousarray(swapped.reshape(len(swapped), -1)).view(np.uint8)
            found = np.empty((len(block), 2))
            best_accuracies(ranks, cells, weights, count, block, bits, room, found)
            return ratio(found, np.broadcast_to(self.segments[0], found.shape))

        return best

    def _inside(self, steps: _Sorted, before: Matrix) -> Matrix:
        """The highest accuracy after any of these steps; those of one size are taken together."""
        sums = np.cumsum(steps.share[:, None] * self.belongs[steps.group], 0)
        new_bin = np.diff(steps.bins, prepend=-1) > 0
        base = np.vstack([np.zeros(sums.shape[1]), sums])[np.flatnonzero(new_bin)]
        last = np.append(np.diff(steps.size) > 0, True)
        highest: Matrix = (before[steps.bins] + sums - base[np.cumsum(new_bin) - 1])[last].max(0)
        return highest


def _differences(kind: _Kind, scores: Matrix) -> tuple[Matrix, float]:
    """How far apart the scores of each pair are, and the largest of it: the better's less the worse's, or of a tie the
    higher less the lower.
    """
    if beats_built_ins():
        size = np.empty(len(kind.cells))
        return size, differences(scores, kind.cells, kind.tied, size)
    size = scores[kind.cells[:, 0]] - scores[kind.cells[:, 1]]
    if kind.tied:
        np.abs(size, out=size)
    return size, float(size.max(initial=0))


class _Sorted(NamedTuple):
    """Some of the steps: at which difference and bin, for which segments, how much."""

    size: Matrix
    bins: Ints
    group: Ints
    share: Matrix


class _Steps:
    """Where the accuracy changes as the threshold rises: at every difference above 0, which are put into bins."""

    def __init__(self, kind: _Kind, size: Matrix, width: float, groups: int) -> None:
        self.kind, self.size = kind, size
        if beats_built_ins():
            self.bins: Ints = np.empty(len(size), dtype=np.int32)
            sums: Matrix = np.zeros((BINS + 1, groups))
            count_steps(size, kind.group, kind.share, width, self.bins, sums)
        else:
            places = np.minimum((np.maximum(size, 0.0) / width).astype(np.int32), BINS - 1)  # it may be rounded up
            self.bins = np.where(size > 0, places, BINS).astype(np.int32)
            codes = self.bins.astype(np.intp) * groups + kind.group
            sums = np.bincount(codes, kind.share, (BINS + 1) * groups).reshape(-1, groups).astype(np.float64)
        self.sums = sums[:BINS]  # the shares by bin and group of segments; the last bin is for no step at all

    def within(self, promising: NDArray[np.bool_]) -> _Sorted:
        """The steps of the promising bins, in the order of the pairs."""
        wanted = np.append(promising, False)
        if beats_built_ins():
            places = np.empty(len(self.size), dtype=np.int64)
            places = places[: steps_within(self.bins, wanted.view(np.uint8), places)]
        else:
            places = np.flatnonzero(wanted[self.bins])
        return _Sorted(self.size[places], self.bins[places], self.kind.group[places], self.kind.share[places])


def _joined(falls: _Sorted, rises: _Sorted) -> _Sorted:
    """Both, falls with a minus, in the order of the threshold."""
    size = np.concatenate([falls.size, rises.size])
    bins = np.concatenate([falls.bins, rises.bins])
    group = np.concatenate([falls.group, rises.group])
    share = np.concatenate([-falls.share, rises.share])
    order = np.argsort(size)
    return _Sorted(size[order], bins[order], group[order], share[order])

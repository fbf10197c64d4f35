"""Orders of scores, for many tables at once: pairs of systems in a segment, and long vectors sorted with people's.

A long vector is sorted by keys of whole numbers: the score above, the place in people's order in the last bits. So one
sort puts both in order, and every subset of the cells is in order with them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.stats import rankdata

from bolide.agreement.equal_scores import in_steps
from bolide.agreement.table import Matrix, Places, Vector

Signs = NDArray[np.int8]
Whole = NDArray[np.int64]


# --- pairs of systems -------------------------------------------------------------------------------------------------


def pair_differences(cells: Matrix) -> Matrix:
    """The score differences of all pairs of rows, pairs × columns; NaN where one is missing."""
    a, b = np.triu_indices(len(cells), 1)
    return cells[a] - cells[b]


def judged_pairs(people: Matrix) -> Iterator[tuple[int, int, Signs, Signs]]:
    """Each pair of systems, 1 for the segments where both are judged, and which of them people prefer."""
    for a, b in combinations(range(len(people)), 2):
        difference = people[a] - people[b]
        present = np.isfinite(difference)
        yield a, b, present.view(np.int8), np.sign(np.where(present, difference, 0.0)).astype(np.int8)


def pair_orders(people: Matrix, tables: Matrix) -> Iterator[tuple[Signs, Signs]]:
    """For each pair of systems which the scores prefer, 1, 0 or −1, 0 where one is not judged; and people's sign."""
    for a, b, present, sign in judged_pairs(people):
        one, two = tables[:, a], tables[:, b]
        yield ((one > two).view(np.int8) - (one < two).view(np.int8)) * present, sign


# --- long vectors -----------------------------------------------------------------------------------------------------


class Sorted(NamedTuple):
    """A subset of the cells of many vectors in the order of their scores: the scores, and people's dense ranks."""

    scores: Whole
    ranks: Whole


class SortedVectors:
    """Many vectors sorted once, and read for every subset of the cells."""

    def __init__(self, people: Vector, subsets: Sequence[Places]) -> None:
        self.order = np.argsort(people, kind="stable")
        self.ranks = np.asarray(rankdata(people, "dense"), dtype=np.int64)[self.order]
        place = np.empty(len(people), dtype=np.intp)
        place[self.order] = np.arange(len(people))
        self.members = [np.isin(np.arange(len(people)), place[each]) for each in subsets]
        self.bits = max(1, len(people).bit_length())

    def sort(self, vectors: Matrix) -> Iterator[Sorted]:
        """Every subset of the sorted vectors in turn."""
        keys = self._keys(np.take(vectors, self.order, 1))
        keys.sort(axis=1)
        places = keys & ((1 << self.bits) - 1)
        keys >>= self.bits
        ranks = np.take(self.ranks, places)
        for member in self.members:
            if member.all():
                yield Sorted(keys, ranks)
                continue
            chosen = np.take(member, places)
            shape = len(keys), int(member.sum())
            yield Sorted(keys[chosen].reshape(shape), ranks[chosen].reshape(shape))

    def _keys(self, vectors: Matrix) -> Whole:
        """Scores as whole numbers, with the place in people's order in the last bits."""
        steps = in_steps(vectors)
        low = vectors.min(initial=0.0) if steps is None else steps.min(initial=0.0)
        high = np.inf if steps is None else steps.max(initial=0.0)
        if steps is None or high - low >= 2.0 ** (62 - self.bits):  # no whole steps, or too many: their order is enough
            steps, low = np.asarray(rankdata(vectors, "dense", axis=1), dtype=float), 0.0
        keys: Whole = (steps - low).astype(np.int64)
        keys <<= self.bits
        keys |= np.arange(vectors.shape[1])
        return keys

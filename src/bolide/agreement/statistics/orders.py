"""Orders of scores, for many tables at once: of pairs of systems in a segment, and of the cells of long vectors."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from bolide.agreement.equal_scores import in_steps
from bolide.agreement.statistics.ranks import levels
from bolide.agreement.table import Matrix, Vector
from bolide.kernels.statistics.concordance import exchanged_keys

Signs = NDArray[np.int8]
Whole = NDArray[np.int64]
AT_ONCE = 8  # exchanges whose keys stay in the processor's cache


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


def sorted_keys(vectors: Matrix) -> tuple[Whole, int]:
    """Each vector's cells in the order of their scores, with the cell's number in the last bits of each key.

    The keys are whole numbers: levelled scores in their steps, others by rank. Also returns the number of those bits.
    """
    bits = max(1, vectors.shape[1].bit_length())
    steps = in_steps(vectors)
    if steps is not None:
        low, high = steps.min(initial=0.0), steps.max(initial=0.0)
        steps = steps - low if high - low < 2.0 ** (62 - bits) else None  # too many steps: their order is enough
    whole = levels(vectors) if steps is None else steps
    keys: Whole = whole.astype(np.int64, order="C")
    keys <<= bits
    keys |= np.arange(vectors.shape[1])
    keys.sort(axis=1)
    return keys, bits


class ExchangedKeys:
    """Sorted keys of two vectors after exchanges of their cells: both are sorted once, and each exchange merely parts
    them."""

    def __init__(self, a: Vector, b: Vector) -> None:
        self.bits = max(1, len(a).bit_length())
        ranks = levels(np.concatenate([a, b])[None]).reshape(2, -1)
        numbers = np.arange(len(a))
        self.both = np.sort(np.concatenate([(((ranks[k] << self.bits) | numbers) << 1) | k for k in (0, 1)]))

    def parted(self, swapped: NDArray[np.bool_]) -> Iterator[tuple[slice, Whole, Whole]]:
        """A few exchanges at a time, which they are, and the keys of both vectors."""
        for first in range(0, len(swapped), AT_ONCE):
            place = slice(first, first + AT_ONCE)
            block = np.ascontiguousarray(swapped[place]).view(np.uint8)
            one, two = np.empty((2, *block.shape), dtype=np.int64)
            exchanged_keys(self.both, self.bits, block, one, two)
            yield place, one, two

    def valued(self, swapped: NDArray[np.bool_], value: Callable[[Whole, int], Vector]) -> tuple[Vector, Vector]:
        """What both vectors are worth after each exchange, by a statistic of sorted keys and the bits of a number."""
        found = np.empty((2, len(swapped)))
        for place, *sides in self.parted(swapped):
            for line, side in zip(found, sides, strict=True):
                line[place] = value(side, self.bits)
        return found[0], found[1]

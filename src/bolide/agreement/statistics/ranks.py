"""Correlations of ranks: every vector is sorted once, for all subsets of its cells and all permutations.

The order of a vector is kept as sorted keys, whole numbers with the value's rank above the cell's index; the kernels
walk along them. Without a compiled core one vector at a time is faster.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from bolide.agreement.near_ties import in_steps
from bolide.agreement.statistics.correlation import Correlation, OfPermutations, OfVectors
from bolide.agreement.table import Indices, Matrix, Vector
from bolide.kernels import use_kernels
from bolide.kernels.statistics.concordance import exchanged_keys

Integers = NDArray[np.int64]
# From sorted keys, one vector per row, and the number of their last bits, to the value of each vector.
OfKeys = Callable[[Integers, int], Vector]
AT_ONCE = 8  # permutations whose keys stay in the processor's cache


class RankCorrelation(Correlation):
    """A correlation that depends only on the order of the scores in either vector."""

    def of_keys(self, people: Vector, subset: Indices) -> OfKeys:
        """The function that gives the value of vectors on a subset of the cells, from their sorted keys."""
        raise NotImplementedError

    def of_vectors(self, people: Vector, subsets: Sequence[Indices]) -> OfVectors:
        if not use_kernels():
            return super().of_vectors(people, subsets)
        prepared = [self.of_keys(people, each) for each in subsets]

        def values(vectors: Matrix) -> Matrix:
            keys, bits = sorted_keys(vectors)
            return np.column_stack([of_keys(keys, bits) for of_keys in prepared])

        return values

    def of_permutations(self, people: Vector, a: Vector, b: Vector) -> OfPermutations:
        if not use_kernels():
            return super().of_permutations(people, a, b)
        of_keys, size = self.of_keys(people, np.arange(len(people))), len(a)
        bits = max(1, size.bit_length())
        dense = levels(np.concatenate([a, b])[None]).reshape(2, -1)
        numbered = (dense << bits) | np.arange(size)
        both = np.sort(np.concatenate([(numbered[k] << 1) | k for k in (0, 1)]))  # the last bit: of which vector

        def values(permuted: NDArray[np.bool_]) -> tuple[Vector, Vector]:
            one, two = np.empty((2, len(permuted)))
            for first in range(0, len(permuted), AT_ONCE):
                some = slice(first, first + AT_ONCE)
                block = np.ascontiguousarray(permuted[some]).view(np.uint8)
                keys = np.empty((2, *block.shape), dtype=np.int64)
                exchanged_keys(both, bits, block, keys[0], keys[1])
                one[some], two[some] = (of_keys(each, bits) for each in keys)
            return one, two

        return values


def sorted_keys(vectors: Matrix) -> tuple[Integers, int]:
    """Each vector's cells in the order of their scores, as keys with the cell's index in the last bits.

    The keys are whole numbers: levelled scores in their steps, others by rank. Also returns the number of those bits.
    """
    bits = max(1, vectors.shape[1].bit_length())
    steps = in_steps(vectors)
    if steps is not None:
        low, high = steps.min(initial=0.0), steps.max(initial=0.0)
        steps = steps - low if high - low < 2.0 ** (62 - bits) else None  # too many steps: their order is enough
    whole = levels(vectors) if steps is None else steps
    keys: Integers = whole.astype(np.int64, order="C")
    keys <<= bits
    keys |= np.arange(vectors.shape[1])
    keys.sort(axis=1)
    return keys, bits


def ranks(values: Vector) -> Vector:
    """The rank of each value, from 1; equal values share the mean of theirs. As scipy.stats.rankdata."""
    _, index, sizes = np.unique(values, return_inverse=True, return_counts=True)
    shared: Vector = (np.cumsum(sizes) - (sizes - 1) / 2)[index.reshape(-1)]
    return shared


def levels(vectors: Matrix) -> Integers:
    """In each vector the rank of each value among the distinct ones."""
    order = np.argsort(vectors, axis=1)
    ordered = np.take_along_axis(vectors, order, 1)
    new = np.ones(vectors.shape, dtype=np.int64)
    new[:, 1:] = ordered[:, 1:] != ordered[:, :-1]
    dense = np.empty_like(new)
    np.put_along_axis(dense, order, np.cumsum(new, axis=1), 1)
    return dense

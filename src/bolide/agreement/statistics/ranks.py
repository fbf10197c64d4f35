"""Ranks from 1, lowest first. Those of scipy.stats are the same, and take a second to import."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from bolide.agreement.table import Matrix, Vector


def ranks(values: Vector) -> Vector:
    """The rank of each value; equal values share the mean of theirs."""
    _, place, sizes = np.unique(values, return_inverse=True, return_counts=True)
    shared: Vector = (np.cumsum(sizes) - (sizes - 1) / 2)[place.reshape(-1)]
    return shared


def levels(vectors: Matrix) -> NDArray[np.int64]:
    """In each vector the rank of each value among the distinct ones."""
    order = np.argsort(vectors, axis=1)
    ordered = np.take_along_axis(vectors, order, 1)
    new = np.ones(vectors.shape, dtype=np.int64)
    new[:, 1:] = ordered[:, 1:] != ordered[:, :-1]
    found = np.empty_like(new)
    np.put_along_axis(found, order, np.cumsum(new, axis=1), 1)
    return found

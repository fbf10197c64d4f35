"""Pearson's r."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from bolide.agreement.statistics.subsets import ratio
from bolide.agreement.statistics.vectors import Correlation, OfSegments, OfVectors, product_moment, spread
from bolide.agreement.table import Matrix, Places, Vector


class Pearson(Correlation):
    """The covariance of two vectors over the product of their deviations."""

    def value(self, people: Vector, metric: Vector) -> float:
        return product_moment(people, metric)

    def of_segments(self, people: Matrix) -> OfSegments:
        """All segments of all tables by sums over the systems."""
        present = np.isfinite(people)
        counts = np.maximum(present.sum(0), 1)
        x = np.where(present, people - np.nansum(people, 0) / counts, 0.0)
        varied = spread(people) > 0
        variation = (x * x).sum(0)

        def values(tables: Matrix) -> Matrix:
            means = (tables * present).sum(1, keepdims=True) / counts
            y = (tables - means) * present
            below = np.sqrt(variation * np.einsum("ijk,ijk->ik", y, y))
            defined = varied & (spread(np.where(present, tables, np.nan)) > 0)
            return np.clip(ratio(np.einsum("jk,ijk->ik", x, y), np.where(defined, below, 0.0)), -1, 1)

        return values

    def of_vectors(self, people: Vector, subsets: Sequence[Places]) -> OfVectors:
        """All vectors and subsets by a few products of matrices; everything is centred first, to keep digits."""
        belongs = np.zeros((len(people), len(subsets)))
        for column, each in enumerate(subsets):
            belongs[each, column] = 1
        sizes = np.maximum(belongs.sum(0), 1)
        x = belongs * (people[:, None] - people @ belongs / sizes)
        varied = np.array([len(each) > 1 and bool((people[each] != people[each][0]).any()) for each in subsets])
        variation = (x * x).sum(0)
        firsts = [each[0] if len(each) else 0 for each in subsets]

        def values(vectors: Matrix) -> Matrix:
            y = vectors - vectors.mean(1, keepdims=True)
            own = (y * y) @ belongs - (y @ belongs) ** 2 / sizes
            below = np.sqrt(variation * np.maximum(own, 0.0))
            # Rounding leaves some variation to a constant vector, so constancy is asked for itself.
            constant = [
                ((vectors == vectors[:, first, None]) @ belongs[:, k]) == sizes[k] for k, first in enumerate(firsts)
            ]
            below[:, ~varied] = 0.0
            below[np.transpose(constant)] = 0.0
            return np.clip(ratio(y @ x, below), -1, 1)

        return values

"""Pearson's r."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from bolide.agreement.statistics.subsets import ratio
from bolide.agreement.statistics.vectors import Correlation, OfSegments, OfVectors, spread
from bolide.agreement.table import Matrix, Places, Vector


class Pearson(Correlation):
    """The covariance of two vectors over the product of their deviations."""

    def value(self, people: Vector, metric: Vector) -> float:
        x, y = people - people.mean(), metric - metric.mean()
        return float(np.clip((x @ y) / np.sqrt((x @ x) * (y @ y)), -1, 1))

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
        """All vectors by one product per subset."""
        centred = [people[each] - people[each].mean() if len(each) else people[each] for each in subsets]
        varied = [len(each) > 1 and bool((people[each] != people[each][0]).any()) for each in subsets]

        def values(vectors: Matrix) -> Matrix:
            r = np.full((len(vectors), len(subsets)), np.nan)
            for column, (each, x) in enumerate(zip(subsets, centred, strict=True)):
                if varied[column]:
                    chosen = np.take(vectors, each, 1)
                    y = chosen - chosen.mean(1, keepdims=True)
                    below = np.sqrt((x @ x) * np.einsum("ij,ij->i", y, y))
                    defined = chosen.max(1) > chosen.min(1)
                    r[:, column] = np.clip(ratio(y @ x, np.where(defined, below, 0.0)), -1, 1)
            return r

        return values

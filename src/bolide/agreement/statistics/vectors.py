"""Statistics of two vectors, and how they are asked of tables: of all cells, of each segment or of each system."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from bolide.agreement.statistics.statistic import Exchanges, Judge, Measured, Statistic, Terms
from bolide.agreement.statistics.subsets import Subset, by_systems, ratio
from bolide.agreement.table import Matrix, Places, Vector

# From tables × systems × segments to the value of each segment, tables × segments; NaN where there is none.
OfSegments = Callable[[Matrix], Matrix]
# From vectors × cells to the value of each vector on every subset of the cells, vectors × subsets.
OfVectors = Callable[[Matrix], Matrix]
# From exchanges × cells, True where two vectors change places, to the values of both under each.
OfExchanges = Callable[[NDArray[np.bool_]], tuple[Vector, Vector]]


class Correlation(Statistic):
    """A statistic of two vectors of the same length; `value` is given complete, non-constant vectors of two or more."""

    groupings: ClassVar[dict[str, tuple[str, ...]]] = {"sys": ("none",), "seg": ("none", "item", "sys")}
    least: ClassVar[float] = -1.0

    def value(self, people: Vector, metric: Vector) -> float:
        raise NotImplementedError

    def at(self, level: str, grouping: str) -> Statistic:
        if grouping == "item":
            return BySegment(self)
        return BySystem(self) if grouping == "sys" else OneVector(self, "systems" if level == "sys" else "cells")

    def present(self, people: Vector, metric: Vector) -> float:
        """The value of the cells both have; NaN for fewer than two or a constant vector."""
        return np.nan if lacking(people, metric) else self.value(*_both(people, metric))

    # --- faster ways, each held to `value` ----------------------------------------------------------------------------

    def of_segments(self, people: Matrix) -> OfSegments:
        """What gives the value of every segment of many tables; `people` is systems × segments, NaN where missing."""
        missing = np.isnan(people)

        def values(tables: Matrix) -> Matrix:
            return np.array([
                [self.present(*both) for both in zip(people.T, np.where(missing, np.nan, table).T, strict=True)]
                for table in tables
            ])  # fmt: skip

        return values

    def of_vectors(self, people: Vector, subsets: Sequence[Places]) -> OfVectors:
        """What gives the value of many vectors on every subset of the cells; nothing is missing."""

        def values(vectors: Matrix) -> Matrix:
            return np.array([[self.present(people[each], vector[each]) for each in subsets] for vector in vectors])

        return values

    def of_exchanges(self, people: Vector, a: Vector, b: Vector) -> OfExchanges | None:
        """The values of two vectors under exchanges of their cells, if there is a way faster than making both
        exchanged vectors; nothing is missing."""
        return None


class OneVector(Statistic):
    """All cells of both tables as two vectors."""

    def __init__(self, correlation: Correlation, unit: str) -> None:
        self.correlation, self.cells = correlation, unit

    def value(self, people: Matrix, metric: Matrix) -> float:
        return self.correlation.present(people.ravel(), metric.ravel())

    def measured(self, people: Matrix, metric: Matrix) -> Measured:
        used = int(np.isfinite(metric).sum())
        value, reason = self.value(people, metric), lacking(people.ravel(), metric.ravel())
        if not reason and not np.isfinite(value):
            reason = "it is not defined for these scores"
        return Measured(None if reason else value, used, self.cells, metric.size - used, reason)

    def judge(self, people: Matrix, subsets: Sequence[Subset]) -> Judge:
        if people.shape[1] == 1:  # systems alone: one segment
            return BySegment(self.correlation).judge(people, subsets)
        cells = np.flatnonzero(np.isfinite(people))
        place = np.full(people.size, -1)
        place[cells] = np.arange(len(cells))
        chosen = [place.reshape(people.shape)[np.ix_(each.systems, each.segments)].ravel() for each in subsets]
        values = self.correlation.of_vectors(people.ravel()[cells], [each[each >= 0] for each in chosen])
        return lambda tables: values(np.take(tables.reshape(len(tables), -1), cells, 1))

    def exchanged(self, people: Matrix, a: Matrix, b: Matrix) -> Exchanges:
        cells = np.flatnonzero(np.isfinite(people))
        values = self.correlation.of_exchanges(*(np.take(table, cells) for table in (people, a, b)))
        if values is None:
            return super().exchanged(people, a, b)

        def leads(swapped: NDArray[np.bool_]) -> Vector:
            mine, other = values(np.take(swapped.reshape(len(swapped), -1), cells, 1))
            lead: Vector = mine - other
            return lead

        return leads


class BySegment(Statistic):
    """The mean over the segments that have a value, each across its systems."""

    def __init__(self, correlation: Correlation) -> None:
        self.correlation = correlation

    def values(self, people: Matrix, metric: Matrix) -> Vector:
        """The value of each segment, NaN where it has none."""
        first: Vector = self.correlation.of_segments(people)(np.where(np.isnan(people), 0.0, metric)[None])[0]
        return first

    def value(self, people: Matrix, metric: Matrix) -> float:
        return mean(self.values(people, metric))

    def measured(self, people: Matrix, metric: Matrix) -> Measured:
        return averaged(self.values(people, metric), "segments")

    def terms(self, people: Matrix, metric: Matrix) -> Terms:
        values = self.values(people, metric)
        return Terms(np.nan_to_num(values), np.isfinite(values).astype(float))

    def judge(self, people: Matrix, subsets: Sequence[Subset]) -> Judge:
        shared = by_systems(subsets, people.shape[1])
        prepared = [(each, self.correlation.of_segments(people[each.systems])) for each in shared]

        def judged(tables: Matrix) -> Matrix:
            values = np.empty((len(tables), len(subsets)))
            for each, of_segments in prepared:
                segments = of_segments(tables[:, each.systems])
                present = np.isfinite(segments)
                sums = np.where(present, segments, 0.0) @ each.belongs
                values[:, each.places] = ratio(sums, present.astype(float) @ each.belongs)
            return values

        return judged


class BySystem(Statistic):
    """The mean over the systems that have a value, each across its segments."""

    def __init__(self, correlation: Correlation) -> None:
        self.correlation = correlation

    def values(self, people: Matrix, metric: Matrix) -> Vector:
        """The value of each system, NaN where it has none."""
        return np.array([self.correlation.present(*lines) for lines in zip(people, metric, strict=True)])

    def value(self, people: Matrix, metric: Matrix) -> float:
        return mean(self.values(people, metric))

    def measured(self, people: Matrix, metric: Matrix) -> Measured:
        return averaged(self.values(people, metric), "systems")

    def judge(self, people: Matrix, subsets: Sequence[Subset]) -> Judge:
        prepared = []
        for system, line in enumerate(people):
            cells = np.flatnonzero(np.isfinite(line))
            users = [place for place, subset in enumerate(subsets) if system in subset.systems]
            chosen = [np.flatnonzero(np.isin(cells, subsets[place].segments)) for place in users]
            prepared.append((cells, users, self.correlation.of_vectors(line[cells], chosen)))

        def judged(tables: Matrix) -> Matrix:
            above, below = np.zeros((2, len(tables), len(subsets)))
            for system, (cells, users, of_vectors) in enumerate(prepared):
                values = of_vectors(np.take(tables[:, system], cells, 1))
                above[:, users] += np.nan_to_num(values)
                below[:, users] += np.isfinite(values)
            return ratio(above, below)

        return judged

    def exchanged(self, people: Matrix, a: Matrix, b: Matrix) -> Exchanges:
        prepared = []
        for system, line in enumerate(people):
            cells = np.flatnonzero(np.isfinite(line))
            values = self.correlation.of_exchanges(line[cells], a[system, cells], b[system, cells])
            if values is None:
                return super().exchanged(people, a, b)
            prepared.append((cells, values))

        def leads(swapped: NDArray[np.bool_]) -> Vector:
            found = [values(np.take(swapped[:, k], cells, 1)) for k, (cells, values) in enumerate(prepared)]
            mine, other = (ratio(np.nan_to_num(each).sum(0), np.isfinite(each).sum(0)) for each in np.swapaxes(
                np.array(found), 0, 1))  # fmt: skip
            lead: Vector = mine - other
            return lead

        return leads


def lacking(people: Vector, metric: Vector) -> str:
    """Why two vectors have no correlation; empty where they have one."""
    x, y = _both(people, metric)
    if len(x) < 2:
        return "fewer than two scores"
    if (x == x[0]).all():
        return "the human scores are constant"
    return "the metric's scores are constant" if (y == y[0]).all() else ""


def product_moment(one: Vector, two: Vector) -> float:
    """Pearson's r of two complete vectors, neither constant."""
    x, y = one - one.mean(), two - two.mean()
    if (x @ x) * (y @ y) == 0:  # numbers whose squares are too small for a double
        x, y = x / np.abs(x).max(), y / np.abs(y).max()
    return float(np.clip((x @ y) / np.sqrt((x @ x) * (y @ y)), -1, 1))


def mean(values: Vector) -> float:
    """The mean of the values there are; NaN without any."""
    return float(np.nanmean(values)) if np.isfinite(values).any() else np.nan


def averaged(values: Vector, unit: str) -> Measured:
    """The mean over the groups that have a value."""
    used = int(np.isfinite(values).sum())
    reason = "" if used else "in every group there are fewer than two scores, or constant ones"
    return Measured(mean(values) if used else None, used, unit, len(values) - used, reason)


def spread(cells: Matrix) -> Matrix:
    """Highest less lowest of the systems (the last axis but one), missing ones left out; below 0 without any."""
    missing: NDArray[np.bool_] = np.isnan(cells)
    apart: Matrix = np.where(missing, -np.inf, cells).max(-2) - np.where(missing, np.inf, cells).min(-2)
    return apart


def _both(people: Vector, metric: Vector) -> tuple[Vector, Vector]:
    both = np.isfinite(people) & np.isfinite(metric)
    return people[both], metric[both]

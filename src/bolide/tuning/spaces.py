"""Settings of a metric's parameters: sampled, and every row scored under all of them by the metric's own formula."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bolide.metrics.base import Metric
from bolide.metrics.counts import Measured
from bolide.metrics.tuning import Parameter, options_at
from bolide.system.errors import OptionError

Matrix = NDArray[np.float64]
Rows = NDArray[Any]  # integers, the last axis the metric's columns


@dataclass(frozen=True)
class Space:
    """What can be tuned in a metric. A setting is a row of numbers, one per parameter; the first one sampled is the
    metric's own.

    With `by_reference` there is one row per reference, and every setting picks the best anew.
    """

    start: Metric
    by_reference: bool = False

    @cached_property
    def parameters(self) -> tuple[Parameter, ...]:
        return self.start.tuning.parameters

    @property
    def names(self) -> tuple[str, ...]:
        """The parameters' names."""
        return tuple(parameter.label for parameter in self.parameters)

    def sample(self, size: int, rng: np.random.Generator) -> Matrix:
        """The metric itself, the settings it thinks worth trying, then chance."""
        own = [parameter.value for parameter in self.parameters]
        drawn = np.column_stack(list(_drawn(self.parameters, size, rng)))
        grid = self.start.tuning.grid
        found: Matrix = np.concatenate([[own], *([grid] if grid else []), drawn])[:size]
        return found

    def features(self, rows: Rows) -> Rows:
        """The rows as the formula reads them."""
        return np.ascontiguousarray(rows, dtype=np.int64)

    def values(self, rows: Rows, settings: Matrix) -> Matrix:
        """The score of every cell under every setting, settings × cells; higher is better whatever the metric says."""
        found = self.of_rows(rows, settings)
        return found.max(-1) if self.by_reference else found

    def of_totals(self, rows: Rows, settings: Matrix) -> Matrix:
        """The score of every system under every setting, settings × systems × 1: rows are picked, then added."""
        found = np.empty((len(settings), len(rows), 1))
        for k, setting in enumerate(settings):
            best = self.of_rows(rows, setting[None])[0].argmax(-1)
            picked = np.take_along_axis(rows, best[..., None, None], 2)[:, :, 0]
            found[k, :, 0] = self.of_rows(np.ascontiguousarray(picked.sum(1)), setting[None])[0]
        return found

    def of_rows(self, rows: Rows, settings: Matrix) -> Matrix:
        """The score of every row under every setting, settings × the rows' own shape."""
        formula = self.start.formula
        flat = [replace(formula, **options_at(self.parameters, setting)).setting for setting in settings.tolist()]
        scores = formula.evaluate(rows.reshape(-1).data, rows.shape[-1], flat)
        found: Matrix = np.frombuffer(scores).reshape(len(settings), *rows.shape[:-1])
        return found if self.start.formula.higher_is_better else -found

    def metric(self, setting: Matrix) -> Metric:
        """The metric with its parameters at a setting."""
        return self.start.tuning.with_parameters(setting.tolist())


def rows_of(measured: Measured) -> Rows:
    """What a system's text gave as segments × columns, or × references × columns; a segment with fewer references than
    another has its first one again, which changes no choice."""
    rows = np.array(measured.rows)
    if measured.starts is None:
        return rows
    starts = np.array(measured.starts)
    first, sizes = starts[:-1, None], np.diff(starts)[:, None]
    places = np.arange(sizes.max())
    return rows[np.where(places < sizes, first + places, first)]


def space_of(metric: Metric) -> Space:
    """What can be tuned in this metric."""
    if not metric.tuning.parameters:
        raise OptionError(f"There is nothing to tune in {metric.name}: its formula has no parameters.")
    if metric.formula.mean_of_segments:
        raise OptionError(f"{metric.name} is tuned on pooled counts; leave the mean of segments' scores out.")
    return Space(metric)


def _drawn(parameters: Sequence[Parameter], size: int, rng: np.random.Generator) -> Iterator[Matrix]:
    """Columns of random values, one parameter after the other; weights that add up to 1 are drawn together."""
    done: set[str] = set()
    for parameter in parameters:
        if parameter.draw == "share":
            if parameter.option not in done:
                done.add(parameter.option)
                together = sum(other.option == parameter.option for other in parameters)
                yield _hundredths(rng.dirichlet(np.ones(together), size))
        elif parameter.draw == "fixed":
            yield np.full((size, 1), parameter.value)
        elif parameter.draw == "log":
            yield np.round(10 ** rng.uniform(parameter.low, parameter.high, size), 2)[:, None]
        else:
            yield np.round(parameter.low + (parameter.high - parameter.low) * rng.random(size), 2)[:, None]


def _hundredths(weights: Matrix) -> Matrix:
    """Weights in whole hundredths, so that a signature stays short; never all 0."""
    rounded: Matrix = np.round(weights, 2)
    return np.where(rounded.sum(1, keepdims=True) > 0, rounded, 1.0)

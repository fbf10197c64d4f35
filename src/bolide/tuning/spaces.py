"""Parameter spaces of metrics: settings are sampled, and all rows are scored under each by the metric's formula."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bolide.metrics.base import Metric
from bolide.metrics.counts import Measured
from bolide.metrics.formula import Parameter, options_at
from bolide.system.errors import OptionError

Matrix = NDArray[np.float64]
Rows = NDArray[Any]  # integers of 64 bits, the last axis the metric's columns


@dataclass(frozen=True)
class Space:
    """The tunable parameters of a metric. A setting is a row of numbers, one per parameter; the first sampled one is
    that of the metric.

    With `by_reference` there is one row per reference, and every setting selects the best reference.
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
        """The metric's own setting, then its grid, then random settings."""
        start = [parameter.value for parameter in self.parameters]
        drawn = np.column_stack(list(_drawn(self.parameters, size, rng)))
        grid = self.start.tuning.grid
        settings: Matrix = np.concatenate([[start], *([grid] if grid else []), drawn])[:size]
        return settings

    def values(self, rows: Rows, settings: Matrix) -> Matrix:
        """The score of every cell under every setting, settings × cells; negated if lower is better."""
        scores = self.of_rows(rows, settings)
        return scores.max(-1) if self.by_reference else scores

    def of_systems(self, rows: Rows, settings: Matrix) -> Matrix:
        """The score of every system under every setting, settings × systems × 1: best rows are selected, then added."""
        if not self.by_reference:
            return self.of_rows(rows.sum(1, keepdims=True), settings)
        scores = np.empty((len(settings), len(rows), 1))
        for k, setting in enumerate(settings):
            best = self.of_rows(rows, setting[None])[0].argmax(-1)
            picked = np.take_along_axis(rows, best[..., None, None], 2)[:, :, 0]
            scores[k, :, 0] = self.of_rows(picked.sum(1), setting[None])[0]
        return scores

    def of_rows(self, rows: Rows, settings: Matrix) -> Matrix:
        """The score of every row under every setting, settings × the shape of the rows; negated if lower is better."""
        formula = self.start.formula
        flat = [replace(formula, **options_at(self.parameters, setting)).setting for setting in settings.tolist()]
        buffer = formula.evaluate(rows.reshape(-1).data, rows.shape[-1], flat)
        scores: Matrix = np.frombuffer(buffer).reshape(len(settings), *rows.shape[:-1])
        return scores if self.start.formula.higher_is_better else -scores

    def metric(self, setting: Matrix) -> Metric:
        """The metric with the parameters of a setting."""
        return self.start.tuning.with_parameters(setting.tolist())


def rows_of(measured: Measured) -> Rows:
    """A system's rows as segments × columns, or × references × columns. A segment with fewer references repeats its
    first, which does not change the best."""
    rows = np.array(measured.rows)
    if measured.starts is None:
        return rows
    starts = np.array(measured.starts)
    first, sizes = starts[:-1, None], np.diff(starts)[:, None]
    offsets = np.arange(sizes.max())
    return rows[np.where(offsets < sizes, first + offsets, first)]


def space_of(metric: Metric) -> Space:
    """The parameter space of a metric. Raises OptionError if it has no parameters."""
    if not metric.tuning.parameters:
        raise OptionError(f"{metric.name} cannot be tuned: it has no parameters to search.")
    if metric.formula.mean_of_segments:
        raise OptionError(f"{metric.name} is tuned on pooled counts, not on the mean of segment scores.")
    return Space(metric)


def _drawn(parameters: Sequence[Parameter], size: int, rng: np.random.Generator) -> Iterator[Matrix]:
    """Columns of random values, by parameter; weights that add up to 1 are drawn together."""
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
    """Weights rounded to hundredths, to keep signatures short; never all 0."""
    rounded: Matrix = np.round(weights, 2)
    return np.where(rounded.sum(1, keepdims=True) > 0, rounded, 1.0)

"""Sample: one system's rows under one metric, for resampling. Text is not needed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bolide.data.stats import Stats
from bolide.significance.units import SEGMENT, ResamplingUnits
from bolide.system.errors import InputError, are, counted, first_repeated
from bolide.system.stored import LARGEST

EXACT = 2.0**53  # up to here a double holds every integer

PART = 1 << 16  # segments processed at a time

Matrix = NDArray[np.float64]
Vector = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Sample:
    """One row of numbers per segment, and the function from sums of rows to scores; `values` are segment scores.

    `scale` is the factor by which values are multiplied for display: 100 for Bolide's metrics, 1 for other scores.
    `units` are the documents of the segments, if they are known.
    """

    system: str
    metric: str
    rows: Matrix
    score: Callable[[Matrix], Vector]
    values: Vector
    higher_is_better: bool = True
    signature: str = ""
    scale: float = 100.0
    units: ResamplingUnits | None = None

    @classmethod
    def of(cls, system: str, metric: Any, stats: Stats, nrefs: str | None = None, label: str = "") -> Sample:
        """A sample of rows that a metric measured: their sum is scored or, with `average="mean"`, their scores are
        averaged.

        `label` is the metric's name in tables, if not that of its signature.
        """
        return cls.from_rows(system, metric, *rows_and_values(metric, stats), nrefs, label)

    @classmethod
    def from_rows(
        cls, system: str, metric: Any, rows: Matrix, values: Vector, nrefs: str | None = None, label: str = ""
    ) -> Sample:
        """A sample of the arrays that `rows_and_values` returned, in memory or on disk."""
        signature = metric.signature(nrefs)
        score = partial(scored_totals, metric.formula)
        largest = max(abs(float(rows.min(initial=0))), float(rows.max(initial=0)))
        if not metric.formula.mean_of_segments and largest * len(rows) >= EXACT:
            raise InputError(f"{system} has numbers so large that sums of resampled rows would not be exact.")
        name = label or signature.metric
        return cls(system, name, rows, score, values, metric.formula.higher_is_better, str(signature))

    @classmethod
    def from_values(
        cls,
        system: str,
        metric: str,
        values: Sequence[float] | Vector,
        *,
        higher_is_better: bool = True,
        scale: float = 1.0,
        signature: str = "",
    ) -> Sample:
        """A sample of segment scores from any source; the system's score is their mean."""
        try:
            scores = np.array(values, dtype=np.float64)
        except (TypeError, ValueError, OverflowError) as error:
            raise InputError(f"The scores of {system} under {metric} are not numbers: {error}.") from None
        if scores.ndim != 1:
            raise InputError(f"The scores of {system} under {metric} are not a list of numbers, one per segment.")
        bad = np.flatnonzero(~(np.abs(scores) <= LARGEST))
        if len(bad):
            raise InputError(
                f"{system} has the score {scores[bad[0]]} under {metric} for segment {bad[0] + 1}; every segment needs "
                f"a finite score, of at most {LARGEST:g}. Leave a segment without one out for all systems."
            )
        return cls(system, metric, _with_count(scores), _mean, scores, higher_is_better, signature, scale)

    def __len__(self) -> int:
        return len(self.values)

    @property
    def value(self) -> float:
        """The score of all segments."""
        return float(self.score(self.rows.sum(0)[None])[0])

    def take(self, segments: NDArray[np.intp]) -> Sample:
        """The sample restricted to these segments."""
        units = None if self.units is None else self.units.take(np.arange(len(self))[segments].tolist())
        return replace(self, rows=self.rows[segments], values=self.values[segments], units=units)

    def with_units(self, units: ResamplingUnits | None) -> Sample:
        """The sample of segments that belong to these units."""
        if units is not None and len(units.numbers) != len(self):
            number, segments = len(units.numbers), f"{counted(len(self), 'segment')} of {self.system}"
            labels = ("stratum", "strata") if units.unit == SEGMENT else ("document label",)
            raise InputError(f"There {are(number)} {counted(number, *labels)} for {segments}; give one for each.")
        return replace(self, units=units)

    def drawn_rows(self, unit: str) -> Matrix:
        """The rows that are drawn or exchanged: those of segments, or the sums of each document's."""
        if unit == SEGMENT or self.units is None or self.units.single:
            return self.rows
        sums = np.zeros((len(self.units), self.rows.shape[1]))
        np.add.at(sums, np.array(self.units.numbers), self.rows)
        return sums

    def leave_one_out(self, unit: str = SEGMENT) -> Vector:
        """The scores without each segment or document; needs at least two."""
        rows = self.drawn_rows(unit)
        if len(rows) < 2:
            raise InputError(f"Leaving one {unit} out needs at least two {unit}s; there is nothing left to score.")
        whole = rows.sum(0)
        parts = [self.score(whole - rows[first : first + PART]) for first in range(0, len(rows), PART)]
        return np.concatenate(parts)


def rows_and_values(metric: Any, stats: Stats) -> tuple[Matrix, Vector]:
    """The rows to add up, and the segment scores."""
    values = np.array(metric.row_values(stats), dtype=np.float64)
    return (_with_count(values) if metric.formula.mean_of_segments else np.array(stats, dtype=np.float64)), values


def by_system(samples: Sequence[Sample], units: ResamplingUnits | None) -> dict[str, list[Sample]]:
    """The samples of further runs, with their units, by the name of the system."""
    runs: dict[str, list[Sample]] = {}
    for sample in samples:
        runs.setdefault(sample.system, []).append(sample.with_units(units))
    return runs


def check(samples: Sequence[Sample], least: int = 2) -> None:
    """Raise InputError if samples cannot be compared: too few, duplicate names, different lengths or metrics."""
    if not isinstance(samples, Sequence) or not all(isinstance(sample, Sample) for sample in samples):
        raise InputError("A comparison takes a list of samples; Sample.of and Sample.from_values make them.")
    if len(samples) < least:
        raise InputError(
            f"There {are(len(samples))} {counted(len(samples), 'system')}; a comparison needs at least two. "
            'For one system: bolide score --confidence; in Python, bolide.score(data)["bleu"].interval("a").'
        )
    first = samples[0]
    if (twice := first_repeated(sample.system for sample in samples)) is not None:
        raise InputError(f"Two systems are called {twice!r}; give each its own name.")
    for sample in samples:
        if len(sample) != len(first):
            raise InputError(
                f"{first.system} has {counted(len(first), 'segment')} and {sample.system} has {len(sample):,}; "
                "systems are compared on the same segments, line by line."
            )
        if (sample.metric, sample.signature) != (first.metric, first.signature):
            raise InputError(
                f"{first.system} was scored with {first.signature or first.metric} and {sample.system} with "
                f"{sample.signature or sample.metric}; only scores with the same settings can be compared."
            )
        if sample.units != first.units:
            raise InputError(f"{first.system} and {sample.system} have different documents; give all systems the same.")
    if len(first) < 2:
        raise InputError(f"There {'is 1 segment' if len(first) else 'are no segments'}; resampling needs at least two.")


def _with_count(values: Vector) -> Matrix:
    return np.column_stack([values, np.ones(len(values))])


def scored_totals(formula: Any, totals: Matrix) -> Vector:
    """The scores of sums of the rows that `rows_and_values` returns."""
    if formula.mean_of_segments:
        return _mean(totals)
    whole = np.rint(totals).astype(np.int64)
    return np.array(formula.evaluate(whole.ravel().data, whole.shape[1]))


def _mean(totals: Matrix) -> Vector:
    return totals[:, 0] / totals[:, 1]

"""Measure several systems with several metrics; metrics with equal Counts share their rows."""

from __future__ import annotations

from array import array
from collections.abc import Generator, Sequence

from bolide.corpus import Corpus
from bolide.data.stats import Stats
from bolide.metrics.base import Metric
from bolide.metrics.counts import Counts, Measured, Progress, no_progress
from bolide.system.errors import InputError, SegmentError


def measure_together(
    corpus: Corpus, metrics: Sequence[Metric], *, jobs: int = 1, progress: Progress = no_progress
) -> list[Stats]:
    """The rows of one system under every metric; metrics with equal Counts share their rows."""
    known: dict[Counts, Measured] = {}
    tables = []
    for metric in metrics:
        counts = metric.counts
        if counts not in known:
            try:
                known[counts] = counts.measure(corpus, jobs=jobs, progress=progress)
            except InputError as error:
                error.metric, error.system = metric, corpus.name
                if len(metrics) > 1:
                    error.add_note(f"The metric is {metric.title}; others may be able to score these texts.")
                raise
        tables.append(metric.formula.best_reference_rows(known[counts]))
    return tables


def measure_all(
    systems: Sequence[Corpus], metrics: Sequence[Metric], *, jobs: int = 1, progress: Progress = no_progress
) -> list[list[Stats]]:
    """The rows of every system under every metric: one list per system, one table per metric.

    Metrics with equal Counts share their rows. `progress` is called with numbers of segments that add up to `work`.
    """
    return [measure_together(system, metrics, jobs=jobs, progress=progress) for system in systems]


def measure_in_steps(system: Corpus, metrics: Sequence[Metric], size: int) -> Generator[int, None, list[Stats]]:
    """Measure one system in small steps, between which the caller may stop; yields each step's number of segments."""
    tables = [array("q") for _ in metrics]
    for counts in dict.fromkeys(metric.counts for metric in metrics):
        for number, piece in enumerate(system.blocks(size)):
            try:
                measured = counts.measure(piece)
            except InputError as error:
                if isinstance(error, SegmentError):
                    error = SegmentError(number * size + error.segment, error.what, error.unit)
                error.metric = next(metric for metric in metrics if metric.counts == counts)
                raise error from None
            for metric, data in zip(metrics, tables, strict=True):
                if metric.counts == counts:
                    data.extend(metric.formula.best_reference_rows(measured).data)
            yield len(piece)
    return [Stats(metric.counts.columns, data) for metric, data in zip(metrics, tables, strict=True)]


def work(systems: Sequence[Corpus], metrics: Sequence[Metric]) -> int:
    """The number of segments to measure, each once for every distinct Counts."""
    return len({metric.counts for metric in metrics}) * sum(map(len, systems))


def measure_corpus(metric: Metric, corpus: Corpus, *, jobs: int = 1, progress: Progress = no_progress) -> Stats:
    """One row of integers per segment of a corpus; `progress` is called with the number of segments just measured."""
    if not isinstance(corpus, Corpus):
        raise InputError(f"Expected a Corpus, not {type(corpus).__name__}; make one with Corpus.of.")
    return metric.formula.best_reference_rows(metric.counts.measure(corpus, jobs=jobs, progress=progress))

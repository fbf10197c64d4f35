"""Metrics computed here as sources of scores, and files named so that people's scores are found for them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from bolide.agreement.near_ties import equalled
from bolide.agreement.table import Indices, Source, Table
from bolide.corpus import Corpus
from bolide.data.scores import metric_labels
from bolide.data.stats import Stats
from bolide.metrics.base import Metric, row_values
from bolide.metrics.measuring import measure_all
from bolide.metrics.scorer import Scorer


def computed(
    systems: Sequence[Corpus],
    scorers: Sequence[Scorer],
    *,
    jobs: int = 1,
    progress: Callable[[int], None] = lambda segments: None,
) -> list[Source]:
    """Each metric's scores of systems and of segments. Scores that are equal but for rounding are made equal (see
    `near_ties`)."""
    metrics = [scorer.corpus for scorer in scorers]
    rows = measure_all(systems, metrics, jobs=jobs, progress=progress)
    sources = []
    labels = metric_labels([metric.signature() for metric in metrics])
    for number, (scorer, name) in enumerate(zip(scorers, labels, strict=True)):
        metric = scorer.corpus
        segments: dict[str, Sequence[float]] = {}
        whole: dict[str, float] = {}
        for system, stats in zip(systems, rows, strict=True):
            whole[system.name] = metric.score_rows(stats[number]).value
            segments[system.name] = list(row_values(scorer.sentence, stats[number]))
        higher = metric.formula.higher_is_better
        tables = (
            Table.of(name, segments, higher_is_better=higher),
            Table.of_systems(name, whole, higher_is_better=higher),
        )
        seg, sys = (replace(table, cells=equalled(table.cells)) for table in tables)
        measured = {system.name: by_metric[number] for system, by_metric in zip(systems, rows, strict=True)}
        sources.append(Source(name, seg, sys, summed=_summed(metric, name, measured)))
    return sources


def _summed(metric: Metric, name: str, rows: Mapping[str, Stats]) -> Callable[[Indices], Table]:
    """What scores systems on some of the segments: by the sum of those rows."""

    def summed(indices: Indices) -> Table:
        lines = indices.tolist()
        scores = {system: metric.score_rows(stats.take(lines)).value for system, stats in rows.items()}
        table = Table.of_systems(name, scores, higher_is_better=metric.formula.higher_is_better)
        return replace(table, cells=equalled(table.cells))

    return summed

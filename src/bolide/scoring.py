"""The one entry: texts and metrics in, a Report out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from bolide.corpus import Corpus, Refs
from bolide.errors import InputError
from bolide.measuring import measure_all
from bolide.metrics import METRICS, metric_class, parse
from bolide.metrics.base import Metric
from bolide.report.model import Report, SystemReport
from bolide.stats import Stats

if TYPE_CHECKING:
    from bolide.significance.plan import Plan


def score(
    hyps: Iterable[str],
    refs: Iterable[Refs],
    metrics: Sequence[str | Metric] = ("bleu",),
    *,
    segments: bool = False,
    jobs: int = 1,
) -> Report:
    """Score one system. `metrics` are names, signatures or metrics; refs[i] are the references of hyps[i]."""
    return evaluate([Corpus.of(hyps, refs)], metrics, segments=segments, jobs=jobs)


def evaluate(
    systems: Sequence[Corpus],
    metrics: Sequence[str | Metric] = ("bleu",),
    *,
    segments: bool = False,
    jobs: int = 1,
    done: Callable[[int], None] = lambda segments: None,
    confidence: Plan | None = None,
) -> Report:
    """Score several systems with several metrics; `done` is called with numbers of segments.

    With `confidence`, a plan of resampling, every score has its interval.
    """
    if isinstance(metrics, str):
        raise InputError(f"`metrics` is one name; pass a list: [{metrics!r}].")
    chosen = [_metric(metric) for metric in metrics]
    reports = []
    for system, tables in zip(systems, measure_all(systems, chosen, jobs=jobs, done=done), strict=True):
        found = _system(system, chosen, tables, segments)
        reports.append(found if confidence is None else _with_intervals(found, chosen, tables, confidence))
    return Report(tuple(reports))


def _with_intervals(found: SystemReport, metrics: list[Metric], tables: list[Stats], plan: Plan) -> SystemReport:
    from bolide.significance.paired import confidence  # numpy is needed there, and only there
    from bolide.significance.sample import Sample

    scores = []
    for score, metric, stats in zip(found.scores, metrics, tables, strict=True):
        interval = confidence(Sample.of(found.name, metric, stats), plan)
        about = {"mode": plan.mode, "resamples": plan.resamples_used, "seed": plan.seed_used}
        spread = {"mean": interval.mean, "half_width": interval.half_width}
        with_parts = replace(score, parts={**score.parts, "bootstrap": {**about, **spread}})
        scores.append(with_parts.with_interval(interval.low, interval.high))
    return replace(found, scores=tuple(scores))


def _metric(metric: str | Metric) -> Metric:
    if isinstance(metric, Metric):
        return metric
    return parse(metric) if "|" in metric or metric.lower() not in METRICS else metric_class(metric)()


def _system(corpus: Corpus, metrics: list[Metric], tables: list[Stats], segments: bool) -> SystemReport:
    scores = tuple(m.aggregate(stats, corpus.nrefs) for m, stats in zip(metrics, tables, strict=True))
    values = [m.values(stats) for m, stats in zip(metrics, tables, strict=True)] if segments else []
    return SystemReport(corpus.name, scores, tuple(zip(*values, strict=True)))

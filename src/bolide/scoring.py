"""The one entry: texts and metrics in, a Report out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from bolide.corpus import Corpus, Refs
from bolide.errors import InputError, OptionError
from bolide.jobs import workers
from bolide.measuring import measure_all
from bolide.metrics import check_references, metric_of
from bolide.metrics.base import Metric
from bolide.results import Report, SystemReport
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
    """Score one system. `metrics` are names, signatures or metrics; refs[i] are the references of hyps[i].

    With `segments`, the report also has the score of every segment: a metric given by name scores them with the
    settings for single sentences (BLEU with effective order), a metric or a signature as it is configured.

    >>> import bolide
    >>> report = bolide.score(["the cat is on mat"], ["the cat is on the mat"], ["bleu", "ter"])
    >>> round(report["bleu"].percent, 2), round(report["ter"].percent, 1)
    (57.89, 16.7)
    """
    return evaluate([Corpus.of(hyps, refs)], metrics, segments=segments, jobs=jobs)


def evaluate(
    systems: Sequence[Corpus],
    metrics: Sequence[str | Metric] = ("bleu",),
    *,
    segments: bool | Sequence[Metric] = False,
    jobs: int = 1,
    done: Callable[[int], None] = lambda segments: None,
    confidence: Plan | None = None,
) -> Report:
    """Score several systems with several metrics; `done` is called with numbers of segments measured.

    With `segments`, the report also has the score of every segment, as in `score`; instead of True, you can pass one
    metric for each of `metrics` to score the segments with. With `confidence`, a plan for resampling, every score has
    an interval.

    >>> from bolide import BLEU, CHRF, Corpus, evaluate
    >>> refs = ["the cat sat on the mat", "hello world"]
    >>> a = Corpus.of(["the cat sat on mat", "hello world"], refs, "a")
    >>> b = Corpus.of(["a cat on a mat", "hi world"], refs, "b")
    >>> report = evaluate([a, b], [BLEU(), CHRF()])
    >>> [(system.name, round(system["chrf"].percent, 1)) for system in report.systems]
    [('a', 78.1), ('b', 26.4)]
    """
    if isinstance(metrics, str):
        raise InputError(f"`metrics` is one name; pass a list: [{metrics!r}].")
    if not isinstance(metrics, Iterable):
        raise InputError(f"`metrics` is of type {type(metrics).__name__}; pass a list of names, signatures or metrics.")
    if not isinstance(systems, Sequence) or not all(isinstance(system, Corpus) for system in systems):
        raise InputError("`systems` must be a list of corpora; make one with Corpus.of.")
    workers(jobs)
    chosen = [metric_of(metric) for metric in metrics]
    alone = _for_segments(metrics, chosen, segments)
    reports = []
    for system in systems:
        for metric in metrics:
            if isinstance(metric, str) and "|" in metric:
                check_references(metric, system.nrefs, len(system))
    everything = measure_all(systems, [*chosen, *alone], jobs=jobs, done=done)
    for system, tables in zip(systems, everything, strict=True):
        own, others = tables[: len(chosen)], tables[len(chosen) :]
        found = _system(system, chosen, own)
        if alone:
            found = _with_segments(found, system.nrefs, alone, others)
        reports.append(found if confidence is None else _with_intervals(found, chosen, own, confidence))
    return Report(tuple(reports))


def _for_segments(
    metrics: Sequence[str | Metric], chosen: list[Metric], segments: bool | Sequence[Metric]
) -> list[Metric]:
    """What scores the segments of each metric; nothing where they are not wanted."""
    if isinstance(segments, bool):
        named = (isinstance(given, str) and "|" not in given for given in metrics)
        return [m.for_sentences() if name else m for m, name in zip(chosen, named, strict=True)] if segments else []
    fitting = isinstance(segments, Sequence) and len(segments) == len(chosen)
    if not fitting or not all(isinstance(metric, Metric) for metric in segments):
        raise OptionError(f"segments is {segments!r:.80}; it must be True, False, or a metric for each metric.")
    return list(segments)


def _with_segments(found: SystemReport, nrefs: str, metrics: list[Metric], tables: list[Stats]) -> SystemReport:
    values = [metric.values(stats) for metric, stats in zip(metrics, tables, strict=True)]
    signatures = tuple(metric.signature(nrefs) for metric in metrics)
    return replace(found, segments=tuple(zip(*values, strict=True)), segment_signatures=signatures)


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


def _system(corpus: Corpus, metrics: list[Metric], tables: list[Stats]) -> SystemReport:
    scores = tuple(m.aggregate(stats, corpus.nrefs) for m, stats in zip(metrics, tables, strict=True))
    return SystemReport(corpus.name, scores)

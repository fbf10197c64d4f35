"""Score one system or several: texts and metrics in, a Report out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from bolide.corpus import Corpus, Refs, identical_notes
from bolide.data.results import Report, SystemReport
from bolide.data.stats import Stats
from bolide.metrics import check_references
from bolide.metrics.base import Metric, row_values
from bolide.metrics.measuring import measure_all
from bolide.metrics.scorer import Scorer
from bolide.system.errors import InputError, OptionError
from bolide.system.threads import workers

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

    With `segments`, the report also has the score of every segment: the name of a metric stands for its settings for
    single sentences (BLEU with effective order); a metric or a signature is used as configured.

    >>> import bolide
    >>> report = bolide.score(["the cat is on mat"], ["the cat is on the mat"], ["bleu", "ter"])
    >>> round(report["bleu"].percent, 2), round(report["ter"].percent, 1)
    (57.89, 16.7)
    """
    return evaluate([Corpus.of(hyps, refs)], metrics, segments=segments, jobs=jobs)


def evaluate(
    systems: Sequence[Corpus],
    metrics: Sequence[str | Metric | Scorer] = ("bleu",),
    *,
    segments: bool = False,
    jobs: int = 1,
    progress: Callable[[int], None] = lambda segments: None,
    confidence: Plan | None = None,
) -> Report:
    """Score several systems with several metrics; `progress` is called with the number of segments just measured.

    With `segments`, the report also has the score of every segment, as in `score`; a `Scorer` is a metric for the
    corpus and one for the segments. With `confidence`, a plan for resampling, every score has an interval.

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
    if not isinstance(segments, bool):
        raise OptionError(f"segments is {segments!r:.80}; it must be True or False.")
    workers(jobs)
    scorers = [Scorer.of(metric) for metric in metrics]
    for system in systems:
        for metric in metrics:
            check_references(metric, system.nrefs, len(system))
    reports = []
    for system, tables in zip(
        systems, measure_all(systems, [s.corpus for s in scorers], jobs=jobs, progress=progress), strict=True
    ):
        report = system_report(system, scorers, tables, segments=segments)
        reports.append(report if confidence is None else _with_intervals(report, scorers, tables, confidence))
    return Report(tuple(reports), identical_notes(system.name for system in systems if system.identical))


def system_report(
    system: Corpus, scorers: Sequence[Scorer], tables: Sequence[Stats], *, segments: bool
) -> SystemReport:
    """The scores of one system from its rows, one table per scorer; with `segments` also those of its segments."""
    measured = list(zip(scorers, tables, strict=True))
    report = SystemReport(system.name, tuple(s.corpus.score_rows(stats, system.nrefs) for s, stats in measured))
    if not segments:
        return report
    values = zip(*(row_values(scorer.sentence, stats) for scorer, stats in measured), strict=True)
    signatures = tuple(scorer.sentence.signature(system.nrefs) for scorer in scorers)
    return replace(report, segments=tuple(values), segment_signatures=signatures)


def _with_intervals(
    report: SystemReport, scorers: Sequence[Scorer], tables: Sequence[Stats], plan: Plan
) -> SystemReport:
    from bolide.significance.paired import with_confidence  # numpy is needed there, and only there
    from bolide.significance.sample import Sample

    measured = zip(report.scores, scorers, tables, strict=True)
    scores = [
        with_confidence(score, Sample.of(report.name, scorer.corpus, stats), plan) for score, scorer, stats in measured
    ]
    return replace(report, scores=tuple(scores))

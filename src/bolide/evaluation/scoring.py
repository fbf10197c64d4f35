"""Score one system or several: texts and metrics in, a Report out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from bolide.corpus import Corpus, identical_notes
from bolide.corpus.inputs import References, Systems, Texts, corpora_of, references_of, texts_of
from bolide.data.results import Report, SystemReport
from bolide.data.stats import Stats
from bolide.metrics import check_references
from bolide.metrics.base import row_values
from bolide.metrics.measuring import measure_all
from bolide.metrics.scorer import Metrics, Scorer, metric_list, scorers_of
from bolide.system.errors import OptionError
from bolide.system.threads import workers

if TYPE_CHECKING:
    from bolide.significance.plan import Plan


def score(
    hyps: Texts,
    refs: References,
    metrics: Metrics = "bleu",
    *,
    segments: bool = False,
    jobs: int = 1,
) -> Report:
    """Score one system. `metrics` are names, signatures or metrics; refs[i] are the references of hyps[i].

    Texts are lists, generators or columns of a data frame; a string or a path is a file with one segment per line.

    With `segments`, the report also has the score of every segment: the name of a metric stands for its settings for
    single sentences (BLEU with effective order); a metric or a signature is used as configured.

    >>> import bolide
    >>> report = bolide.score(["the cat is on mat"], ["the cat is on the mat"], ["bleu", "ter"])
    >>> round(report["bleu"].percent, 2), round(report["ter"].percent, 1)
    (57.89, 16.7)
    """
    corpus = Corpus.of(texts_of(hyps, "hyps"), references_of(refs))
    return evaluate([corpus], metrics=metrics, segments=segments, jobs=jobs)


def evaluate(
    systems: Systems,
    refs: References | None = None,
    metrics: Metrics = "bleu",
    *,
    segments: bool = False,
    jobs: int = 1,
    progress: Callable[[int], None] = lambda segments: None,
    confidence: Plan | None = None,
) -> Report:
    """Score several systems with several metrics; `progress` is called with the number of segments just measured.

    `systems` maps names to outputs, lists files of outputs, or lists corpora, which have their references already.

    With `segments`, the report also has the score of every segment, as in `score`; a `Scorer` is a metric for the
    corpus and one for the segments. With `confidence`, a plan for resampling, every score has an interval.

    >>> from bolide import BLEU, CHRF, evaluate
    >>> refs = ["the cat sat on the mat", "hello world"]
    >>> systems = {"a": ["the cat sat on mat", "hello world"], "b": ["a cat on a mat", "hi world"]}
    >>> report = evaluate(systems, refs, [BLEU(), CHRF()])
    >>> [(system.name, round(system["chrf"].percent, 1)) for system in report.systems]
    [('a', 78.1), ('b', 26.4)]
    """
    if not isinstance(segments, bool):
        raise OptionError(f"segments is {segments!r:.80}; it must be True or False.")
    workers(jobs)
    corpora = corpora_of(systems, refs)
    several = metric_list(metrics)
    scorers = scorers_of(several)
    for system in corpora:
        for metric in several:
            check_references(metric, system.nrefs, len(system))
    reports = []
    for system, tables in zip(
        corpora, measure_all(corpora, [s.corpus for s in scorers], jobs=jobs, progress=progress), strict=True
    ):
        report = system_report(system, scorers, tables, segments=segments)
        reports.append(report if confidence is None else _with_intervals(report, scorers, tables, confidence))
    return Report(tuple(reports), identical_notes(system.name for system in corpora if system.identical))


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

"""Score one system or several: texts and metrics in, a Report out."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from bolide.corpus import Corpus, identical_notes, inputs
from bolide.corpus.identity import hashes_of
from bolide.corpus.inputs import References, Runs, Systems, Texts
from bolide.data.results import Report, SystemReport
from bolide.data.stats import Stats
from bolide.metrics.measuring import measure_all
from bolide.metrics.scorer import Metrics, Scorer, scorers_of
from bolide.system.errors import InputError, OptionError
from bolide.system.threads import workers

if TYPE_CHECKING:
    from bolide.agreement.external_scores import Scores
    from bolide.significance.plan import Plan
    from bolide.significance.units import ResamplingUnits


def score(
    hyps: Texts,
    refs: References,
    metrics: Metrics = "bleu",
    *,
    segments: bool = False,
    confidence: int | Plan | None = None,
    documents: Texts | None = None,
    jobs: int = 1,
) -> Report:
    """Score one system. `metrics` are names, signatures or metrics; refs[i] are the references of hyps[i].

    Texts are lists, generators or columns of a data frame; a string or a path is a file with one segment per line, and
    a list of Paths the files of several sets of references.

    With `segments`, the report also has the score of every segment: the name of a metric stands for its settings for
    single sentences (BLEU with effective order); a metric or a signature is used as configured. With
    `confidence=True`, every score has a 95 % interval, by whole `documents` if they are given.

    >>> import bolide
    >>> report = bolide.score(["the cat is on mat"], ["the cat is on the mat"], ["bleu", "ter"])
    >>> round(report["bleu"].percent, 2), round(report["ter"].percent, 1)
    (57.89, 16.7)
    """
    if isinstance(hyps, str | os.PathLike):  # the system is called by its file
        return evaluate([hyps], refs, metrics, segments=segments, confidence=confidence, documents=documents, jobs=jobs)
    notes: list[str] = []
    corpus = Corpus.of(inputs.texts_of(hyps, "hyps", notes.append), inputs.references_of(refs, notes.append))
    report = evaluate(
        [corpus], metrics=metrics, segments=segments, confidence=confidence, documents=documents, jobs=jobs
    )
    return replace(report, notes=(*report.notes, *notes))


def evaluate(
    systems: Systems | None = None,
    refs: References | None = None,
    metrics: Metrics = "bleu",
    *,
    segments: bool = False,
    scores: Scores = (),
    lower: Collection[str] = (),
    signatures: Mapping[str, str] | None = None,
    as_scored: bool = False,
    jobs: int = 1,
    progress: Callable[[int], None] = lambda segments: None,
    confidence: int | Plan | None = None,
    documents: Texts | None = None,
    strata: Texts | None = None,
    runs: Runs | None = None,
    health: bool = False,
    warn: Callable[[str], None] = lambda message: None,
) -> Report:
    """Score several systems with several metrics; `progress` is called with the number of segments just measured.

    `systems` maps names to outputs, lists files of outputs, or lists corpora, which have their references already.

    With `segments`, the report also has the score of every segment, as in `score`; a `Scorer` is a metric for the
    corpus and one for the segments. With `confidence`, True or a plan, every score has an interval, by whole
    `documents`, of which there is one entry per segment, with the `strata` as given. `runs` are
    systems that were trained several times, with a list of outputs each; their score is the mean. `scores` are those of
    other tools, of segments or systems: files, or by metric and system; `lower` names those that are better when lower,
    `signatures` says how those of a name were computed. Identical outputs of a segment get the same score, unless
    `as_scored`. With `health`, the report's notes say what is odd about the texts, as `bolide.health` does. `warn` is
    called with what a user should know of the scores.

    >>> from bolide import BLEU, CHRF, evaluate
    >>> refs = ["the cat sat on the mat", "hello world"]
    >>> systems = {"a": ["the cat sat on mat", "hello world"], "b": ["a cat on a mat", "hi world"]}
    >>> report = evaluate(systems, refs, [BLEU(), CHRF()])
    >>> [(system.name, round(system["chrf"].percent, 1)) for system in report.systems]
    [('a', 78.1), ('b', 26.4)]
    """
    workers(jobs)
    check_about_scores(scores, lower, signatures, as_scored)
    plan = confidence
    if plan is not None:
        from bolide.significance.plan import Plan  # for intervals alone

        plan = plan if isinstance(plan, Plan) else Plan.for_intervals(plan)
    read_notes: list[str] = []
    corpora, further = inputs.runs_of(systems, runs, refs, read_notes.append)
    if not corpora:
        raise InputError("There is nothing to score: pass `systems` and `refs`.")
    if further and (segments or scores):
        raise OptionError("`runs`: segments and scores of other tools are of one output each; leave them out.")
    scorers = scorers_of(metrics, others=scores, systems=corpora)
    if plan is None and (documents is not None or strata is not None):
        raise OptionError("`documents` and `strata` are for intervals; pass `confidence`, too.")
    units = None if plan is None else units_of(plan, len(corpora[0]), corpora[0].ids, documents, strata)
    reports = []
    for system, tables in zip(
        corpora, measure_all(corpora, [s.corpus for s in scorers], jobs=jobs, progress=progress), strict=True
    ):
        others = measure_all(further.get(system.name, ()), [s.corpus for s in scorers], jobs=jobs, progress=progress)
        one = system_report(system, scorers, tables, segments=segments)
        if others or plan is not None:
            from bolide.significance.paired import runs_score  # numpy is needed there, and only there

            by_metric = zip(one.scores, scorers, zip(tables, *others, strict=True), strict=True)
            sampled = [runs_score(score, s.corpus, rows, system.name, plan, units) for score, s, rows in by_metric]
            one = replace(one, scores=tuple(sampled))
        reports.append(one)
    later = inputs.later_runs(further)
    notes = (*identical_notes(system.name for system in (*corpora, *later) if system.identical), *read_notes)
    if health:
        from bolide.evaluation.health import health_of  # most calls score texts that are known

        nfc = all(scorer.corpus.counts.nfc for scorer in scorers)
        notes = (*notes, *map(str, health_of(corpora, later, nfc=nfc)))
    report = Report(tuple(reports), notes, identity=hashes_of(corpora, further))
    if not scores:
        return report
    from bolide.agreement.external_scores import score_sources, with_external_scores  # needs numpy

    sources = score_sources(scores, lower, signatures, corpora, as_scored=as_scored)
    return with_external_scores(report, sources, len(corpora[0]), segments=segments, plan=plan, warn=warn, units=units)


def units_of(
    plan: Plan, size: int, ids: Sequence[str], documents: Texts | None, strata: Texts | None
) -> ResamplingUnits | None:
    """What a plan draws from so many segments with these ids; documents that it would not draw are refused."""
    from bolide.significance.units import SEGMENT, ResamplingUnits  # for intervals alone

    if documents is not None and plan.mode == "sacrebleu" and plan.unit != SEGMENT:
        raise OptionError("Mode sacrebleu draws segments, as sacreBLEU does; leave documents out, or use mode sound.")
    return ResamplingUnits.of(inputs.documents_of(documents, size, ids), inputs.domains_of(strata, size), plan.unit)


def system_report(
    system: Corpus, scorers: Sequence[Scorer], tables: Sequence[Stats], *, segments: bool
) -> SystemReport:
    """The scores of one system from its rows, one table per scorer; with `segments` also those of its segments."""
    measured = list(zip(scorers, tables, strict=True))
    scores = tuple(s.corpus.score_rows(stats, system.nrefs) for s, stats in measured)
    report = SystemReport(system.name, scores, size=len(system))
    if not segments:
        return report
    values = zip(*(scorer.sentence.row_values(stats) for scorer, stats in measured), strict=True)
    signatures = tuple(scorer.sentence.signature(system.nrefs) for scorer in scorers)
    return replace(report, segments=tuple(values), segment_signatures=signatures)


def check_about_scores(scores: object, lower: object, signatures: object, as_scored: bool) -> None:
    """Raise OptionError for what is said about scores of other tools if there are none."""
    if not scores and (lower or signatures or as_scored):
        raise OptionError("`lower`, `signatures` and `as_scored` are about `scores` of other tools; pass these, too.")

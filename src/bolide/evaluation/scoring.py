"""Score systems: a test set, or the texts of one system, and metrics in; scores by metric and system out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, overload

from bolide.corpus import UNNAMED, Corpus, Refs, identical_notes
from bolide.corpus.inputs import documents_of_ids
from bolide.data.results import Report, SystemReport
from bolide.data.scores import Score
from bolide.data.stats import Stats
from bolide.evaluation.health import health_of
from bolide.metrics.base import Metric
from bolide.metrics.counts import Progress, no_progress
from bolide.metrics.scorer import Scorer, measure_all
from bolide.system.errors import InputError, OptionError, warn_caller
from bolide.system.threads import workers
from bolide.testset import TestSet
from bolide.testset.metrics import Asked, Metrics, metrics_of

if TYPE_CHECKING:
    from bolide.significance.plan import Plan
    from bolide.significance.units import ResamplingUnits


@overload
def score(
    data: TestSet, /, metrics: Metrics = ..., *, plan: Plan | None = ..., jobs: int = ..., progress: Progress = ...
) -> Scores: ...
@overload
def score(
    hyps: Iterable[str],
    refs: Iterable[Refs],
    metrics: str | Metric = ...,
    *,
    plan: Plan | None = ...,
    jobs: int = ...,
    progress: Progress = ...,
) -> Score: ...
@overload
def score(
    hyps: Iterable[str],
    refs: Iterable[Refs],
    metrics: Iterable[Any] | Mapping[str, Any],
    *,
    plan: Plan | None = ...,
    jobs: int = ...,
    progress: Progress = ...,
) -> Report: ...
def score(  # type: ignore[misc]  # a test set has no name of a parameter
    hyps: Any,
    refs: Any = None,
    metrics: Any = None,
    *,
    plan: Plan | None = None,
    jobs: int = 1,
    progress: Progress = no_progress,
) -> Any:
    """Score the systems of a test set, or one system: its translations and the references of each.

    Of a test set, `scores["bleu"]["a"]` is a system's score of a metric; of the texts of one system, one metric has
    its `Score`, and a list of metrics those by name. `metrics` are names, signatures, metrics, functions and, for a
    test set, other tools' scores (`read_scores`), one, a list, or a dict by label. With a `plan` every score has its
    interval.

    >>> import bolide
    >>> round(bolide.score(["the cat is on mat"], ["the cat is on the mat"], "bleu").points, 2)
    57.89
    >>> data = bolide.TestSet(["the cat sat", "hello"], {"a": ["the cat", "hi"], "b": ["a cat sat", "hello"]})
    >>> scores = bolide.score(data, ["chrf", "ter"])
    >>> [(name, round(one.value, 3)) for name, one in scores["chrf"].items()], scores.segments("ter")["b"]
    ([('a', 0.431), ('b', 0.633)], [0.3333333333333333, 0.0])
    """
    workers(jobs)
    plan = None if plan is None else _for_intervals(plan)
    if isinstance(hyps, TestSet):
        if refs is not None and metrics is not None:
            raise OptionError("A test set has its references; pass the metrics after it: score(data, metrics).")
        metrics = refs if refs is not None else metrics
        asked = metrics_of("bleu" if metrics is None else metrics, hyps)
        return Scores.of(hyps, asked, plan, jobs=jobs, progress=progress)
    if refs is None:
        raise InputError("`refs` is missing: pass the references of each segment, or a bolide.TestSet alone.")
    metrics = "bleu" if metrics is None else metrics
    data = TestSet(refs, {UNNAMED: hyps})
    asked = metrics_of(metrics, data)
    if any(one.other is not None for one in asked):
        raise InputError("Scores of other tools are for systems with names; pass a bolide.TestSet.")
    systems = _measured(data, asked, plan, jobs=jobs, progress=progress)
    if isinstance(metrics, str | Metric | Scorer) or callable(metrics):
        return systems[0].scores[0]
    return Report(systems, data.notes, identity=data.identity)


class MetricScores(dict[str, Score]):
    """The scores of the systems by one metric, `scores["bleu"]`."""

    def __init__(self, scores: Mapping[str, Score], whole: Scores, index: int) -> None:
        super().__init__(scores)
        self.whole, self.index = whole, index

    def __missing__(self, system: str) -> Score:
        raise KeyError(f"There is no system called {system!r:.60}, only {', '.join(self)}.")

    def interval(self, system: str, plan: Plan | None = None) -> tuple[float, float]:
        """The ends of a system's 95 % interval; the `plan` says how, by default by the jackknife."""
        known = self[system].interval
        if known is not None and plan is None:
            return known
        from bolide.significance.plan import Plan

        data, asked = self.whole.known()
        drawn = Plan.for_intervals(True) if plan is None else _for_intervals(plan)
        one = data.without(*(name for name in data.names if name != system)) if len(data.names) > 1 else data
        scores = Scores.of(one, [asked[self.index]], drawn, quiet=True)
        interval = scores.systems[0].scores[0].interval
        assert interval is not None
        return interval


@dataclass(frozen=True, repr=False)
class Scores(Report):
    """The scores of a test set by metric and system: `scores["bleu"]["a"]`; `notes` say what is odd about the texts.

    It prints as a table and has `rows`, `to_pandas`, `to_polars`, `to_arrow` and `to_json`.
    """

    test_set: TestSet | None = field(default=None, compare=False, kw_only=True)
    asked: Sequence[Any] = field(default=(), compare=False, kw_only=True)  # Any: it is no part of the JSON

    @classmethod
    def of(
        cls,
        data: TestSet,
        asked: Sequence[Asked],
        plan: Plan | None = None,
        *,
        jobs: int = 1,
        progress: Progress = no_progress,
        segments: bool = False,
        quiet: bool = False,
    ) -> Scores:
        """The scores of a test set; with `segments` also those of its segments. Its oddities are warned of."""
        own = [one.scorer.corpus for one in asked if one.scorer is not None]
        notes = [] if quiet else notes_on(data, own)
        systems = _measured(data, asked, plan, jobs=jobs, progress=progress, segments=segments)
        report = Report(systems, identity=data.identity)
        for position, one in enumerate(asked):
            if one.other is not None:
                units = None if plan is None else units_of(plan, data)
                label, warn = one.label, notes.append
                report = one.other.added(report, data, position, label, warn, segments=segments, plan=plan, units=units)
        if not quiet:
            for note in dict.fromkeys(notes):
                warn_caller(note)
        return cls(
            report.systems, tuple(dict.fromkeys(notes)), identity=report.identity, test_set=data, asked=tuple(asked)
        )

    def __getitem__(self, metric: str) -> MetricScores:  # type: ignore[override]
        """The scores by a metric, by its name as it was written or as a table has it."""
        written = [one.written for one in self.asked]
        first = self.systems[0]
        index = written.index(metric) if metric in written and metric not in list(first) else first.index(metric)
        return MetricScores({one.name: one.scores[index] for one in self.systems if not one.group}, self, index)

    def segments(self, metric: str) -> dict[str, list[float]]:
        """The scores of the segments by a metric, by system; a name stands for its settings for single segments."""
        data, asked = self.known()
        index = self[metric].index
        one = Scores.of(data, [asked[index]], segments=True, quiet=True)
        return {system.name: [values[0] for values in system.segments] for system in one.systems}

    def with_segments(self) -> Scores:
        """The scores with those of every segment in its rows and its JSON."""
        data, asked = self.known()
        both = zip(self.systems, Scores.of(data, asked, segments=True, quiet=True).systems, strict=True)
        systems = [
            replace(
                one,
                scores=tuple(  # another tool's system score is then the mean of its segments
                    mine if metric.scorer is not None or mine.interval is not None else theirs
                    for mine, theirs, metric in zip(one.scores, other.scores, asked, strict=True)
                ),
                segments=other.segments,
                segment_signatures=other.segment_signatures,
            )
            for one, other in both
        ]
        return replace(self, systems=tuple(systems))

    def by_domain(self) -> Report:
        """The scores of all segments, then those of each domain of the test set."""
        data, asked = self.known()
        if data.domains is None:
            raise InputError("The domains of the segments are not known; pass `domains` to the test set.")
        groups = list(self.systems)
        for domain in dict.fromkeys(data.domains):
            part = Scores.of(data.take([one == domain for one in data.domains]), asked, quiet=True)
            groups += [replace(one, group=(("domain", domain),)) for one in part.systems]
        return Report(tuple(groups), self.notes, identity=self.identity)

    def known(self) -> tuple[TestSet, Sequence[Asked]]:
        """What the scores were computed from."""
        if self.test_set is None:
            raise InputError("These scores were read from JSON, without their texts; score the test set again.")
        return self.test_set, self.asked


def _for_intervals(plan: Plan) -> Plan:
    """The plan of intervals; trials of a randomisation test would not be used."""
    from bolide.significance.plan import Plan  # scores without intervals need none

    if not isinstance(plan, Plan):
        raise OptionError(f"`plan` is {plan!r:.60}; it must be a bolide.Plan, such as Plan(resamples=1000).")
    if plan.test == "bootstrap":
        return plan
    if plan.trials is not None:
        raise OptionError("`trials` are those of a test; intervals take Plan(resamples=N), or Plan(test='bootstrap').")
    return replace(plan, test="bootstrap", trials=plan.resamples_used, resamples=None)


def _measured(
    data: TestSet,
    asked: Sequence[Asked],
    plan: Plan | None,
    *,
    jobs: int = 1,
    progress: Progress = no_progress,
    segments: bool = False,
) -> tuple[SystemReport, ...]:
    """The scores of each system by the metrics that are measured."""
    own = [one for one in asked if one.scorer is not None]
    scorers = [one.scorer for one in own if one.scorer is not None]
    if scorers and not data.corpora:
        raise InputError(f"The test set has no texts that {scorers[0].corpus.title} could score.")
    if data.further and (segments or len(own) < len(asked)):
        raise OptionError("Systems with several runs have no scores of segments, nor of other tools; leave them out.")
    if not scorers:
        return tuple(SystemReport(name, (), size=len(data)) for name in data.names)
    units = None if plan is None else units_of(plan, data)
    metrics = [scorer.corpus for scorer in scorers]
    reports = []
    for corpus in data.corpora:
        runs = measure_all(data.runs[corpus.name], metrics, jobs=jobs, progress=progress)
        report = system_report(corpus, scorers, runs[0], segments=segments)
        scores = report.scores
        if len(runs) > 1 or plan is not None:
            from bolide.significance.paired import runs_score  # numpy is needed there, and only there

            by_metric = zip(scores, metrics, zip(*runs, strict=True), strict=True)
            scores = tuple(runs_score(one, metric, rows, corpus.name, plan, units) for one, metric, rows in by_metric)
        named = [replace(one, name=a.label) if a.named else one for one, a in zip(scores, own, strict=True)]
        reports.append(replace(report, scores=tuple(named)))
    return tuple(reports)


def notes_on(data: TestSet, metrics: Sequence[Metric]) -> list[str]:
    """What is odd about the texts of a test set, those of later training runs too."""
    nfc = all(metric.counts.nfc for metric in metrics)
    runs = ((name, *run) for name, outputs in data.further.items() for run in enumerate(outputs, 2))
    later = [replace(corpus, name=f"{name}, run {number}") for name, number, corpus in runs]
    same = identical_notes(corpus.name for corpus in (*data.corpora, *later) if corpus.identical)
    return [*data.notes, *same, *map(str, health_of(data.corpora, later, nfc=nfc))]


def units_of(plan: Plan, data: TestSet) -> ResamplingUnits | None:
    """What a plan draws from a test set: whole documents if they are known, and within domains if it asks for that."""
    from bolide.significance.units import SEGMENT, ResamplingUnits

    named = data.documents is not None and data.documents != documents_of_ids(data.ids)
    if named and plan.mode == "sacrebleu" and plan.unit != SEGMENT:
        raise OptionError("Mode sacrebleu draws segments, as sacreBLEU does; leave documents out, or use mode sound.")
    if plan.stratified and data.domains is None:
        raise OptionError("`stratified`: the domains of the segments are not known; pass `domains`.")
    return ResamplingUnits.of(data.documents, data.domains if plan.stratified else None, plan.unit)


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

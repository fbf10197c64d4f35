"""Everything that is asked about metrics at once: answers, rankings of the metrics, and the report of both."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

import numpy as np

from bolide.agreement import questions
from bolide.agreement.baselines import ANOTHER_ANNOTATOR, SENTINELS, SOURCE_LENGTH, shuffled
from bolide.agreement.labels import Labels
from bolide.agreement.participants import Participants
from bolide.agreement.questions import Agreement, Question
from bolide.agreement.ranking import Part, PermutationTest, Pool, Ranking, on_common_cells, ranked
from bolide.agreement.ranking_data import RankingData, ranked_cells, ranked_systems, win_shares
from bolide.agreement.statistics import STATISTICS
from bolide.agreement.statistics.ranking_tau import VARIANTS
from bolide.agreement.table import Indices, LanguagePair, Matrix, Source, Table
from bolide.agreement.wmt_table import MetricsTable, Preset, metrics_table
from bolide.data.results import Result
from bolide.significance.units import SEGMENT, UnitCount
from bolide.system.errors import BolideError, InputError, OptionError, counted, first_repeated
from bolide.system.limits import LEAST_RESAMPLES, check_count
from bolide.system.stored import read_fields

ALL = "all"  # the segments of every domain together
YEARS = tuple(Question(year, "ranking") for year in VARIANTS)
RHO = Question("spearman", "sys")
TIES = ("left-out", "not-won")  # of people, where systems are ranked by their wins
Interval = tuple[float, float]
# A value that bad, of that many systems or pairs of them, is hardly chance.
_TURNED_ROUND = {"accuracy": (0.25, 10), "pearson": (-0.5, 5), "spearman": (-0.5, 5)}


@dataclass(frozen=True)
class Inquiry:
    """What to ask: the questions (by default, all that the scores allow), intervals, rankings, and the seed.

    By default, resampling and tests use the seed 12345, and soft pairwise accuracy the permutations of WMT's tool.
    `shuffles` also asks each question about that many random permutations of the first metric's scores. `mode`
    is that of the tests between metrics: sound, or wmt24 as that campaign made them (see `PermutationTest`).
    """

    questions: tuple[Question, ...] = ()
    resamples: int = 0
    ranked: tuple[Question, ...] = ()
    trials: int = 1000
    seed: int | None = None
    exclude: tuple[str, ...] = ()
    mode: str = "sound"
    shuffles: int = 0

    def __post_init__(self) -> None:
        for name, least in (("resamples", 0), ("trials", 1), ("seed", 0), ("shuffles", 0)):
            if name != "seed" or self.seed is not None:
                check_count(name, getattr(self, name), least)
        if self.resamples:
            check_count("`intervals`, the number of resamples,", self.resamples, LEAST_RESAMPLES)
        for name, kind in (("questions", Question), ("ranked", Question), ("exclude", str)):
            value = getattr(self, name)
            if not isinstance(value, tuple | list) or not all(isinstance(each, kind) for each in value):
                raise OptionError(f"{name} is {value!r:.80}; it must be a tuple of {kind.__name__}.")

    @property
    def test(self) -> PermutationTest:
        """How metrics are tested against each other."""
        return PermutationTest(self.trials, self.seed, self.mode)


@dataclass(frozen=True)
class RankingAgreement:
    """A metric against rankings: τ under each treatment of the metric's ties, and ρ of the systems' shares of wins.

    Without scores of segments there is no τ, and `reason` says so. `intervals` are those of τ by year and of ρ by the
    treatment of people's ties, where they were asked for.
    """

    metric: str
    taus: dict[str, float | None]
    pairs: dict[str, int]
    spearman: dict[str, float | None]
    intervals: dict[str, Interval | None]
    reason: str = ""

    def to_dict(self) -> dict[str, Any]:
        return {
            "metric": self.metric,
            "tau": self.taus,
            "pairs": self.pairs,
            "system_spearman": self.spearman,
            "intervals": {name: None if each is None else list(each) for name, each in self.intervals.items()},
            "reason": self.reason,
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> RankingAgreement:
        """Read what `to_dict` wrote."""
        return read_fields(cls, {**data, "taus": data["tau"], "spearman": data["system_spearman"]}, "agreement")


@dataclass(frozen=True)
class AgreementReport(Result):
    """Agreement of metrics with human judgments, rankings of the metrics, and τ against human rankings if given.

    `weights` names the table of MQM weights if human scores were computed from marked errors; `notes` say what was left
    out; `parts` says whether an agreement's `pair` is a language pair or a domain. If a year's preset was asked, its
    `table` is all there is. `participants` are the scores that were evaluated, which the JSON does not have.
    """

    human: str
    agreements: tuple[Agreement, ...] = ()
    rankings: tuple[Ranking, ...] = ()
    taus: tuple[RankingAgreement, ...] = ()
    weights: str = ""
    notes: tuple[str, ...] = ()
    parts: str = "pair"
    table: MetricsTable | None = None
    participants: tuple[LanguagePair, ...] = field(default=(), compare=False, repr=False)

    def blocks(self, width: int = 3, *, drawn: bool = False) -> list[Any]:
        from bolide.reporting.views.agreement import agreement_blocks

        return agreement_blocks(self, width, drawn=drawn)

    def __repr__(self) -> str:
        agreements = counted(len(self.agreements) + len(self.taus), "agreement")
        return f"<AgreementReport: with {self.human}, {agreements}, {counted(len(self.rankings), 'ranking')}>"

    def data(self) -> dict[str, Any]:
        if self.table is not None:
            return self.table.data()
        return {
            "human": self.human,
            "mqm_weights": self.weights or None,
            "agreements": [each.to_dict() for each in self.agreements],
            "rankings": [each.to_dict() for each in self.rankings],
            "taus": [each.to_dict() for each in self.taus],
            "notes": list(self.notes),
            "parts": self.parts,
        }

    @classmethod
    def _fields_from(cls, data: Mapping[str, Any]) -> dict[str, Any]:
        if "preset" in data:
            return {"table": MetricsTable.from_dict(data), "notes": []}
        return {"weights": data["mqm_weights"] or ""}


def evaluate_metrics(human: Source, metrics: Sequence[Source], inquiry: Inquiry | None = None) -> AgreementReport:
    """The answers to all questions about all metrics."""
    inquiry = inquiry or Inquiry()
    questions.check_names(metrics)
    how = inquiry.exclude, inquiry.seed, inquiry.resamples
    asked = inquiry.questions or _possible(human, metrics)
    agreements: list[Agreement] = []
    for question in asked:
        agreements += questions.answers(human, metrics, question, *how)
        if inquiry.shuffles:
            agreements.append(shuffled(human, metrics[0], question, inquiry.shuffles, inquiry.seed, inquiry.exclude))
        if human.annotators is not None and question.level != "doc":
            others, one = human.annotators
            agreements.append(questions.answer(replace(others, units=human.units), one, question, *how))
    tested: dict[str, Any] = {name: getattr(inquiry, name) for name in ("trials", "seed", "exclude", "mode")}
    rankings = tuple(rank(human, metrics, question, **tested) for question in inquiry.ranked)
    about_segments = any(
        question.level == "seg" for question in (*(asked if inquiry.resamples else ()), *inquiry.ranked)
    )
    notes = _unit_notes(human) if about_segments and inquiry.mode == "sound" else ()
    untestable = _untestable(inquiry, partial(_exchanged, human, inquiry.exclude))
    notes = (*_annotator_notes(human), *_turned_round(metrics, agreements), *notes, *untestable)
    return AgreementReport(human.name, tuple(agreements), rankings, notes=notes)


def _untestable(inquiry: Inquiry, exchanged: Callable[[Question], UnitCount]) -> tuple[str, ...]:
    """Why no lead of a metric could be significant: what changes places, or the permutations, may be few."""
    ranked = inquiry.ranked if inquiry.mode == "sound" else ()
    reasons = (exchanged(question).untestable(1, Ranking.alpha, inquiry.trials) for question in ranked)
    return tuple(dict.fromkeys(filter(None, reasons)))


def _exchanged(human: Source, exclude: Collection[str], question: Question) -> UnitCount:
    """What two metrics exchange: systems, scores or, if documents are known, all scores of a system's document."""
    judged = np.isfinite(human.at(question.level).without(exclude).cells)
    unit = "system" if question.level == "sys" else "score"
    if question.level == "seg" and human.units is not None:
        numbers = np.array(human.units.numbers)
        unit, judged = "document score", np.concatenate([np.bincount(numbers[line]) > 0 for line in judged])
    return UnitCount(unit, int(judged.sum()), float(judged.sum()))


def _annotator_notes(human: Source) -> tuple[str, ...]:
    """What the row of another annotator is about."""
    if human.annotators is None:
        return ()
    both = int(np.isfinite(human.annotators[1].at("seg").cells).any(0).sum())
    return (
        f"{ANOTHER_ANNOTATOR}: on {counted(both, 'segment')} that several people judged, the scores of one against the "
        "mean of the others'; metrics are compared with the mean of all.",
    )


def _turned_round(metrics: Sequence[Source], agreements: Sequence[Agreement]) -> Iterator[str]:
    """Notes on metrics that call systems worse which people call better: their direction may have been forgotten."""
    for metric in (metric for metric in metrics if metric.name not in (*SENTINELS, SOURCE_LENGTH)):
        turned = [
            each.value <= _TURNED_ROUND[name][0]
            for each in agreements
            if each.metric == metric.name and each.question.level == "sys" and each.value is not None
            if (name := each.question.statistic) in _TURNED_ROUND and each.used >= _TURNED_ROUND[name][1]
        ]
        if turned and all(turned):
            better = "lower" if metric.at("sys").higher_is_better else "higher"
            advice = f"{'' if better == 'lower' else 'do not '}name it with --lower (`lower`)"
            what = "it calls systems worse that people call better"
            yield f"{metric.name}: {what}. If {better} scores are better, {advice}."


def _unit_notes(human: Source) -> tuple[str, ...]:
    """What is drawn and exchanged where questions are about segments, and what to know about it.

    Only judged segments count: to draw others adds nothing to a value.
    """
    judged = np.flatnonzero(np.isfinite(human.at("seg").cells).any(0)).tolist()
    units = None if human.units is None else human.units.take(judged)
    count = UnitCount.of(units, SEGMENT if units is None else units.unit, len(judged))
    drawn = f"Segments are drawn and exchanged by document: {count.text(len(judged))}."
    return (*([drawn] if units is not None else []), *count.cautions())


def evaluate_language_pairs(pairs: Sequence[LanguagePair], inquiry: Inquiry | None = None) -> AgreementReport:
    """The answers for every language pair, and for all of them together where the statistic is pooled."""
    inquiry = inquiry or Inquiry()
    twice = first_repeated(pair.name for pair in pairs)
    if twice is not None:
        raise InputError(f"The language pair {twice} is given twice; its pairs of systems would count double.")
    reports = []
    for pair in pairs:
        try:
            reports.append((pair.name, evaluate_metrics(pair.human, pair.metrics, inquiry)))
        except BolideError as problem:
            raise type(problem)(f"{pair.name}: {problem}") from None
    report = _joined(reports)
    pool = Pool(tuple(pairs), inquiry.exclude)
    pooled = [
        pool.agreement(name, question, inquiry.resamples, inquiry.seed)
        for question in dict.fromkeys(each.question for each in report.agreements)
        if STATISTICS[question.statistic].pooled
        for name in pool.metrics
    ]
    ranked = [pool.ranking(each, inquiry.test) for each in inquiry.ranked if STATISTICS[each.statistic].pooled]
    return replace(report, agreements=(*report.agreements, *pooled), rankings=(*report.rankings, *ranked))


def _joined(reports: Sequence[tuple[str, AgreementReport]]) -> AgreementReport:
    """Several reports as one, in which everything says of which language pair or domain it is."""
    return AgreementReport(
        " and ".join(dict.fromkeys(report.human for _, report in reports)),
        tuple(replace(each, pair=name) for name, report in reports for each in report.agreements),
        tuple(replace(each, pair=name) for name, report in reports for each in report.rankings),
        notes=tuple(f"{name}: {note}" for name, report in reports for note in report.notes),
    )


def evaluate_within(
    human: Source, metrics: Sequence[Source], groups: Mapping[str, Indices], inquiry: Inquiry
) -> AgreementReport:
    """All that was asked about all segments, then about those of each group, such as a domain, alone.

    Within a group a system's score is that of the group's segments. A group in which a question cannot be asked is left
    out, and a note says why.
    """
    whole = evaluate_metrics(human, metrics, inquiry)
    asked = tuple(dict.fromkeys(each.question for each in whole.agreements if each.question.level != "doc"))
    inner = replace(inquiry, questions=asked, ranked=tuple(q for q in inquiry.ranked if q.level != "doc"))
    reports = [(ALL, replace(whole, notes=()))]  # a group may be called "all", too
    for name, indices in groups.items():
        # Scores of systems alone tell nothing of a group; such a metric has no value there.
        inside = [metric.within(indices) if metric.has("seg") else Source(metric.name) for metric in metrics]
        try:
            report = evaluate_metrics(human.within(indices), inside, inner)
        except InputError as problem:
            report = AgreementReport(human.name, notes=(str(problem),))
        reports.append((name, report))
    joined = _joined(reports)
    return replace(joined, notes=(*whole.notes, *joined.notes), parts="domain")


def evaluate_participants(
    participants: Participants, inquiry: Inquiry, domains: Labels | None = None, preset: Preset | None = None
) -> AgreementReport:
    """The answers about one language pair, as a whole or within its domains, or about several; or a preset's table."""
    pairs, notes = participants.pairs, participants.notes
    if preset is not None:
        table = metrics_table(pairs, preset, inquiry.test, notes)
        return AgreementReport(table.human, table=table, participants=pairs)
    if len(pairs) > 1:
        report = evaluate_language_pairs(pairs, inquiry)
    elif domains is not None:
        report = evaluate_within(pairs[0].human, pairs[0].metrics, domains.groups(), inquiry)
    else:
        report = evaluate_metrics(pairs[0].human, pairs[0].metrics, inquiry)
    return replace(report, weights=participants.weights, notes=(*notes, *report.notes), participants=pairs)


def evaluate_on_rankings(
    judgements: RankingData, metrics: Sequence[Source], inquiry: Inquiry | None = None
) -> AgreementReport:
    """Every metric against five-way rankings, with the intervals and the rankings of metrics that were asked for."""
    inquiry = inquiry or Inquiry()
    if metrics and not any(metric.has("seg") for metric in metrics):
        metrics[0].at("seg")
    taus = tuple(ranking_agreement(judgements, metric, inquiry.resamples, inquiry.seed) for metric in metrics)
    rankings = tuple(rank_by_tau(judgements, metrics, question, inquiry.test) for question in inquiry.ranked)

    def exchanged(question: Question) -> UnitCount:
        return UnitCount("score", judgements.outputs, float(judgements.outputs))

    return AgreementReport(judgements.name, rankings=rankings, taus=taus, notes=_untestable(inquiry, exchanged))


def ranking_agreement(judgements: RankingData, metric: Source, resamples: int, seed: int | None) -> RankingAgreement:
    """Everything about one metric; τ's intervals draw the ranked segments again, ρ's the systems."""
    if metric.has("seg"):
        cells, reason = ranked_cells(judgements, metric.at("seg")), ""
    else:
        last = int(judgements.segment.max(initial=0))
        cells, reason = np.full((len(judgements.systems), last + 1), np.nan), "it has no scores of segments"
    asked: dict[str, tuple[Question, tuple[Any, Matrix]]] = {
        **{year.statistic: (year, (judgements, cells)) for year in YEARS},
        **{ties: (RHO, _shares_and_scores(judgements, metric.at("sys"), ties)) for ties in TIES},
    }
    measured = {name: question.measure().measured(*both) for name, (question, both) in asked.items()}
    single = len(set(judgements.segment.tolist())) < 2  # one segment alone would be drawn every time
    intervals = {
        name: None
        if single and question is not RHO
        else questions.quantiles(
            questions.resampled(question.measure(), both, question.level, resamples, questions.generator(seed))
        )
        for name, (question, both) in asked.items()
        if resamples
    }
    values = {name: each.value for name, each in measured.items()}
    return RankingAgreement(
        metric.name,
        {year: values[year] for year in VARIANTS},
        {year: measured[year].used for year in VARIANTS},
        {ties: values[ties] for ties in TIES},
        intervals,
        reason,
    )


def rank_by_tau(
    judgements: RankingData, metrics: Sequence[Source], question: Question, test: PermutationTest
) -> Ranking:
    """The metrics by one year's τ, each tested against those below it by PERM-BOTH, on the cells all of them have."""
    if question.level != "ranking":
        raise OptionError(f"{question} needs human scores; with rankings, use {', '.join(map(str, YEARS))}.")
    questions.check_names(metrics)
    scored = [metric for metric in metrics if metric.has("seg")]
    tables = [ranked_cells(judgements, metric.at("seg")) for metric in scored]
    segments = min(table.shape[1] for table in tables)
    absent = np.any([np.isnan(table[:, :segments]) for table in tables], axis=0)
    cells = {m.name: np.where(absent, np.nan, t[:, :segments]) for m, t in zip(scored, tables, strict=True)}
    part = Part(judgements.where(~absent), cells)
    lacking = [Agreement.lacking(metric.name, question) for metric in metrics if metric not in scored]
    return ranked([*part.answers(question), *lacking], [part], question, test)


def _shares_and_scores(judgements: RankingData, metric: Table, ties: str) -> tuple[Matrix, Matrix]:
    """Each system's share of wins and the metric's score of it, both as tables of one column."""
    people = np.array([*win_shares(judgements, ties).values()], dtype=np.float64)[:, None]  # None becomes NaN
    scores = ranked_systems(judgements, metric).upward
    absent = np.isnan(people) | np.isnan(scores)
    return np.where(absent, np.nan, people), np.where(absent, np.nan, scores)


# --- the ranking of metrics -------------------------------------------------------------------------------------------


def rank(
    human: Source,
    metrics: Sequence[Source],
    question: Question,
    *,
    trials: int = 1000,
    seed: int | None = None,
    alpha: float = 0.05,
    exclude: Collection[str] = (),
    mode: str = "sound",
) -> Ranking:
    """Rank the metrics and test each against those below it, on the cells that all of them have.

    The test is PERM-BOTH: two-sided, with new tie thresholds for each permutation under acc-eq. Mode wmt24 tests as
    WMT does. A metric without the scores that the question is about comes last, without a value.
    """
    test = PermutationTest(trials, seed, mode)
    if not metrics:
        raise InputError("There are no metrics to rank.")
    scored = [metric for metric in metrics if metric.has(question.reads)]
    units = human.units if question.level == "seg" and test.mode == "sound" else None
    part = replace(on_common_cells(human, scored or metrics, question.reads, exclude), units=units)
    lacking = [Agreement.lacking(metric.name, question) for metric in metrics if metric not in scored]
    return ranked([*part.answers(question, test.seed), *lacking], [part], question, test, alpha)


def _possible(human: Source, metrics: Collection[Source]) -> tuple[Question, ...]:
    """The usual questions for which people have scores and at least one metric has."""
    segments = human.has("seg") and any(metric.has("seg") for metric in metrics)
    return tuple(question for question in questions.usual_questions() if segments or question.reads == "sys")

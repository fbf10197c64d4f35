"""`bolide.correlate`: questions asked of metrics, and the report of the answers, which can be asked more."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from bolide.agreement import questions
from bolide.agreement.baselines import ANOTHER_ANNOTATOR, SENTINELS, SOURCE_LENGTH, shuffled
from bolide.agreement.judgments import People, check_people, read_judgments
from bolide.agreement.participants import ByPair, gather, signature_lines
from bolide.agreement.questions import (
    ALL,
    NO_DOMAINS,
    Agreement,
    LanguagePair,
    Question,
    document_questions,
    usual_questions,
)
from bolide.agreement.ranking import (
    PRESETS,
    MetricsTable,
    PermutationTest,
    Ranking,
    metrics_table,
    names_in,
    pooled_agreement,
    pooled_ranking,
    rank,
)
from bolide.agreement.ranking_data import TIES, shares_of_wins
from bolide.agreement.statistics import STATISTICS
from bolide.agreement.statistics.pairs import VARIANTS
from bolide.agreement.table import Source
from bolide.corpus.inputs import Path
from bolide.data.results import Result
from bolide.metrics.counts import Progress, no_progress
from bolide.significance.units import DOCUMENT, SEGMENT, UNITS, UnitCount
from bolide.system.errors import BolideError, InputError, OptionError, counted, first_repeated, known_name
from bolide.system.limits import LEAST_RESAMPLES, check_count
from bolide.testset import TestSet
from bolide.testset.metrics import Metrics

YEARS = tuple(Question(year, "ranking") for year in VARIANTS)
RHO = Question("spearman", "sys")
SHUFFLES = 100
Interval = tuple[float, float]
# A value that bad, of that many systems or pairs of them, is hardly chance.
_TURNED_ROUND = {"accuracy": (0.25, 10), "pearson": (-0.5, 5), "spearman": (-0.5, 5)}


def correlate(
    people: People,
    metrics: Metrics | ByPair = (),
    data: TestSet | None = None,
    questions: str | Iterable[str] = (),
    *,
    strict: bool = False,
    seed: int | None = None,
    jobs: int = 1,
    progress: Progress = no_progress,
) -> AgreementReport:
    """Measure how well metrics agree with people (`read_judgments`), by system, by document and by segment.

    `metrics` are those of `compare`, computed on the test set, and scores of other tools (`read_scores`); without texts
    they name metrics of the folder that people were read from, by default all. Where people judged several language
    pairs, the scores of other tools are in a dict by these. A question is written as on the command line, such as
    `seg/kendall-b/item`; by default, every statistic that the scores allow is computed. Systems that not all have
    scores of are left out, or refused if `strict`. Intervals, rankings, domains and chance are methods of the result.

    >>> import bolide
    >>> human = {"a": [5.0, 4.0, 3.0], "b": [2.0, 3.0, 1.0], "c": [1.0, 1.0, 2.0]}
    >>> mine = bolide.read_scores({"a": [0.9, 0.8, 0.4], "b": [0.5, 0.6, 0.3], "c": [0.2, 0.1, 0.5]}, name="mine")
    >>> agree = bolide.correlate(bolide.read_judgments(human), [mine], questions="sys/pearson")
    >>> round(agree["mine", "sys/pearson"].value, 3)
    0.972
    """
    check_people(people)
    ranked = any(one.source.rankings is not None for one in people.by_pair.values())
    asked = questions_of(questions, ("ranking", "sys") if ranked else ("sys", "seg", "doc"))
    if ranked and any(question.level == "ranking" for question in asked):
        raise OptionError("`questions`: τ by the rules of all years needs no question; ask about systems: sys/spearman")
    pairs, notes, scorers = gather(people, metrics, data, strict=strict, jobs=jobs, progress=progress)
    if not asked and not ranked and (people.documents is not None or (data and data.documents and not data.ids)):
        asked = (*usual_questions(), *document_questions())
    segments = any(question.reads == "seg" for question in asked) or not (asked or ranked)
    notes = (*notes, *signature_lines(scorers, data, segments=segments))
    if len(pairs) == 1:
        pairs = (replace(pairs[0], name=""),)
    found = evaluate(pairs, Inquiry(asked, seed=seed))
    about: dict[str, Any] = {"weights": people.weights, "identity": () if data is None else data.identity}
    return replace(found, read=notes, notes=_distinct((*notes, *found.notes)), **about)


def wmt_table(
    year: str,
    folders: Path | Sequence[Path] | People,
    metrics: Metrics | ByPair = (),
    data: TestSet | None = None,
    *,
    gold: str | None = None,
    trials: int = 1000,
    seed: int | None = None,
    mode: str = "wmt24",
) -> MetricsTable:
    """What a year's metrics task asked, as one table with ranks: `wmt23`, `wmt24`, `wmt25` or `wmt26`.

    `folders` are those of its language pairs, with people's scores and the metrics', or what `read_judgments` returns;
    the rest is as in `correlate` and `rank`.

    >>> import bolide
    >>> bolide.wmt_table("wmt23", ["wmt23/en-de", "wmt23/zh-en"], trials=10).metrics
    ('COMET-refA', 'BLEU-refA')
    """
    known_name("preset", year, PRESETS)
    preset = PRESETS[year]
    people = folders if isinstance(folders, People) else read_judgments(folders, gold=gold or preset.gold)
    pairs, notes, scorers = gather(people, metrics, data, preset=preset)
    # A definition, in which segments are drawn.
    pairs = tuple(replace(pair, human=replace(pair.human, units=None)) for pair in pairs)
    notes = (*notes, *signature_lines(scorers, data))
    table = metrics_table(pairs, preset, PermutationTest(trials, seed, mode), notes)
    return replace(table, identity=() if data is None else data.identity)


def questions_of(texts: str | Iterable[str | Question], levels: Sequence[str]) -> tuple[Question, ...]:
    """The questions that a caller asks, of the levels for which there are judgments."""
    if not isinstance(texts, Iterable):
        raise InputError(f"{texts!r:.60} is not a question; write one like 'sys/pearson', or a list of such.")
    several = [texts] if isinstance(texts, str) else texts
    return tuple(one if isinstance(one, Question) else Question.from_text(one, levels) for one in several)


@dataclass(frozen=True)
class Inquiry:
    """What is asked of metrics: the questions (by default, all that the scores allow), and with what besides.

    By default, resampling uses the seed 12345, and soft pairwise accuracy the permutations of WMT's tool. `shuffles`
    also asks each question about that many random permutations of the first metric's scores.
    """

    questions: tuple[Question, ...] = ()
    resamples: int = 0
    seed: int | None = None
    shuffles: int = 0

    def __post_init__(self) -> None:
        for name in ("resamples", "seed", "shuffles"):
            if name != "seed" or self.seed is not None:
                check_count(name, getattr(self, name), 0)
        if self.resamples:
            check_count("`resamples`", self.resamples, LEAST_RESAMPLES)


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


@dataclass(frozen=True)
class AgreementReport(Result):
    """Agreement of metrics with human judgments, rankings of the metrics, and τ against human rankings if given.

    `weights` names the table of MQM weights if human scores were computed from marked errors; `notes` say what was left
    out; `parts` says whether an agreement's `pair` is a language pair or a domain. `participants` are the scores that
    were evaluated, by which its methods ask further; a report that was read from JSON has none.
    """

    human: str
    agreements: tuple[Agreement, ...] = ()
    rankings: tuple[Ranking, ...] = ()
    taus: tuple[RankingAgreement, ...] = ()
    weights: str = ""
    notes: tuple[str, ...] = ()
    parts: str = "pair"
    participants: tuple[LanguagePair, ...] = field(default=(), compare=False, repr=False)
    inquiry: Inquiry = field(default_factory=Inquiry, compare=False, repr=False)
    read: tuple[str, ...] = field(default=(), compare=False, repr=False)  # notes on what was read

    def __getitem__(self, asked: tuple[str, str]) -> Agreement:
        """The answer about a metric, `agree["BLEU", "sys/pearson"]`; of several language pairs or domains, all of them
        together."""
        found = [each for each in self.agreements if (each.metric, str(each.question)) == asked]
        if not found:
            known = dict.fromkeys(f"{each.metric}, {each.question}" for each in self.agreements)
            raise OptionError(f"There is no answer about {', '.join(asked)}; there are {'; '.join(known) or 'none'}.")
        return found[0] if self.parts == "domain" else found[-1]

    def with_intervals(
        self, resamples: int = 1000, *, seed: int | None = None, unit: str | None = None
    ) -> AgreementReport:
        """The report with 95 % intervals, from segments or, for questions about systems, systems drawn again.

        The segments of a document are drawn together where documents are known, unless `unit` is `segment`.
        """
        seed = self.inquiry.seed if seed is None else seed
        return self.asking(resamples=resamples, seed=seed, unit=unit)

    def with_chance(self, shuffles: int = SHUFFLES) -> AgreementReport:
        """The report with what shuffled scores would get, and metrics that look only at the lengths of outputs."""
        return self.asking(shuffles=shuffles)

    def macro(self) -> AgreementReport:
        """The report in which a system's human score is the mean over domains, as in WMT24."""
        return self.asking(macro=True)

    def by_domain(self) -> AgreementReport:
        """The answers about all segments and those of every domain; a question that cannot be asked of a domain is left
        out there, and a note says why."""
        return self.asking(by_domain=True)

    def asking(
        self, *, unit: str | None = None, macro: bool = False, by_domain: bool = False, **changes: Any
    ) -> AgreementReport:
        """The report with the answers to another `Inquiry`: with other `resamples`, `shuffles` and so on."""
        inquiry, parts = replace(self.inquiry, **changes), self.parts
        if inquiry == self.inquiry and not (unit or macro or by_domain):
            return self
        pairs = self._evidence(unit)
        if macro:
            pairs = [pair.macro() for pair in pairs]
        if by_domain and parts == "pair":
            if len(pairs) > 1:
                raise OptionError(NO_DOMAINS)
            pairs, parts = pairs[0].by_domain(), "domain"
        found = evaluate(pairs, inquiry, parts)
        kept = {name: getattr(self, name) for name in ("rankings", "weights", "read", "identity")}
        return replace(found, notes=_distinct((*self.read, *found.notes)), **kept)

    def rank(
        self,
        question: str | Question,
        *,
        trials: int = 1000,
        seed: int | None = None,
        mode: str = "sound",
        unit: str | None = None,
    ) -> Ranking:
        """The metrics in the order of their agreement, each tested against those below it by exchanging their scores.

        Mode wmt24 tests as WMT did. Several language pairs are taken together, if the question allows it.
        """
        report = self.with_rankings(question, trials=trials, seed=seed, mode=mode, unit=unit)
        found = report.rankings[len(self.rankings) :]
        if self.parts == "domain":
            return found[0]
        if 1 < len(self.participants) == len(found):
            raise OptionError(f"{question} is asked of each language pair; with_rankings ranks the metrics in each.")
        return found[-1]

    def with_rankings(
        self,
        *asked: str | Question,
        trials: int = 1000,
        seed: int | None = None,
        mode: str = "sound",
        unit: str | None = None,
    ) -> AgreementReport:
        """The report with a ranking by each of these questions, of every language pair or domain; see `rank`."""
        test = PermutationTest(trials, self.inquiry.seed if seed is None else seed, mode)
        pairs, rankings, notes = self._evidence(unit), list(self.rankings), list(self.notes)
        ranked = questions_of(asked, ("ranking",) if pairs[0].human.rankings is not None else ("sys", "seg", "doc"))

        def ranking(part: LanguagePair) -> Iterator[str]:
            chosen = _asked_of(part, ranked)
            rankings.extend(rank(part.human, part.metrics, each, test, part.name) for each in chosen)
            if test.mode == "sound":
                yield from _unit_notes(part.human) if any(each.level == "seg" for each in chosen) else ()
                counts = [_exchanged(part.human, question) for question in chosen]
                # No lead of a metric could be significant where what changes place, or the permutations, are few.
                yield from filter(None, (count.untestable(1, Ranking.alpha, test.trials) for count in counts))

        notes += _of_parts(pairs, ranking, self.parts, self.inquiry)
        if len(pairs) > 1 and self.parts == "pair":
            pooled = [each for each in ranked if STATISTICS[each.statistic].pooled]
            rankings += [pooled_ranking(pairs, each, test) for each in pooled]
        return replace(self, rankings=tuple(rankings), notes=_distinct(notes))

    def _evidence(self, unit: str | None = None) -> Sequence[LanguagePair]:
        """What was evaluated; its segments are drawn and exchanged by this unit."""
        if not self.participants:
            raise InputError("This report was read from JSON, without its scores; call correlate again.")
        if unit is not None:
            known_name("unit", unit, UNITS)
        if unit == DOCUMENT and any(pair.human.units is None for pair in self.participants):
            raise OptionError("`unit`: the documents of the segments are not known; pass `documents`, or leave it out.")
        if unit != SEGMENT:
            return self.participants
        return [replace(pair, human=replace(pair.human, units=None)) for pair in self.participants]

    def blocks(self, width: int = 3, *, drawn: bool = False) -> list[Any]:
        from bolide.reporting.views.agreement import agreement_blocks

        return agreement_blocks(self, width, drawn=drawn)

    def __repr__(self) -> str:
        agreements = counted(len(self.agreements) + len(self.taus), "agreement")
        return f"<AgreementReport: with {self.human}, {agreements}, {counted(len(self.rankings), 'ranking')}>"


def _distinct(notes: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(notes))


def evaluate(pairs: Sequence[LanguagePair], inquiry: Inquiry | None = None, parts: str = "pair") -> AgreementReport:
    """The answers for every language pair and, where the statistic is pooled, for all of them together; or for the
    domains of one."""
    inquiry = inquiry or Inquiry()
    if (twice := first_repeated(pair.name for pair in pairs)) is not None:
        raise InputError(f"The language pair {twice} is given twice; its pairs of systems would count double.")
    human = " and ".join(dict.fromkeys(pair.human.name for pair in pairs))
    report = AgreementReport(human, parts=parts, participants=tuple(pairs), inquiry=inquiry)
    if pairs[0].human.rankings is not None and not inquiry.questions:
        return replace(report, taus=tuple(_ranking_agreements(pairs[0], inquiry)))
    agreements: list[Agreement] = []

    def answer(part: LanguagePair) -> Iterator[str]:
        segments = part.human.has("seg") and any(metric.has("seg") for metric in part.metrics)
        usual = [question for question in usual_questions() if segments or question.reads == "sys"]
        asked = _asked_of(part, inquiry.questions or usual)
        found = _answers(part, asked, inquiry)
        agreements.extend(found)
        if part.human.annotators is not None:
            both = int(np.isfinite(part.human.annotators[1].at("seg").cells).any(0).sum())
            yield (
                f"{ANOTHER_ANNOTATOR}: on {counted(both, 'segment')} that several people judged, the scores of one "
                "against the mean of the others'; metrics are compared with the mean of all."
            )
        yield from _turned_round(part.metrics, found)
        if inquiry.resamples and any(question.level == "seg" for question in asked):
            yield from _unit_notes(part.human)

    notes = _of_parts(pairs, answer, parts, inquiry)
    if len(pairs) > 1 and parts == "pair":
        agreements += [
            pooled_agreement(pairs, name, question, inquiry.resamples, inquiry.seed)
            for question in dict.fromkeys(each.question for each in agreements)
            if STATISTICS[question.statistic].pooled
            for name in names_in(pairs)
        ]
    return replace(report, agreements=tuple(agreements), notes=_distinct(notes))


def _of_parts(
    parts: Sequence[LanguagePair], ask: Callable[[LanguagePair], Iterable[str]], kind: str, inquiry: Inquiry
) -> list[str]:
    """Ask about every part, and return the notes on the answers. A domain that cannot be asked about is noted."""
    notes: list[str] = []
    for part in parts:
        part = replace(part, metrics=(*part.metrics, *part.baselines)) if inquiry.shuffles else part
        prefix = "" if part.name in ("", ALL if kind == "domain" else "") else f"{part.name}: "
        try:
            said = list(ask(part))
        except BolideError as problem:
            if not (prefix and kind == "domain" and isinstance(problem, InputError)):
                raise type(problem)(f"{prefix}{problem}") from None
            said = [str(problem)]
        notes += [f"{prefix}{note}" for note in said]
    return notes


def _asked_of(part: LanguagePair, asked: Iterable[Question]) -> list[Question]:
    """Those that can be asked of a part: a domain has no documents of its own."""
    return [each for each in asked if each.level != "doc" or not part.is_domain]


def _answers(part: LanguagePair, asked: Sequence[Question], inquiry: Inquiry) -> list[Agreement]:
    """The answers to all questions about the metrics of a part, with what shuffled scores and another annotator get."""
    questions.check_names(part.metrics)
    agreements: list[Agreement] = []
    for question in asked:
        agreements += questions.answers(part.human, part.metrics, question, inquiry.seed, inquiry.resamples)
        if inquiry.shuffles:
            agreements.append(shuffled(part.human, part.metrics[0], question, inquiry.shuffles, inquiry.seed))
        if part.human.annotators is not None and question.level != "doc":
            others, one = part.human.annotators
            others = replace(others, units=part.human.units)
            agreements.append(questions.answer(others, one, question, inquiry.seed, inquiry.resamples))
    return [replace(each, pair=part.name) for each in agreements]


def _exchanged(human: Source, question: Question) -> UnitCount:
    """What two metrics exchange: systems, scores or, if documents are known, all scores of a system's document."""
    if question.level == "ranking" and human.rankings is not None:
        return UnitCount("score", human.rankings.outputs, float(human.rankings.outputs))
    judged = np.isfinite(human.at(question.level).cells)
    unit = "system" if question.level == "sys" else "score"
    if question.level == "seg" and human.units is not None:
        numbers = np.array(human.units.numbers)
        unit, judged = "document score", np.concatenate([np.bincount(numbers[line]) > 0 for line in judged])
    return UnitCount(unit, int(judged.sum()), float(judged.sum()))


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


def _ranking_agreements(pair: LanguagePair, inquiry: Inquiry) -> Iterator[RankingAgreement]:
    """Everything about each metric; τ's intervals draw the ranked segments again, ρ's the systems."""
    judged, how = pair.human.rankings, (inquiry.seed, inquiry.resamples)
    by_name = {year.statistic: questions.answers(pair.human, pair.metrics, year, *how) for year in YEARS}
    for ties in TIES:
        shares = None if judged is None else shares_of_wins(judged, ties)
        human = replace(pair.human, sys=shares)
        by_name[ties] = (
            [Agreement.lacking(metric.name, RHO) for metric in pair.metrics]
            if shares is None
            else questions.answers(human, pair.metrics, RHO, *how)
        )
    for number, metric in enumerate(pair.metrics):
        found = {name: every[number] for name, every in by_name.items()}
        yield RankingAgreement(
            metric.name,
            {year: found[year].value for year in VARIANTS},
            {year: found[year].used for year in VARIANTS},
            {ties: found[ties].value for ties in TIES},
            {name: each.interval for name, each in found.items() if inquiry.resamples},
            "" if metric.has("seg") else "it has no scores of segments",
        )

"""The ranking of metrics under one question: permutation tests between every two of them, and letters that two metrics
share if these do not tell them apart, or WMT's clusters; and the tables of WMT's metrics tasks.

Two metrics change places at random, and the leads of one over the other are counted. PERM-BOTH (Deutsch et al. 2021)
permutes scores, and acc-eq finds its tie thresholds anew each time; mode wmt24 permutes the outcomes of acc-eq's pairs
instead. Soft pairwise accuracy is about systems but reads segments: it permutes whole systems (PERM-SYS), because the
errors that a metric makes for one system are alike, and in mode wmt24 single scores. Either way the lead with
everything exchanged is minus the observed one.

A table has every question of every language pair, their average, ranks and clusters. Two metrics are compared on the
average by the same permutations as on each question: leads of every permutation are added with the questions' weights.
In the average a correlation r counts as (1 + r) / 2, so that all values lie between 0 and 1, as mt-metrics-eval
averages them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import combinations
from math import frexp, fsum, ldexp, prod
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from bolide.agreement import questions
from bolide.agreement.questions import ALL, Agreement, LanguagePair, Part, Question, seed_used
from bolide.agreement.statistics import STATISTICS
from bolide.agreement.statistics.statistic import Statistic, Terms
from bolide.agreement.table import Matrix, Source, Vector, ratio
from bolide.data.display import Displayable
from bolide.data.results import Result
from bolide.significance.arithmetic import clusters, p_value
from bolide.significance.letters import compact_letters
from bolide.system.errors import InputError, known_name
from bolide.system.limits import TRIALS, check_count

# --- permutation tests ------------------------------------------------------------------------------------------------


CELLS = 1 << 21
WMT24 = "wmt24"
MODES = ("sound", WMT24)
PERM_BOTH, PERM_SYS, PAIRS, RECALIBRATED = "PERM-BOTH", "PERM-SYS", "pairs", "PERM-BOTH, recalibrated"
# How far one metric is ahead of another, by their names: really, then under each permutation.
Leads = dict[tuple[str, str], Vector]


@dataclass(frozen=True)
class PermutationTest:
    """How two metrics are tested: the number of permutations, the seed (None: the usual one), and the mode.

    Mode sound is two-sided, because the data say which of two metrics is ahead, and counts the observed lead among the
    permutations. Mode wmt24 is WMT's way: the share of permutations with at least this lead, one-sided, and for acc-eq
    permutations of the outcomes of pairs, with each metric's tie threshold fixed.
    """

    trials: int = 1000
    seed: int | None = None
    mode: str = "sound"

    def __post_init__(self) -> None:
        known_name("mode of testing metrics", self.mode, MODES)
        check_count("The number of permutations", self.trials, 1, TRIALS)

    def name(self, question: Question) -> str:
        """Which test a question gets: PERM-BOTH, PERM-SYS, or `pairs` if outcomes of pairs are permuted."""
        if not has_outcomes(question.measure()):
            return PERM_SYS if self.whole_systems(question.measure()) else PERM_BOTH
        return RECALIBRATED if self.mode == "sound" else PAIRS

    def whole_systems(self, statistic: Statistic) -> bool:
        """Whether two metrics exchange all scores of a system together."""
        return self.mode == "sound" and statistic.about_systems

    def p_value(self, leads: Vector) -> float | None:
        """The p-value of the first lead among all; None if a correlation does not exist."""
        observed, permuted = leads[0], leads[1:][np.isfinite(leads[1:])]
        if not np.isfinite(observed) or not len(permuted):
            return None
        if self.mode == "sound":
            return p_value(int((np.abs(permuted) >= abs(observed) - 1e-12).sum()), len(permuted))
        return float((permuted >= observed - 1e-12).mean())

    def best_first(
        self, values: Mapping[str, float | None], leads: Leads
    ) -> tuple[list[str], dict[tuple[str, str], float | None]]:
        """The metrics that have a value, best first, and the p-value of the lead of each over every one below it."""
        order = sorted(
            (name for name, value in values.items() if value is not None), key=lambda name: -(values[name] or 0)
        )
        return order, {pair: self.p_value(leads[pair]) for pair in combinations(order, 2)}


def has_outcomes(statistic: Statistic) -> bool:
    """Whether mode wmt24 tests two metrics by their outcomes for pairs of systems."""
    return type(statistic).outcomes is not Statistic.outcomes


def permutation_leads(
    statistic: Statistic, parts: Sequence[Part], test: PermutationTest, start: Callable[[], np.random.Generator]
) -> Leads:
    """The leads of every metric over every other, the weighted sums over the parts; all are permuted alike."""
    pairs = list(combinations(parts[0].cells, 2))
    if has_outcomes(statistic) and test.mode != "sound":
        by_part = [{name: statistic.outcomes(part.people, c) for name, c in part.cells.items()} for part in parts]
        by_pair = []
        for a, b in pairs:
            rng = start()
            by_pair.append([_of_outcomes(outcomes[a], outcomes[b], test.trials, rng) for outcomes in by_part])
    else:
        rng = start()
        by_pair = [*map(list, zip(*(_of_scores(statistic, part, test, rng) for part in parts), strict=True))]
    weights = [part.weight for part in parts]
    leads = {pair: weighted(of_parts, weights) for pair, of_parts in zip(pairs, by_pair, strict=True)}
    return leads | {(b, a): -each for (a, b), each in leads.items()}


def weighted(leads: Sequence[Vector], weights: Sequence[float]) -> Vector:
    """The weighted sum of leads."""
    total: Vector = np.sum([weight * each for weight, each in zip(weights, leads, strict=True)], axis=0)
    return total


def _of_scores(statistic: Statistic, part: Part, test: PermutationTest, rng: np.random.Generator) -> list[Vector]:
    """The leads of every metric over every later one under permutations of their scores, drawn once for all of them."""
    tables = permutable(statistic, list(part.cells.values()))
    units = None if test.whole_systems(statistic) else part.units
    systems, segments = whole = tables[0].shape
    shape = (systems, 1 if test.whole_systems(statistic) else segments if units is None else len(units))
    nothing = np.zeros((1, *shape), dtype=np.int8)  # the first permutation exchanges nothing: the observed lead
    permutations = np.concatenate([nothing, *random_permutations(rng, test.trials, shape)])
    blocks = []
    for first in range(0, len(permutations), statistic.permutations_at_once):
        some = permutations[first : first + statistic.permutations_at_once]
        cells = np.broadcast_to(some, (len(some), *whole)) if units is None else some[:, :, list(units.numbers)]
        blocks.append(statistic.permuted_leads(part.people, tables, cells > 0))
    return [np.concatenate(leads) for leads in zip(*blocks, strict=True)]


def _of_outcomes(one: Matrix | None, two: Matrix | None, trials: int, rng: np.random.Generator) -> Vector:
    """The leads under permutations of outcomes; those on which the two metrics agree change nothing and stay."""
    if one is None or two is None:
        return np.full(1 + trials, np.nan)
    ahead = (one - two)[one != two]
    observed = float(ahead.sum())
    blocks = random_permutations(rng, trials, ahead.shape)
    return np.concatenate([[observed], *(observed - 2 * (block.astype(np.float64) @ ahead) for block in blocks)])


def permutable(statistic: Statistic, metrics: Sequence[Matrix]) -> list[Matrix]:
    """The metrics' scores, each table with mean 0 and deviation 1, so that scores can change places."""
    scale = evenly_standard if has_outcomes(statistic) else standard
    return [np.nan_to_num(scale(cells)) for cells in metrics]


def random_permutations(rng: np.random.Generator, trials: int, shape: tuple[int, ...]) -> Iterator[NDArray[np.int8]]:
    """Random bits, 1 where two metrics change places, permutations × shape, some at a time."""
    most = max(1, CELLS // max(1, prod(shape)))
    for first in range(0, trials, most):
        yield rng.integers(2, size=(min(most, trials - first), *shape), dtype=np.int8)


def standard(cells: Matrix) -> Matrix:
    """The table with mean 0 and deviation 1; a constant one keeps mean 0."""
    deviation = float(np.nanstd(cells))
    return (cells - np.nanmean(cells)) / (deviation or 1.0)


def evenly_standard(cells: Matrix) -> Matrix:
    """Nearly the same, by numbers of so few bits that nothing is rounded if scores have few digits.

    A tie threshold goes through the differences of scores, so equal ones must stay equal: whole numbers from 0 to 100,
    say, have a hundred differences, and rounding would make thousands of them.
    """
    deviation = float(np.nanstd(cells))
    return (cells - _short(float(np.nanmean(cells)), 20)) * _short(1.0 / (deviation or 1.0), 12)


def _short(number: float, bits: int) -> float:
    """The nearest number whose digits fit into so many bits."""
    mantissa, exponent = frexp(number)
    return ldexp(round(ldexp(mantissa, bits)), exponent - bits)


# --- ranking ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Ranking(Displayable):
    """Metrics, best first; `p[a, b]` is the p-value of the lead of `a` over `b`.

    Two metrics share a letter exactly if neither is significantly ahead of the other; there are no letters if any two
    could not be tested, nor in the mode `wmt24`, which has clusters instead.
    """

    question: Question
    metrics: tuple[Agreement, ...]
    p: dict[tuple[str, str], float | None]
    trials: int
    seed: int
    alpha: float = 0.05
    pair: str = ""
    test: str = "PERM-BOTH"
    mode: str = "sound"

    derived: ClassVar[tuple[str, ...]] = ("letters", "clusters")

    def blocks(self, width: int = 3, *, drawn: bool = False) -> list[Any]:
        from bolide.reporting.views.agreement import rankings_blocks

        return rankings_blocks([self], width)

    @property
    def clusters(self) -> tuple[tuple[str, ...], ...]:
        """WMT's clusters; none in the mode `sound`."""
        names = [each.metric for each in self.metrics if each.value is not None]
        return clusters_by_test(names, self.p, self.alpha) if self.mode == WMT24 else ()

    @property
    def letters(self) -> dict[str, str]:
        """The letters of each metric that has any."""
        if self.mode == WMT24 or not self.p or None in self.p.values():
            return {}
        names = [each.metric for each in self.metrics if each.value is not None]
        return compact_letters(names, lambda a, b: (self.p[a, b] or 0.0) <= self.alpha)


def clusters_by_test(
    order: Sequence[str], p: Mapping[tuple[str, str], float | None], alpha: float = 0.05
) -> tuple[tuple[str, ...], ...]:
    """The metrics, best first, in clusters: every one of a cluster is ahead of every one of the next by the tests."""

    def beats(better: str, worse: str) -> bool:
        chance = p[better, worse]
        return chance is not None and chance <= alpha

    return clusters(order, beats)


def ranked(
    agreements: Sequence[Agreement],
    parts: Sequence[Part],
    question: Question,
    test: PermutationTest,
    pair: str = "",
) -> Ranking:
    """The metrics by their value, each tested against all below it; those without a value come last."""
    leads = permutation_leads(question.measure(test.seed), parts, test, lambda: questions.generator(test.seed))
    by_name = {a.metric: a for a in agreements}
    order, p = test.best_first({name: a.value for name, a in by_name.items()}, leads)
    return Ranking(
        question,
        (*map(by_name.__getitem__, order), *(a for a in agreements if a.value is None)),
        p,
        test.trials,
        seed_used(test.seed),
        pair=pair,
        test=test.name(question),
        mode=test.mode,
    )


def rank(
    human: Source, metrics: Sequence[Source], question: Question, test: PermutationTest, pair: str = ""
) -> Ranking:
    """Rank the metrics and test each against those below it, on the cells that all of them have.

    A metric without the scores that the question is about comes last, without a value.
    """
    if not metrics:
        raise InputError("There are no metrics to rank.")
    scored = [metric for metric in metrics if metric.has(question.reads)]
    units = human.units if question.level == "seg" and test.mode == "sound" else None
    part = replace(Part.of(human, scored or metrics, question), units=units)
    lacking = [Agreement.lacking(metric.name, question) for metric in metrics if metric not in scored]
    return ranked([*part.answers(question, test.seed), *lacking], [part], question, test, pair)


# --- several language pairs -------------------------------------------------------------------------------------------


# Pairs of systems are counted together (WMT22, WMT23): one is right or wrong whatever the scale of its language pair.
# Resampling and permutations go on inside each language pair, and sums are taken over all.
POOLED = "pooled"


def names_in(pairs: Sequence[LanguagePair]) -> list[str]:
    """The names of all metrics, in the order in which they appear."""
    return list(dict.fromkeys(source.name for pair in pairs for source in pair.metrics))


def pooled_agreement(
    pairs: Sequence[LanguagePair], name: str, question: Question, resamples: int = 0, seed: int | None = None
) -> Agreement:
    """The value of one metric over the pairs of systems of all language pairs, or None where one lacks it."""
    if lacking := [pair.name for pair in pairs if name not in pair.by_name]:
        reason = f"no scores for {', '.join(lacking)}"
        return Agreement(name, question, None, 0, question.measure().unit, reason=reason, pair=POOLED)
    parts = [Part.of(pair.human, [pair.by_name[name]], question) for pair in pairs]
    terms = [_terms(question, part, name) for part in parts]
    agreement = _summed(name, question, terms)
    if not resamples or agreement.value is None:
        return agreement
    rng = questions.generator(seed)
    above, below = np.sum([each.resampled(resamples, rng) for each in terms], axis=0)
    return replace(agreement, interval=questions.quantiles(ratio(above, below)))


def pooled_ranking(pairs: Sequence[LanguagePair], question: Question, test: PermutationTest) -> Ranking:
    """The metrics that every language pair has, by their pooled value; scores are exchanged in each by itself."""
    parts = pooled_parts(pairs, question)
    agreements = [_summed(name, question, [_terms(question, part, name) for part in parts]) for name in parts[0].cells]
    return ranked(agreements, parts, question, test, POOLED)


def pooled_parts(pairs: Sequence[LanguagePair], question: Question) -> list[Part]:
    """The scores that metrics have everywhere, of each language pair with any to compare, weighted by how many."""
    names = [name for name in names_in(pairs) if all(name in pair.by_name for pair in pairs)]
    if not names:
        raise InputError("No metric has scores for every language pair, to be ranked by pooled accuracy.")
    parts = [Part.of(pair.human, [pair.by_name[name] for name in names], question) for pair in pairs]
    sizes = [float(_terms(question, part, names[0]).below.sum()) for part in parts]
    return [replace(part, weight=size / sum(sizes)) for part, size in zip(parts, sizes, strict=True) if size]


def _terms(question: Question, part: Part, name: str) -> Terms:
    terms = question.measure().terms(part.people, part.cells[name])
    assert terms is not None  # as of every statistic that is pooled
    return terms


def _summed(name: str, question: Question, terms: Sequence[Terms]) -> Agreement:
    above, below = sum(float(each.above.sum()) for each in terms), sum(float(each.below.sum()) for each in terms)
    unit = question.measure().unit
    value, reason = (above / below, "") if below else (None, f"no {unit.removesuffix('s')} is compared")
    return Agreement(name, question, value, int(below), unit, reason=reason, pair=POOLED)


REFERENCE = re.compile(r"-(ref[A-Z]|src|noref)$")  # what metrics of WMT's folders were shown: `BLEU-refA`


@dataclass(frozen=True)
class Column:
    """One question of one language pair (or of all together), the metrics' values, and their ranks by cluster."""

    pair: str
    question: Question
    weight: float
    values: dict[str, float | None]
    ranks: dict[str, int]


@dataclass(frozen=True)
class MetricsTable(Result):
    """All columns; metrics by their average, best first, those without one last; `p[a, b]` tests a's lead on b."""

    preset: str
    human: str
    columns: tuple[Column, ...]
    metrics: tuple[str, ...]
    averages: dict[str, float | None]
    ranks: dict[str, int]
    p: dict[tuple[str, str], float | None]
    trials: int
    seed: int
    alpha: float = 0.05
    mode: str = "sound"
    notes: tuple[str, ...] = ()

    def blocks(self, width: int = 3, *, drawn: bool = False) -> list[Any]:
        from bolide.reporting.views.agreement import table_blocks

        return table_blocks(self, width)


def metrics_table(
    pairs: Sequence[LanguagePair], preset: Preset, test: PermutationTest, notes: Sequence[str] = ()
) -> MetricsTable:
    """Everything that a preset asks about the metrics of these language pairs; every column draws permutations of its
    own."""
    asked = []
    for question in preset.pooled:
        parts = pooled_parts(pairs, question)
        values = {name: pooled_agreement(pairs, name, question).value for name in parts[0].cells}
        asked.append((ALL, question, float(len(pairs)), values, parts))
    for pair in pairs:
        for question in preset.questions:
            scored = [metric for metric in pair.metrics if metric.has(question.reads)]
            if not scored:
                raise InputError(f"{pair.name}: no metric has the scores that {question} is about.")
            part = Part.of(pair.human, scored, question)  # the cells that people and all metrics have
            values = {a.metric: a.value for a in part.answers(question, test.seed)}
            asked.append((pair.name, question, 1.0, values, [part]))
    columns, leads, weights = [], [], []
    for number, (name, question, weight, values, parts) in enumerate(asked):
        start = partial(np.random.default_rng, [seed_used(test.seed), number])
        leads.append(permutation_leads(question.measure(test.seed), parts, test, start))
        columns.append(Column(name, question, weight, values, _ranks(*test.best_first(values, leads[-1]))))
        weights.append(weight / (1 - STATISTICS[question.statistic].least))
    averages = {name: _average(columns, name) for name in names_in(pairs)}
    everywhere = [pair for pair in leads[0] if all(pair in of_question for of_question in leads)]
    together = {pair: weighted([of[pair] for of in leads], weights) for pair in everywhere}
    order, p = test.best_first(averages, together)
    return MetricsTable(
        preset.name,
        " and ".join(dict.fromkeys(pair.human.name for pair in pairs)),
        tuple(columns),
        (*order, *(name for name, average in averages.items() if average is None)),
        averages,
        _ranks(order, p),
        p,
        test.trials,
        seed_used(test.seed),
        mode=test.mode,
        notes=(*notes, *([preset.remark] if preset.remark else [])),
    )


def _average(columns: Sequence[Column], name: str) -> float | None:
    """The weighted mean of a metric's values, each on the scale of 0 to 1; None where one is lacking."""
    total = 0.0
    for column in columns:
        value, least = column.values.get(name), STATISTICS[column.question.statistic].least
        if value is None:
            return None
        total += column.weight * (value - least) / (1 - least)
    return total / fsum(column.weight for column in columns)


def _ranks(order: Sequence[str], p: Mapping[tuple[str, str], float | None]) -> dict[str, int]:
    """The number of each metric's cluster, from 1."""
    return {name: number for number, group in enumerate(clusters_by_test(order, p), 1) for name in group}


HUMAN = re.compile(r"(?:.*[-_.])?ref[A-Z]?|refA.*|synthetic_ref")  # outputs that are no machine's
OUTLIERS = ("synthetic_ref",)  # never a system
SOFT, TIES = Question("soft-accuracy", "sys"), Question("acc-eq", "seg", "item")


@dataclass(frozen=True)
class Preset:
    """One year's table: questions put to each language pair with weight 1, and questions put to all pairs together.

    A question to all pairs weighs as much as there are pairs. `humans` are the pairs in which human outputs other than
    the reference count as systems; `references` the reference of a pair, where it is not the one that its metrics name.
    `gold` are the human scores of that year, by name, or by names of which a pair has the first or the second;
    `remark` is a note below the table.
    """

    name: str
    questions: tuple[Question, ...]
    pooled: tuple[Question, ...] = ()
    humans: tuple[str, ...] = ()
    references: dict[str, str] = field(default_factory=dict)
    remark: str = ""
    gold: str | tuple[str, ...] = ("mqm", "esa")  # from WMT25 on, two pairs were judged by MQM and the others by ESA

    def reference(self, pair: str, metrics: Sequence[str]) -> str:
        """The reference of a language pair: WMT's, or the one that most of the metrics' names end with."""
        if pair in self.references:
            return self.references[pair]
        named = [match[1] for name in metrics if (match := REFERENCE.search(name)) and match[1].startswith("ref")]
        return max(dict.fromkeys(named), key=named.count, default="refA")

    def chosen(self, pair: LanguagePair, metrics: Sequence[Source]) -> tuple[list[Source], list[str], list[str]]:
        """The metrics that saw this year's reference, the outputs of people that are no systems, and lines about who is
        left out."""
        reference = self.reference(pair.name, [metric.name for metric in metrics])
        endings = {metric.name: REFERENCE.search(metric.name) for metric in metrics}
        others = [name for name, end in endings.items() if end and end[1].startswith("ref") and end[1] != reference]
        human = [name for name in pair.human.everywhere if HUMAN.fullmatch(name)]
        human = [name for name in human if pair.name not in self.humans or name in (reference, *OUTLIERS)]
        lines = []
        if others:
            lines.append(f"Metrics left out because they saw another reference than {reference}: {', '.join(others)}.")
        if human:
            lines.append(f"Human outputs left out: {', '.join(human)}.")
        return [metric for metric in metrics if metric.name not in others], human, lines


PRESETS = {
    preset.name: preset
    for preset in (
        Preset(
            "wmt23",
            (Question("pearson", "sys"), Question("pearson", "seg"), TIES),
            (Question("accuracy", "sys"),),
            ("he-en",),
            {"en-de": "refA", "he-en": "refB", "zh-en": "refA"},
            gold="mqm",
        ),
        Preset("wmt24", (SOFT, TIES), humans=("en-de",), gold="mqm"),
        Preset("wmt25", (SOFT, TIES)),
        Preset(
            "wmt26",
            (SOFT, TIES),
            remark="How WMT26 ranks metrics that give scores had not been published in November 2026: these are the "
            "questions of WMT25. What is published is in `bolide spans`: MPP for spans, MCC for error-free outputs.",
        ),
    )
}

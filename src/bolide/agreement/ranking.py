"""The ranking of metrics under one question: permutation tests between every two of them, and letters that two metrics
share if these do not tell them apart, or WMT's clusters.

Two metrics change places at random, and the leads of one over the other are counted. PERM-BOTH (Deutsch et al. 2021)
permutes scores, and acc-eq finds its tie thresholds anew each time; mode wmt24 permutes the outcomes of acc-eq's pairs
instead. Soft pairwise accuracy is about systems but reads segments: it permutes whole systems (PERM-SYS), because the
errors that a metric makes for one system are alike, and in mode wmt24 single scores. Either way the lead with
everything exchanged is minus the observed one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from math import frexp, ldexp, prod
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from bolide.agreement import questions
from bolide.agreement.questions import Agreement, LanguagePair, Part, Question
from bolide.agreement.statistics.statistic import Statistic, Terms
from bolide.agreement.table import Matrix, Source, Vector, ratio
from bolide.data.display import Displayable
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
        questions.seed_used(test.seed),
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

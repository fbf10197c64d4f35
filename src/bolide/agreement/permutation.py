"""Which metric agrees better with people? Two metrics change places, at random, and their leads are counted.

PERM-BOTH (Deutsch et al. 2021) exchanges scores. Where a statistic has outcomes of pairs, those are exchanged instead,
unless recalibration is asked for. Either way the lead with everything exchanged is minus the observed one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import frexp, ldexp, prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bolide.agreement.bootstrap import generator
from bolide.agreement.questions import Question
from bolide.agreement.statistics.statistic import Statistic
from bolide.agreement.table import Matrix, Places, Vector
from bolide.errors import OptionError
from bolide.limits import TRIALS, check_most

CELLS = 1 << 21
MOST_WEIGHTS, MOST_COUNTED = 16, 1 << 24  # whole numbers up to 2²⁴ are exact in single precision
PERM_BOTH, PAIRS, RECALIBRATED = "PERM-BOTH", "pairs", "PERM-BOTH, recalibrated"
Swaps = NDArray[Any]  # exchanges × what is exchanged: 1 where the two metrics change places, else 0
SwapDifferences = Callable[[Swaps], Vector]  # how far the first metric is ahead under each exchange


@dataclass(frozen=True, eq=False)
class Contest:
    """Two metrics on one table: how far the first is ahead under exchanges, and the exchanges' shape."""

    differences: SwapDifferences
    shape: tuple[int, ...]


@dataclass(frozen=True)
class ExchangeTest:
    """How two metrics are tested: the number of exchanges, the seed (None: the usual ones), and what is exchanged.

    `recalibrate` exchanges scores under acc-eq too, and finds the tie thresholds anew for each exchange; without it
    acc-eq exchanges the outcomes of pairs.
    """

    trials: int = 1000
    seed: int | None = None
    recalibrate: bool = False

    def __post_init__(self) -> None:
        if self.trials < 1:
            raise OptionError(f"The number of exchanges is {self.trials}; 1,000 is usual.")
        check_most("The number of exchanges", self.trials, TRIALS)

    def name(self, question: Question) -> str:
        """Which test a question gets: PERM-BOTH, or `pairs` where outcomes of pairs are exchanged."""
        if not has_outcomes(question.measure()):
            return PERM_BOTH
        return RECALIBRATED if self.recalibrate else PAIRS


def has_outcomes(statistic: Statistic) -> bool:
    """Whether two metrics are tested by their outcomes for pairs of systems."""
    return type(statistic).outcomes is not Statistic.outcomes


def p_value(people: Matrix, a: Matrix, b: Matrix, question: Question, test: ExchangeTest) -> float | None:
    """One-sided: the share of exchanges under which `a` leads `b` by at least what it really does.

    The tables share systems, segments and missing cells, and higher is better in each. None where a correlation
    does not exist.
    """
    made = contest(question.measure(test.seed), people, (a, b), test)
    return share([leads(made, test, generator(test.seed))], [1.0])


def contest(statistic: Statistic, people: Any, metrics: tuple[Matrix, Matrix], test: ExchangeTest) -> Contest:
    """Two metrics' tables under one statistic; `people` is what the statistic takes for people's judgements."""
    if has_outcomes(statistic) and not test.recalibrate:
        return Contest(*outcome_differences(statistic, people, metrics))
    return Contest(score_differences(statistic, people, metrics), metrics[0].shape)


def score_differences(statistic: Statistic, people: Any, metrics: tuple[Matrix, Matrix]) -> SwapDifferences:
    """Scores change places, each metric's table with mean 0 and deviation 1 so that they can."""
    people, segments, (a, b) = exchangeable(statistic, people, metrics)
    leads = statistic.exchanged(people, a, b)
    return lambda swaps: leads(np.take(swaps, segments, 2) > 0)


def exchangeable(statistic: Statistic, people: Any, metrics: Sequence[Matrix]) -> tuple[Any, Places, list[Matrix]]:
    """What people think of the segments that the value depends on, which those are, and the metrics' scores of them.

    Segments that it does not depend on would be exchanged in vain.
    """
    scale = evenly_standard if has_outcomes(statistic) else standard
    segments = np.flatnonzero(statistic.needed(people, metrics[0].shape).any(0))
    tables = [np.nan_to_num(scale(cells)[:, segments]) for cells in metrics]
    return statistic.narrowed(people, segments), segments, tables


def outcome_differences(
    statistic: Statistic, people: Any, metrics: tuple[Matrix, Matrix]
) -> tuple[SwapDifferences, tuple[int, ...]]:
    """Outcomes of pairs change places; those on which the two metrics agree change nothing and stay."""
    one, two = (statistic.outcomes(people, cells) for cells in metrics)
    return differences_of_outcomes(one, two)


def differences_of_outcomes(one: Matrix | None, two: Matrix | None) -> tuple[SwapDifferences, tuple[int, ...]]:
    """The same of outcomes that are known."""
    if one is None or two is None:
        return (lambda swaps: np.full(len(swaps), np.nan)), (1,)
    ahead = (one - two)[one != two]
    weights, kind = np.unique(np.abs(ahead), return_inverse=True)
    if len(weights) > MOST_WEIGHTS or len(ahead) > MOST_COUNTED:
        return (lambda swaps: ahead.sum() - 2 * (swaps.astype(np.float64) @ ahead)), ahead.shape
    # An outcome weighs the same in all segments with as many pairs, so outcomes are counted, in numbers of half the
    # size, and weighed after that.
    signs = np.zeros((len(ahead), len(weights)), dtype=np.float32)
    signs[np.arange(len(ahead)), kind.reshape(-1)] = np.sign(ahead)

    def differences(swaps: Swaps) -> Vector:
        moved = (swaps.astype(np.float32) @ signs).astype(np.float64)
        lead: Vector = ahead.sum() - 2 * (moved @ weights)
        return lead

    return differences, ahead.shape


@dataclass(frozen=True, eq=False)
class Leads:
    """How far one metric really is ahead of another, and how far under each exchange."""

    observed: float
    exchanged: Vector


def leads(each: Contest, test: ExchangeTest, rng: np.random.Generator) -> Leads:
    """The leads of one contest; without an observed one nothing is exchanged."""
    observed = float(each.differences(np.zeros((1, *each.shape)))[0])
    if not np.isfinite(observed):
        return Leads(observed, np.empty(0))
    swaps = random_swaps(rng, test.trials, each.shape)
    return Leads(observed, np.concatenate([each.differences(block) for block in swaps]))


def share(contests: Sequence[Leads], weights: Sequence[float]) -> float | None:
    """The share of exchanges under which the weighted lead is at least the observed one; None where there is none."""
    observed = sum(weight * each.observed for each, weight in zip(contests, weights, strict=True))
    if not np.isfinite(observed):
        return None
    total = np.sum([weight * each.exchanged for each, weight in zip(contests, weights, strict=True)], axis=0)
    total = total[np.isfinite(total)]
    return float((total >= observed - 1e-12).mean()) if len(total) else None


def random_swaps(rng: np.random.Generator, trials: int, shape: tuple[int, ...]) -> Iterator[Swaps]:
    """As many exchanges, some at a time: those of rng.integers(2, dtype=np.int8), which takes three times as long.

    That draws four bytes at a time, too, and returns the highest bit of each.
    """
    cells = prod(shape)
    most = max(1, CELLS // max(1, cells))
    for first in range(0, trials, most):
        size = min(most, trials - first)
        drawn = rng.integers(1 << 32, size=-(-size * cells // 4), dtype=np.uint32).astype("<u4", copy=False)
        yield (drawn.view(np.uint8)[: size * cells] >> 7).view(np.int8).reshape(size, *shape)


def standard(cells: Matrix) -> Matrix:
    """The table with mean 0 and deviation 1; a constant one keeps mean 0."""
    deviation = float(np.nanstd(cells))
    return (cells - np.nanmean(cells)) / (deviation or 1.0)


def evenly_standard(cells: Matrix) -> Matrix:
    """Nearly the same, by numbers of so few bits that nothing is rounded where scores have few digits.

    A tie threshold goes through the differences of scores, so equal ones must stay equal: whole numbers from 0 to 100,
    say, have a hundred differences, and rounding would make thousands of them.
    """
    deviation = float(np.nanstd(cells))
    return (cells - _short(float(np.nanmean(cells)), 20)) * _short(1.0 / (deviation or 1.0), 12)


def _short(number: float, bits: int) -> float:
    """The nearest number whose digits fit into so many bits."""
    mantissa, exponent = frexp(number)
    return ldexp(round(ldexp(mantissa, bits)), exponent - bits)

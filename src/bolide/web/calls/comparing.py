"""Comparison of systems in the page: the intervals and p-values of `bolide compare`, without numpy.

The random numbers are numpy's for the same seed and the sums are exact, so p-values and intervals are equal; means and
effect sizes agree to the last few bits, since sums over segments are exact here.
"""

from __future__ import annotations

import time
from array import array
from collections.abc import Generator, Sequence
from math import fsum, isclose
from typing import Any

from bolide.significance import results
from bolide.significance.arithmetic import SAME, as_far, design_effect, effect_size, p_value
from bolide.significance.plan import Plan
from bolide.significance.units import DOCUMENT, SEGMENT, ResamplingUnits, UnitCount
from bolide.web.calls.resampling import Integers, PlainSample, Trials

_PATIENCE = 0.15  # seconds between two progress reports
_TRIALS = 250  # resamples scored between two checks of the clock

Numbers = Sequence[float]
Steps = Generator[Any, None, Any]


def compare(samples: Sequence[PlainSample], draws: Trials, plan: Plan, about: tuple[str, str]) -> Steps:
    """Compare systems under one metric; a single system has only an interval. `about` is its name and signature."""
    first, sums = samples[0], draws.sums(samples)
    sign = 1 if first.higher_is_better else -1
    yield from sums.added()
    values = [sample.value for sample in samples]
    pairs = results.pairs_to_test([sample.system for sample in samples], values, None, first.higher_is_better)
    trials = []
    for a, b in pairs:
        one = yield from scored(samples[a], sums.permuted(a, b))
        two = yield from scored(samples[b], sums.permuted(b, a))
        trials.append([x - y for x, y in zip(one, two, strict=True)])
    resampled, standings = [], []
    for number, sample in enumerate(samples):
        line = yield from scored(sample, sums.bootstrapped(number))
        effect = design_effect(line, list(sample.leave_one_out())) if plan.unit == DOCUMENT else None
        resampled.append(line)
        standings.append(results.SystemResult(sample.system, values[number], _interval(line), design_effect=effect))
    tested = []
    for difference, drawn in zip(results.differences(pairs, values, resampled, sign, plan), trials, strict=True):
        a, b = difference.a, difference.b
        far = as_far(values[a], values[b])
        p = p_value(sum(abs(one) >= far for one in drawn), len(drawn))
        by_segment = [sign * _ahead(x, y) for x, y in zip(samples[a].values, samples[b].values, strict=True)]
        wins, losses = sum(one > 0 for one in by_segment), sum(one < 0 for one in by_segment)
        tested.append(difference.tested(standings, len(first), p, wins, losses, _effect(by_segment)))
    units = UnitCount.of(first.units, plan.unit or SEGMENT, len(first))
    return results.decided(
        results.Comparison(
            *about, first.higher_is_better, 100.0, len(first), plan, tuple(standings), tuple(tested), units=units
        )
    )


def _ahead(x: float, y: float) -> float:
    """How far x is ahead; 0 if the two are one score, computed in another order."""
    return 0.0 if isclose(x, y, rel_tol=SAME) else x - y


def scored(sample: PlainSample, sums: Integers) -> Generator[int, None, array[float]]:
    """The score of every sum; yields the numbers of sums just scored."""
    scores, many = array("d"), _TRIALS * sample.width
    for first in range(0, len(sums), many):
        piece = sample.scores(sums[first : first + many])
        scores.extend(piece)
        yield len(piece)
    return scores


def _without_tests(samples: Sequence[PlainSample], plan: Plan, about: tuple[str, str]) -> results.Comparison:
    """A ranking without intervals, since a single segment cannot be resampled."""
    up = samples[0].higher_is_better
    systems = results.ranked([results.SystemResult(sample.system, sample.value, None) for sample in samples], up)
    return results.Comparison(*about, up, 100.0, 1, plan, tuple(systems), ())


def _interval(scores: Numbers) -> results.Interval:
    return results.interval_of(sorted(scores), fsum(scores) / len(scores))


def _effect(differences: Numbers) -> float | None:
    mean = fsum(differences) / len(differences)
    return effect_size(mean, fsum((one - mean) ** 2 for one in differences), len(differences))


def compare_all(tables: Sequence[Sequence[PlainSample]], plan: Plan, about: Sequence[tuple[str, str]]) -> Steps:
    """Compare systems under every metric, one list of samples per metric; yields progress."""
    systems = len(tables[0])
    if len(tables[0][0]) < 2:
        return [_without_tests(samples, plan, facts) for samples, facts in zip(tables, about, strict=True)]
    plan = plan.on(tables[0][0].units)
    pairs = systems * (systems - 1) // 2
    reporter = ProgressReporter(
        plan.resamples_used + len(tables) * (systems * plan.resamples_used + 2 * pairs * plan.trials_used)
    )
    permutations = plan.trials_used if systems > 1 else 0
    units = tables[0][0].units or ResamplingUnits(tuple(range(len(tables[0][0]))), unit=SEGMENT)
    trials = Trials(units, permutations, plan.resamples_used, plan.seed_used or 0)
    yield from reporter.run(trials.drawn())
    comparisons = []
    for samples, facts in zip(tables, about, strict=True):
        comparisons.append((yield from reporter.run(compare(samples, trials, plan, facts))))
    return comparisons


class ProgressReporter:
    """Reports at intervals how much of the whole is done."""

    def __init__(self, whole: int) -> None:
        self.whole, self.done, self.last = whole, 0, time.monotonic()

    def run(self, steps: Steps) -> Steps:
        """Take all steps and return their result; yields progress."""
        try:
            while True:
                self.done += next(steps)
                if time.monotonic() - self.last > _PATIENCE:
                    yield {"done": min(self.done, self.whole), "of": self.whole}
                    self.last = time.monotonic()
        except StopIteration as end:
            return end.value

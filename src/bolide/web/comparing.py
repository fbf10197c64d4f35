"""Systems against each other in the page: intervals and p-values as `bolide compare` gives them, without numpy.

The draws are numpy's for the same seed and the sums exact, so p-values are the same numbers; ends of intervals agree to
the last few bits, since quantiles are interpolated here in another order of operations.
"""

from __future__ import annotations

import time
from array import array
from collections.abc import Generator, Sequence
from dataclasses import replace
from itertools import combinations
from math import fsum, sqrt
from typing import Any

from bolide.significance.clusters import clusters
from bolide.significance.corrections import CORRECTIONS
from bolide.significance.plan import Plan
from bolide.significance.results import Comparison, Interval, Pair, Standing, ranked
from bolide.web.sums import Integers, PlainSample, Trials, trials_of

SAME = 1e-12  # as bolide.significance.paired: two scores closer than this (relative) are one
_PATIENCE = 0.15  # seconds of work between two pieces of news
_TRIALS = 250  # resamples scored between two looks at the clock

Numbers = Sequence[float]
Steps = Generator[Any, None, Any]


def compare(samples: Sequence[PlainSample], trials: Trials, plan: Plan, about: tuple[str, str]) -> Steps:
    """One metric's comparison; a lone system has its interval alone. `about` are the metric's name and signature."""
    first, sums = samples[0].metric, trials.sums(samples)
    yield from sums.added()
    names, values = [sample.system for sample in samples], [sample.value for sample in samples]
    order = sorted(range(len(names)), key=lambda k: -values[k] if first.higher_is_better else values[k])
    pairs = list(combinations(order, 2))
    differences = []
    for a, b in pairs:
        one = yield from scored(samples[a], sums.exchanged(a, b))
        two = yield from scored(samples[b], sums.exchanged(b, a))
        differences.append([x - y for x, y in zip(one, two, strict=True)])
    resampled = []
    for number, sample in enumerate(samples):
        resampled.append((yield from scored(sample, sums.bootstrapped(number))))
    standings = [Standing(*facts) for facts in zip(names, values, map(interval, resampled), strict=True)]
    systems = ranked(standings, first.higher_is_better)
    tested = _test(samples, pairs, resampled, differences, plan)
    won = {(pair.a, pair.b) for pair in tested if pair.significant and pair.difference > 0}
    groups = clusters([one.system for one in systems], lambda a, b: (a, b) in won) if pairs else ()
    place = {name: number for number, group in enumerate(groups, 1) for name in group}
    return Comparison(
        *about, first.higher_is_better, 100.0, len(samples[0].rows), plan,
        tuple(replace(standing, cluster=place.get(standing.system)) for standing in systems), tested, groups,
    )  # fmt: skip


def scored(sample: PlainSample, sums: Integers) -> Generator[int, None, array[float]]:
    """The score of every sum; tells how many are done now and then."""
    found, many = array("d"), _TRIALS * sample.width
    for first in range(0, len(sums), many):
        piece = sample.scores(sums[first : first + many])
        found.extend(piece)
        yield len(piece)
    return found


def _alone(samples: Sequence[PlainSample], plan: Plan, about: tuple[str, str]) -> Comparison:
    """A ranking without intervals: a single segment cannot be resampled."""
    up = samples[0].metric.higher_is_better
    systems = ranked([Standing(sample.system, sample.value, None) for sample in samples], up)
    return Comparison(*about, up, 100.0, 1, plan, tuple(systems), ())


def _test(
    samples: Sequence[PlainSample], pairs: Sequence[tuple[int, int]], resampled: Sequence[Numbers],
    differences: Sequence[Numbers], plan: Plan,
) -> tuple[Pair, ...]:  # fmt: skip
    sign = 1 if samples[0].metric.higher_is_better else -1
    observed = [sign * (samples[a].value - samples[b].value) for a, b in pairs]
    raw = [share_as_far(line, one) for line, one in zip(differences, observed, strict=True)]
    corrected = CORRECTIONS[plan.correction_used](raw)
    found = []
    for number, (a, b) in enumerate(pairs):
        between = sorted(sign * (x - y) for x, y in zip(resampled[a], resampled[b], strict=True))
        by_segment = [sign * (x - y) for x, y in zip(samples[a].values, samples[b].values, strict=True)]
        wins, losses = sum(one > 0 for one in by_segment), sum(one < 0 for one in by_segment)
        found.append(
            Pair(
                samples[a].system,
                samples[b].system,
                observed[number],
                (quantile(between, 0.025), quantile(between, 0.975)),
                raw[number],
                corrected[number],
                effect(by_segment),
                wins,
                len(by_segment) - wins - losses,
                losses,
                corrected[number] <= plan.alpha,
                sum(one > 0 for one in between) / len(between),
            )
        )
    return tuple(found)


def share_as_far(null: Numbers, observed: float) -> float:
    """The two-sided p-value of a randomisation test; the observed order counts among the exchanges."""
    far = abs(observed) * (1 - SAME) - 1e-15
    return (1 + sum(abs(one) >= far for one in null)) / (1 + len(null))


def interval(scores: Numbers) -> Interval:
    """Where 95 % of the resampled scores lie."""
    ordered = sorted(scores)
    cut = len(ordered) // 40
    half = 0.5 * (ordered[len(ordered) - cut - 1] - ordered[cut])
    return Interval(quantile(ordered, 0.025), quantile(ordered, 0.975), fsum(ordered) / len(ordered), half)


def quantile(ordered: Numbers, share: float) -> float:
    """The quantile of ordered numbers, interpolated between neighbours."""
    place = share * (len(ordered) - 1)
    low = int(place)
    high = min(low + 1, len(ordered) - 1)
    return ordered[low] + (ordered[high] - ordered[low]) * (place - low)


def effect(differences: Numbers) -> float | None:
    """The mean difference over its standard deviation; None where all are the same."""
    mean = fsum(differences) / len(differences)
    deviation = sqrt(fsum((one - mean) ** 2 for one in differences) / (len(differences) - 1))
    return mean / deviation if deviation > 0 else None


def compare_all(tables: Sequence[Sequence[PlainSample]], plan: Plan, about: Sequence[tuple[str, str]]) -> Steps:
    """Every metric's comparison, one list of samples per metric; tells how far it is."""
    size, systems = len(tables[0][0].rows), len(tables[0])
    if size < 2:
        return [_alone(samples, plan, facts) for samples, facts in zip(tables, about, strict=True)]
    pairs = systems * (systems - 1) // 2
    told = _Told(plan.resamples_used + len(tables) * (systems * plan.resamples_used + 2 * pairs * plan.trials_used))
    exchanges = plan.trials_used if systems > 1 else 0
    trials = trials_of(size, exchanges, plan.resamples_used, plan.seed_used or 0)
    yield from told.about(trials.drawn())
    found = []
    for samples, facts in zip(tables, about, strict=True):
        found.append((yield from told.about(compare(samples, trials, plan, facts))))
    return found


class _Told:
    """How much is done, told now and then."""

    def __init__(self, whole: int) -> None:
        self.whole, self.done, self.last = whole, 0, time.monotonic()

    def about(self, steps: Steps) -> Steps:
        """Take all steps, and give their result."""
        try:
            while True:
                self.done += next(steps)
                if time.monotonic() - self.last > _PATIENCE:
                    yield {"done": min(self.done, self.whole), "of": self.whole}
                    self.last = time.monotonic()
        except StopIteration as end:
            return end.value

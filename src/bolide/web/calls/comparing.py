"""Comparison of systems in the page: the intervals and p-values of `bolide compare`, without numpy.

The random numbers are numpy's for the same seed and the sums are exact, so p-values are equal; intervals, means and
effect sizes agree to the last few bits, since sums over segments are exact here.

numpy.random.default_rng is PCG64 (O'Neill 2014: XSL-RR over a 128-bit congruential generator). JavaScript draws as it
does, and adds the rows, exactly (`page/resampling.mjs`).
"""

from __future__ import annotations

import time
from array import array
from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import fsum, isclose
from typing import Any, ClassVar, TypeAlias

from bolide.data.stats import Stats
from bolide.metrics.base import Metric, leave_one_out
from bolide.significance import results
from bolide.significance.arithmetic import SAME, as_far, design_effect, effect_size, jackknife_variance, p_value
from bolide.significance.plan import SEED, Plan
from bolide.significance.units import DOCUMENT, SEGMENT, ResamplingUnits, UnitCount
from bolide.system.errors import InputError

_PATIENCE = 0.15  # seconds between two progress reports
# Where numpy.random.default_rng(12345) begins: the state and the increment of PCG64(12345)
FIRST_STATE = (0x1905E0335AAE96349199B0D09775ADD5, 0xC9C7353E6E2B1F287D761F2D4027FAE7)
_FINE = 1 << 44  # fixed-point scale of the scores of metrics that average them
_PIECE = 250  # resamples added, or scored, between two checks of the clock

Steps = Generator[Any, None, Any]  # they yield the numbers of steps just taken, or progress
Integers: TypeAlias = "array[int]"  # sums of rows, concatenated


@dataclass(frozen=True)
class PlainSample:
    """One system's rows under one metric; all systems have the same columns."""

    system: str
    metric: Metric
    stats: Stats
    units: ResamplingUnits | None = None
    scale: ClassVar[float] = 100.0

    def __len__(self) -> int:
        return len(self.stats)

    @property
    def higher_is_better(self) -> bool:
        return self.metric.formula.higher_is_better

    def take(self, rows: Sequence[int], /) -> PlainSample:
        """The sample restricted to these segments."""
        units = None if self.units is None else self.units.take(rows)
        return PlainSample(self.system, self.metric, self.stats.take(rows), units)

    def leave_one_out(self) -> Iterator[float]:
        """The scores without segment i, for every i."""
        return leave_one_out(self.metric, self.stats)

    def without_units(self) -> list[float]:
        """The scores without each unit that is drawn and exchanged."""
        whole = [sum(column) for column in zip(*self.rows, strict=True)]
        rest = array("q", [total - cell for row in self.rows for total, cell in zip(whole, row, strict=True)])
        return list(self.scores(rest))

    @cached_property
    def values(self) -> array[float]:
        """The segment scores, with the settings for the corpus."""
        return self.metric.row_values(self.stats)

    @cached_property
    def rows(self) -> list[tuple[int, ...]]:
        """The rows that are drawn and exchanged: of documents, if they are known, otherwise of segments."""
        rows: list[tuple[int, ...]] = [tuple(row) for row in self.stats]
        if self.metric.formula.mean_of_segments:
            rows = [(round(value * _FINE), 1) for value in self.values]
        if self.units is None:
            return rows
        sums = [[0] * self.width for _ in range(len(self.units))]
        for number, row in zip(self.units.numbers, rows, strict=True):
            sums[number] = [total + cell for total, cell in zip(sums[number], row, strict=True)]
        return [tuple(row) for row in sums]

    @property
    def width(self) -> int:
        return 2 if self.metric.formula.mean_of_segments else len(self.stats.columns)

    def scores(self, totals: Integers) -> array[float]:
        """The scores of concatenated sums of rows."""
        if self.metric.formula.mean_of_segments:
            return array("d", [totals[k] / _FINE / totals[k + 1] for k in range(0, len(totals), 2)])
        return self.metric.formula.evaluate(totals, self.width)

    @cached_property
    def value(self) -> float:
        """The score of all segments."""
        return self.scores(array("q", [sum(column) for column in zip(*self.rows, strict=True)]))[0]


def cells_of(samples: Sequence[PlainSample]) -> Integers:
    """The rows of all systems, one unit after the other. Raises InputError if sums would exceed 64 bits."""
    units = zip(*(sample.rows for sample in samples), strict=True)
    cells = array("q", [cell for rows in units for row in rows for cell in row])
    if min(cells) < 0 or max(cells) * len(samples[0].rows) >= 1 << 62:
        raise InputError(
            "The counts of a segment or document are too large to be resampled in the page; use bolide compare."
        )
    return cells


def drawn(units: ResamplingUnits, permutations: int, resamples: int) -> Steps:
    """Draw for all metrics, in JavaScript: permutations first, then resamples, as in `bolide compare`; yields the
    numbers of resamples just drawn."""
    import bolide_resampling  # type: ignore[import-not-found, unused-ignore]  # the page's own, from worker.mjs

    state = (number.to_bytes(16, "little") for number in FIRST_STATE)
    strata = (array("I", one).tobytes() for one in units.by_stratum)
    trials = bolide_resampling.Trials.new(*map(_bytes, (*state, *strata)))
    trials.toss(permutations)
    for first in range(0, resamples, 50):
        trials.draw(min(50, resamples - first))
        yield min(50, resamples - first)
    return trials


def added(samples: Sequence[PlainSample], trials: Any, resamples: int) -> Steps:
    """Add up the rows over all trials, in JavaScript; yields 0 at intervals."""
    import bolide_resampling

    sums = bolide_resampling.Sums.new(trials, _bytes(cells_of(samples).tobytes()), len(samples), samples[0].width)
    while len(samples) > 1 and sums.keep():
        yield 0
    for first in range(0, resamples, _PIECE):
        sums.resample(first, min(first + _PIECE, resamples))
        yield 0
    return sums


def _bytes(data: bytes) -> Any:
    """The bytes as a JavaScript array."""
    from pyodide.ffi import to_js  # type: ignore[import-not-found, unused-ignore]

    return to_js(data)


def compare(samples: Sequence[PlainSample], trials: Any, plan: Plan, about: tuple[str, str]) -> Steps:
    """Compare systems under one metric; a single system has only an interval. `about` is its name and signature."""
    first = samples[0]
    sign = 1 if first.higher_is_better else -1
    values = [sample.value for sample in samples]
    pairs = results.pairs_to_test([sample.system for sample in samples], values, None, first.higher_is_better)
    resamples = resamples_of(plan, len(samples))
    sums: Any = (yield from added(samples, trials, resamples)) if pairs else None
    permuted = []
    for a, b in pairs:
        one = yield from scored(samples[a], sums.exchanged(a, b))
        two = yield from scored(samples[b], sums.exchanged(b, a))
        permuted.append([x - y for x, y in zip(one, two, strict=True)])
    units = UnitCount.of(first.units, plan.unit or SEGMENT, len(first))
    strata = first.units.strata if first.units is not None else ()
    without, resampled, standings = [], [], []
    for number, sample in enumerate(samples):
        rest = sample.without_units()
        without.append(rest)
        result = results.jackknife_result(sample.system, values[number], rest, units, strata)
        if plan.unit == DOCUMENT:
            effect = design_effect(jackknife_variance(rest, strata), list(sample.leave_one_out()))
            result = replace(result, design_effect=effect)
        standings.append(result)
        if resamples:
            resampled.append((yield from scored(sample, sums.bootstrapped(number))))
        yield 0
    differences = results.differences(pairs, values, without, resampled, sign, plan, units, strata)
    tested = []
    for difference, apart in zip(differences, permuted, strict=True):
        a, b = difference.a, difference.b
        far = as_far(values[a], values[b])
        p = p_value(sum(abs(one) >= far for one in apart), len(apart))
        scores = zip(samples[a].values, samples[b].values, strict=True)  # the same score may be computed in two orders
        ahead = [0.0 if isclose(x, y, rel_tol=SAME) else sign * (x - y) for x, y in scores]
        wins, losses = sum(one > 0 for one in ahead), sum(one < 0 for one in ahead)
        mean = fsum(ahead) / len(ahead)
        effect = effect_size(mean, fsum((one - mean) ** 2 for one in ahead), len(ahead))
        tested.append(difference.tested(standings, len(first), p, wins, losses, effect))
    return results.decided(
        results.Comparison(
            *about, first.higher_is_better, 100.0, len(first), plan, tuple(standings), tuple(tested), units=units
        )
    )


def resamples_of(plan: Plan, systems: int) -> int:
    """How many resamples are needed: none unless the intervals of several pairs are to cover together."""
    return plan.resamples_used if systems > 2 and plan.simultaneous else 0


def scored(sample: PlainSample, buffer: Any) -> Generator[int, None, array[float]]:
    """The score of every sum in JavaScript's buffer; yields the numbers of sums just scored."""
    sums, scores, many = array("q", buffer.to_bytes()), array("d"), _PIECE * sample.width
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


def compare_all(tables: Sequence[Sequence[PlainSample]], plan: Plan, about: Sequence[tuple[str, str]]) -> Steps:
    """Compare systems under every metric, one list of samples per metric; yields progress."""
    first, systems = tables[0][0], len(tables[0])
    if len(first) < 2:
        return [_without_tests(samples, plan, facts) for samples, facts in zip(tables, about, strict=True)]
    assert plan.seed_used == SEED, "the draws begin at FIRST_STATE"
    plan = plan.on(first.units)
    resamples, permutations = resamples_of(plan, systems), plan.trials_used if systems > 1 else 0
    reporter = ProgressReporter(1 + resamples + len(tables) * systems * (resamples + (systems - 1) * permutations))
    units = first.units or ResamplingUnits(tuple(range(len(first))), unit=SEGMENT)
    trials = yield from reporter.run(drawn(units, permutations, resamples))
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

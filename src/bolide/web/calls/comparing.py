"""Comparison of systems in the page: the intervals and p-values of `bolide compare`, without numpy.

The random numbers are numpy's for the same seed and the sums are exact, so p-values and intervals are equal; means and
effect sizes agree to the last few bits, since sums over segments are exact here.

numpy.random.default_rng is PCG64 (O'Neill 2014: XSL-RR over a 128-bit congruential generator), seeded by a
SeedSequence. Python computes the first state; JavaScript draws, as numpy does, and adds the rows, exactly
(`page/resampling.mjs`).
"""

from __future__ import annotations

import time
from array import array
from collections.abc import Generator, Iterator, Sequence
from functools import cached_property
from math import fsum, isclose
from typing import Any, ClassVar, TypeAlias

from bolide.data.stats import Stats
from bolide.metrics.base import Metric, leave_one_out, row_values
from bolide.significance import results
from bolide.significance.arithmetic import SAME, as_far, design_effect, effect_size, p_value
from bolide.significance.plan import Plan
from bolide.significance.units import DOCUMENT, SEGMENT, ResamplingUnits, UnitCount
from bolide.system.dataclasses import dataclass
from bolide.system.errors import InputError

_PATIENCE = 0.15  # seconds between two progress reports
_M32, _M128 = (1 << 32) - 1, (1 << 128) - 1
_MULTIPLIER = 0x2360ED051FC65DA44385DF649FCCF645
_POOL = 4
_FINE = 1 << 44  # fixed-point scale of the scores of metrics that average them
_PIECE = 250  # resamples added, or scored, between two checks of the clock

Steps = Generator[Any, None, Any]  # they yield the numbers of steps just taken, or progress
Integers: TypeAlias = "array[int]"  # sums of rows, concatenated


def first_state(seed: int) -> tuple[int, int]:
    """The state and the increment of numpy's generator with this seed."""
    words = _seed_words(seed, 8)
    first, second = (words[k] << 64 | words[k + 1] << 96 | words[k + 2] | words[k + 3] << 32 for k in (0, 4))
    increment = (second << 1 | 1) & _M128
    return ((increment + first) * _MULTIPLIER + increment) & _M128, increment


def _seed_words(seed: int, count: int) -> list[int]:
    """The words that numpy's SeedSequence generates from a seed."""
    entropy = [seed >> shift & _M32 for shift in range(0, max(1, seed.bit_length()), 32)]
    mixed = _hash_stream()
    next(mixed)
    pool = [mixed.send(entropy[k] if k < len(entropy) else 0) for k in range(_POOL)]
    for source in range(_POOL):
        for target in range(_POOL):
            if source != target:
                pool[target] = _mixed(pool[target], mixed.send(pool[source]))
    for word in entropy[_POOL:]:
        for target in range(_POOL):
            pool[target] = _mixed(pool[target], mixed.send(word))
    words, constant = [], 0x8B51F9DD
    for k in range(count):
        value = pool[k % _POOL] ^ constant
        constant = constant * 0x58F38DED & _M32
        value = value * constant & _M32
        words.append(value ^ value >> 16)
    return words


def _hash_stream() -> Generator[int, int, None]:
    """A generator that receives words and yields their hashes, each with another constant."""
    constant, hashed = 0x43B0D7E5, 0
    while True:
        value = yield hashed
        value ^= constant
        constant = constant * 0x931E8875 & _M32
        value = value * constant & _M32
        hashed = value ^ value >> 16


def _mixed(one: int, two: int) -> int:
    value = (0xCA01F9DD * one - 0x4973F715 * two) & _M32
    return value ^ value >> 16


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

    @cached_property
    def values(self) -> array[float]:
        """The segment scores, with the settings for the corpus."""
        return row_values(self.metric, self.stats)

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


def cells_of(samples: Sequence[PlainSample]) -> list[Integers]:
    """For every unit, the concatenated rows of all systems. Raises InputError if sums would exceed 64 bits."""
    cells = [
        array("q", [cell for row in rows for cell in row]) for rows in zip(*(s.rows for s in samples), strict=True)
    ]
    if min(map(min, cells)) < 0 or max(map(max, cells)) * len(cells) >= 1 << 62:
        raise InputError(
            "The counts of a segment or document are too large to be resampled in the page; use bolide compare."
        )
    return cells


class Trials:
    """The draws that all metrics share, in JavaScript: permutations first, then resamples, as in `bolide compare`."""

    def __init__(self, units: ResamplingUnits, permutations: int, resamples: int, seed: int) -> None:
        import bolide_resampling  # type: ignore[import-not-found, unused-ignore]  # the page's own, from worker.mjs

        self.module, self.permutations, self.resamples = bolide_resampling, permutations, resamples
        state = (_bytes(number.to_bytes(16, "little")) for number in first_state(seed))
        strata = (_bytes(array("I", one).tobytes()) for one in units.by_stratum)
        self.drawing = bolide_resampling.Trials.new(*state, *strata)

    def drawn(self) -> Steps:
        """Draw everything; yields the numbers of resamples just drawn."""
        self.drawing.toss(self.permutations)
        for first in range(0, self.resamples, 50):
            self.drawing.draw(min(50, self.resamples - first))
            yield min(50, self.resamples - first)


def _bytes(data: bytes) -> Any:
    """The bytes as a JavaScript array."""
    from pyodide.ffi import to_js  # type: ignore[import-not-found, unused-ignore]

    return to_js(data)


class TrialSums:
    """The sums of one metric's rows over all trials, which JavaScript adds and stores."""

    def __init__(self, trials: Trials, samples: Sequence[PlainSample]) -> None:
        cells = b"".join(cells.tobytes() for cells in cells_of(samples))
        self._sums = trials.module.Sums.new(trials.drawing, _bytes(cells), len(samples), samples[0].width)
        self._trials = trials

    def added(self) -> Steps:
        """Compute the sums; yields 0 at intervals."""
        while self._trials.permutations and self._sums.keep():
            yield 0
        for first in range(0, self._trials.resamples, _PIECE):
            self._sums.resample(first, min(first + _PIECE, self._trials.resamples))
            yield 0

    def permuted(self, one: int, other: int) -> Integers:
        """The sums of system `one` for every permutation: its own rows if a unit stays, `other`'s if not."""
        return _integers(self._sums.exchanged(one, other))

    def bootstrapped(self, system: int) -> Integers:
        """The sums of a system for every resample."""
        return _integers(self._sums.bootstrapped(system))


def _integers(buffer: Any) -> Integers:
    integers = array("q")
    integers.frombytes(buffer.to_bytes())
    return integers


def compare(samples: Sequence[PlainSample], draws: Trials, plan: Plan, about: tuple[str, str]) -> Steps:
    """Compare systems under one metric; a single system has only an interval. `about` is its name and signature."""
    first, sums = samples[0], TrialSums(draws, samples)
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
        interval = results.interval_of(sorted(line), fsum(line) / len(line))
        standings.append(results.SystemResult(sample.system, values[number], interval, design_effect=effect))
    tested = []
    for difference, drawn in zip(results.differences(pairs, values, resampled, sign, plan), trials, strict=True):
        a, b = difference.a, difference.b
        far = as_far(values[a], values[b])
        p = p_value(sum(abs(one) >= far for one in drawn), len(drawn))
        scores = zip(samples[a].values, samples[b].values, strict=True)  # the same score may be computed in two orders
        ahead = [0.0 if isclose(x, y, rel_tol=SAME) else sign * (x - y) for x, y in scores]
        wins, losses = sum(one > 0 for one in ahead), sum(one < 0 for one in ahead)
        mean = fsum(ahead) / len(ahead)
        effect = effect_size(mean, fsum((one - mean) ** 2 for one in ahead), len(ahead))
        tested.append(difference.tested(standings, len(first), p, wins, losses, effect))
    units = UnitCount.of(first.units, plan.unit or SEGMENT, len(first))
    return results.decided(
        results.Comparison(
            *about, first.higher_is_better, 100.0, len(first), plan, tuple(standings), tuple(tested), units=units
        )
    )


def scored(sample: PlainSample, sums: Integers) -> Generator[int, None, array[float]]:
    """The score of every sum; yields the numbers of sums just scored."""
    scores, many = array("d"), _PIECE * sample.width
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

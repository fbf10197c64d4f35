"""Resampling in the page, which has no numpy: the same seed must give the same p-values as on the command line.

numpy.random.default_rng is PCG64 (O'Neill 2014: XSL-RR over a 128-bit congruential generator), seeded by a
SeedSequence. Python computes the first state; JavaScript draws, as numpy does, and adds the rows, exactly
(`page/resampling.mjs`).
"""

from __future__ import annotations

from array import array
from collections.abc import Generator, Iterator, Sequence
from functools import cached_property
from typing import Any, ClassVar, TypeAlias

from bolide.data.stats import Stats
from bolide.metrics.base import Metric, leave_one_out, row_values
from bolide.significance.units import ResamplingUnits
from bolide.system.dataclasses import dataclass
from bolide.system.errors import InputError

_M32, _M128 = (1 << 32) - 1, (1 << 128) - 1
_MULTIPLIER = 0x2360ED051FC65DA44385DF649FCCF645
_POOL = 4
_FINE = 1 << 44  # fixed-point scale of the scores of metrics that average them
_PIECE = 250  # resamples between two checks of the clock

StepCounts = Generator[int, None, None]  # the numbers of steps just taken
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

        self._module, self._permutations, self._resamples = bolide_resampling, permutations, resamples
        state = (_bytes(number.to_bytes(16, "little")) for number in first_state(seed))
        strata = (_bytes(array("I", one).tobytes()) for one in units.by_stratum)
        self._drawing = bolide_resampling.Trials.new(*state, *strata)

    def drawn(self) -> StepCounts:
        """Draw everything; yields the numbers of resamples just drawn."""
        self._drawing.toss(self._permutations)
        for first in range(0, self._resamples, 50):
            self._drawing.draw(min(50, self._resamples - first))
            yield min(50, self._resamples - first)

    def sums(self, samples: Sequence[PlainSample]) -> TrialSums:
        """The sums of one metric."""
        cells = b"".join(cells.tobytes() for cells in cells_of(samples))
        sums = self._module.Sums.new(self._drawing, _bytes(cells), len(samples), samples[0].width)
        return TrialSums(sums, self._permutations, self._resamples)


def _bytes(data: bytes) -> Any:
    """The bytes as a JavaScript array."""
    from pyodide.ffi import to_js  # type: ignore[import-not-found, unused-ignore]

    return to_js(data)


class TrialSums:
    """The sums of one metric's rows over all trials, which JavaScript adds and stores."""

    def __init__(self, sums: Any, permutations: int, resamples: int) -> None:
        self._sums, self._permutations, self._resamples = sums, permutations, resamples

    def added(self) -> StepCounts:
        """Compute the sums; yields 0 at intervals."""
        while self._permutations and self._sums.keep():
            yield 0
        for first in range(0, self._resamples, _PIECE):
            self._sums.resample(first, min(first + _PIECE, self._resamples))
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

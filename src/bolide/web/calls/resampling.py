"""numpy's random numbers, and sums of resampled rows, in plain Python: the page has no numpy, and there the same seed
must give the same p-values.

numpy.random.default_rng is PCG64 (O'Neill 2014: XSL-RR over a 128-bit congruential generator), seeded by a
SeedSequence; integers below a bound are Lemire's (2019). Sums are exact. In the page loops of the browser's add them
(`page/resampling.mjs`); elsewhere the rows of all systems stand in one long integer per segment, 64 bits to a column,
so that one addition serves all columns of all systems.
"""

from __future__ import annotations

from array import array
from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from operator import getitem
from typing import Any, ClassVar, Protocol, TypeAlias

from bolide.data.stats import Stats
from bolide.metrics.base import Metric, leave_one_out, row_values
from bolide.system.errors import InputError

_M32, _M64, _M128 = (1 << 32) - 1, (1 << 64) - 1, (1 << 128) - 1
_MULTIPLIER = 0x2360ED051FC65DA44385DF649FCCF645
_POOL = 4
_BLOCK = 4096  # numbers made at a time


class Draws:
    """A stream of 32-bit numbers from a seed; every call goes on where the last one ended."""

    def __init__(self, seed: int) -> None:
        words = _seed_words(seed, 8)
        first = words[0] | words[1] << 32, words[2] | words[3] << 32
        second = words[4] | words[5] << 32, words[6] | words[7] << 32
        self._increment = ((second[0] << 64 | second[1]) << 1 | 1) & _M128
        self._state = (self._increment + (first[0] << 64 | first[1])) & _M128
        self._step()
        self._left = array("I")

    @property
    def state(self) -> tuple[int, int]:
        """Where the generator stands, and what it adds at every step."""
        return self._state, self._increment

    def _step(self) -> None:
        self._state = (self._state * _MULTIPLIER + self._increment) & _M128

    def words(self, count: int) -> array[int]:
        """The next numbers."""
        while len(self._left) < count:
            self._left.frombytes(self._more(max(1, (count - len(self._left) + 1) // 2)).tobytes())
        found, self._left = self._left[:count], self._left[count:]
        return found

    def _more(self, count: int) -> array[int]:
        """So many numbers of 64 bits; the lower half of each comes first."""
        state, increment, multiplier, every, low = self._state, self._increment, _MULTIPLIER, _M128, _M64
        found = array("Q", bytes(8 * count))
        for k in range(count):
            state = (state * multiplier + increment) & every
            mixed = (state >> 64) ^ (state & low)
            turn = state >> 122
            found[k] = (mixed >> turn | mixed << (64 - turn)) & low
        self._state = state
        return found

    def below(self, bound: int, count: int) -> array[int]:
        """So many integers from 0 to `bound` − 1, each as likely as any."""
        found, least = array("I"), ((1 << 32) - bound) % bound
        while len(found) < count:  # a number that would make some integers likelier is passed over
            words = self.words(min(_BLOCK, count - len(found)))
            found.extend([product >> 32 for word in words if (product := word * bound) & _M32 >= least])
        return found

    def coins(self, count: int) -> bytes:
        """So many fair coins, eight to a byte, the first in the lowest bit."""
        return self.words((count + 31) // 32).tobytes()


def _seed_words(seed: int, count: int) -> list[int]:
    """What a SeedSequence makes of a seed."""
    entropy = [seed >> shift & _M32 for shift in range(0, max(1, seed.bit_length()), 32)]
    mixed = _mixing()
    next(mixed)
    pool = [mixed.send(entropy[k] if k < len(entropy) else 0) for k in range(_POOL)]
    for source in range(_POOL):
        for target in range(_POOL):
            if source != target:
                pool[target] = _together(pool[target], mixed.send(pool[source]))
    for word in entropy[_POOL:]:
        for target in range(_POOL):
            pool[target] = _together(pool[target], mixed.send(word))
    found, constant = [], 0x8B51F9DD
    for k in range(count):
        value = pool[k % _POOL] ^ constant
        constant = constant * 0x58F38DED & _M32
        value = value * constant & _M32
        found.append(value ^ value >> 16)
    return found


def _mixing() -> Generator[int, int, None]:
    """A generator that is sent words and gives them hashed, each with another constant."""
    constant, hashed = 0x43B0D7E5, 0
    while True:
        value = yield hashed
        value ^= constant
        constant = constant * 0x931E8875 & _M32
        value = value * constant & _M32
        hashed = value ^ value >> 16


def _together(one: int, two: int) -> int:
    value = (0xCA01F9DD * one - 0x4973F715 * two) & _M32
    return value ^ value >> 16


_SLAB = 512  # segments whose tables of sums are in memory at a time
_FINE = 1 << 44  # parts of 1 in which scores are added where a metric averages them
_PIECE = 250  # resamples between two looks at the clock

Told = Generator[int, None, None]  # how many steps are done now and then
Integers: TypeAlias = "array[int]"  # sums of rows, one after the other


@dataclass(frozen=True)
class PlainSample:
    """One system under one metric: a row of integers per segment, the same columns for every system."""

    system: str
    metric: Metric
    stats: Stats
    scale: ClassVar[float] = 100.0

    def __len__(self) -> int:
        return len(self.stats)

    @property
    def higher_is_better(self) -> bool:
        return self.metric.formula.higher_is_better

    def take(self, rows: Sequence[int], /) -> PlainSample:
        """The same system on some of its segments."""
        return PlainSample(self.system, self.metric, self.stats.take(rows))

    def without_each(self) -> Iterator[float]:
        """The score without one segment, for each in turn."""
        return leave_one_out(self.metric, self.stats)

    @cached_property
    def values(self) -> array[float]:
        """The scores of the segments, as parts of a corpus."""
        return row_values(self.metric, self.stats)

    @cached_property
    def rows(self) -> list[tuple[int, ...]]:
        if self.metric.formula.mean_of_segments:
            return [(round(value * _FINE), 1) for value in self.values]
        return [tuple(row) for row in self.stats]

    @property
    def width(self) -> int:
        return 2 if self.metric.formula.mean_of_segments else len(self.stats.columns)

    def scores(self, totals: Integers) -> array[float]:
        """The score of every sum of rows; sums lie end to end."""
        if self.metric.formula.mean_of_segments:
            return array("d", [totals[k] / _FINE / totals[k + 1] for k in range(0, len(totals), 2)])
        return self.metric.formula.evaluate(totals, self.width)

    @cached_property
    def value(self) -> float:
        """The score of all segments together."""
        return self.scores(array("q", [sum(column) for column in zip(*self.rows, strict=True)]))[0]


def cells_of(samples: Sequence[PlainSample]) -> list[Integers]:
    """For every segment the rows of all systems end to end; refused where sums would not fit."""
    found = [
        array("q", [cell for row in rows for cell in row]) for rows in zip(*(s.rows for s in samples), strict=True)
    ]
    if min(map(min, found)) < 0 or max(map(max, found)) * len(found) >= 1 << 62:
        raise InputError("The numbers of a segment are too large to be resampled in a page; use bolide compare.")
    return found


class TrialSums(Protocol):
    """The sums of one metric's rows over all trials."""

    def added(self) -> Told:
        """Add up; tells nothing but that time has passed."""

    def exchanged(self, one: int, other: int) -> Integers:
        """System `one`'s sums where it has its own outputs for the tossed segments and `other`'s for the rest."""

    def bootstrapped(self, system: int) -> Integers:
        """A system's sums on every resample."""


class Trials(Protocol):
    """The draws that all metrics share: exchanges first, then resamples, as `bolide compare` draws them."""

    def drawn(self) -> Told:
        """Draw everything; tells how many resamples are drawn."""

    def sums(self, samples: Sequence[PlainSample]) -> TrialSums:
        """What is added up for one metric."""


def trials_of(size: int, exchanges: int, resamples: int, seed: int) -> Trials:
    """The draws of so many exchanges and resamples of `size` segments."""
    try:
        import bolide_resampling  # type: ignore[import-not-found, unused-ignore]  # the page's own, from worker.mjs
    except ImportError:
        return PlainTrials(size, exchanges, resamples, Draws(seed))
    return FastTrials(bolide_resampling, (size, exchanges, resamples), Draws(seed))


# --- by Python itself -------------------------------------------------------------------------------------------------


class PlainTrials:
    """Draws as bytes and arrays."""

    def __init__(self, size: int, exchanges: int, resamples: int, draws: Draws) -> None:
        self.size, self._exchanges, self._resamples, self._draws = size, exchanges, resamples, draws
        self.coins: list[bytes] = []
        self.places: list[array[int]] = []

    def drawn(self) -> Told:
        self.coins = tossed(self.size, self._exchanges, self._draws)
        for _ in range(self._resamples):
            self.places.append(self._draws.below(self.size, self.size))
            yield 1

    def sums(self, samples: Sequence[PlainSample]) -> PlainSums:
        return PlainSums(self, samples)


def tossed(size: int, trials: int, draws: Draws) -> list[bytes]:
    """For every trial a bit per segment, eight to a byte: 1 where its outputs stay with their systems."""
    stream, mask, found = draws.coins(size * trials), (1 << size) - 1, []
    for first in range(0, size * trials, size):
        bits = int.from_bytes(stream[first // 8 : (first + size + 7) // 8], "little") >> first % 8 & mask
        found.append(bits.to_bytes((size + 7) // 8, "little"))
    return found


class PlainSums:
    """Sums as long integers, the columns of all systems in each."""

    def __init__(self, trials: PlainTrials, samples: Sequence[PlainSample]) -> None:
        self._trials, self._bits = trials, 64 * samples[0].width
        self._rows = [int.from_bytes(cells.tobytes(), "little") for cells in cells_of(samples)]
        self._whole = sum(self._rows)
        self._kept = [0] * len(trials.coins)
        self._resampled: list[int] = []

    def added(self) -> Told:
        for first in range(0, len(self._rows) if self._kept else 0, _SLAB):
            last = min(first + _SLAB, len(self._rows))
            tables = [_choices(self._rows[k : k + 8]) for k in range(first, last, 8)]
            for trial, coin in enumerate(self._trials.coins):
                self._kept[trial] += sum(map(getitem, tables, coin[first // 8 : first // 8 + len(tables)]))
                if trial % _PIECE == 0:
                    yield 0
        for place in self._trials.places:
            self._resampled.append(sum(map(self._rows.__getitem__, place)))
            if len(self._resampled) % _PIECE == 0:
                yield 0

    def exchanged(self, one: int, other: int) -> Integers:
        return self._integers([self._of(one, kept) + self._of(other, self._whole - kept) for kept in self._kept])

    def bootstrapped(self, system: int) -> Integers:
        return self._integers([self._of(system, sums) for sums in self._resampled])

    def _of(self, number: int, sums: int) -> int:
        """One system's part of a sum."""
        return sums >> self._bits * number & (1 << self._bits) - 1

    def _integers(self, sums: Sequence[int]) -> Integers:
        return array("q", b"".join(one.to_bytes(self._bits // 8, "little") for one in sums))


def _choices(rows: Sequence[int]) -> list[int]:
    """The sum of every choice of up to eight rows, by the bits of the choice."""
    found = [0]
    for row in rows:
        found += [one + row for one in found]
    return found


# --- by the browser ---------------------------------------------------------------------------------------------------


class FastTrials:
    """Draws that the browser makes and keeps."""

    def __init__(self, made: Any, counts: tuple[int, int, int], draws: Draws) -> None:
        size, self._exchanges, self._resamples = counts
        self._made = made
        self.drawing = made.Trials.new(*(_bytes(number.to_bytes(16, "little")) for number in draws.state), size)

    def drawn(self) -> Told:
        self.drawing.toss(self._exchanges)
        for first in range(0, self._resamples, 50):
            self.drawing.draw(min(50, self._resamples - first))
            yield min(50, self._resamples - first)

    def sums(self, samples: Sequence[PlainSample]) -> FastSums:
        cells = b"".join(cells.tobytes() for cells in cells_of(samples))
        made = self._made.Sums.new(self.drawing, _bytes(cells), len(samples), samples[0].width)
        return FastSums(made, self._exchanges, self._resamples)


def _bytes(given: bytes) -> Any:
    """The bytes as an array of the browser's."""
    from pyodide.ffi import to_js  # type: ignore[import-not-found, unused-ignore]

    return to_js(given)


class FastSums:
    """Sums that the browser adds and keeps."""

    def __init__(self, made: Any, exchanges: int, resamples: int) -> None:
        self._made, self._exchanges, self._resamples = made, exchanges, resamples

    def added(self) -> Told:
        while self._exchanges and self._made.keep():
            yield 0
        for first in range(0, self._resamples, _PIECE):
            self._made.resample(first, min(first + _PIECE, self._resamples))
            yield 0

    def exchanged(self, one: int, other: int) -> Integers:
        return self._integers(self._made.exchanged(one, other))

    def bootstrapped(self, system: int) -> Integers:
        return self._integers(self._made.bootstrapped(system))

    def _integers(self, made: Any) -> Integers:
        found = array("q")
        found.frombytes(made.to_bytes())
        return found

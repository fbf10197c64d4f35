"""numpy's random numbers and sums of resampled rows in plain Python, for the page, which has no numpy: the same seed
must give the same p-values.

numpy.random.default_rng is PCG64 (O'Neill 2014: XSL-RR over a 128-bit congruential generator), seeded by a
SeedSequence; bounded integers are Lemire's (2019). Sums are exact. In the page, JavaScript adds them
(`page/resampling.mjs`); elsewhere the rows of all systems are one long integer per segment, 64 bits per column, so that
one addition sums all columns of all systems.
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
from bolide.significance.units import ResamplingUnits
from bolide.system.errors import InputError

_M32, _M64, _M128 = (1 << 32) - 1, (1 << 64) - 1, (1 << 128) - 1
_MULTIPLIER = 0x2360ED051FC65DA44385DF649FCCF645
_POOL = 4
_BLOCK = 4096  # numbers generated at a time


class Draws:
    """numpy's stream of 32-bit random numbers from a seed; every call continues it."""

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
        """The state and the increment of the generator."""
        return self._state, self._increment

    def _step(self) -> None:
        self._state = (self._state * _MULTIPLIER + self._increment) & _M128

    def words(self, count: int) -> array[int]:
        """The next 32-bit numbers."""
        while len(self._left) < count:
            self._left.frombytes(self._more(max(1, (count - len(self._left) + 1) // 2)).tobytes())
        words, self._left = self._left[:count], self._left[count:]
        return words

    def _more(self, count: int) -> array[int]:
        """The next 64-bit numbers; the lower half of each comes first in the stream."""
        state, increment, multiplier, every, low = self._state, self._increment, _MULTIPLIER, _M128, _M64
        numbers = array("Q", bytes(8 * count))
        for k in range(count):
            state = (state * multiplier + increment) & every
            mixed = (state >> 64) ^ (state & low)
            turn = state >> 122
            numbers[k] = (mixed >> turn | mixed << (64 - turn)) & low
        self._state = state
        return numbers

    def below(self, bound: int, count: int) -> array[int]:
        """`count` uniform integers from 0 to `bound` − 1."""
        if bound == 1:  # no number is spent on it
            return array("I", bytes(4 * count))
        integers, least = array("I"), ((1 << 32) - bound) % bound
        while len(integers) < count:  # rejection: a number that would bias the result is skipped
            words = self.words(min(_BLOCK, count - len(integers)))
            integers.extend([product >> 32 for word in words if (product := word * bound) & _M32 >= least])
        return integers

    def bits(self, count: int) -> bytes:
        """`count` random bits, eight to a byte, the first in the lowest bit."""
        return self.words((count + 31) // 32).tobytes()


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


_SLAB = 512  # segments whose tables of sums are in memory at a time
_FINE = 1 << 44  # fixed-point scale of the scores of metrics that average them
_PIECE = 250  # resamples between two checks of the clock

StepCounts = Generator[int, None, None]  # the numbers of steps just taken
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


class TrialSums(Protocol):
    """The sums of one metric's rows over all trials."""

    def added(self) -> StepCounts:
        """Compute the sums; yields 0 at intervals."""

    def permuted(self, one: int, other: int) -> Integers:
        """The sums of system `one` for every permutation: its own rows if a segment stays, `other`'s if not."""

    def bootstrapped(self, system: int) -> Integers:
        """The sums of a system for every resample."""


class Trials(Protocol):
    """The draws that all metrics share: permutations first, then resamples, as in `bolide compare`."""

    def drawn(self) -> StepCounts:
        """Draw everything; yields the numbers of resamples just drawn."""

    def sums(self, samples: Sequence[PlainSample]) -> TrialSums:
        """The sums of one metric."""


def trials_of(units: ResamplingUnits, permutations: int, resamples: int, seed: int) -> Trials:
    """The draws of permutations and resamples of these units."""
    try:
        import bolide_resampling  # type: ignore[import-not-found, unused-ignore]  # the page's own, from worker.mjs
    except ImportError:
        return PlainTrials(units, permutations, resamples, Draws(seed))
    return BrowserTrials(bolide_resampling, units, (permutations, resamples), Draws(seed))


# --- in Python --------------------------------------------------------------------------------------------------------


class PlainTrials:
    """Draws as bytes and arrays."""

    def __init__(self, units: ResamplingUnits, permutations: int, resamples: int, draws: Draws) -> None:
        self._units, self._permutations, self._resamples, self._draws = units, permutations, resamples, draws
        self.masks: list[bytes] = []
        self.indices: list[array[int]] = []

    def drawn(self) -> StepCounts:
        self.masks = stay_masks(len(self._units), self._permutations, self._draws)
        order, sizes = self._units.by_stratum
        for _ in range(self._resamples):
            indices, start = array("I"), 0
            for size in sizes:
                indices.extend([order[start + k] for k in self._draws.below(size, size)])
                start += size
            self.indices.append(indices)
            yield 1

    def sums(self, samples: Sequence[PlainSample]) -> PlainSums:
        return PlainSums(self, samples)


def stay_masks(size: int, trials: int, draws: Draws) -> list[bytes]:
    """For every trial one bit per segment, eight to a byte: 1 if its outputs stay with their systems."""
    stream, mask, masks = draws.bits(size * trials), (1 << size) - 1, []
    for first in range(0, size * trials, size):
        bits = int.from_bytes(stream[first // 8 : (first + size + 7) // 8], "little") >> first % 8 & mask
        masks.append(bits.to_bytes((size + 7) // 8, "little"))
    return masks


class PlainSums:
    """Sums as long integers, each with the columns of all systems."""

    def __init__(self, trials: PlainTrials, samples: Sequence[PlainSample]) -> None:
        self._trials, self._bits = trials, 64 * samples[0].width
        self._rows = [int.from_bytes(cells.tobytes(), "little") for cells in cells_of(samples)]
        self._whole = sum(self._rows)
        self._staying = [0] * len(trials.masks)
        self._resampled: list[int] = []

    def added(self) -> StepCounts:
        for first in range(0, len(self._rows) if self._staying else 0, _SLAB):
            last = min(first + _SLAB, len(self._rows))
            tables = [_choices(self._rows[k : k + 8]) for k in range(first, last, 8)]
            for trial, mask in enumerate(self._trials.masks):
                self._staying[trial] += sum(map(getitem, tables, mask[first // 8 : first // 8 + len(tables)]))
                if trial % _PIECE == 0:
                    yield 0
        for indices in self._trials.indices:
            self._resampled.append(sum(map(self._rows.__getitem__, indices)))
            if len(self._resampled) % _PIECE == 0:
                yield 0

    def permuted(self, one: int, other: int) -> Integers:
        return self._integers(
            [self._of(one, staying) + self._of(other, self._whole - staying) for staying in self._staying]
        )

    def bootstrapped(self, system: int) -> Integers:
        return self._integers([self._of(system, sums) for sums in self._resampled])

    def _of(self, number: int, sums: int) -> int:
        """One system's part of a sum."""
        return sums >> self._bits * number & (1 << self._bits) - 1

    def _integers(self, sums: Sequence[int]) -> Integers:
        return array("q", b"".join(one.to_bytes(self._bits // 8, "little") for one in sums))


def _choices(rows: Sequence[int]) -> list[int]:
    """The sums of all subsets of up to eight rows, by the bits of the subset."""
    sums = [0]
    for row in rows:
        sums += [one + row for one in sums]
    return sums


# --- in JavaScript ----------------------------------------------------------------------------------------------------


class BrowserTrials:
    """Draws by JavaScript, which stores them."""

    def __init__(self, module: Any, units: ResamplingUnits, counts: tuple[int, int], draws: Draws) -> None:
        self._permutations, self._resamples = counts
        self._module = module
        seed = (_bytes(number.to_bytes(16, "little")) for number in draws.state)
        self.drawing = module.Trials.new(*seed, *(_bytes(array("I", one).tobytes()) for one in units.by_stratum))

    def drawn(self) -> StepCounts:
        self.drawing.toss(self._permutations)
        for first in range(0, self._resamples, 50):
            self.drawing.draw(min(50, self._resamples - first))
            yield min(50, self._resamples - first)

    def sums(self, samples: Sequence[PlainSample]) -> BrowserSums:
        cells = b"".join(cells.tobytes() for cells in cells_of(samples))
        browser_sums = self._module.Sums.new(self.drawing, _bytes(cells), len(samples), samples[0].width)
        return BrowserSums(browser_sums, self._permutations, self._resamples)


def _bytes(data: bytes) -> Any:
    """The bytes as a JavaScript array."""
    from pyodide.ffi import to_js  # type: ignore[import-not-found, unused-ignore]

    return to_js(data)


class BrowserSums:
    """Sums by JavaScript, which stores them."""

    def __init__(self, sums: Any, permutations: int, resamples: int) -> None:
        self._sums, self._permutations, self._resamples = sums, permutations, resamples

    def added(self) -> StepCounts:
        while self._permutations and self._sums.keep():
            yield 0
        for first in range(0, self._resamples, _PIECE):
            self._sums.resample(first, min(first + _PIECE, self._resamples))
            yield 0

    def permuted(self, one: int, other: int) -> Integers:
        return self._integers(self._sums.exchanged(one, other))

    def bootstrapped(self, system: int) -> Integers:
        return self._integers(self._sums.bootstrapped(system))

    def _integers(self, buffer: Any) -> Integers:
        integers = array("q")
        integers.frombytes(buffer.to_bytes())
        return integers

"""Sums of resampled rows without numpy: the rows of all systems stand in one long integer per segment, 64 bits to a
column, so that one addition serves all columns of all systems."""

from __future__ import annotations

from array import array
from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from operator import getitem

from bolide.errors import InputError
from bolide.metrics.base import Metric
from bolide.stats import Stats
from bolide.web.draws import Draws

_SLAB = 512  # segments whose tables of sums are in memory at a time
_FINE = 1 << 44  # parts of 1 in which scores are added where a metric averages them
_TRIALS = 250  # resamples between two looks at the clock

Scored = Generator[int, None, "array[float]"]


@dataclass(frozen=True)
class PlainSample:
    """One system under one metric: a row of integers per segment, the same columns for every system."""

    system: str
    metric: Metric
    stats: Stats

    @cached_property
    def values(self) -> array[float]:
        """The scores of the segments, as parts of a corpus."""
        return self.metric.values(self.stats)

    @cached_property
    def rows(self) -> list[tuple[int, ...]]:
        if self.metric.averages:
            return [(round(value * _FINE), 1) for value in self.values]
        return [tuple(row) for row in self.stats]

    @property
    def width(self) -> int:
        return 2 if self.metric.averages else len(self.stats.columns)

    def scores(self, totals: array[int]) -> array[float]:
        """The score of every sum of rows; sums lie end to end."""
        if self.metric.averages:
            return array("d", [totals[k] / _FINE / totals[k + 1] for k in range(0, len(totals), 2)])
        return self.metric.formula.evaluate(totals, self.width)

    @cached_property
    def value(self) -> float:
        """The score of all segments together."""
        return self.scores(array("q", [sum(column) for column in zip(*self.rows, strict=True)]))[0]


class Packed:
    """The rows of several systems under one metric, a long integer per segment."""

    def __init__(self, samples: Sequence[PlainSample]) -> None:
        self.samples = samples
        self.size = len(samples[0].rows)
        self._bits = 64 * samples[0].width
        self.rows = [self._pack(rows) for rows in zip(*(sample.rows for sample in samples), strict=True)]

    def _pack(self, rows: Sequence[tuple[int, ...]]) -> int:
        cells = array("q", [cell for row in rows for cell in row])
        if min(cells) < 0 or max(cells) * self.size >= 1 << 62:
            raise InputError("The numbers of a segment are too large to be resampled in a page; use bolide compare.")
        return int.from_bytes(cells.tobytes(), "little")

    def of(self, number: int, sums: int) -> int:
        """One system's part of a sum."""
        return sums >> self._bits * number & (1 << self._bits) - 1

    def scored(self, number: int, sums: Sequence[int]) -> Scored:
        """The scores of a system whose parts of sums these are; tells how many are done now and then."""
        size, found = self._bits // 8, array("d")
        for first in range(0, len(sums), _TRIALS):
            piece = sums[first : first + _TRIALS]
            cells = array("q", b"".join(one.to_bytes(size, "little") for one in piece))
            found.extend(self.samples[number].scores(cells))
            yield len(piece)
        return found


def drawn(size: int, trials: int, draws: Draws) -> Iterator[array[int]]:
    """The segments of every resample."""
    return (draws.below(size, size) for _ in range(trials))


def bootstrap(packed: Packed, places: Sequence[array[int]]) -> Generator[int, None, list[array[float]]]:
    """The scores of every system on every resample; tells how many scores are done now and then."""
    sums, found = [], []
    for place in places:
        sums.append(sum(map(packed.rows.__getitem__, place)))
        if len(sums) % _TRIALS == 0:
            yield 0
    for number in range(len(packed.samples)):
        found.append((yield from packed.scored(number, [packed.of(number, one) for one in sums])))
    return found


def tossed(size: int, trials: int, draws: Draws) -> list[bytes]:
    """For every trial a bit per segment, eight to a byte: 1 where its outputs stay with their systems."""
    stream, mask, found = draws.coins(size * trials), (1 << size) - 1, []
    for first in range(0, size * trials, size):
        bits = int.from_bytes(stream[first // 8 : (first + size + 7) // 8], "little") >> first % 8 & mask
        found.append(bits.to_bytes((size + 7) // 8, "little"))
    return found


def exchanged(
    packed: Packed, pairs: Sequence[tuple[int, int]], coins: Sequence[bytes]
) -> Generator[int, None, list[list[float]]]:
    """For every pair the differences of scores with outputs exchanged; tells how many scores are done now and then."""
    kept = [0] * len(coins)
    for first in range(0, packed.size, _SLAB):
        tables = [_sums(packed.rows[k : k + 8]) for k in range(first, min(first + _SLAB, packed.size), 8)]
        for trial, coin in enumerate(coins):
            kept[trial] += sum(map(getitem, tables, coin[first // 8 : first // 8 + len(tables)]))
            if trial % _TRIALS == 0:
                yield 0
    whole = sum(packed.rows)
    left = [whole - one for one in kept]
    found = []
    for a, b in pairs:
        sums = [packed.of(a, k) + packed.of(b, o) for k, o in zip(kept, left, strict=True)]
        one = yield from packed.scored(a, sums)
        sums = [packed.of(a, o) + packed.of(b, k) for k, o in zip(kept, left, strict=True)]
        two = yield from packed.scored(b, sums)
        found.append([x - y for x, y in zip(one, two, strict=True)])
    return found


def _sums(rows: Sequence[int]) -> list[int]:
    """The sum of every choice of up to eight rows, by the bits of the choice."""
    found = [0]
    for row in rows:
        found += [one + row for one in found]
    return found

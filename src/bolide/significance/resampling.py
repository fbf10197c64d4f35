"""Resampling as matrix arithmetic: how often each segment was drawn, times the rows, in blocks of bounded memory.

A block is of some trials and all segments. Where the segments are so many that few trials fit, the rows are taken
stretch by stretch, so that they may lie on disk. The random numbers, and so the results, are the same either way.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from bolide.significance.arithmetic import half_width
from bolide.significance.sample import Matrix, Sample, Vector
from bolide.system.limits import TRIALS, check_most

CELLS = 1 << 21  # of a block of draws: 16 MB as doubles, whatever the number of trials; a multiple of TOGETHER
TOGETHER = 32  # numpy draws 32 booleans from one number and forgets the rest at the end of a call

Weights = Callable[[int, int], Matrix]  # of the segments from one to before another, one line per trial


def bootstrap(samples: Sequence[Sample], trials: int, rng: np.random.Generator) -> Matrix:
    """The scores of resampled corpora, systems × trials; every system is given the same draws."""
    check_most("The number of resamples", trials, TRIALS)
    rows = _SideBySide(samples)
    found = np.empty((len(samples), trials))
    at = 0
    for weights in _drawn(rng, trials, len(rows)):
        totals = rows.weighed(weights)
        for number, sample in enumerate(samples):
            found[number, at : at + len(totals)] = sample.score(totals[:, rows.places[number]])
        at += len(totals)
    return found


def randomised(
    samples: Sequence[Sample], pairs: Sequence[tuple[int, int]], trials: int, rng: np.random.Generator
) -> Matrix:
    """The score differences, pairs × trials, where each segment's two outputs change places with probability ½.

    The same exchanges serve all pairs.
    """
    check_most("The number of exchanges", trials, TRIALS)
    rows = _SideBySide(samples)
    places, whole = rows.places, rows.whole()
    found = np.empty((len(pairs), trials))
    at = 0
    for weights in _tossed(rng, trials, len(rows)):
        kept = rows.weighed(weights)
        left = whole - kept
        for number, (a, b) in enumerate(pairs):
            one = samples[a].score(kept[:, places[a]] + left[:, places[b]])
            two = samples[b].score(left[:, places[a]] + kept[:, places[b]])
            found[number, at : at + len(kept)] = one - two
        at += len(kept)
    return found


def draws(rng: np.random.Generator, trials: int, size: int) -> Iterator[Matrix]:
    """How often each segment comes up when `size` of them are drawn with replacement, one line per trial."""
    for count in _blocks(trials, size, 1):
        # One large choice() and several small ones give the same stream; sacreBLEU makes one large one.
        places = rng.choice(size, size=(count, size), replace=True)
        places += np.arange(0, count * size, size)[:, None]
        yield np.bincount(places.ravel(), minlength=count * size).reshape(count, size).astype(np.float64)


def coins(rng: np.random.Generator, trials: int, size: int) -> Iterator[Matrix]:
    """1 where a segment's outputs stay with their systems, 0 where they change places, one line per trial."""
    for count in _blocks(trials, size, TOGETHER):
        yield rng.integers(2, size=(count, size), dtype=bool).astype(np.float64)


def _drawn(rng: np.random.Generator, trials: int, size: int) -> Iterator[Weights]:
    """What `draws` gives; of more segments than a block has room for, in two bytes each: 32 MB, or one trial."""
    if TOGETHER * size <= CELLS:
        for block in draws(rng, trials, size):
            yield lambda first, end, block=block: block[:, first:end]  # type: ignore[misc]
        return
    most = max(1, min(TOGETHER, 8 * CELLS // size))
    for done in range(0, trials, most):
        counts = np.zeros((min(most, trials - done), size), dtype=np.uint16)
        for line in counts:
            _draw(rng, line)
        yield lambda first, end, counts=counts: counts[:, first:end].astype(np.float64)  # type: ignore[misc]


def _draw(rng: np.random.Generator, line: NDArray[np.uint16]) -> None:
    """Draw as many segments as there are, and count how often each comes up."""
    size = len(line)
    if size <= CELLS:
        line[:] = np.bincount(rng.choice(size, size=size, replace=True), minlength=size)
        return
    for first in range(0, size, CELLS):
        np.add.at(line, rng.choice(size, size=min(CELLS, size - first), replace=True), np.uint16(1))


def _tossed(rng: np.random.Generator, trials: int, size: int) -> Iterator[Weights]:
    """What `coins` gives; of more segments than a block has room for, as bits: four bytes per segment."""
    if TOGETHER * size <= CELLS:
        for block in coins(rng, trials, size):
            yield lambda first, end, block=block: block[:, first:end]  # type: ignore[misc]
        return
    for count in _blocks(trials, size, TOGETHER):
        cells = count * size
        bits = np.empty(-(-cells // 8), dtype=np.uint8)
        for first in range(0, cells, CELLS):
            some = rng.integers(2, size=min(CELLS, cells - first), dtype=bool)
            bits[first // 8 : first // 8 - (-len(some) // 8)] = np.packbits(some)
        yield lambda first, end, bits=bits, count=count: np.array(  # type: ignore[misc]
            [_unpacked(bits, line * size + first, line * size + end) for line in range(count)], dtype=np.float64
        )


def _unpacked(bits: NDArray[np.uint8], first: int, end: int) -> NDArray[np.uint8]:
    """The bits from one to before another."""
    return np.unpackbits(bits[first // 8 : -(-end // 8)])[first % 8 : first % 8 + end - first]


def generator(seed: int | None) -> np.random.Generator:
    """numpy's random numbers from a seed, as sacreBLEU has them; None asks the machine for a fresh start."""
    return np.random.default_rng(seed)


def _blocks(trials: int, size: int, least: int) -> Iterator[int]:
    """How many trials to take at a time: as many as fit, and a multiple of the least."""
    most = max(least, CELLS // max(size, 1) // least * least)
    for first in range(0, trials, most):
        yield min(most, trials - first)


class _SideBySide:
    """All systems' rows as one table, so that one product serves all; `places` has each system's columns in it."""

    def __init__(self, samples: Sequence[Sample]) -> None:
        self._rows = [sample.rows for sample in samples]
        ends = np.cumsum([rows.shape[1] for rows in self._rows]).tolist()
        self.places = [slice(end - rows.shape[1], end) for end, rows in zip(ends, self._rows, strict=True)]
        self._stretch = max(1, CELLS // TOGETHER)
        self._only = self._take(0, len(self)) if len(self) <= self._stretch else None

    def __len__(self) -> int:
        return len(self._rows[0])

    def whole(self) -> Vector:
        """The sum of all rows."""
        return np.concatenate([rows.sum(0) for rows in self._rows])

    def weighed(self, weights: Weights) -> Matrix:
        """The weighted sums of the rows, one line per trial."""
        if self._only is not None:
            return weights(0, len(self)) @ self._only
        firsts = range(0, len(self), self._stretch)
        parts = (weights(a, b) @ self._take(a, b) for a in firsts for b in [min(a + self._stretch, len(self))])
        total = next(parts)
        for part in parts:
            total += part
        return total

    def _take(self, first: int, end: int) -> Matrix:
        return np.concatenate([rows[first:end] for rows in self._rows], axis=1)


def spread(scores: Vector) -> tuple[float, float]:
    """sacreBLEU's interval: the mean of the resampled scores and half the width of their middle 95 %."""
    ordered: NDArray[np.float64] = np.sort(scores)
    return float(ordered.mean()), half_width(ordered.tolist())

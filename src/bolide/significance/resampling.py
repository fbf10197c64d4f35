"""Resampling as matrix multiplication: weights of units, segments or documents, times rows, in blocks of memory.

A block has some trials and all units. If there are so many segments that few trials fit, the rows are read chunk by
chunk, so that they may be on disk. The random numbers, and so the results, are the same either way.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bolide.significance.sample import Matrix, Sample, Vector
from bolide.significance.units import SEGMENT, ResamplingUnits
from bolide.system.limits import TRIALS, check_most

CELLS = 1 << 21  # in a block of weights: 16 MB as doubles, whatever the number of trials; a multiple of TOGETHER
TOGETHER = 32  # numpy draws 32 booleans from one number and discards the rest at the end of a call

LINES = 256  # trials in a block of bits: with more, the rows are read less often, and lines are unpacked more often


class TrialWeights(NamedTuple):
    """The weights of all units in some trials; `part` returns those of units first to end - 1, one line per trial."""

    lines: int
    part: Callable[[int, int], Matrix]


Rng = np.random.Generator | int | None  # a generator, or the seed of one, for `numpy.random.default_rng`
Draw = Callable[[np.random.Generator, int], NDArray[np.intp]]  # draws the indices of units, one line per trial


def bootstrap(samples: Sequence[Sample], trials: int, rng: Rng, unit: str = SEGMENT) -> Matrix:
    """The scores of resampled corpora, systems × trials; all systems share the resamples."""
    check_most("The number of resamples", trials, TRIALS)
    rows = _StackedRows(samples, unit)
    scores = np.empty((len(samples), trials))
    at = 0
    strata = draw_within_strata(samples[0].units, unit)
    for weights in _bootstrap_weights(np.random.default_rng(rng), trials, len(rows), strata):
        totals = rows.weighted_sums(weights)
        for number, sample in enumerate(samples):
            scores[number, at : at + len(totals)] = sample.score(totals[:, rows.columns[number]])
        at += len(totals)
    return scores


def permuted_differences(
    samples: Sequence[Sample], pairs: Sequence[tuple[int, int]], trials: int, rng: Rng, unit: str = SEGMENT
) -> Matrix:
    """The score differences, pairs × trials, after swapping the two outputs of each unit with probability ½.

    All pairs share the permutations.
    """
    check_most("The number of permutations", trials, TRIALS)
    rows = _StackedRows(samples, unit, from_first=True)  # only differences matter: one system fewer to multiply
    columns, totals = rows.columns, rows.totals()
    differences = np.empty((len(pairs), trials))
    at = 0
    for weights in _permutation_weights(np.random.default_rng(rng), trials, len(rows)):
        staying = rows.weighted_sums(weights)
        for number, (a, b) in enumerate(pairs):
            change = staying[:, columns[a]] - staying[:, columns[b]]
            one, two = samples[a].score(totals[b] + change), samples[b].score(totals[a] - change)
            differences[number, at : at + len(staying)] = one - two
        at += len(staying)
    return differences


def draw_within_strata(units: ResamplingUnits | None, unit: str) -> Draw | None:
    """What draws from each stratum as many units as it has, with replacement; None if units are drawn together."""
    if units is None or not units.strata or unit != units.unit:
        return None
    order, sizes = map(np.array, units.by_stratum)
    starts, sizes = np.repeat(np.cumsum(sizes) - sizes, sizes), np.repeat(sizes, sizes)  # of each unit's stratum
    return lambda rng, lines: order[starts + rng.integers(sizes, size=(lines, len(sizes)))]


def draw_counts(rng: np.random.Generator, trials: int, size: int, strata: Draw | None = None) -> Iterator[Matrix]:
    """The number of times each of `size` units is drawn in `size` draws with replacement, one line per trial."""
    for count in _blocks(trials, size, 1):
        # One large choice(), as in sacreBLEU, and several small ones give the same stream.
        indices = rng.choice(size, size=(count, size), replace=True) if strata is None else strata(rng, count)
        indices += np.arange(0, count * size, size)[:, None]
        yield np.bincount(indices.ravel(), minlength=count * size).reshape(count, size).astype(np.float64)


def _bootstrap_weights(rng: np.random.Generator, trials: int, size: int, strata: Draw | None) -> Iterator[TrialWeights]:
    """The weights of `draw_counts`; in two bytes each (32 MB, or one trial) if a block has no room for the units."""
    if TOGETHER * size <= CELLS:
        yield from map(_weights, draw_counts(rng, trials, size, strata))
        return
    most = max(1, min(TOGETHER, 8 * CELLS // size))
    for first_trial in range(0, trials, most):
        counts = np.zeros((min(most, trials - first_trial), size), dtype=np.uint16)
        for line in counts:
            if strata is None:
                _count_draws(rng, line)
            else:
                line[:] = np.bincount(strata(rng, 1)[0], minlength=size)
        yield _weights(counts)


def _weights(block: NDArray[Any]) -> TrialWeights:
    return TrialWeights(len(block), lambda first, end: block[:, first:end].astype(np.float64, copy=False))


def _count_draws(rng: np.random.Generator, line: NDArray[np.uint16]) -> None:
    """Draw as many units as there are, with replacement, and count how often each is drawn."""
    size = len(line)
    for first in range(0, size, CELLS):
        np.add.at(line, rng.choice(size, size=min(CELLS, size - first), replace=True), np.uint16(1))


def _permutation_weights(rng: np.random.Generator, trials: int, size: int) -> Iterator[TrialWeights]:
    """1 if a unit's outputs stay with their systems, 0 if they are swapped.

    They are bits (32 MB, or four bytes per unit) if a block has no room for the units.
    """
    if TOGETHER * size <= CELLS:
        for count in _blocks(trials, size, TOGETHER):
            yield _weights(rng.integers(2, size=(count, size), dtype=bool))
        return
    most = max(TOGETHER, min(LINES, 128 * CELLS // size // TOGETHER * TOGETHER))
    for first_trial in range(0, trials, most):
        count = min(most, trials - first_trial)
        cells = count * size
        bits = np.empty(-(-cells // 8), dtype=np.uint8)
        for first in range(0, cells, CELLS):
            some = rng.integers(2, size=min(CELLS, cells - first), dtype=bool)
            bits[first // 8 : first // 8 - (-len(some) // 8)] = np.packbits(some)
        yield TrialWeights(
            count,
            lambda first, end, bits=bits, cells=cells: np.array(  # type: ignore[misc]
                [_unpacked(bits, line + first, line + end) for line in range(0, cells, size)], dtype=np.float64
            ),
        )


def _unpacked(bits: NDArray[np.uint8], first: int, end: int) -> NDArray[np.uint8]:
    """Bits first to end - 1."""
    return np.unpackbits(bits[first // 8 : -(-end // 8)])[first % 8 : first % 8 + end - first]


def _blocks(trials: int, size: int, least: int) -> Iterator[int]:
    """The numbers of trials per block: as many as fit, a multiple of `least`."""
    most = max(least, CELLS // max(size, 1) // least * least)
    for first in range(0, trials, most):
        yield min(most, trials - first)


class _StackedRows:
    """All systems' rows as one table, multiplied at once; `columns` are the columns of each system.

    With `from_first`, the first system's rows are subtracted from those of every system.
    """

    def __init__(self, samples: Sequence[Sample], unit: str, from_first: bool = False) -> None:
        self._rows = [sample.drawn_rows(unit) for sample in samples]
        self._from_first = from_first
        ends = np.cumsum([rows.shape[1] for rows in self._rows]).tolist()
        self.columns = [slice(end - rows.shape[1], end) for end, rows in zip(ends, self._rows, strict=True)]
        self._only = self._take(0, len(self)) if TOGETHER * len(self) <= CELLS else None

    def __len__(self) -> int:
        return len(self._rows[0])

    def totals(self) -> list[Vector]:
        """The sum of each system's rows."""
        return [rows.sum(0) for rows in self._rows]

    def weighted_sums(self, weights: TrialWeights) -> Matrix:
        """The weighted sums of the rows, one line per trial."""
        if self._only is not None:
            total = weights.part(0, len(self)) @ self._only
        else:
            total = np.zeros((weights.lines, 1))
            chunk = max(1, CELLS // max(weights.lines, TOGETHER))
            for first in range(0, len(self), chunk):
                end = min(first + chunk, len(self))
                total = total + weights.part(first, end) @ self._take(first, end)
        nothing = np.zeros((weights.lines, self.columns[0].stop if self._from_first else 0))
        return np.concatenate([nothing, total], axis=1)

    def _take(self, first: int, end: int) -> Matrix:
        parts = [rows[first:end] for rows in self._rows]
        if self._from_first:
            parts = [part - parts[0] for part in parts[1:]]
        return np.concatenate(parts, axis=1)

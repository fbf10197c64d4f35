"""Resampling as matrix multiplication: weights of units, segments or documents, times rows, in blocks of memory.

A block has some trials and all units. If there are so many segments that few trials fit, the rows are read chunk by
chunk, so that they may be on disk. The random numbers, and so the results, are the same either way.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bolide.significance.arithmetic import half_width
from bolide.significance.sample import Matrix, Sample, Vector
from bolide.significance.units import SEGMENT, ResamplingUnits
from bolide.system.limits import TRIALS, check_most

CELLS = 1 << 21  # in a block of weights: 16 MB as doubles, whatever the number of trials; a multiple of TOGETHER
TOGETHER = 32  # numpy draws 32 booleans from one number and discards the rest at the end of a call

Weights = Callable[[int, int], Matrix]  # the weights of units first to end - 1, one line per trial


def bootstrap(samples: Sequence[Sample], trials: int, rng: np.random.Generator, unit: str = SEGMENT) -> Matrix:
    """The scores of resampled corpora, systems × trials; all systems share the resamples."""
    check_most("The number of resamples", trials, TRIALS)
    rows = _StackedRows(samples, unit)
    scores = np.empty((len(samples), trials))
    at = 0
    for weights in _bootstrap_weights(rng, trials, len(rows), strata_of(samples[0].units, unit)):
        totals = rows.weighted_sums(weights)
        for number, sample in enumerate(samples):
            scores[number, at : at + len(totals)] = sample.score(totals[:, rows.columns[number]])
        at += len(totals)
    return scores


def permuted_differences(
    samples: Sequence[Sample], pairs: Sequence[tuple[int, int]], trials: int, rng: np.random.Generator,
    unit: str = SEGMENT,
) -> Matrix:  # fmt: skip
    """The score differences, pairs × trials, after swapping the two outputs of each unit with probability ½.

    All pairs share the permutations.
    """
    check_most("The number of permutations", trials, TRIALS)
    rows = _StackedRows(samples, unit)
    columns, whole = rows.columns, rows.whole()
    differences = np.empty((len(pairs), trials))
    at = 0
    for weights in _permutation_weights(rng, trials, len(rows)):
        staying = rows.weighted_sums(weights)
        moving = whole - staying
        for number, (a, b) in enumerate(pairs):
            one = samples[a].score(staying[:, columns[a]] + moving[:, columns[b]])
            two = samples[b].score(moving[:, columns[a]] + staying[:, columns[b]])
            differences[number, at : at + len(staying)] = one - two
        at += len(staying)
    return differences


@dataclass(frozen=True, eq=False)
class Strata:
    """Units sorted by stratum: where each unit's stratum begins, how many units it has, and the sorted units."""

    starts: NDArray[np.intp]
    sizes: NDArray[np.intp]
    order: NDArray[np.intp]

    def draw(self, rng: np.random.Generator, lines: int) -> NDArray[np.intp]:
        """Draw from each stratum as many units as it has, with replacement: indices, one line per trial."""
        indices: NDArray[np.intp] = self.order[self.starts + rng.integers(self.sizes, size=(lines, len(self.sizes)))]
        return indices


def strata_of(units: ResamplingUnits | None, unit: str) -> Strata | None:
    """The strata of the units that are drawn; None if they are drawn together."""
    if units is None or not units.strata or unit != units.unit:
        return None
    order, sizes = map(np.array, units.by_stratum)
    return Strata(np.repeat(np.cumsum(sizes) - sizes, sizes), np.repeat(sizes, sizes), order)


def draw_counts(rng: np.random.Generator, trials: int, size: int, strata: Strata | None = None) -> Iterator[Matrix]:
    """The number of times each of `size` units is drawn in `size` draws with replacement, one line per trial."""
    for count in _blocks(trials, size, 1):
        # One large choice(), as in sacreBLEU, and several small ones give the same stream.
        indices = rng.choice(size, size=(count, size), replace=True) if strata is None else strata.draw(rng, count)
        indices += np.arange(0, count * size, size)[:, None]
        yield np.bincount(indices.ravel(), minlength=count * size).reshape(count, size).astype(np.float64)


def stay_masks(rng: np.random.Generator, trials: int, size: int) -> Iterator[Matrix]:
    """1 if a unit's outputs stay with their systems, 0 if they are swapped, one line per trial."""
    for count in _blocks(trials, size, TOGETHER):
        yield rng.integers(2, size=(count, size), dtype=bool).astype(np.float64)


def _bootstrap_weights(rng: np.random.Generator, trials: int, size: int, strata: Strata | None) -> Iterator[Weights]:
    """The weights of `draw_counts`; in two bytes each (32 MB, or one trial) if a block has no room for the units."""
    if TOGETHER * size <= CELLS:
        for block in draw_counts(rng, trials, size, strata):
            yield lambda first, end, block=block: block[:, first:end]  # type: ignore[misc]
        return
    most = max(1, min(TOGETHER, 8 * CELLS // size))
    for first_trial in range(0, trials, most):
        counts = np.zeros((min(most, trials - first_trial), size), dtype=np.uint16)
        for line in counts:
            if strata is None:
                _count_draws(rng, line)
            else:
                line[:] = np.bincount(strata.draw(rng, 1)[0], minlength=size)
        yield lambda first, end, counts=counts: counts[:, first:end].astype(np.float64)  # type: ignore[misc]


def _count_draws(rng: np.random.Generator, line: NDArray[np.uint16]) -> None:
    """Draw as many units as there are, with replacement, and count how often each is drawn."""
    size = len(line)
    if size <= CELLS:
        line[:] = np.bincount(rng.choice(size, size=size, replace=True), minlength=size)
        return
    for first in range(0, size, CELLS):
        np.add.at(line, rng.choice(size, size=min(CELLS, size - first), replace=True), np.uint16(1))


def _permutation_weights(rng: np.random.Generator, trials: int, size: int) -> Iterator[Weights]:
    """The weights of `stay_masks`; as bits, four bytes per unit, if a block has no room for the units."""
    if TOGETHER * size <= CELLS:
        for block in stay_masks(rng, trials, size):
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
    """Bits first to end - 1."""
    return np.unpackbits(bits[first // 8 : -(-end // 8)])[first % 8 : first % 8 + end - first]


def generator(seed: int | None) -> np.random.Generator:
    """numpy's default generator, as in sacreBLEU; seeded by the operating system if `seed` is None."""
    return np.random.default_rng(seed)


def _blocks(trials: int, size: int, least: int) -> Iterator[int]:
    """The numbers of trials per block: as many as fit, a multiple of `least`."""
    most = max(least, CELLS // max(size, 1) // least * least)
    for first in range(0, trials, most):
        yield min(most, trials - first)


class _StackedRows:
    """All systems' rows as one table, multiplied at once; `columns` are the columns of each system."""

    def __init__(self, samples: Sequence[Sample], unit: str) -> None:
        self._rows = [sample.drawn_rows(unit) for sample in samples]
        ends = np.cumsum([rows.shape[1] for rows in self._rows]).tolist()
        self.columns = [slice(end - rows.shape[1], end) for end, rows in zip(ends, self._rows, strict=True)]
        self._chunk = max(1, CELLS // TOGETHER)
        self._only = self._take(0, len(self)) if len(self) <= self._chunk else None

    def __len__(self) -> int:
        return len(self._rows[0])

    def whole(self) -> Vector:
        """The sum of all rows."""
        return np.concatenate([rows.sum(0) for rows in self._rows])

    def weighted_sums(self, weights: Weights) -> Matrix:
        """The weighted sums of the rows, one line per trial."""
        if self._only is not None:
            return weights(0, len(self)) @ self._only
        firsts = range(0, len(self), self._chunk)
        parts = (weights(a, b) @ self._take(a, b) for a in firsts for b in [min(a + self._chunk, len(self))])
        total = next(parts)
        for part in parts:
            total += part
        return total

    def _take(self, first: int, end: int) -> Matrix:
        return np.concatenate([rows[first:end] for rows in self._rows], axis=1)


def mean_and_half_width(scores: Vector) -> tuple[float, float]:
    """sacreBLEU's interval: the mean of the resampled scores, and half the width of their 95 % interval."""
    ordered: NDArray[np.float64] = np.sort(scores)
    return float(ordered.mean()), half_width(ordered.tolist())

"""Resampling as matrix multiplication: weights of units, segments or documents, times rows, in blocks of memory."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bolide.significance.sample import PART, Matrix, Sample
from bolide.significance.units import SEGMENT, ResamplingUnits

CELLS = 1 << 21  # in a block of weights: 16 MB as doubles, whatever the number of trials; a multiple of TOGETHER
TOGETHER = 32  # numpy draws 32 booleans from one number and discards the rest at the end of a call

Rng = np.random.Generator | int | None  # a generator, or the seed of one, for `numpy.random.default_rng`
Draw = Callable[[np.random.Generator, int], NDArray[np.intp]]  # draws the indices of units, one line per trial


def bootstrap(samples: Sequence[Sample], trials: int, rng: Rng, unit: str = SEGMENT) -> Matrix:
    """The scores of resampled corpora, systems × trials; all systems share the resamples."""
    rows = np.concatenate([sample.drawn_rows(unit) for sample in samples], axis=1)
    strata, blocks = draw_within_strata(samples[0].units, unit), []
    for counts in draw_counts(np.random.default_rng(rng), trials, len(rows), strata):
        totals = np.split(_weighted_sums(counts, rows), len(samples), axis=1)
        blocks.append([sample.score(total) for sample, total in zip(samples, totals, strict=True)])
    return np.concatenate(blocks, axis=1)


def permuted_differences(
    samples: Sequence[Sample], pairs: Sequence[tuple[int, int]], trials: int, rng: Rng, unit: str = SEGMENT
) -> Matrix:
    """The score differences, pairs × trials, after swapping the two outputs of each unit with probability ½.

    All pairs share the permutations.
    """
    first, *others = (sample.drawn_rows(unit) for sample in samples)
    totals = [rows.sum(0) for rows in (first, *others)]
    beyond = np.concatenate([rows - first for rows in others], axis=1)  # only differences matter
    rng, blocks = np.random.default_rng(rng), []
    for count in _blocks(trials, len(first), TOGETHER):
        staying = _weighted_sums(rng.integers(2, size=(count, len(first)), dtype=bool), beyond)
        sums = [np.zeros((count, first.shape[1])), *np.split(staying, len(others), axis=1)]
        differences = []
        for a, b in pairs:
            change = sums[a] - sums[b]
            differences.append(samples[a].score(totals[b] + change) - samples[b].score(totals[a] - change))
        blocks.append(differences)
    return np.concatenate(blocks, axis=1)


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


def _blocks(trials: int, size: int, least: int) -> Iterator[int]:
    """The numbers of trials per block: as many as fit, a multiple of `least`."""
    most = max(least, CELLS // max(size, 1) // least * least)
    for first in range(0, trials, most):
        yield min(most, trials - first)


def _weighted_sums(weights: NDArray[Any], rows: Matrix) -> Matrix:
    """The weighted sums of the rows, one line per trial."""
    parts = (slice(first, first + PART) for first in range(0, len(rows), PART))
    return np.asarray(sum(weights[:, part].astype(np.float64, copy=False) @ rows[part] for part in parts))

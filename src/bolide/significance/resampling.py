"""Resampling as matrix arithmetic: how often each segment was drawn, times the rows, in blocks of bounded memory."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from bolide.limits import TRIALS, check_most
from bolide.significance.sample import Matrix, Sample, Vector

CELLS = 1 << 21  # of a block of draws: 16 MB as doubles, whatever the number of segments and trials


def bootstrap(samples: Sequence[Sample], trials: int, rng: np.random.Generator) -> Matrix:
    """The scores of resampled corpora, systems × trials; every system is given the same draws."""
    check_most("The number of resamples", trials, TRIALS)
    rows, places = _side_by_side(samples)
    found = np.empty((len(samples), trials))
    at = 0
    for counts in draws(rng, trials, len(rows)):
        totals = counts @ rows
        for number, sample in enumerate(samples):
            found[number, at : at + len(counts)] = sample.score(totals[:, places[number]])
        at += len(counts)
    return found


def randomised(
    samples: Sequence[Sample], pairs: Sequence[tuple[int, int]], trials: int, rng: np.random.Generator
) -> Matrix:
    """The score differences, pairs × trials, where each segment's two outputs change places with probability ½.

    The same exchanges serve all pairs.
    """
    check_most("The number of exchanges", trials, TRIALS)
    rows, places = _side_by_side(samples)
    whole = rows.sum(0)
    found = np.empty((len(pairs), trials))
    at = 0
    for stay in coins(rng, trials, len(rows)):
        kept = stay @ rows
        left = whole - kept
        for number, (a, b) in enumerate(pairs):
            one = samples[a].score(kept[:, places[a]] + left[:, places[b]])
            two = samples[b].score(left[:, places[a]] + kept[:, places[b]])
            found[number, at : at + len(stay)] = one - two
        at += len(stay)
    return found


def draws(rng: np.random.Generator, trials: int, size: int) -> Iterator[Matrix]:
    """How often each segment comes up when `size` of them are drawn with replacement, one line per trial."""
    for count in _blocks(trials, size):
        # One large choice() and several small ones give the same stream; sacreBLEU makes one large one.
        places = rng.choice(size, size=(count, size), replace=True)
        places += np.arange(0, count * size, size)[:, None]
        yield np.bincount(places.ravel(), minlength=count * size).reshape(count, size).astype(np.float64)


def coins(rng: np.random.Generator, trials: int, size: int) -> Iterator[Matrix]:
    """1 where a segment's outputs stay with their systems, 0 where they change places, one line per trial."""
    for count in _blocks(trials, size):
        yield rng.integers(2, size=(count, size), dtype=bool).astype(np.float64)


def generator(seed: int | None) -> np.random.Generator:
    """numpy's random numbers from a seed, as sacreBLEU has them; None asks the machine for a fresh start."""
    return np.random.default_rng(seed)


def _blocks(trials: int, size: int) -> Iterator[int]:
    # Multiples of 32 lines: numpy draws 32 booleans from one number and forgets the rest at the end of a call.
    most = max(32, CELLS // max(size, 1) // 32 * 32)
    for first in range(0, trials, most):
        yield min(most, trials - first)


def _side_by_side(samples: Sequence[Sample]) -> tuple[Matrix, list[slice]]:
    """All systems' rows in one table, so that one product serves all, and each system's columns in it."""
    ends = np.cumsum([sample.rows.shape[1] for sample in samples])
    places = [slice(end - sample.rows.shape[1], end) for end, sample in zip(ends.tolist(), samples, strict=True)]
    return np.concatenate([sample.rows for sample in samples], axis=1), places


def spread(scores: Vector) -> tuple[float, float]:
    """sacreBLEU's interval: the mean of the resampled scores and half the width of their middle 95 %."""
    ordered: NDArray[np.float64] = np.sort(scores)
    cut = len(ordered) // 40
    return float(ordered.mean()), float(0.5 * (ordered[len(ordered) - cut - 1] - ordered[cut]))

"""Values of data drawn again: the bootstrap behind every interval of agreement, and the seed of random numbers."""

from __future__ import annotations

import numpy as np

from bolide.agreement.statistics.statistic import Statistic, ratio
from bolide.agreement.table import Matrix, Vector
from bolide.system.limits import TRIALS, check_most

SEED = 12345


def resampled(
    statistic: Statistic, cells: tuple[Matrix, Matrix], level: str, trials: int, rng: np.random.Generator
) -> Vector:
    """The values of tables whose segments, or at level `sys` whose systems, are drawn again."""
    terms = statistic.terms(*cells)
    if terms is not None:
        return ratio(*terms.resampled(check_most("The number of resamples", trials, TRIALS), rng))
    axis = 0 if level == "sys" else 1
    size = cells[0].shape[axis]
    drawn = (rng.integers(size, size=size) for _ in range(check_most("The number of resamples", trials, TRIALS)))
    return np.array([statistic.value(*(np.take(table, indices, axis) for table in cells)) for indices in drawn])


def quantiles(values: Vector) -> tuple[float, float] | None:
    """The middle 95 % of the values there are."""
    present = values[np.isfinite(values)]
    if not len(present):
        return None
    low, high = np.quantile(present, (0.025, 0.975))
    return float(low), float(high)


def generator(seed: int | None) -> np.random.Generator:
    """Random numbers for resampling and exchanges."""
    return np.random.default_rng(seed_used(seed))


def seed_used(seed: int | None) -> int:
    """The seed of resampling and exchanges: 12345 where none is given."""
    return SEED if seed is None else seed

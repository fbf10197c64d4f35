"""Intervals of agreements by bootstrap: segments are drawn again, or systems where the statistic is about systems.

A segment brings all its systems with it, so its pairs stay together; pairs of systems come and go with their systems.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

import numpy as np

from bolide.correlation.agreement import answer, group_values, paired_cells, vector_value
from bolide.correlation.darr import segment_balances
from bolide.correlation.pairwise import permutation_p_values, sign_vectors
from bolide.correlation.questions import Agreement, Question, Source
from bolide.correlation.table import Matrix, Vector, aligned
from bolide.correlation.ties import item_accuracies
from bolide.correlation.vectors import pair_signs
from bolide.errors import OptionError
from bolide.significance.resampling import draws

SEED = 12345


def with_interval(
    human: Source, metric: Source, question: Question, trials: int = 1000, seed: int | None = None,
    exclude: Collection[str] = (),
) -> Agreement:  # fmt: skip
    """The answer with its 95 % interval; draws in which there is no correlation are left out of it.

    There is no interval where there is one segment, or one system, to draw from. `seed` is that of the resampling
    (None: 12345) and of the permutations of soft pairwise accuracy (None: those of WMT's own tool).
    """
    if trials < 1:
        raise OptionError(f"There are {trials} resamples; 1,000 is a usual number.")
    found = answer(human, metric, question, exclude, seed)
    if found.value is None:
        return found
    cells = paired_cells(*aligned(human.at(question.reads), metric.at(question.reads), exclude))
    units = np.isfinite(cells[0]).any(1 if question.level == "sys" else 0)
    if units.sum() < 2:  # the same one would be drawn each time
        return found
    if question.statistic == "soft-accuracy":
        signs = sign_vectors(cells[0], seed=seed)
        near = 1 - np.abs(np.subtract(*(permutation_p_values(each, signs) for each in cells)))
        drawn = ratio(*_over_pairs(near, len(cells[0]), trials, generator(seed)))
    else:
        drawn = _resampled(question, cells, found.epsilon, trials, generator(seed))
    return replace(found, interval=quantiles(drawn))


def generator(seed: int | None) -> np.random.Generator:
    """Random numbers for resampling and exchanges."""
    return np.random.default_rng(seed_used(seed))


def seed_used(seed: int | None) -> int:
    """The seed of resampling and exchanges: 12345 where none is given."""
    return SEED if seed is None else seed


def quantiles(values: Vector) -> tuple[float, float] | None:
    """The middle 95 % of the values there are."""
    present = values[np.isfinite(values)]
    if not len(present):
        return None
    low, high = np.quantile(present, (0.025, 0.975))
    return float(low), float(high)


def _resampled(
    question: Question, cells: tuple[Matrix, Matrix], epsilon: float | None, trials: int, rng: np.random.Generator
) -> Vector:
    human, metric = cells
    if question.statistic == "acc-eq":  # the threshold stays where the whole data put it
        return _mean(item_accuracies(human, metric, epsilon or 0.0), trials, rng)
    if question.grouping == "item":
        return _mean(group_values(question, human, metric), trials, rng)
    if question.statistic == "darr":
        return share(*segment_balances(human, metric), trials, rng)
    if question.statistic == "accuracy":
        return ratio(*right_pairs(human, metric, trials, rng))
    return np.array([_again(question, human, metric, rng) for _ in range(trials)])


def _again(question: Question, human: Matrix, metric: Matrix, rng: np.random.Generator) -> float:
    axis = 0 if question.level == "sys" else 1
    places = rng.integers(human.shape[axis], size=human.shape[axis])
    one: Matrix = np.take(human, places, axis)
    two: Matrix = np.take(metric, places, axis)
    if question.grouping == "sys":
        values = group_values(question, one, two)
        return float(np.nanmean(values)) if np.isfinite(values).any() else np.nan
    value = vector_value(question.statistic, one.ravel(), two.ravel())
    return np.nan if value is None else value


def right_pairs(human: Matrix, metric: Matrix, trials: int, rng: np.random.Generator) -> tuple[Vector, Vector]:
    """Pairs of systems that the metric orders as people do, and all pairs, where systems are drawn again."""
    people = pair_signs(human)[:, 0]
    right = (people == pair_signs(metric)[:, 0]).astype(float)
    return _over_pairs(np.where(np.isfinite(people), right, np.nan), len(human), trials, rng)


def _over_pairs(values: Vector, systems: int, trials: int, rng: np.random.Generator) -> tuple[Vector, Vector]:
    """Sum and number over pairs of systems that are drawn again; a system drawn twice is no pair with itself."""
    a, b = np.triu_indices(systems, 1)
    counts = np.concatenate(list(draws(rng, trials, systems)))
    weights = counts[:, a] * counts[:, b] * np.isfinite(values)
    return weights @ np.nan_to_num(values), weights.sum(1)


def _mean(values: Vector, trials: int, rng: np.random.Generator) -> Vector:
    """The mean over groups that are drawn again, those without a value left out."""
    return share(np.nan_to_num(values), np.isfinite(values).astype(float), trials, rng)


def share(above: Vector, below: Vector, trials: int, rng: np.random.Generator) -> Vector:
    """A ratio of two sums over groups that are drawn again: how often each was drawn, times what it brings."""
    sums = np.concatenate([counts @ np.column_stack([above, below]) for counts in draws(rng, trials, len(above))])
    return ratio(sums[:, 0], sums[:, 1])


def ratio(above: Vector, below: Vector) -> Vector:
    """above / below, NaN where nothing was drawn that counts."""
    return np.divide(above, below, out=np.full_like(above, np.nan), where=below > 0)

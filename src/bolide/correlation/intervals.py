"""Intervals of agreements by bootstrap: segments are drawn again, or systems where the statistic is about systems."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

import numpy as np

from bolide.correlation.agreement import answer, group_values, paired_cells, vector_value
from bolide.correlation.pairwise import permutation_p_values
from bolide.correlation.questions import Agreement, Question, Source
from bolide.correlation.table import Matrix, Vector, aligned
from bolide.correlation.ties import item_accuracies
from bolide.correlation.vectors import pair_signs
from bolide.errors import OptionError
from bolide.significance.resampling import draws


def with_interval(
    human: Source, metric: Source, question: Question, trials: int = 1000, seed: int = 12345,
    exclude: Collection[str] = (),
) -> Agreement:  # fmt: skip
    """The answer with its 95 % interval; draws in which there is no correlation are left out of it."""
    if trials < 1:
        raise OptionError(f"There are {trials} resamples; 1,000 is a usual number.")
    found = answer(human, metric, question, exclude)
    if found.value is None:
        return found
    level = "seg" if question.statistic == "soft-accuracy" else question.level
    cells = paired_cells(*aligned(human.at(level), metric.at(level), exclude))
    rng = np.random.default_rng(seed)
    values = _resampled(question, cells, found.epsilon, trials, rng)
    values = values[np.isfinite(values)]
    if not len(values):
        return found
    low, high = np.quantile(values, (0.025, 0.975))
    return replace(found, interval=(float(low), float(high)))


def _resampled(
    question: Question, cells: tuple[Matrix, Matrix], epsilon: float | None, trials: int, rng: np.random.Generator
) -> Vector:
    human, metric = cells
    if question.statistic == "acc-eq":  # the threshold stays where the whole data put it
        return _weighted(item_accuracies(human, metric, epsilon or 0.0), trials, rng)
    if question.grouping == "item":
        return _weighted(group_values(question, human, metric), trials, rng)
    if question.statistic == "accuracy":
        agree = (pair_signs(human) == pair_signs(metric))[:, 0]
        return _by_pairs(agree.astype(float), np.isfinite(pair_signs(human))[:, 0], len(human), trials, rng)
    if question.statistic == "soft-accuracy":
        signs = rng.choice((-1.0, 1.0), size=(1000, human.shape[1]))
        near = 1 - np.abs(permutation_p_values(human, signs) - permutation_p_values(metric, signs))
        return _by_pairs(near, np.isfinite(near), len(human), trials, rng)
    if question.statistic == "darr":
        raise OptionError("daRR has no interval here; ask for seg/acc-eq/item or a correlation.")
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


def _weighted(values: Vector, trials: int, rng: np.random.Generator) -> Vector:
    """The mean over groups that are drawn again: how often each was drawn, times its value."""
    present = np.isfinite(values)
    columns = np.column_stack([np.nan_to_num(values), present])
    sums = np.concatenate([counts @ columns for counts in draws(rng, trials, len(values))])
    with np.errstate(invalid="ignore", divide="ignore"):
        means: Vector = sums[:, 0] / sums[:, 1]
    return means


def _by_pairs(agree: Vector, present: Vector, systems: int, trials: int, rng: np.random.Generator) -> Vector:
    """The share over pairs of systems that are drawn again; a system drawn twice is no pair with itself."""
    a, b = np.triu_indices(systems, 1)
    counts = np.concatenate(list(draws(rng, trials, systems)))
    weights = counts[:, a] * counts[:, b] * present
    with np.errstate(invalid="ignore", divide="ignore"):
        shares: Vector = (weights @ agree) / weights.sum(1)
    return shares

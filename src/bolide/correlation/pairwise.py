"""Accuracies over pairs of systems: how often the metric prefers the one that people prefer."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from bolide.correlation.table import Matrix, Table, Vector
from bolide.correlation.vectors import pair_differences

PERMUTATIONS, SEED = 1000, 4  # of soft pairwise accuracy


def pairwise_accuracy(tables: Iterable[tuple[Table, Table]]) -> tuple[int, int]:
    """Pairs where human and metric differences have the same sign, and all pairs, over any number of language pairs."""
    right = total = 0
    for human, metric in tables:
        people, machine = (pair_differences(table.averaged().upward)[:, 0] for table in (human, metric))
        present = np.isfinite(people) & np.isfinite(machine)
        right += int((np.sign(people) == np.sign(machine))[present].sum())
        total += int(present.sum())
    return right, total


def soft_pairwise_accuracy(
    human: Matrix, metric: Matrix, trials: int = PERMUTATIONS, seed: int | None = None
) -> float | None:
    """One minus the mean distance between the two p-values of each system pair (Thompson et al. 2024)."""
    signs = sign_vectors(human, trials, seed)
    people, machine = permutation_p_values(human, signs), permutation_p_values(metric, signs)
    distances = np.abs(people - machine)
    return float(1 - np.nanmean(distances)) if np.isfinite(distances).any() else None


def sign_vectors(human: Matrix, trials: int = PERMUTATIONS, seed: int | None = None) -> Matrix:
    """The random signs that all pairs of systems share, those of people and of metrics, one line per permutation.

    They are the draws of mt-metrics-eval, which made the digits that WMT publishes: numbers in single precision from
    seed 4, rounded to 0 (the difference changes its sign) or 1, for the segments that people judged.
    """
    judged = np.flatnonzero(np.isfinite(human).any(0))
    drawn = np.random.default_rng(SEED if seed is None else seed).random((trials, len(judged)), dtype=np.float32)
    signs = np.ones((trials, human.shape[1]))
    signs[:, judged] = 2.0 * np.rint(drawn) - 1.0
    return signs


def permutation_p_values(cells: Matrix, signs: Matrix) -> Vector:
    """For each pair of systems the share of sign vectors that make their difference at least the observed one."""
    differences = pair_differences(cells)
    compared = np.isfinite(differences).any(1)
    differences = np.nan_to_num(differences)  # a missing cell adds to neither side
    observed = differences.sum(1)
    permuted = differences @ signs.T
    # Sums of the same numbers in another order differ in the last bits; those are equal.
    slack = 1e-12 * np.abs(differences).sum(1)
    return np.where(compared, (permuted >= (observed - slack)[:, None]).mean(1), np.nan)

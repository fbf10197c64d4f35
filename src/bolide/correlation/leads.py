"""How far one metric leads another under many exchanges of their scores at once, by the quickest way a question has."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from bolide.correlation.agreement import group_values, vector_value
from bolide.correlation.calibration import JudgedPairs
from bolide.correlation.darr import pair_votes
from bolide.correlation.pairwise import permutation_p_values, sign_vectors
from bolide.correlation.questions import Question
from bolide.correlation.table import Matrix, Vector
from bolide.correlation.vectors import COLUMNS, pair_differences, pair_signs

Swaps = NDArray[np.float64]  # trials × systems × segments: 1 where the two metrics' scores change places
Leads = Callable[[Swaps], Vector]
# From a metric's differences, pairs × segments, to the share of each in the value.
Verdict = Callable[[Matrix], Matrix]


def leads(question: Question, human: Matrix, a: Matrix, b: Matrix, seed: int | None = None) -> Leads:
    """From exchanges to what `a` is ahead under each; NaN where one of the two has no value.

    The tables share systems, segments and missing cells, and higher is better in each. `seed` is that of the
    permutations of soft pairwise accuracy.
    """
    if question.statistic == "acc-eq":
        return _one_by_one(_calibrated(human), a, b)
    if question.statistic == "darr":
        return _leads_in_darr(human, a, b)
    if question.statistic == "soft-accuracy":
        return _soft_leads(human, a, b, seed)
    if question.statistic == "pearson" and question.grouping == "none":
        return _pearson_leads(human, a, b)
    if question.level == "sys":
        return _system_leads(question, human, a, b)
    return _one_by_one(_statistic(question, human), a, b)


# --- one value a column -----------------------------------------------------------------------------------------------


def _system_leads(question: Question, human: Matrix, a: Matrix, b: Matrix) -> Leads:
    """All exchanges at once: each becomes a column of system scores."""

    def values(metric: Matrix) -> Vector:
        people = np.broadcast_to(human, metric.shape)
        if question.statistic != "accuracy":
            return COLUMNS[question.statistic](people, metric)
        signs = pair_signs(people)
        right: Vector = (signs == pair_signs(metric)).sum(0) / np.maximum(np.isfinite(signs).sum(0), 1)
        return right

    def found(swaps: Swaps) -> Vector:
        swapped = swaps[:, :, 0].T > 0
        return values(np.where(swapped, b, a)) - values(np.where(swapped, a, b))

    return found


def _statistic(question: Question, human: Matrix) -> Callable[[Matrix], float]:
    def value(metric: Matrix) -> float:
        if question.grouping == "none":
            found = vector_value(question.statistic, human.ravel(), metric.ravel())
            return np.nan if found is None else found
        values = group_values(question, human, metric)
        return float(np.nanmean(values)) if np.isfinite(values).any() else np.nan

    return value


def _calibrated(human: Matrix) -> Callable[[Matrix], float]:
    """acc-eq under the threshold that is best for the scores it is given."""
    judged = np.isfinite(human).any(0)  # the other segments add nothing
    pairs = JudgedPairs(human[:, judged], np.ones((int(judged.sum()), 1)))
    return lambda metric: float(pairs.best(metric[:, judged])[0])


def _one_by_one(value: Callable[[Matrix], float], a: Matrix, b: Matrix) -> Leads:
    def found(swaps: Swaps) -> Vector:
        return np.array([value(np.where(s > 0, b, a)) - value(np.where(s > 0, a, b)) for s in swaps])

    return found


# --- sums over cells --------------------------------------------------------------------------------------------------


def _pearson_leads(human: Matrix, a: Matrix, b: Matrix) -> Leads:
    """All exchanges at once: a sum over cells of which some are exchanged is linear in the exchanges."""
    present = np.isfinite(human)
    h, x, y = human[present], a[present], b[present]
    h = h - h.mean()
    change = np.column_stack([y - x, y * y - x * x, h * (y - x)])
    start_a = np.array([x.sum(), x @ x, h @ x])
    start_b = np.array([y.sum(), y @ y, h @ y])
    size, spread = len(h), float(h @ h)

    def r(sums: Matrix) -> Vector:
        with np.errstate(invalid="ignore", divide="ignore"):
            return sums[:, 2] / np.sqrt(spread * (sums[:, 1] - sums[:, 0] ** 2 / size))

    def found(swaps: Swaps) -> Vector:
        moved = swaps[:, present] @ change
        return r(start_a + moved) - r(start_b - moved)

    return found


# --- sums over pairs of systems in a segment --------------------------------------------------------------------------


def _leads_in_darr(human: Matrix, a: Matrix, b: Matrix) -> Leads:
    pairs = int(np.abs(pair_votes(human, pair_differences(a))).sum())
    if not pairs:
        return _no_leads

    def verdict(difference: Matrix) -> Matrix:
        return pair_votes(human, difference) / pairs

    return _leads_over_pairs(a, b, verdict)


def _leads_over_pairs(a: Matrix, b: Matrix, verdict: Verdict) -> Leads:
    """All exchanges at once: what becomes of a pair depends on its own two exchanges only.

    With s and t those two (0 or 1), d(s, t) = d00 + s (d10 − d00) + t (d01 − d00) + s t (d11 − d10 − d01 + d00):
    a constant, a linear and a quadratic form, summed over pairs once and then applied to all exchanges.
    """
    systems, segments = a.shape
    first, second = np.triu_indices(systems, 1)
    one, two = (a, b), (b, a)
    d = {
        (s, t): verdict(one[s][first] - one[t][second]) - verdict(two[s][first] - two[t][second])
        for s in (0, 1)
        for t in (0, 1)
    }
    linear = np.zeros((systems, segments))
    np.add.at(linear, first, d[1, 0] - d[0, 0])
    np.add.at(linear, second, d[0, 1] - d[0, 0])
    quadratic = np.zeros((segments, systems, systems))
    quadratic[:, first, second] = (d[1, 1] - d[1, 0] - d[0, 1] + d[0, 0]).T
    constant = float(d[0, 0].sum())
    moving = np.flatnonzero((linear != 0).any(0) | (quadratic != 0).any((1, 2)))  # the other segments never change
    linear, quadratic = np.ascontiguousarray(linear.T[moving])[:, None], quadratic[moving]

    def found(swaps: Swaps) -> Vector:
        by_segment = np.ascontiguousarray(swaps.transpose(2, 0, 1)[moving])  # segments × trials × systems
        lead: Vector = constant + np.einsum("ktj,ktj->t", by_segment, by_segment @ quadratic + linear)
        return lead

    return found


def _no_leads(swaps: Swaps) -> Vector:
    return np.full(len(swaps), np.nan)


# --- p-values of pairs of systems -------------------------------------------------------------------------------------


def _soft_leads(human: Matrix, a: Matrix, b: Matrix, seed: int | None) -> Leads:
    """Soft pairwise accuracy, every p-value of every exchange counted anew over the same signs as the value itself.

    A permutation makes i's lead on j at least the observed one exactly where the scores it flips sum to no more for i
    than for j. So each system's sum of flipped scores is found once, by one product for many exchanges and all
    permutations, and pairs only compare two sums. A pair with cells missing sums over the segments both have.
    """
    signs = sign_vectors(human, seed=seed)
    people = permutation_p_values(human, signs)
    compared = np.isfinite(people)
    if not compared.any():
        return _no_leads
    judged = np.isfinite(human).any(0)  # the other segments add nothing
    patterns, pattern = np.unique(np.isfinite(human[:, judged]), axis=0, return_inverse=True)
    pattern = pattern.reshape(-1)
    x, y = np.nan_to_num(a[:, judged]), np.nan_to_num(b[:, judged])
    flipped = (signs[:, judged] < 0).astype(np.float64).T
    slack = 1e-12 * float((np.abs(x) + np.abs(y)).sum(1).max())  # sums in another order differ in the last bits
    pairs = [pair for pair, wanted in zip(combinations(range(len(x)), 2), compared, strict=True) if wanted]

    def sums(cells: Matrix) -> Matrix:
        """Patterns of missing cells × trials × systems × permutations."""
        flat = [(cells * present).reshape(-1, len(flipped)) @ flipped for present in patterns]
        return np.stack(flat).reshape(len(patterns), -1, len(x), len(signs))

    def distance(flips: Matrix) -> Vector:
        total = np.zeros(flips.shape[1])
        beyond = flips + slack
        for (i, j), p in zip(pairs, people[compared], strict=True):
            ahead = flips[pattern[j], :, i] <= beyond[pattern[i], :, j]
            total += np.abs(np.count_nonzero(ahead, axis=1) / len(signs) - p)
        return total / len(pairs)

    both = sums(x) + sums(y)

    def found(swaps: Swaps) -> Vector:
        flips = sums(np.where(swaps[:, :, judged] > 0, y, x))
        return distance(both - flips) - distance(flips)

    return found

"""Which metric agrees better with people? PERM-BOTH (Deutsch et al. 2021): the two metrics' scores change places."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np
from numpy.typing import NDArray

from bolide.correlation.agreement import group_values, vector_value
from bolide.correlation.questions import Question
from bolide.correlation.table import Matrix, Vector
from bolide.correlation.ties import calibrate
from bolide.correlation.vectors import COLUMNS, pair_differences, pair_signs
from bolide.errors import OptionError

Swaps = NDArray[np.float64]  # trials × systems × segments: 1 where the two metrics' scores change places
Deltas = Callable[[Swaps], Vector]
CELLS = 1 << 21


def p_value(human: Matrix, a: Matrix, b: Matrix, question: Question, trials: int, seed: int) -> float | None:
    """One-sided: the share of exchanges under which `a` leads `b` by at least what it really does.

    The tables share systems, segments and missing cells, and higher is better in each. None where a correlation
    does not exist.
    """
    if trials < 1:
        raise OptionError(f"There are {trials} exchanges; 1,000 is a usual number.")
    check_testable(question)
    one, two = _standard(a), _standard(b)
    deltas = _deltas(question, human, one, two)
    observed = deltas(np.zeros((1, *human.shape)))[0]
    if not np.isfinite(observed):
        return None
    rng = np.random.default_rng(seed)
    found = np.concatenate([deltas(swaps) for swaps in _swaps(rng, trials, human.shape)])
    found = found[np.isfinite(found)]
    return float((found >= observed - 1e-12).mean()) if len(found) else None


def check_testable(question: Question) -> None:
    """Refuse the questions that PERM-BOTH is not made for: their statistic resamples, or drops pairs, by itself."""
    if question.statistic in ("soft-accuracy", "darr"):
        raise OptionError(f"PERM-BOTH is not offered for {question}; seg/acc-eq/item or a correlation can be tested.")


def _deltas(question: Question, human: Matrix, a: Matrix, b: Matrix) -> Deltas:
    """How much `a` leads under each exchange, by the quickest way there is for the question."""
    if question.statistic == "acc-eq":
        return _accuracy_deltas(human, a, b)
    if question.statistic == "pearson" and question.grouping == "none":
        return _pearson_deltas(human, a, b)
    if question.level == "sys":
        return _system_deltas(question, human, a, b)
    return _one_by_one(_statistic(question, human), a, b)


def _system_deltas(question: Question, human: Matrix, a: Matrix, b: Matrix) -> Deltas:
    """All exchanges at once: each becomes a column of system scores."""

    def values(metric: Matrix) -> Vector:
        people = np.broadcast_to(human, metric.shape)
        if question.statistic != "accuracy":
            return COLUMNS[question.statistic](people, metric)
        signs = pair_signs(people)
        right: Vector = (signs == pair_signs(metric)).sum(0) / np.maximum(np.isfinite(signs).sum(0), 1)
        return right

    def deltas(swaps: Swaps) -> Vector:
        swapped = swaps[:, :, 0].T > 0
        return values(np.where(swapped, b, a)) - values(np.where(swapped, a, b))

    return deltas


def _statistic(question: Question, human: Matrix) -> Callable[[Matrix], float]:
    def value(metric: Matrix) -> float:
        if question.grouping == "none":
            found = vector_value(question.statistic, human.ravel(), metric.ravel())
            return np.nan if found is None else found
        values = group_values(question, human, metric)
        return float(np.nanmean(values)) if np.isfinite(values).any() else np.nan

    return value


def _one_by_one(value: Callable[[Matrix], float], a: Matrix, b: Matrix) -> Deltas:
    def deltas(swaps: Swaps) -> Vector:
        return np.array([value(np.where(s > 0, b, a)) - value(np.where(s > 0, a, b)) for s in swaps])

    return deltas


def _pearson_deltas(human: Matrix, a: Matrix, b: Matrix) -> Deltas:
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

    def deltas(swaps: Swaps) -> Vector:
        moved = swaps[:, present] @ change
        return r(start_a + moved) - r(start_b - moved)

    return deltas


def _accuracy_deltas(human: Matrix, a: Matrix, b: Matrix) -> Deltas:
    """All exchanges at once: whether a pair is judged rightly depends on its own two exchanges only.

    With s and t those two (0 or 1), d(s, t) = d00 + s (d10 − d00) + t (d01 − d00) + s t (d11 − d10 − d01 + d00):
    a constant, a linear and a quadratic form, summed over pairs once and then applied to all exchanges.
    """
    best_a, best_b = calibrate(human, a), calibrate(human, b)
    if best_a is None or best_b is None:
        return lambda swaps: np.full(len(swaps), np.nan)
    leads = {
        (s, t): _right(human, _mixed(a, b, s), _mixed(a, b, t), best_a.epsilon)
        - _right(human, _mixed(b, a, s), _mixed(b, a, t), best_b.epsilon)
        for s in (0, 1)
        for t in (0, 1)
    }
    systems, segments = human.shape
    first, second = np.triu_indices(systems, 1)
    linear = np.zeros((systems, segments))
    np.add.at(linear, first, leads[1, 0] - leads[0, 0])
    np.add.at(linear, second, leads[0, 1] - leads[0, 0])
    quadratic = np.zeros((segments, systems, systems))
    quadratic[:, first, second] = (leads[1, 1] - leads[1, 0] - leads[0, 1] + leads[0, 0]).T
    constant = float(leads[0, 0].sum())

    def deltas(swaps: Swaps) -> Vector:
        by_segment = np.ascontiguousarray(swaps.transpose(2, 0, 1))  # segments × trials × systems
        curved = ((by_segment @ quadratic) * by_segment).sum((0, 2))
        found: Vector = constant + swaps.reshape(len(swaps), -1) @ linear.ravel() + curved
        return found

    return deltas


def _mixed(a: Matrix, b: Matrix, swapped: int) -> Matrix:
    return b if swapped else a


def _right(human: Matrix, first: Matrix, second: Matrix, epsilon: float) -> Matrix:
    """Each pair's share of the item-averaged accuracy, pairs × segments, where the two scores have these sources."""
    people = pair_differences(human)
    one, two = np.triu_indices(len(human), 1)
    difference = first[one] - second[two]
    called = np.where(np.abs(difference) <= epsilon, 0.0, np.sign(difference))
    sizes = np.isfinite(people).sum(0)
    weights = 1.0 / np.maximum(sizes, 1) / max(int((sizes > 0).sum()), 1)
    found: Matrix = (np.sign(people) == called) * weights
    return found


def _swaps(rng: np.random.Generator, trials: int, shape: tuple[int, int]) -> Iterator[Swaps]:
    most = max(1, CELLS // (shape[0] * shape[1]))
    for first in range(0, trials, most):
        yield rng.integers(2, size=(min(most, trials - first), *shape), dtype=np.int8).astype(np.float64)


def _standard(cells: Matrix) -> Matrix:
    deviation = float(np.nanstd(cells))
    return (cells - np.nanmean(cells)) / (deviation or 1.0)

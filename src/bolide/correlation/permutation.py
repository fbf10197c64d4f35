"""Which metric agrees better with people? PERM-BOTH (Deutsch et al. 2021): the two metrics' scores change places."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from bolide.correlation.leads import Leads, Swaps, leads
from bolide.correlation.questions import Question
from bolide.correlation.table import Matrix
from bolide.errors import OptionError

CELLS = 1 << 21


@dataclass(frozen=True, eq=False)
class Contest:
    """Two metrics on one table: what the first is ahead under exchanges, the table's shape, and its weight."""

    leads: Leads
    shape: tuple[int, ...]
    weight: float = 1.0


def p_value(human: Matrix, a: Matrix, b: Matrix, question: Question, trials: int, seed: int) -> float | None:
    """One-sided: the share of exchanges under which `a` leads `b` by at least what it really does.

    The tables share systems, segments and missing cells, and higher is better in each. None where a correlation
    does not exist.
    """
    return chance([contest(human, a, b, question)], trials, seed)


def contest(human: Matrix, a: Matrix, b: Matrix, question: Question, weight: float = 1.0) -> Contest:
    """Two metrics' tables, each with mean 0 and deviation 1, so that their scores can stand in for each other."""
    return Contest(leads(question, human, standard(a), standard(b)), human.shape, weight)


def chance(contests: Sequence[Contest], trials: int, seed: int) -> float | None:
    """The share of exchanges with at least the observed lead, which is the weighted sum over the contests."""
    if trials < 1:
        raise OptionError(f"There are {trials} exchanges; 1,000 is a usual number.")
    observed = sum(each.weight * each.leads(np.zeros((1, *each.shape)))[0] for each in contests)
    if not np.isfinite(observed):
        return None
    rng = np.random.default_rng(seed)
    found = np.zeros(trials)
    for each in contests:
        found += each.weight * np.concatenate([each.leads(swaps) for swaps in _swaps(rng, trials, each.shape)])
    found = found[np.isfinite(found)]
    return float((found >= observed - 1e-12).mean()) if len(found) else None


def _swaps(rng: np.random.Generator, trials: int, shape: tuple[int, ...]) -> Iterator[Swaps]:
    most = max(1, CELLS // (shape[0] * shape[1]))
    for first in range(0, trials, most):
        yield rng.integers(2, size=(min(most, trials - first), *shape), dtype=np.int8).astype(np.float64)


def standard(cells: Matrix) -> Matrix:
    """The table with mean 0 and deviation 1; a constant one keeps mean 0."""
    deviation = float(np.nanstd(cells))
    return (cells - np.nanmean(cells)) / (deviation or 1.0)

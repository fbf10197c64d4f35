"""Which metric agrees better with people? PERM-BOTH (Deutsch et al. 2021): the two metrics' scores change places."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import prod

import numpy as np

from bolide.correlation.intervals import generator
from bolide.correlation.leads import Leads, Swaps, leads
from bolide.correlation.outcomes import pair_leads
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


@dataclass(frozen=True)
class ExchangeTest:
    """How two metrics are tested: the number of exchanges, the seed (None: the usual ones), and what is exchanged.

    `recalibrate` exchanges scores under acc-eq too, and finds the tie thresholds anew for each exchange; without it
    acc-eq exchanges the outcomes of pairs.
    """

    trials: int = 1000
    seed: int | None = None
    recalibrate: bool = False

    def name(self, question: Question) -> str:
        """Which test a question gets: PERM-BOTH, or `pairs` for acc-eq."""
        if question.statistic != "acc-eq":
            return "PERM-BOTH"
        return "PERM-BOTH, recalibrated" if self.recalibrate else "pairs"


def p_value(human: Matrix, a: Matrix, b: Matrix, question: Question, test: ExchangeTest) -> float | None:
    """One-sided: the share of exchanges under which `a` leads `b` by at least what it really does.

    The tables share systems, segments and missing cells, and higher is better in each. None where a correlation
    does not exist.
    """
    return chance([contest(human, a, b, question, test)], test)


def contest(
    human: Matrix, a: Matrix, b: Matrix, question: Question, test: ExchangeTest, weight: float = 1.0
) -> Contest:
    """Two metrics' tables, each with mean 0 and deviation 1, so that their scores can stand in for each other."""
    if test.name(question) == "pairs":
        return Contest(*pair_leads(human, a, b), weight)
    return Contest(leads(question, human, standard(a), standard(b), test.seed), human.shape, weight)


def chance(contests: Sequence[Contest], test: ExchangeTest) -> float | None:
    """The share of exchanges with at least the observed lead, which is the weighted sum over the contests."""
    trials = test.trials
    if trials < 1:
        raise OptionError(f"There are {trials} exchanges; 1,000 is a usual number.")
    observed = sum(each.weight * each.leads(np.zeros((1, *each.shape)))[0] for each in contests)
    if not np.isfinite(observed):
        return None
    rng = generator(test.seed)
    found = np.zeros(trials)
    for each in contests:
        found += each.weight * np.concatenate([each.leads(swaps) for swaps in _swaps(rng, trials, each.shape)])
    found = found[np.isfinite(found)]
    return float((found >= observed - 1e-12).mean()) if len(found) else None


def _swaps(rng: np.random.Generator, trials: int, shape: tuple[int, ...]) -> Iterator[Swaps]:
    most = max(1, CELLS // max(1, prod(shape)))
    for first in range(0, trials, most):
        yield rng.integers(2, size=(min(most, trials - first), *shape), dtype=np.int8).astype(np.float64)


def standard(cells: Matrix) -> Matrix:
    """The table with mean 0 and deviation 1; a constant one keeps mean 0."""
    deviation = float(np.nanstd(cells))
    return (cells - np.nanmean(cells)) / (deviation or 1.0)

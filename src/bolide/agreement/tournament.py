"""Every metric against every other: all of them under the same exchanges, so that they can share work."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import combinations
from typing import Any

import numpy as np

from bolide.agreement.permutation import (
    Contest,
    ExchangeTest,
    Leads,
    contest,
    differences_of_outcomes,
    exchangeable,
    has_outcomes,
    leads,
    random_swaps,
)
from bolide.agreement.statistics.statistic import Statistic
from bolide.agreement.table import Matrix, Vector

AT_ONCE = 320  # tables under one exchange each
LeadsOfAll = dict[tuple[str, str], Leads]


@dataclass(frozen=True, eq=False)
class Part:
    """What metrics are tested on: people's judgements of one language pair, each metric's cells by name, the weight."""

    people: Any
    cells: Mapping[str, Matrix]
    weight: float = 1.0


def tournament(
    statistic: Statistic, parts: Sequence[Part], test: ExchangeTest, start: Callable[[], np.random.Generator]
) -> Callable[[str, str], Leads]:
    """What gives the leads of any metric on any other, the weighted sums over the parts.

    The random numbers start anew for every two metrics, so all are exchanged alike.
    """
    by_outcomes = has_outcomes(statistic) and not test.recalibrate

    @lru_cache(maxsize=32)
    def outcomes(number: int, name: str) -> Matrix | None:
        return statistic.outcomes(parts[number].people, parts[number].cells[name])

    @cache
    def together() -> list[LeadsOfAll] | None:
        rng, found = start(), []
        for part in parts:
            of_part = _leads_of_all(statistic, part, test, rng)
            if of_part is None:
                return None
            found.append(of_part)
        return found

    def met(number: int, a: str, b: str) -> Contest:
        if by_outcomes:
            return Contest(*differences_of_outcomes(outcomes(number, a), outcomes(number, b)))
        part = parts[number]
        return contest(statistic, part.people, (part.cells[a], part.cells[b]), test)

    def of_two(a: str, b: str) -> Leads:
        known = None if by_outcomes else together()
        if known is not None:
            return _weighted([each[a, b] for each in known], parts)
        rng = start()
        return _weighted([leads(met(number, a, b), test, rng) for number in range(len(parts))], parts)

    return of_two


def _leads_of_all(statistic: Statistic, part: Part, test: ExchangeTest, rng: np.random.Generator) -> LeadsOfAll | None:
    """The leads of every metric on every other, if the statistic can share work among them."""
    names = list(part.cells)
    shape = part.cells[names[0]].shape
    people, segments, tables = exchangeable(statistic, part.people, list(part.cells.values()))
    of_all = statistic.tournament(people, tables)
    if of_all is None:
        return None
    pairs = list(combinations(range(len(names)), 2))
    none = of_all(np.zeros((1, *tables[0].shape), dtype=np.bool_))
    observed = {pair: float(none(*pair)[0]) for pair in pairs}
    exchanged: dict[tuple[int, int], list[Vector]] = {pair: [] for pair in pairs}
    size = max(1, min(16, AT_ONCE // len(names)))
    for swaps in random_swaps(rng, test.trials, shape):
        for first in range(0, len(swaps), size):
            lead = of_all(np.take(swaps[first : first + size], segments, 2) > 0)
            for pair, found in exchanged.items():
                found.append(lead(*pair))
    made = {}
    for (a, b), found in exchanged.items():
        made[names[a], names[b]] = Leads(observed[a, b], np.concatenate(found))
        made[names[b], names[a]] = Leads(-observed[a, b], -np.concatenate(found))
    return made


def _weighted(found: Sequence[Leads], parts: Sequence[Part]) -> Leads:
    observed = sum(part.weight * each.observed for part, each in zip(parts, found, strict=True))
    if not np.isfinite(observed):
        return Leads(np.nan, np.empty(0))
    exchanged = np.sum([part.weight * each.exchanged for part, each in zip(parts, found, strict=True)], axis=0)
    return Leads(float(observed), exchanged)

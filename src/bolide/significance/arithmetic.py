"""The arithmetic of a comparison, from plain numbers: p-values, intervals, effects, corrections, clusters.

The page shares it and has no numpy, so it needs only the standard library."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import sqrt

SAME = 1e-12  # two scores closer than this (relative) are one score computed in another order


# --- p-values, intervals, effects -------------------------------------------------------------------------------------


def as_far(observed: float) -> float:
    """From which absolute difference on a trial counts as at least as far from 0 as the observed one."""
    return abs(observed) * (1 - SAME) - 1e-15


def p_value(extreme: int, trials: int) -> float:
    """Noreen 1989: +1 counts the observed data among the trials, so that p is never 0."""
    return (1 + extreme) / (1 + trials)


def quantile(ordered: Sequence[float], share: float) -> float:
    """The quantile of ordered numbers, interpolated between neighbours, to the last bit as numpy.quantile."""
    position = share * (len(ordered) - 1)
    low = int(position)
    a, b = ordered[low], ordered[min(low + 1, len(ordered) - 1)]
    t = position - low
    return float(b - (b - a) * (1 - t) if t >= 0.5 else a + (b - a) * t)


def middle(ordered: Sequence[float]) -> tuple[float, float]:
    """The ends of the middle 95 % of ordered numbers."""
    return quantile(ordered, 0.025), quantile(ordered, 0.975)


def half_width(ordered: Sequence[float]) -> float:
    """Half the width of the middle 95 % of ordered scores, without interpolation, as sacreBLEU takes it."""
    cut = len(ordered) // 40
    return float(0.5 * (ordered[len(ordered) - cut - 1] - ordered[cut]))


def effect_size(mean: float, squares: float, size: int) -> float | None:
    """Cohen's d of paired scores: the mean difference over its standard deviation; None if all differ by the same.

    `squares` is the sum of the squared distances from the mean.
    """
    deviation = sqrt(squares / (size - 1))
    return mean / deviation if deviation > 0 else None


# --- corrections for many tests ---------------------------------------------------------------------------------------


def holm(p_values: Sequence[float]) -> list[float]:
    """Holm 1979: keeps the chance of even one false alarm below the level."""
    order = sorted(range(len(p_values)), key=lambda i: p_values[i])
    corrected = [0.0] * len(p_values)
    highest = 0.0
    for rank, index in enumerate(order):
        highest = max(highest, min(1.0, (len(order) - rank) * p_values[index]))
        corrected[index] = highest
    return corrected


def benjamini_hochberg(p_values: Sequence[float]) -> list[float]:
    """Benjamini and Hochberg 1995: keeps the expected share of false alarms among the findings below the level."""
    order = sorted(range(len(p_values)), key=lambda i: -p_values[i])
    corrected = [0.0] * len(p_values)
    lowest = 1.0
    for rank, index in enumerate(order):
        lowest = min(lowest, p_values[index] * (len(order) / (len(order) - rank)))
        corrected[index] = lowest
    return corrected


def uncorrected(p_values: Sequence[float]) -> list[float]:
    """The p-values as they are: each answers its own question only."""
    return list(p_values)


CORRECTIONS: dict[str, Callable[[Sequence[float]], list[float]]] = {
    "holm": holm,
    "bh": benjamini_hochberg,
    "none": uncorrected,
}


# --- clusters ---------------------------------------------------------------------------------------------------------


def clusters(ranking: Sequence[str], beats: Callable[[str, str], bool]) -> tuple[tuple[str, ...], ...]:
    """Walk down the ranking; a new cluster starts where any member of the current one beats the next."""
    groups: list[list[str]] = []
    for name in ranking:
        if not groups or any(beats(better, name) for better in groups[-1]):
            groups.append([])
        groups[-1].append(name)
    return tuple(tuple(group) for group in groups)

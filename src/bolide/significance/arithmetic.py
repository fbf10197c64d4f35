"""p-values, confidence intervals, effect sizes, corrections and clusters, from plain numbers.

Only the standard library is imported: the page, which has no numpy, uses this module too."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import sqrt

SAME = 1e-12  # relative tolerance: scores closer than this are one score summed in another order


# --- p-values, intervals, effects -------------------------------------------------------------------------------------


def as_far(observed: float) -> float:
    """The smallest absolute difference that counts as at least as extreme as the observed one."""
    return abs(observed) * (1 - SAME) - 1e-15


def p_value(extreme: int, trials: int) -> float:
    """(1 + extreme) / (1 + trials), after Noreen 1989: the observed data counts as a trial, so p is never 0."""
    return (1 + extreme) / (1 + trials)


def quantile(ordered: Sequence[float], share: float) -> float:
    """The quantile of sorted numbers by linear interpolation, bit-equal to numpy.quantile."""
    position = share * (len(ordered) - 1)
    low = int(position)
    a, b = ordered[low], ordered[min(low + 1, len(ordered) - 1)]
    t = position - low
    return float(b - (b - a) * (1 - t) if t >= 0.5 else a + (b - a) * t)


def middle(ordered: Sequence[float]) -> tuple[float, float]:
    """The 2.5 % and 97.5 % quantiles of sorted numbers."""
    return quantile(ordered, 0.025), quantile(ordered, 0.975)


def half_width(ordered: Sequence[float]) -> float:
    """Half the width of the 95 % interval of sorted scores, without interpolation, as in sacreBLEU."""
    cut = len(ordered) // 40
    return float(0.5 * (ordered[len(ordered) - cut - 1] - ordered[cut]))


def effect_size(mean: float, squares: float, size: int) -> float | None:
    """Cohen's d for paired scores: the mean difference over its standard deviation; None if that is 0.

    `squares` is the sum of squared deviations from the mean.
    """
    deviation = sqrt(squares / (size - 1))
    return mean / deviation if deviation > 0 else None


# --- corrections for many tests ---------------------------------------------------------------------------------------


def holm(p_values: Sequence[float]) -> list[float]:
    """Holm's correction (1979), which controls the family-wise error rate."""
    order = sorted(range(len(p_values)), key=lambda i: p_values[i])
    corrected = [0.0] * len(p_values)
    highest = 0.0
    for rank, index in enumerate(order):
        highest = max(highest, min(1.0, (len(order) - rank) * p_values[index]))
        corrected[index] = highest
    return corrected


def benjamini_hochberg(p_values: Sequence[float]) -> list[float]:
    """Benjamini and Hochberg's correction (1995), which controls the false discovery rate."""
    order = sorted(range(len(p_values)), key=lambda i: -p_values[i])
    corrected = [0.0] * len(p_values)
    lowest = 1.0
    for rank, index in enumerate(order):
        lowest = min(lowest, p_values[index] * (len(order) / (len(order) - rank)))
        corrected[index] = lowest
    return corrected


def uncorrected(p_values: Sequence[float]) -> list[float]:
    """The p-values unchanged: no correction for multiple tests."""
    return list(p_values)


CORRECTIONS: dict[str, Callable[[Sequence[float]], list[float]]] = {
    "holm": holm,
    "bh": benjamini_hochberg,
    "none": uncorrected,
}


# --- clusters ---------------------------------------------------------------------------------------------------------


def clusters(ranking: Sequence[str], beats: Callable[[str, str], bool]) -> tuple[tuple[str, ...], ...]:
    """Split a ranking into clusters: a system starts a new one if any member of the current cluster beats it."""
    groups: list[list[str]] = []
    for name in ranking:
        if not groups or any(beats(better, name) for better in groups[-1]):
            groups.append([])
        groups[-1].append(name)
    return tuple(tuple(group) for group in groups)

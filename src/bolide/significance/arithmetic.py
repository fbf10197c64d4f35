"""p-values, confidence intervals, effect sizes, corrections and clusters, from plain numbers.

Only the standard library is imported: the page, which has no numpy, uses this module too."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import accumulate
from math import erfc, exp, fsum, inf, lgamma, log, log1p, pi, sqrt

SAME = 1e-12  # relative tolerance: scores closer than this are one score summed in another order


# --- p-values, intervals, effects -------------------------------------------------------------------------------------


def as_far(one: float, two: float) -> float:
    """The smallest absolute difference that counts as at least as extreme as that of two scores, but for rounding."""
    return abs(one - two) - SAME * max(abs(one), abs(two))


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
    """Cohen's d for paired scores: the mean difference over its standard deviation; None if all are one difference.

    `squares` is the sum of squared deviations from the mean.
    """
    deviation = sqrt(squares / (size - 1))
    return mean / deviation if deviation > SAME * abs(mean) else None


# --- intervals beside corrected tests ---------------------------------------------------------------------------------


def standard_deviation(values: Sequence[float]) -> float:
    """The standard deviation of resampled values."""
    mean = fsum(values) / len(values)
    return sqrt(fsum((value - mean) ** 2 for value in values) / max(1, len(values) - 1))


def simultaneous_factor(observed: Sequence[float], resampled: Sequence[Sequence[float]], freedom: float = inf) -> float:
    """How many standard errors wide the 95 % intervals of all differences are if they are to cover together.

    It is the 95 % quantile over the resamples of the largest |Δ* − Δ| / SE*, and SE* the bootstrap's. If errors have
    few degrees of freedom, it is as far out in Student's t as that is in a normal distribution.
    """
    errors = [standard_deviation(line) for line in resampled]
    largest = [0.0] * len(resampled[0]) if resampled else []
    for difference, line, error in zip(observed, resampled, errors, strict=True):
        if error > SAME * abs(difference):
            largest = [max(so_far, abs(x - difference) / error) for so_far, x in zip(largest, line, strict=True)]
    factor = quantile(sorted(largest), 0.95) if largest else 0.0
    return factor if freedom == inf else student_quantile(1 - erfc(min(factor, 8) / sqrt(2)) / 2, freedom)


def jackknife_variance(leave_one_out: Sequence[float], strata: Sequence[int] = ()) -> float:
    """(G − 1)/G · Σ (d₍ᵢ₎ − d̄)², the variance of a score by its values without each of G units.

    If every unit has a stratum, it is the sum over these of each one's.
    """
    if strata:
        members: dict[int, list[float]] = {}
        for stratum, value in zip(strata, leave_one_out, strict=True):
            members.setdefault(stratum, []).append(value)
        return fsum(map(jackknife_variance, members.values()))
    mean = fsum(leave_one_out) / len(leave_one_out)
    return (len(leave_one_out) - 1) / len(leave_one_out) * fsum((value - mean) ** 2 for value in leave_one_out)


def design_effect(variance: float, leave_one_out: Sequence[float]) -> float | None:
    """A variance by documents over that of independent segments; None if the latter is 0."""
    independent = jackknife_variance(leave_one_out)
    return variance / independent if independent > 0 else None


# --- Student's t ------------------------------------------------------------------------------------------------------


POWER, MANY_ENOUGH = 0.8, 39  # for the smallest differences that are found: degrees of freedom that count as many
NORMAL, MANY = 1e6, 1e4  # degrees of freedom above which Student's t is taken for normal, or for nearly so


def student_p(t: float, freedom: float) -> float:
    """P(|T| ≥ |t|) for Student's t; `freedom` may be a fraction, or infinite for a normal distribution."""
    if freedom > NORMAL:
        return erfc(abs(t) / sqrt(2))
    return _incomplete_beta(freedom / (freedom + t * t), freedom / 2, 0.5)


def smallest_found(error: float, freedom: float, alpha: float = 0.05, power: float = POWER) -> float:
    """The smallest difference with this standard error that a two-sided test at level alpha finds with this power."""
    freedom = freedom if freedom < MANY_ENOUGH else inf
    return (student_quantile(1 - alpha / 2, freedom) + student_quantile(power, freedom)) * error


def student_quantile(share: float, freedom: float) -> float:
    """The quantile of Student's t, for 0.5 ≤ share < 1, to ten digits or more.

    Newton's method starts at the normal quantile, below the root of a convex function, and so climbs to it. With many
    degrees of freedom, Fisher and Cornish's series beyond the normal quantile is as exact.
    """
    from statistics import NormalDist  # slow to import, and most commands do without

    z = t = NormalDist().inv_cdf(share)
    if freedom > MANY:
        first, second = (z**3 + z) / 4, (5 * z**5 + 16 * z**3 + 3 * z) / 96
        third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
        return z + first / freedom + second / freedom**2 + third / freedom**3
    front = lgamma((freedom + 1) / 2) - lgamma(freedom / 2) - log(freedom * pi) / 2
    for _ in range(100):
        density = exp(front - (freedom + 1) / 2 * log1p(t * t / freedom))
        step = (student_p(t, freedom) - 2 * (1 - share)) / (2 * density)
        t += step
        if abs(step) <= 1e-9 * t:  # the next step would be of the order of its square
            break
    return t


def _incomplete_beta(x: float, a: float, b: float) -> float:
    """The regularised incomplete beta function, by its continued fraction (DLMF 8.17.22, Lentz's algorithm)."""
    if x <= 0 or x >= 1:
        return float(x >= 1)
    if x > (a + 1) / (a + b + 2):
        return 1 - _incomplete_beta(1 - x, b, a)
    front = exp(lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log(1 - x)) / a
    fraction, c, d = 1.0, 1.0, 0.0
    for m in range(10_000):
        k = m // 2
        step = (k * (b - k) if m % 2 == 0 else -(a + k) * (a + b + k)) * x / ((a + m - 1) * (a + m)) if m else 1.0
        d = 1 / (1 + step * d)
        c = 1 + step / c
        fraction *= c * d
        if abs(c * d - 1) < 1e-15:
            break
    return front * (fraction - 1)


# --- corrections for many tests ---------------------------------------------------------------------------------------


def holm(p_values: Sequence[float]) -> list[float]:
    """Holm's correction (1979), which controls the family-wise error rate."""
    order = sorted(range(len(p_values)), key=p_values.__getitem__)
    steps = (min(1.0, (len(order) - rank) * p_values[index]) for rank, index in enumerate(order))
    return _put_back(order, accumulate(steps, max))


def benjamini_hochberg(p_values: Sequence[float]) -> list[float]:
    """Benjamini and Hochberg's correction (1995), which controls the false discovery rate."""
    order = sorted(range(len(p_values)), key=p_values.__getitem__, reverse=True)
    steps = (p_values[index] * (len(order) / (len(order) - rank)) for rank, index in enumerate(order))
    return _put_back(order, accumulate(steps, min))


def _put_back(order: Sequence[int], values: Iterable[float]) -> list[float]:
    """The values in the order of their indices."""
    return [value for _, value in sorted(zip(order, values, strict=True))]


CORRECTIONS: dict[str, Callable[[Sequence[float]], list[float]]] = {
    "holm": holm,
    "bh": benjamini_hochberg,
    "none": list,
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

"""The quantiles of Student's t."""

import math


def t_quantile(p: float, freedom: int) -> float:
    """The value that Student's t with so many degrees of freedom stays below with probability p, from 0.5 to below 1.

    The distribution function is exact for whole degrees of freedom (Abramowitz and Stegun 1964, 26.7.3 and 26.7.4) and
    is inverted by bisection over the angle, whose tangent is t / √freedom.
    """
    low, high = 0.0, math.pi / 2
    while low < (middle := (low + high) / 2) < high:
        if _within(middle, freedom) < 2 * p - 1:
            low = middle
        else:
            high = middle
    return math.sqrt(freedom) * math.tan(high)


def _within(angle: float, freedom: int) -> float:
    """P(|T| < √freedom · tan angle)."""
    sine, cosine = math.sin(angle), math.cos(angle)
    odd = freedom % 2
    term = cosine if odd else 1.0
    total = 0.0
    for n in range(1 + odd, freedom, 2):  # the last power of the cosine is freedom - 2
        total += term
        term *= n / (n + 1) * cosine * cosine
    return 2 / math.pi * (angle + sine * total) if odd else sine * total

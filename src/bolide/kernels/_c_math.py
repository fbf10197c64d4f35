"""The C library's functions for the interpreted core: infinite or NaN where Python's raise an error."""

import math


def exp(exponent: float) -> float:
    """e to a power."""
    try:
        return math.exp(exponent)
    except OverflowError:
        return math.inf


def pow(base: float, exponent: float) -> float:
    """A power."""
    try:
        return math.pow(base, exponent)
    except OverflowError:
        return math.inf
    except ValueError:
        return math.inf if base == 0 else math.nan

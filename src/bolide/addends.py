"""Addends: rows widened so that plain sums of integers are all that a score needs, whoever adds them.

The score of most metrics is that of the sum of rows. Where it is the mean of the segments' scores instead, a row also
has its own score as integers: a double is a multiple of 2**-1074, which is cut into digits of 32 bits. Sums of digits
are exact in any order, so the mean is rounded once, at the end, as on one machine.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from bolide.errors import InputError
from bolide.metrics.base import Metric
from bolide.stats import Stats

_UNIT = 1074  # a double is a multiple of 2**-_UNIT
_DIGITS = 35  # of 32 bits each, the least first; the last has whatever is left
_LARGEST = 2.0**32  # of a score: all digits, and sums of 2**31 of them, then fit into 64 bits


def width(metric: Metric) -> int:
    """How many integers the addends of a segment are."""
    return len(metric.columns) + (1 + _DIGITS if metric.averages else 0)


def addends(metric: Metric, stats: Stats) -> Stats:
    """The rows themselves, and where the metric averages: 1, for one segment, and the digits of its score."""
    if not metric.averages:
        return stats
    data = array("q")
    for row, value in zip(stats, metric.values(stats), strict=True):
        data.extend((*row, 1, *_digits(value)))
    names = (*stats.columns, *(f"mean_{k}" for k in range(1 + _DIGITS)))
    return Stats(names, data, stats.signature)


def value_of(metric: Metric, sums: Sequence[int]) -> float:
    """The score of what addends sum up to: to the bit that of `metric.aggregate` on all rows."""
    if len(sums) != width(metric):
        raise InputError(f"{metric.title} needs {width(metric)} sums and was given {len(sums)}.")
    for number in sums:
        if not -(1 << 63) <= number < 1 << 63:
            raise InputError(f"A sum of {metric.title} is {number}, which passes 64 bits.")
    rows = len(metric.columns)
    if not metric.averages:
        return metric.value(sums)
    total = sum(digit << 32 * k for k, digit in enumerate(sums[rows + 1 :]))
    return total / (1 << _UNIT) / sums[rows]


def _digits(value: float) -> list[int]:
    if not -_LARGEST < value < _LARGEST:
        raise InputError(f"A segment has the score {value}; a mean needs numbers between ±{_LARGEST:.0f}.")
    over, under = value.as_integer_ratio()
    units = over * ((1 << _UNIT) // under)
    return [*(units >> 32 * k & 0xFFFFFFFF for k in range(_DIGITS - 1)), units >> 32 * (_DIGITS - 1)]

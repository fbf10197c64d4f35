"""Addends: rows widened so that plain sums of integers are all that a score needs, whoever adds them.

The score of most metrics is that of the sum of rows. Where it is the mean of the segments' scores instead, a row also
has its own score, as integers that add exactly in any order: the mean is rounded once, at the end, as on one machine.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Sequence

from bolide.errors import InputError
from bolide.exact_sums import LIMBS, exact_sum, from_limbs, limbs, rounded
from bolide.metrics.base import Metric
from bolide.scale.streaming import group_sums, group_values
from bolide.stats import Stats
from bolide.wording import counted


def width(metric: Metric) -> int:
    """How many integers the addends of a segment are."""
    return len(metric.columns) + (1 + LIMBS if metric.averages else 0)


def addends(metric: Metric, stats: Stats) -> Stats:
    """The rows themselves, and where the metric averages: 1, for one segment, and its score, cut into integers."""
    if not metric.averages:
        return stats
    data = array("q")
    for row, value in zip(stats, metric.values(stats), strict=True):
        data.extend((*row, 1, *limbs(exact_sum([value]))))
    names = (*stats.columns, *(f"mean_{k}" for k in range(1 + LIMBS)))
    return Stats(names, data, stats.signature)


def group_addends(metric: Metric, stats: Stats, groups: array[int], count: int) -> list[list[int]]:
    """The sums of each group's addends; groups[r] is the number of row r's."""
    found = group_sums(stats, groups, count)
    if not metric.averages:
        return found
    sizes, values = Counter(groups), group_values(metric.values(stats), groups, count)
    return [[*row, sizes[group], *limbs(values[group])] for group, row in enumerate(found)]


def value_of(metric: Metric, sums: Sequence[int]) -> float:
    """The score of what addends sum up to: to the bit that of `metric.aggregate` on all rows."""
    if len(sums) != width(metric):
        raise InputError(f"{metric.title} needs {counted(width(metric), 'sum')} and was given {len(sums)}.")
    for number in sums:
        if not -(1 << 63) <= number < 1 << 63:
            raise InputError(f"A sum of {metric.title} is {number}, which exceeds 64 bits.")
    rows = len(metric.columns)
    if not metric.averages:
        return metric.value(sums)
    return rounded(from_limbs(sums[rows + 1 :])) / sums[rows]

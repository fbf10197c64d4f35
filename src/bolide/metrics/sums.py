"""Exact sums over segments, which give the same score in any order and on any machine.

The score of most metrics is that of the sum of rows. If it is the mean of the segments' scores instead
(`METEOR(average="mean")`), their sum is kept as well, as an integer number of the smallest double, 2⁻¹⁰⁷⁴, of which
every finite double is a multiple: the mean is rounded once, at the end.
"""

from __future__ import annotations

import re
from array import array
from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from bolide.data.scores import Score
from bolide.data.stats import Stats
from bolide.kernels.statistics.rows import add_groups
from bolide.metrics.base import Metric
from bolide.system.errors import InputError, SegmentError, counted

_SMALLEST, _LARGEST = 1074, 1023  # exponents of the smallest double and of the largest

Label = TypeVar("Label", bound=Hashable)


# --- sums of doubles ----------------------------------------------------------------------------------------------


def exact_sum(values: Iterable[float]) -> int:
    """The sum of the segments' scores as a number of smallest doubles."""
    return sum(exact(value, segment) for segment, value in enumerate(values))


def exact(value: float, segment: int) -> int:
    """A segment's score as a number of smallest doubles."""
    try:
        above, below = value.as_integer_ratio()
    except (OverflowError, ValueError):
        raise SegmentError(segment, f"its score is {value}; a mean needs finite numbers.") from None
    return above << (_SMALLEST + 1 - below.bit_length())


def rounded(total: int) -> float:
    """The double nearest to the sum, as `math.fsum` would give it."""
    return total / (1 << _SMALLEST)


class Exact(int):
    """A sum of scores as a number of smallest doubles; text in JSON, since other readers would round so many digits."""

    @classmethod
    def from_text(cls, text: object) -> Exact:
        """Read what `str` wrote; ValueError for anything else."""
        if not isinstance(text, str) or not re.fullmatch(r"-?[0-9]{1,640}", text):
            raise ValueError(f"{text!r:.40} is not a sum of scores")
        return cls(text)


_NOTHING = Exact(0)


# --- sums of segments ---------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Sums:
    """The sums of one metric over some segments: of their rows and, if it averages, of their scores (exactly)."""

    segments: int
    total: tuple[int, ...]
    value: Exact = _NOTHING

    @classmethod
    def of(cls, metric: Metric, stats: Stats) -> Sums:
        """The sums of all rows."""
        value = exact_sum(metric.row_values(stats)) if metric.formula.mean_of_segments else 0
        return cls(len(stats), stats.total(), Exact(value))

    @classmethod
    def none(cls, metric: Metric) -> Sums:
        """The sums of no segments."""
        return cls(0, (0,) * len(metric.counts.columns))

    @classmethod
    def of_columns(cls, metric: Metric, segments: int, total: Sequence[int], score: float | None) -> Sums:
        """The sums that an engine added: those of the rows' columns, and of the segments' scores, as one double."""
        if len(total) != len(metric.counts.columns):
            wanted = counted(len(metric.counts.columns), "sum")
            raise InputError(f"{metric.title} needs {wanted}; got {len(total)}.")
        return cls(segments, tuple(total), Exact(exact(score or 0.0, 0)))

    def __add__(self, other: Sums) -> Sums:
        total = tuple(a + b for a, b in zip(self.total, other.total, strict=True))
        return Sums(self.segments + other.segments, total, Exact(self.value + other.value))

    def check(self, metric: Metric) -> None:
        """Raise InputError if a sum exceeds 64 bits, or the sum of scores a double."""
        title = metric.title
        if self.value.bit_length() > _SMALLEST + _LARGEST:
            raise InputError(f"The sum of the segments' scores of {title} is too large.")
        for name, number in zip(metric.counts.columns, self.total, strict=True):
            if not -(1 << 63) <= number < 1 << 63:
                raise InputError(f"The sum of the column {name} of {title} is {number}, which exceeds 64 bits.")

    def score(self, metric: Metric, nrefs: str | None = None) -> Score:
        """The score of all segments, identical to that of `metric.score_rows` on all rows."""
        self.check(metric)
        mean = rounded(self.value) / self.segments if metric.formula.mean_of_segments else None
        return metric._score_of_sum(self.total, mean, nrefs)


def sums_by_label(
    metrics: Sequence[Metric], tables: Sequence[Stats], labels: Sequence[Label]
) -> dict[Label, tuple[Sums, ...]]:
    """The sums of the segments with each label, one per metric, in the order in which labels first occur."""
    numbers: dict[Label, int] = {}
    groups = array("i", [numbers.setdefault(label, len(numbers)) for label in labels])
    sizes = Counter(groups)
    by_metric = []
    for metric, stats in zip(metrics, tables, strict=True):
        values = [0] * len(numbers)
        for segment, value in enumerate(metric.row_values(stats) if metric.formula.mean_of_segments else ()):
            values[groups[segment]] += exact(value, segment)
        totals = _group_totals(stats, groups, len(numbers))
        by_metric.append([Sums(sizes[k], totals[k], Exact(values[k])) for k in range(len(numbers))])
    return {label: tuple(sums[number] for sums in by_metric) for label, number in numbers.items()}


def _group_totals(stats: Stats, groups: array[int], count: int) -> list[tuple[int, ...]]:
    """The sums of each group's rows; groups[r] is the group of row r."""
    columns = len(stats.columns)
    data = array("q", bytes(8 * columns * count))
    view = memoryview(data).cast("B").cast("q", (count, columns))
    if not add_groups(memoryview(stats.data), memoryview(groups), view):  # a sum may exceed 64 bits
        rows = list(zip(stats, groups, strict=True))
        members = ([row for row, group in rows if group == number] for number in range(count))
        return [tuple(map(sum, zip(*group, strict=True))) for group in members]
    return [tuple(data[k * columns : (k + 1) * columns]) for k in range(count)]

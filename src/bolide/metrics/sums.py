"""Exact sums over segments, which give the same score in any order and on any machine.

The score of most metrics is that of the sum of rows. If it is the mean of the segments' scores instead
(`METEOR(average="mean")`), their sum is kept as well, as an integer number of the smallest double, 2⁻¹⁰⁷⁴, of which
every finite double is a multiple: the mean is rounded once, at the end.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from bolide.data.scores import Score
from bolide.data.stats import Stats
from bolide.kernels.statistics.rows import add_groups
from bolide.metrics.base import Metric
from bolide.system.errors import InputError, SegmentError
from bolide.system.messages import counted

_SMALLEST, _LARGEST = 1074, 1023  # exponents of the smallest double and of the largest
_BITS = 32  # of each limb, so that 2³¹ of them can be added in 64 bits
_DIGITS = 640  # of a sum of scores, at most
LIMBS = 67  # up to 2¹⁰⁷⁰: more than 10¹³ times the largest double

Label = TypeVar("Label", bound=Hashable)


# --- sums of doubles ----------------------------------------------------------------------------------------------


def exact_sum(values: Iterable[float]) -> int:
    """The sum of the segments' scores as a number of smallest doubles."""
    return sum(_exact(value, segment) for segment, value in enumerate(values))


def _exact(value: float, segment: int) -> int:
    try:
        above, below = value.as_integer_ratio()
    except (OverflowError, ValueError):
        raise SegmentError(segment, f"its score is {value}; a mean needs finite numbers.") from None
    return above << (_SMALLEST + 1 - below.bit_length())


def rounded(total: int) -> float:
    """The double nearest to the sum, as `math.fsum` would give it."""
    return total / (1 << _SMALLEST)


def read_value(text: str) -> int:
    """The sum that `str` wrote. Raises InputError if it is not one of scores."""
    if len(text) > _DIGITS or not text.removeprefix("-").isdecimal() or not text.isascii():
        raise InputError(f"The sum of the segments' scores is {text!r:.40}, which is not one of theirs.")
    return int(text)


def limbs(total: int) -> list[int]:
    """The sum as `LIMBS` integers of at most 32 bits, the smallest first, all with the sign of the sum."""
    sign, rest = (-1, -total) if total < 0 else (1, total)
    if rest.bit_length() > _BITS * LIMBS:
        raise InputError("The sum of the segments' scores is too large to be kept.")
    return [sign * (rest >> _BITS * index & (1 << _BITS) - 1) for index in range(LIMBS)]


def from_limbs(cells: Sequence[int]) -> int:
    """The sum that limbs, or sums of limbs, represent."""
    return sum(cell << _BITS * index for index, cell in enumerate(cells))


# --- sums of segments ---------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Sums:
    """The sums of one metric over some segments: of their rows and, if it averages, of their scores (exactly)."""

    segments: int
    total: tuple[int, ...]
    value: int = 0

    @classmethod
    def of(cls, metric: Metric, stats: Stats) -> Sums:
        """The sums of all rows."""
        value = exact_sum(metric.row_values(stats)) if metric.formula.mean_of_segments else 0
        return cls(len(stats), stats.total(), value)

    @classmethod
    def none(cls, metric: Metric) -> Sums:
        """The sums of no segments."""
        return cls(0, (0,) * len(metric.counts.columns))

    def __add__(self, other: Sums) -> Sums:
        total = tuple(a + b for a, b in zip(self.total, other.total, strict=True))
        return Sums(self.segments + other.segments, total, self.value + other.value)

    def check(self, metric: Metric) -> None:
        """Raise InputError if a sum exceeds 64 bits, or the sum of scores a double."""
        title = metric.form.title
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

    # --- as integers that can be added ----------------------------------------------------------------------------

    def integers(self, metric: Metric) -> list[int]:
        """The sums as integers of 64 bits: the sum of several such lists is that of all their segments."""
        return [*self.total, self.segments, *(limbs(self.value) if metric.formula.mean_of_segments else ())]

    @classmethod
    def from_integers(cls, metric: Metric, integers: Sequence[int]) -> Sums:
        """The sums that `integers`, or a sum of such lists, represent."""
        if len(integers) != width(metric):
            raise InputError(f"{metric.form.title} needs {counted(width(metric), 'sum')}; got {len(integers)}.")
        for number in integers:
            if not -(1 << 63) <= number < 1 << 63:
                raise InputError(f"A sum of {metric.form.title} is {number}, which exceeds 64 bits.")
        columns = len(metric.counts.columns)
        return cls(integers[columns], tuple(integers[:columns]), from_limbs(integers[columns + 1 :]))


def width(metric: Metric) -> int:
    """The number of integers in a metric's sums."""
    return len(metric.counts.columns) + 1 + (LIMBS if metric.formula.mean_of_segments else 0)


def summable_rows(metric: Metric, stats: Stats) -> Stats:
    """One row per segment with the integers of its `Sums`, so that plain sums of columns are all that a score needs."""
    rows = len(stats.columns)
    names = (*stats.columns, "sum_segments", *(f"sum_{k}" for k in range(width(metric) - rows - 1)))
    data = array("q", bytes(8 * len(names) * len(stats)))
    for column in range(rows):
        data[column :: len(names)] = stats.data[column::rows]
    data[rows :: len(names)] = array("q", [1]) * len(stats)
    for segment, value in enumerate(metric.row_values(stats) if metric.formula.mean_of_segments else ()):
        first = segment * len(names) + rows + 1
        data[first : first + LIMBS] = array("q", limbs(_exact(value, segment)))
    return Stats(names, data, stats.signature)


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
            values[groups[segment]] += _exact(value, segment)
        totals = _group_totals(stats, groups, len(numbers))
        by_metric.append([Sums(sizes[k], totals[k], values[k]) for k in range(len(numbers))])
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

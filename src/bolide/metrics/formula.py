"""The formula half of a metric: from rows of integers to named numbers, without access to text."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields, replace
from functools import cached_property
from itertools import pairwise
from typing import Any, ClassVar, Generic, TypeAlias, TypeVar

from bolide.data.stats import Stats
from bolide.kernels.statistics.rows import fits_bits, take_best
from bolide.metrics.counts import Measured, PicklesOptionsOnly
from bolide.system.errors import InputError, counted

Cells: TypeAlias = "array[int] | memoryview[int]"
"""Rows of integers laid end to end."""
TOO_LARGE = "A row holds a number of more than 56 bits, which no text produces and whose sums might exceed 64 bits."
INFINITE = "{} is infinite with these options; choose less extreme numbers."


@dataclass(frozen=True, init=False, repr=False, eq=False)  # made for every subclass
class Formula(PicklesOptionsOnly):
    """Computes named numbers from a row or a sum of rows; the last number is the score.

    The fields are the metric's options that change the number but not the rows. All scores are computed here: of a
    sentence, a corpus, a thousand resamples, ten thousand settings. A subclass defines `names` and `of`; or, instead of
    `of`, a compiled `kernel`, which computes many rows under many settings at once and takes a setting as doubles.
    """

    kernel: ClassVar[Callable[..., Any] | None] = None
    higher_is_better: ClassVar[bool] = True
    bounds: ClassVar[tuple[float, float]] = (0.0, 1.0)  # of a score; math.inf if there is no bound

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the numbers; the last one is the score."""
        raise NotImplementedError

    def of(self, row: Sequence[int]) -> Sequence[float]:
        """The numbers of one row, in the order of `names`; not needed if there is a kernel."""
        raise NotImplementedError

    @property
    def setting(self) -> tuple[float, ...]:
        """This formula's parameters as numbers."""
        return tuple(getattr(self, field.name) for field in fields(self))

    def fits(self, width: int) -> bool:
        """Whether rows of `width` columns belong to this formula; a kernel must not receive any others."""
        return True

    @property
    def mean_of_segments(self) -> bool:
        """Whether the score of a corpus is the mean of its segments' scores rather than the score of their sum."""
        return False

    def preferences(self, rows: Stats) -> tuple[array[float], bool]:
        """A number for every row by which a segment's best reference is selected, and whether higher is better.

        By default it is the score.
        """
        return self.values(rows), self.higher_is_better

    # --- derived --------------------------------------------------------------------------------------------------

    def evaluate(
        self, rows: Cells, width: int, settings: Sequence[Sequence[float]] | None = None, *, whole: bool = False
    ) -> array[float]:
        """The score of every row under every setting, setting by setting; if `whole`, all numbers of each.

        `width` is the number of columns; `settings` are values of `setting`, by default this formula's.
        """
        if not self.fits(width):
            raise InputError(f"A row of {counted(width, 'number')} is not one that this metric measured.")
        numbers = len(self.names) if whole else 1
        kernel = type(self).kernel
        if kernel is None:
            return self._one_by_one(rows, width, settings, numbers)
        if not fits_bits(rows):
            raise InputError(TOO_LARGE)
        count = 1 if settings is None else len(settings)
        flat = self._setting_array if settings is None else array("d", [value for row in settings for value in row])
        out = array("d", bytes(8 * numbers * count * (len(rows) // width)))
        kernel(rows, width, flat, len(flat) // count, out, numbers)
        return out

    @cached_property
    def _setting_array(self) -> array[float]:
        """The setting as an array, for the kernel."""
        return array("d", self.setting)

    def _one_by_one(
        self, rows: Cells, width: int, settings: Sequence[Sequence[float]] | None, numbers: int
    ) -> array[float]:
        out = array("d")
        for formula in [self] if settings is None else [type(self)(*setting) for setting in settings]:
            for first in range(0, len(rows), width):
                out.extend(formula.of(tuple(rows[first : first + width]))[-numbers:])
        return out

    def best_reference_rows(self, measured: Measured) -> Stats:
        """One row per segment; if there is one per reference, that of the first of the best references."""
        rows, starts = measured
        if starts is None:
            return rows
        width = len(rows.columns)
        best = array("q", bytes(8 * width * (len(starts) - 1)))
        take_best(rows.data, width, starts, *self.preferences(rows), best)
        return Stats(rows.columns, best)

    def best_references(self, measured: Measured) -> list[int]:
        """For each segment, the index of its best reference, the first of equals."""
        if measured.starts is None:
            return [0] * len(measured.rows)
        values, highest = self.preferences(measured.rows)
        best = max if highest else min
        spans = [values[start:end] for start, end in pairwise(measured.starts)]
        return [span.index(best(span)) for span in spans]

    def value(self, row: Sequence[int]) -> float:
        """The score of a row or of a sum of rows."""
        return self.evaluate(cells_of(row), len(row))[0]

    def values(self, stats: Stats) -> array[float]:
        """The score of every row."""
        return self.evaluate(stats.data, len(stats.columns))

    def numbers(self, row: Sequence[int]) -> dict[str, float]:
        """All numbers of a row by name; the last is the score."""
        return dict(zip(self.names, self.evaluate(cells_of(row), len(row), whole=True), strict=True))


def cells_of(row: Sequence[int]) -> array[int]:
    """A row as an array, for kernels. Raises InputError if it does not consist of 64-bit integers."""
    try:
        return array("q", row)
    except (TypeError, ValueError, OverflowError) as error:
        raise InputError(f"{row!r:.80} is not a row: {error}.") from None


# --- parameters that can be tuned ---------------------------------------------------------------------------------

M = TypeVar("M")


@dataclass(frozen=True)
class Parameter:
    """One number of a setting. `option` is the field it sets; if that is a tuple, `index` says which of its numbers.

    How values are drawn: `uniform` between low and high; `log`, uniform in the exponent of 10 between low and high;
    `share`, one of the weights of its option, which add up to 1; `fixed`, always `value`. `value` is the one that the
    metric has now.
    """

    label: str
    option: str
    value: float
    draw: str = "uniform"
    index: int | None = None
    low: float = 0.0
    high: float = 1.0


def options_at(parameters: Sequence[Parameter], point: Sequence[float]) -> dict[str, Any]:
    """The options that correspond to the parameters at these values."""
    options: dict[str, Any] = {}
    for parameter, value in zip(parameters, point, strict=True):
        if parameter.index is None:
            options[parameter.option] = float(value)
        else:
            options.setdefault(parameter.option, []).append(float(value))
    return {name: tuple(value) if isinstance(value, list) else value for name, value in options.items()}


@dataclass(frozen=True)
class Tunable(Generic[M]):
    """The parameters of a metric that can be tuned; `grid` has settings to try before random ones."""

    metric: M
    parameters: tuple[Parameter, ...] = ()
    grid: tuple[tuple[float, ...], ...] = ()

    def with_parameters(self, point: Sequence[float]) -> M:
        """The metric with its parameters at these values."""
        metric: Any = self.metric
        tuned: M = replace(metric, **options_at(self.parameters, point))
        return tuned

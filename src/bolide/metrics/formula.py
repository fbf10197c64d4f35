"""Formula: the half of a metric that never sees text. Rows of integers, under settings, become named numbers."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from functools import cached_property
from typing import Any, ClassVar, TypeAlias

from bolide.data.stats import Stats
from bolide.kernels.statistics.rows import moderate
from bolide.metrics.counts import Measured
from bolide.system.errors import InputError
from bolide.system.messages import counted

Cells: TypeAlias = "array[int] | memoryview[int]"
"""Rows of integers laid end to end."""


@dataclass(frozen=True)
class Formula:
    """From a row, or a sum of rows, to named numbers, the last of which is the score.

    A formula is a value: its fields are the options that change the number and leave the rows alone, under the names
    the metric gives them. Whoever needs a score asks here: a sentence, a corpus, a thousand resamples, ten thousand
    settings. A metric of your own defines `names` and `of`; a compiled one has a `kernel` instead, which computes many
    rows under many settings at once and takes a setting as a row of doubles.
    """

    kernel: ClassVar[Callable[..., Any] | None] = None
    higher_is_better: ClassVar[bool] = True
    bounds: ClassVar[tuple[float, float]] = (0.0, 1.0)  # of a score; math.inf if there is no bound

    @property
    def names(self) -> tuple[str, ...]:
        """What the numbers are called; the last one is the score."""
        raise NotImplementedError

    def of(self, row: Sequence[int]) -> Sequence[float]:
        """The numbers of one row, in the order of `names`; a formula with a kernel has no need of it."""
        raise NotImplementedError

    @property
    def setting(self) -> tuple[float, ...]:
        """This formula's parameters as numbers."""
        return tuple(getattr(self, field.name) for field in fields(self))

    def fits(self, width: int) -> bool:
        """Whether rows of so many columns are this formula's; a kernel must not be given any other."""
        return True

    @property
    def mean_of_segments(self) -> bool:
        """Whether the score of a corpus is the mean of its segments' scores rather than the score of their sum."""
        return False

    def value_if_identical(self, row: Sequence[int]) -> float:
        """The score of a translation that equals its reference; METEOR's is slightly below 1."""
        return self.bounds[self.higher_is_better]

    def preferences(self, rows: Stats) -> tuple[array[float], bool]:
        """A number for every row by which the best of a segment's references is chosen, and whether higher is better.

        By default it is the score.
        """
        return self.values(rows), self.higher_is_better

    # --- what follows from that -----------------------------------------------------------------------------------

    def evaluate(
        self, rows: Cells, width: int, settings: Sequence[Sequence[float]] | None = None, *, whole: bool = False
    ) -> array[float]:
        """The score of every row under every setting, setting by setting; all numbers of each where `whole`.

        `width` is the number of columns; `settings` are what `setting` gave, this formula's own where none are named.
        """
        if not self.fits(width):
            raise InputError(f"A row of {counted(width, 'number')} is not one that this metric measured.")
        numbers = len(self.names) if whole else 1
        kernel = type(self).kernel
        if kernel is None:
            return self._one_by_one(rows, width, settings, numbers)
        if not moderate(rows):
            raise InputError(
                "A row holds a number of more than 56 bits, which no text gives and sums of which might pass 64."
            )
        count = 1 if settings is None else len(settings)
        flat = self._own if settings is None else array("d", [value for row in settings for value in row])
        out = array("d", bytes(8 * numbers * count * (len(rows) // width)))
        kernel(rows, width, flat, len(flat) // count, out, numbers)
        return out

    @cached_property
    def _own(self) -> array[float]:
        """This formula's setting as a kernel reads it."""
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
        """One row per segment; if there is one per reference, that of the best reference."""
        if measured.starts is None:
            return measured.rows
        return measured.best_rows(*self.preferences(measured.rows))

    def best_references(self, measured: Measured) -> list[int]:
        """For each segment, the index of its best reference."""
        if measured.starts is None:
            return [0] * len(measured.rows)
        return measured.best_indices(*self.preferences(measured.rows))

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
    """A row as kernels take it; refused where it is not a row of integers of 64 bits."""
    try:
        return array("q", row)
    except (TypeError, ValueError, OverflowError) as error:
        raise InputError(f"{row!r:.80} is not a row: {error}.") from None

"""Stats: one row of named integers a segment. Rows add; the sum becomes a score."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator
from typing import Any

from bolide.errors import InputError
from bolide.kernels.rows import add_up

Row = tuple[int, ...]


class Stats:
    """A table of integers, N segments by K named columns, kept in one flat array.

    `numpy.asarray(stats)` looks at the same memory; nothing is copied.
    """

    __slots__ = ("columns", "data")

    def __init__(self, columns: Iterable[str], data: array[int]) -> None:
        self.columns = tuple(columns)
        self.data = data
        if not self.columns or len(data) % len(self.columns):
            raise InputError(f"{len(data)} numbers do not fill rows of {len(self.columns)} columns.")

    @classmethod
    def of(cls, columns: Iterable[str], rows: Iterable[Iterable[int]]) -> Stats:
        """A table from rows of numbers."""
        names = tuple(columns)
        data = array("q")
        for number, row in enumerate(rows):
            before = len(data)
            data.extend(row)
            if len(data) - before != len(names):
                raise InputError(f"Row {number} has {len(data) - before} numbers for {len(names)} columns.")
        return cls(names, data)

    def __len__(self) -> int:
        return len(self.data) // len(self.columns)

    def __getitem__(self, index: int) -> Row:
        size = len(self)
        place = index + size if index < 0 else index
        if not 0 <= place < size:
            raise IndexError(f"There is no row {index} in a table of {size}.")
        width = len(self.columns)
        return tuple(self.data[place * width : (place + 1) * width])

    def __iter__(self) -> Iterator[Row]:
        cells = iter(self.data)
        return zip(*[cells] * len(self.columns), strict=True)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Stats) and self.columns == other.columns and self.data == other.data

    __hash__ = None  # type: ignore[assignment]  # a table can be written to through numpy

    def __add__(self, other: Stats) -> Stats:
        """Both tables one after the other."""
        if self.columns != other.columns:
            raise InputError("Tables with different columns cannot be joined.")
        return Stats(self.columns, self.data + other.data)

    def __repr__(self) -> str:
        return f"<Stats: {len(self)} segments × {', '.join(self.columns)}>"

    def column(self, name: str) -> array[int]:
        """The numbers of one column, a copy."""
        return self.data[self.columns.index(name) :: len(self.columns)]

    def total(self) -> Row:
        """The sum of all rows."""
        width = len(self.columns)
        if len(self.data) == width:
            return tuple(self.data)
        sums = array("q", bytes(8 * width))
        add_up(memoryview(self.data), memoryview(sums))
        return tuple(sums)

    def take(self, rows: Iterable[int]) -> Stats:
        """The rows with these numbers, in this order; a row may be taken more than once."""
        return Stats.of(self.columns, (self[row] for row in rows))

    @property
    def __array_interface__(self) -> dict[str, Any]:
        """What numpy asks for to look at the table in place; `data` is the array's own buffer."""
        address, _ = self.data.buffer_info()
        return {
            "version": 3,
            "typestr": "<i8" if array("H", [1]).tobytes()[0] else ">i8",
            "shape": (len(self), len(self.columns)),
            "data": (address, False),
        }

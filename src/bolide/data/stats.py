"""Stats: one row of named integers per segment. Rows add; the sum becomes a score."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, overload

from bolide.data.display import Displayable
from bolide.data.scores import Signature
from bolide.kernels.statistics.rows import add_up
from bolide.system.errors import InputError, SegmentError, counted, known_name, need

if TYPE_CHECKING:
    import pyarrow as pa

Row = tuple[int, ...]


# Keys of a schema's metadata: the columns of the rows, and the settings they were measured with.
COLUMNS, SIGNATURE = "bolide.columns", "bolide.signature"


class Stats(Displayable):
    """A table of integers, N segments by K named columns, in one flat array.

    `data` has the numbers, row after row; `numpy.asarray(stats)` shares the memory, and while it does, the array cannot
    be resized. If the rows were read from Arrow, `signature` has their settings: only
    rows with the same settings can be added, and a metric with different settings refuses them.

    >>> from bolide import BLEU
    >>> stats = BLEU(max_ngram_order=1).measure(["the cat sat", "a dog"], ["the cat sat down", "a cat"])
    >>> stats.columns
    ('segments', 'hyp_len', 'ref_len', 'match_1', 'total_1', 'short_1')
    >>> stats[0], stats.total()
    ((1, 3, 4, 3, 3, 0), (2, 5, 6, 4, 5, 0))
    """

    __slots__ = ("columns", "data", "signature")

    def blocks(self, *, drawn: bool = False) -> list[Any]:
        from bolide.reporting.render.notebook import stats_view

        return stats_view(self)

    def __init__(self, columns: Iterable[str], data: array[int], signature: str | None = None) -> None:
        self.columns = _names(columns)
        self.data = data
        self.signature = signature
        if not isinstance(data, array) or data.typecode != "q":
            raise InputError("The numbers must be array('q', …), of 64-bit integers; Stats.of makes one from rows.")
        if not self.columns or len(data) % len(self.columns):
            columns = counted(len(self.columns), "column")
            raise InputError(f"{counted(len(data), 'number')} cannot fill rows of {columns}.")

    @classmethod
    def of(cls, columns: Iterable[str], rows: Iterable[Iterable[int]]) -> Stats:
        """A table from rows of numbers."""
        names = _names(columns)
        data = array("q")
        if not isinstance(rows, Iterable):
            raise InputError(f"The rows are of type {type(rows).__name__}; they must be a list of lists of integers.")
        for number, row in enumerate(rows):
            before = len(data)
            try:
                data.extend(row)
            except (OverflowError, TypeError) as error:
                raise InputError(f"Row {number} is not a list of 64-bit integers: {error}.") from None
            if len(data) - before != len(names):
                numbers = counted(len(data) - before, "number")
                raise InputError(f"Row {number} has {numbers} for {counted(len(names), 'column')}.")
        return cls(names, data)

    def __len__(self) -> int:
        return len(self.data) // len(self.columns)

    @overload
    def __getitem__(self, index: int) -> Row: ...
    @overload
    def __getitem__(self, index: slice) -> Stats: ...

    def __getitem__(self, index: int | slice) -> Row | Stats:
        if isinstance(index, slice):
            return self.take(range(len(self))[index])
        return tuple(self.data[self._cells(index)])

    def _cells(self, index: int) -> slice:
        """The slice of the flat array that holds a row."""
        width = len(self.columns)
        size = len(self.data) // width
        row = index + size if index < 0 else index
        if not 0 <= row < size:
            raise IndexError(f"There is no row {index} in a table of {size}.")
        return slice(row * width, (row + 1) * width)

    def __iter__(self) -> Iterator[Row]:
        cells = iter(self.data)
        return zip(*[cells] * len(self.columns), strict=True)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Stats) and self.columns == other.columns and self.data == other.data

    __hash__ = None  # type: ignore[assignment]  # a table can be written to through numpy

    def __add__(self, other: Stats) -> Stats:
        """Concatenate two tables."""
        if not isinstance(other, Stats):
            return NotImplemented
        if self.columns != other.columns:
            raise InputError("Tables with different columns cannot be joined.")
        return Stats(self.columns, self.data + other.data, merged(self.signature, other.signature))

    def __repr__(self) -> str:
        return f"<Stats: {counted(len(self), 'segment')} × {', '.join(self.columns)}>"

    def column(self, name: str) -> array[int]:
        """A copy of the numbers of one column."""
        known_name("column", name, self.columns)
        return self.data[self.columns.index(name) :: len(self.columns)]

    def total(self) -> Row:
        """The sum of all rows; InputError if a column exceeds 64 bits."""
        sums = array("q", bytes(8 * len(self.columns)))
        if add_up(memoryview(self.data), memoryview(sums)):
            return tuple(sums)
        exact = tuple(sum(self.column(name)) for name in self.columns)
        for name, number in zip(self.columns, exact, strict=True):
            if not -(1 << 63) <= number < 1 << 63:
                raise InputError(f"The sum of the column {name} is {number}, which exceeds 64 bits.")
        return exact

    def take(self, rows: Iterable[int]) -> Stats:
        """The rows with these indices, in this order; a row may be repeated."""
        data = array("q")
        for row in rows:
            data += self.data[self._cells(row)]
        return Stats(self.columns, data, self.signature)

    def to_arrow(self, signature: str | None = None) -> pa.RecordBatch:
        """The rows as a RecordBatch of int64 columns, with the settings in its metadata."""
        need("arrow", "pyarrow")
        import json

        import pyarrow as pa

        columns = map(self.column, self.columns)
        arrays = [pa.Array.from_buffers(pa.int64(), len(self), [None, pa.py_buffer(column)]) for column in columns]
        settings = signature or self.signature
        metadata = {COLUMNS: json.dumps(self.columns), **({SIGNATURE: settings} if settings else {})}
        fields = [pa.field(name, pa.int64(), nullable=False) for name in self.columns]
        return pa.record_batch(arrays, schema=pa.schema(fields, metadata=metadata))

    @classmethod
    def from_arrow(cls, *batches: pa.RecordBatch | pa.Table) -> Stats:
        """The rows of batches from `bolide.engines.arrow.measure`, or of Tables of them, concatenated.

        Other columns are ignored. InputError if rows have different settings.
        """
        need("arrow", "pyarrow")
        stats = None
        for batch in batches:
            rows = _rows_of(batch)
            stats = rows if stats is None else stats + rows
        if stats is None:
            raise InputError("There is no batch to read rows from.")
        return stats

    @property
    def __array_interface__(self) -> dict[str, Any]:
        """The table for numpy, which shares its memory."""
        return {
            "version": 3,
            "typestr": "<i8" if array("H", [1]).tobytes()[0] else ">i8",
            "shape": (len(self), len(self.columns)),
            "data": memoryview(self.data),
        }


def merged(one: str | None, other: str | None) -> str | None:
    """The signature of two tables together; InputError with the differences if their settings differ.

    The number of references belongs to the texts and not to the settings: if it differs, it becomes `var`. Rows of
    several versions may be added, and the signature names all of them.
    """
    if one is None or other is None or one == other:
        return one or other
    first, second = Signature.from_text(one), Signature.from_text(other)
    wrong = first.differences(second)
    if wrong:
        raise InputError(f"These rows were measured with different settings and cannot be added: {'; '.join(wrong)}.")
    nrefs = first.nrefs if first.nrefs == second.nrefs else "var"
    return str(replace(first, nrefs=nrefs).with_versions(second.versions))


def _rows_of(batch: pa.RecordBatch | pa.Table) -> Stats:
    """The rows in a batch; its metadata names their columns."""
    import json

    metadata = batch.schema.metadata or {}
    names = metadata.get(COLUMNS.encode())
    if names is None:
        raise InputError("This is not a batch of rows that Bolide measured: its metadata has no bolide.columns.")
    columns = tuple(json.loads(names))
    absent = [name for name in columns if name not in batch.schema.names]
    if absent:
        raise InputError(f"The column {absent[0]!r} is missing from these rows.")
    stats = from_arrays(columns, [batch.column(name) for name in columns])
    signature = metadata.get(SIGNATURE.encode())
    stats.signature = None if signature is None else signature.decode()
    return stats


def from_arrays(columns: Sequence[str], arrays: Sequence[Any]) -> Stats:
    """A table from Arrow arrays, one per column, chunked or not."""
    import numpy as np
    import pyarrow as pa

    data = array("q", bytes(8 * len(columns) * len(arrays[0])))
    table = np.frombuffer(data, dtype=np.int64).reshape(-1, len(columns))
    for index, (name, column) in enumerate(zip(columns, arrays, strict=True)):
        try:
            column.validate(full=True)
        except pa.ArrowInvalid as error:
            raise InputError(f"The column {name!r} is damaged: {error}") from None
        if column.type != pa.int64() or column.null_count:
            raise InputError(f"The column {name!r} is of type {column.type} or has nulls; rows are 64-bit integers.")
        table[:, index] = column.to_numpy()
        if len(negative := np.flatnonzero(table[:, index] < 0)):
            segment = int(negative[0])
            raise SegmentError(segment, f"{name} is {column[segment]}; counts are never negative.")
    return Stats(columns, data)


def _names(columns: Iterable[str]) -> tuple[str, ...]:
    names = tuple(columns) if isinstance(columns, Iterable) and not isinstance(columns, str) else ()
    if not all(isinstance(name, str) for name in names or (None,)):
        raise InputError(f"The columns are {columns!r:.80}; they must be a list of names.")
    return names

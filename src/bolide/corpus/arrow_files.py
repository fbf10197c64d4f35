"""Parquet and Arrow IPC files as batches of a few thousand rows, read with pyarrow."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import replace
from io import BytesIO
from typing import TYPE_CHECKING, Any, BinaryIO

from bolide.corpus.arrow import check_valid, python_cells
from bolide.corpus.batches import Batch, refuse_late
from bolide.corpus.table_files import STDIN
from bolide.system.errors import InputError, SegmentError, need, unknown
from bolide.system.limits import check_ratio

if TYPE_CHECKING:
    import pyarrow as pa

ROWS = 1 << 14  # per batch
PARQUET, ARROW_FILE, ARROW_STREAM = b"PAR1", b"ARROW1\0\0", b"\xff\xff\xff\xff"
Source = str | bytes  # a path, or the content of a file


def is_arrow(head: bytes) -> bool:
    """Whether a file with these first bytes is Parquet or Arrow."""
    return head.startswith((PARQUET, ARROW_FILE, ARROW_STREAM))


def record_batches(
    name: str, source: Source, columns: Sequence[str] | None, optional: Sequence[str] = ()
) -> Iterator[pa.RecordBatch]:
    """The rows of a file as Arrow has them, in the columns that hold these (None: all) and the optional ones."""
    need("arrow", "pyarrow")
    import pyarrow as pa

    kind, read = ("a Parquet", _parquet) if head_of(source).startswith(PARQUET) else ("an Arrow", _ipc)
    try:
        unpacked, packed = 0, len(source) if isinstance(source, bytes) else os.path.getsize(source)
        for batch in read(name, source, columns, optional):
            unpacked += sum(map(_size, batch.columns))
            check_ratio(name, unpacked, packed)
            yield batch
    except (pa.ArrowException, OSError, UnicodeDecodeError) as error:
        why = " ".join(str(error).split())
        raise InputError(f"{name} is {kind} file that cannot be read, perhaps cut off or damaged: {why:.200}") from None


def arrow_batches(
    name: str, source: Source, columns: Sequence[str] | None, optional: Sequence[str] = ()
) -> Iterator[Batch]:
    """The rows of a file with at least these columns (None: all) and those of the optional ones that exist."""
    first = 1
    for batch in record_batches(name, source, columns, optional):
        rows = Batch(name, {}, range(first, first + batch.num_rows), "row")
        cells: dict[str, list[Any]] = {}
        inner: dict[str, list[Any]] = {}
        for column, array in zip(batch.schema.names, batch.columns, strict=True):
            try:
                cells[column] = python_cells(column, array)
            except SegmentError as error:
                rows.refuse(error)
            inner |= _inside(column, array.type, cells[column])
        for column in columns or ():
            if column not in cells and column not in inner:
                raise unknown(f"column of {name}", column, {**cells, **inner})
        refuse_late(name, inner, columns or inner, optional)
        wanted = {*columns, *optional} if columns is not None else set(inner)
        inner = {path: some for path, some in inner.items() if path in wanted}
        yield replace(rows, columns={**cells, **inner}, inner={*inner})
        first += batch.num_rows


def _size(column: pa.Array) -> int:
    """The bytes of a column if every cell is written out: the cells of a dictionary or of views may share theirs."""
    import pyarrow as pa

    if pa.types.is_dictionary(column.type) and pa.types.is_string(column.type.value_type):
        import pyarrow.compute as pc

        return pc.sum(pc.binary_length(column.dictionary).take(column.indices)).as_py() or 0
    if pa.types.is_string_view(column.type):
        import numpy as np

        views = np.frombuffer(column.buffers()[1], dtype=np.int32)[::4]  # each begins with the length of its text
        return int(views[column.offset : column.offset + len(column)].sum(dtype=np.int64))
    return int(column.nbytes)


def _inside(column: str, kind: pa.DataType, cells: Sequence[Any]) -> dict[str, list[Any]]:
    """The columns inside a column of structs or maps, by the paths to them."""
    import pyarrow as pa

    columns: dict[str, list[Any]] = {}
    if pa.types.is_struct(kind):
        rows, kinds = [cell or {} for cell in cells], {field.name: field.type for field in kind}
    elif pa.types.is_map(kind):
        rows = [dict(cell or ()) for cell in cells]
        kinds = dict.fromkeys((key for row in rows for key in row), kind.item_type)
    else:
        return columns
    for name, inner in kinds.items():
        columns[f"{column}.{name}"] = [row.get(name) for row in rows]
        columns |= _inside(f"{column}.{name}", inner, columns[f"{column}.{name}"])
    return columns


def _outer(column: str, known: Sequence[str]) -> str:
    """The column of the file that holds a column: itself, or the struct or map that its path begins with."""
    while column not in known and "." in column:
        column = column.rpartition(".")[0]
    return column


def head_of(source: Source) -> bytes:
    """The first bytes of a file; empty if it cannot be opened, for which reading it will raise an error, or if it is a
    pipe, which can be read only once."""
    if isinstance(source, bytes):
        return source[:8]
    if source == STDIN or not os.path.isfile(source):
        return b""
    try:
        with open(source, "rb") as file:
            return file.read(8)
    except (OSError, ValueError):
        return b""


def row_count(names: Sequence[str]) -> int | None:
    """The number of rows of Parquet files, from their footers; None if one cannot be read, or is none."""
    if not all(head_of(name).startswith(PARQUET) for name in names):
        return None
    need("arrow", "pyarrow")
    import pyarrow as pa
    import pyarrow.parquet as pq

    rows = 0
    for name in names:
        try:
            with open(name, "rb") as file:
                rows += pq.read_metadata(file).num_rows
        except (pa.ArrowException, OSError, ValueError):
            return None
    return rows


def _parquet(
    name: str, source: Source, columns: Sequence[str] | None, optional: Sequence[str]
) -> Iterator[pa.RecordBatch]:
    import pyarrow.parquet as pq

    # With a buffer, columns are read as a stream instead of a whole row group at once.
    with _opened(source) as opened, pq.ParquetFile(opened, buffer_size=1 << 20, pre_buffer=False) as file:
        wanted = None if columns is None else _needed(name, file.schema_arrow.names, columns, optional)
        for batch in file.iter_batches(ROWS, columns=wanted, use_threads=False):
            check_valid(batch, f"{name}: the")
            yield batch


def _ipc(name: str, source: Source, columns: Sequence[str] | None, optional: Sequence[str]) -> Iterator[pa.RecordBatch]:
    """The batches of a file or a stream. They are read and not mapped: a file that is cut meanwhile would end us."""
    import pyarrow as pa

    form = pa.ipc.open_file if head_of(source).startswith(ARROW_FILE) else pa.ipc.open_stream
    with pa.PythonFile(_opened(source), "r") as opened:
        known = form(opened).schema.names
        needed = known if columns is None else _needed(name, known, columns, optional)
        wanted = [k for k, column in enumerate(known) if column in needed]
        opened.seek(0)
        reader = form(opened, options=pa.ipc.IpcReadOptions(included_fields=wanted, use_threads=False))
        batches = map(reader.get_batch, range(reader.num_record_batches)) if form is pa.ipc.open_file else reader
        for batch in batches:
            check_valid(batch, f"{name}: the")
            for at in range(0, batch.num_rows, ROWS):
                yield batch.slice(at, ROWS)


def _opened(source: Source) -> BinaryIO:
    """Open a local file; pyarrow itself would take some names for addresses of remote ones."""
    return open(source, "rb") if isinstance(source, str) else BytesIO(source)


def _needed(name: str, known: Sequence[str], columns: Sequence[str], optional: Sequence[str]) -> list[str]:
    """The columns of the file that hold these; InputError if one is not there, or there twice."""
    for path in columns:
        column = _outer(path, known)
        if column not in known:
            raise unknown(f"column of {name}", path, known)
        if known.count(column) > 1:
            raise InputError(f"{name} has two columns called {column!r}; give each its own name.")
    refuse_late(name, known, columns, optional)
    outer = dict.fromkeys(_outer(column, known) for column in (*columns, *optional))
    return [column for column in outer if column in known]

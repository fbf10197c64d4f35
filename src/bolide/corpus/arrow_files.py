"""Parquet and Arrow IPC files as batches of a few thousand rows, read with pyarrow."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from io import BytesIO
from typing import TYPE_CHECKING, Any, BinaryIO

from bolide.corpus.batches import Batch
from bolide.system.errors import InputError, need, unknown

if TYPE_CHECKING:
    import pyarrow as pa

ROWS = 1 << 14  # per batch
PARQUET, ARROW_FILE, ARROW_STREAM = b"PAR1", b"ARROW1\0\0", b"\xff\xff\xff\xff"
Source = str | bytes  # a path, or the content of a file


def is_arrow(head: bytes) -> bool:
    """Whether a file with these first bytes is Parquet or Arrow."""
    return head.startswith((PARQUET, ARROW_FILE, ARROW_STREAM))


def arrow_batches(
    name: str, source: Source, columns: Sequence[str] | None, optional: Sequence[str] = ()
) -> Iterator[Batch]:
    """The rows of a file with at least these columns (None: all) and those of the optional ones that exist."""
    need("arrow", "pyarrow")
    import pyarrow as pa

    kind, read = ("a Parquet", _parquet) if head_of(source).startswith(PARQUET) else ("an Arrow", _ipc)
    try:
        first = 1
        for batch in read(name, source, columns, optional):
            cells = dict(zip(batch.schema.names, batch.columns, strict=True))
            yield Batch(name, cells, range(first, first + batch.num_rows), "row")
            first += batch.num_rows
    except (pa.ArrowException, OSError) as error:
        problem = " ".join(str(error).split())
        raise InputError(
            f"{name} is {kind} file that cannot be read, perhaps cut off or damaged: {problem:.200}"
        ) from None


def head_of(source: Source) -> bytes:
    """The first bytes of a file; empty if it cannot be opened, for which reading it will raise an error."""
    if isinstance(source, bytes):
        return source[:8]
    try:
        with open(source, "rb") as file:
            return file.read(8)
    except (OSError, ValueError):
        return b""


def parquet_row_count(name: str) -> int | None:
    """The number of rows of a Parquet file, from its footer; None if it cannot be read."""
    need("arrow", "pyarrow")
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        with open(name, "rb") as file:
            return int(pq.read_metadata(file).num_rows)
    except (pa.ArrowException, OSError, ValueError):
        return None


def _parquet(
    name: str, source: Source, columns: Sequence[str] | None, optional: Sequence[str]
) -> Iterator[pa.RecordBatch]:
    import pyarrow.parquet as pq

    # With a buffer, columns are read as a stream instead of a whole row group at once.
    with _opened(source) as opened, pq.ParquetFile(opened, buffer_size=1 << 20, pre_buffer=False) as file:
        _check_columns(name, file.schema_arrow.names, columns)
        known = file.schema_arrow.names
        wanted = None if columns is None else [name for name in dict.fromkeys((*columns, *optional)) if name in known]
        yield from file.iter_batches(ROWS, columns=wanted, use_threads=False)


def _ipc(name: str, source: Source, columns: Sequence[str] | None, _: Sequence[str]) -> Iterator[pa.RecordBatch]:
    import pyarrow as pa

    with _mapped(source) as opened:
        if head_of(source).startswith(ARROW_FILE):
            reader = pa.ipc.open_file(opened)
            read: Iterator[Any] = (reader.get_batch(k) for k in range(reader.num_record_batches))
        else:
            reader = pa.ipc.open_stream(opened)
            read = iter(reader)
        _check_columns(name, reader.schema.names, columns)
        for batch in read:
            for at in range(0, batch.num_rows, ROWS):
                yield batch.slice(at, ROWS)


def _opened(source: Source) -> BinaryIO:
    """Open a local file; pyarrow itself would take some names for addresses of remote ones."""
    return open(source, "rb") if isinstance(source, str) else BytesIO(source)


def _mapped(source: Source) -> Any:
    import pyarrow as pa

    if isinstance(source, bytes):
        return pa.BufferReader(source)
    try:
        return pa.memory_map(source)
    except UnicodeEncodeError:  # a name that is not UTF-8
        return pa.PythonFile(open(source, "rb"))


def _check_columns(name: str, known: Sequence[str], columns: Sequence[str] | None) -> None:
    for column in columns or ():
        if column not in known:
            raise unknown(f"column of {name}", column, known)
        if known.count(column) > 1:
            raise InputError(f"{name} has two columns called {column!r}; give each its own name.")

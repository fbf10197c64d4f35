"""Arrow at the border: columns of a RecordBatch become aligned texts, which stay in Arrow's own memory.

pyarrow is needed here and imported when first used.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from bolide.corpus.utf8 import Utf8Corpus, Utf8Texts
from bolide.errors import InputError, SegmentError, need, unknown

if TYPE_CHECKING:
    import pyarrow as pa


def corpus_of(batch: Any, hyp: str, refs: str | Sequence[str]) -> Utf8Corpus:
    """The texts of a batch: outputs in the column `hyp`, references in one column (of texts or of lists of texts) or
    in several. Refused with the row: nulls, segments without a reference."""
    checked = record_batch(batch)
    names = [refs] if isinstance(refs, str) else list(refs)
    if not names:
        raise InputError("`refs` names no column; every segment needs at least one reference.")
    found = [_column(checked, name) for name in names]
    hyps = texts_of(hyp, _column(checked, hyp))
    lists = [_is_list(column.type) for column in found]
    if not any(lists):
        return Utf8Corpus(hyps, tuple(map(texts_of, names, found)))
    if len(names) > 1:
        listed = names[lists.index(True)]
        raise InputError(f"The column {listed!r} holds lists of texts; it must be the only column of references.")
    return _of_lists(hyps, names[0], found[0])


def record_batch(batch: Any) -> pa.RecordBatch:
    """A RecordBatch, or what another library offers as one; anything else is refused."""
    need("arrow", "pyarrow")
    import pyarrow as pa

    if isinstance(batch, pa.RecordBatch):
        return batch
    if isinstance(batch, pa.Table):
        raise InputError("This is a Table of several batches; measure each: for batch in table.to_batches().")
    if hasattr(batch, "__arrow_c_array__"):
        return pa.record_batch(batch)
    raise InputError(f"This is of type {type(batch).__name__}; it must be a pyarrow.RecordBatch.")


def texts_of(name: str, column: pa.Array, first: int = 0) -> Utf8Texts:
    """The texts of a column; nulls and other types are refused. `first` rows were left out before."""
    import pyarrow as pa

    if not _is_text(column.type):
        raise InputError(f"the column {name!r} is of type {column.type}; it must hold text.")
    if not (pa.types.is_string(column.type) or pa.types.is_large_string(column.type)):
        column = column.cast(pa.large_string())  # views and dictionaries
    if column.null_count:
        what = f"the column {name!r} is null; an empty text is an empty string."
        raise SegmentError(first + _first_null(column), what, "row")
    width = 8 if pa.types.is_large_string(column.type) else 4
    _, offsets, data = column.buffers()
    size = width * (len(column) + 1)
    if not len(column) or offsets is None:
        return Utf8Texts(name, memoryview(b""), memoryview(bytes(8)).cast("q"))
    at = width * column.offset
    ends = memoryview(offsets).cast("B")[at : at + size]
    text = memoryview(data if data is not None else b"").cast("B")
    return Utf8Texts(name, text, ends.cast("q") if width == 8 else ends.cast("i"))


def check_text(what: str, kind: pa.DataType) -> None:
    """Refuse a column, of which `what` speaks, that holds neither texts nor lists of texts."""
    if not _is_text(kind) and not _is_list(kind):
        raise InputError(f"{what} is of type {kind}; it must hold text.")


def is_list(column: Any) -> bool:
    """Whether a column holds lists of texts."""
    return _is_list(column.type)


def _of_lists(hyps: Utf8Texts, name: str, column: pa.ListArray) -> Utf8Corpus:
    if column.null_count:
        what = f"the column {name!r} is null; every segment needs a reference."
        raise SegmentError(_first_null(column), what, "row")
    if hasattr(column, "offsets"):
        starts = column.offsets.to_pylist()
    else:  # lists of one fixed size
        starts = [column.type.list_size * row for row in range(len(column) + 1)]
    for row, (start, end) in enumerate(pairwise(starts)):
        if start == end:
            raise SegmentError(row, f"the column {name!r} is an empty list; every segment needs a reference.", "row")
    values = column.flatten()
    if values.null_count:
        place = starts[0] + _first_null(values)
        row = next(row for row, end in enumerate(starts[1:]) if end > place)
        what = f"the column {name!r} has a null in its list; an empty text is an empty string."
        raise SegmentError(row, what, "row")
    return Utf8Corpus(hyps, (texts_of(name, values),), starts)


def _column(batch: pa.RecordBatch, name: str) -> pa.Array:
    if batch.schema.names.count(name) > 1:
        raise InputError(f"There are two columns called {name!r}; give each its own name.")
    if name not in batch.schema.names:
        raise unknown("column", name, batch.schema.names)
    return batch.column(name)


def _is_list(kind: pa.DataType) -> bool:
    import pyarrow.types as types

    listed = types.is_list(kind) or types.is_large_list(kind) or types.is_fixed_size_list(kind)
    return bool(listed) and _is_text(kind.value_type)


def _is_text(kind: pa.DataType) -> bool:
    import pyarrow.types as types

    if types.is_dictionary(kind):
        kind = kind.value_type
    return bool(types.is_string(kind) or types.is_large_string(kind) or types.is_string_view(kind))


def _first_null(column: pa.Array) -> int:
    return int(column.is_null().to_pylist().index(True))

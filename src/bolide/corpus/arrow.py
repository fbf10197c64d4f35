"""Aligned texts from the columns of an Arrow RecordBatch. pyarrow is imported on first use."""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from itertools import accumulate, chain
from typing import TYPE_CHECKING, Any

from bolide.corpus import Corpus
from bolide.corpus.lines import refuse_shared_columns
from bolide.system.errors import InputError, OptionError, SegmentError, first_repeated, known_name, need

if TYPE_CHECKING:
    import pyarrow as pa


def corpus_of(batch: Any, hyp: str, refs: str | Sequence[str]) -> Corpus:
    """The texts of a batch: outputs in the column `hyp`, references in one column (of texts or of lists of texts) or
    in several. SegmentError names the row of a null or of a segment without references."""
    checked = record_batch(batch)
    names = [refs] if isinstance(refs, str) else list(refs)
    if not names:
        raise InputError("`refs` names no column; every segment needs at least one reference.")
    if (twice := first_repeated(names)) is not None:
        raise OptionError(f"{twice} is given twice as a reference; leave one of them out.")
    refuse_shared_columns([hyp], names)
    columns = {name: column_of(checked, name) for name in (hyp, *names)}
    check_valid(columns)
    return corpus_of_columns(columns, hyp, names, hyp)


def corpus_of_columns(columns: Mapping[str, pa.Array], hyp: str, refs: Sequence[str], system: str) -> Corpus:
    """The texts of columns that are known to be valid, as those of a system of this name."""
    hyps = _texts(hyp, columns[hyp])
    if not any(is_list(columns[name]) for name in refs):
        texts = zip(*(_texts(name, columns[name]) for name in refs), strict=True)
        starts = array("q", range(0, len(hyps) * len(refs) + 1, len(refs)))
        return Corpus._trusted(hyps, list(chain.from_iterable(texts)), starts, system)
    groups = [list(chain(*row)) for row in zip(*(_listed(name, columns[name]) for name in refs), strict=True)]
    starts = array("q", accumulate(map(len, groups), initial=0))
    return Corpus._trusted(hyps, list(chain.from_iterable(groups)), starts, system)


def record_batch(batch: Any) -> pa.RecordBatch:
    """The RecordBatch itself, or another library's object converted to one; InputError for anything else."""
    need("arrow", "pyarrow")
    import pyarrow as pa

    if isinstance(batch, pa.RecordBatch):
        return batch
    if isinstance(batch, pa.Table):
        raise InputError("This is a Table of several batches; measure each: for batch in table.to_batches().")
    if hasattr(batch, "__arrow_c_array__"):
        return pa.record_batch(batch)
    raise InputError(f"This is of type {type(batch).__name__}; it must be a pyarrow.RecordBatch.")


def _texts(name: str, column: pa.Array) -> list[str]:
    """The texts of a column; InputError for nulls, other types and bytes that are not UTF-8."""
    if not _is_text(column.type):
        raise InputError(f"the column {name!r} is of type {column.type}; it must hold text.")
    return _cells(name, column, "an empty text is an empty string")


def _cells(name: str, column: pa.Array, instead: str) -> list[Any]:
    """The cells of a column; SegmentError for nulls, with what to write `instead`."""
    cells = python_cells(name, column)
    if None in cells:  # `null_count` does not count those among the values of a dictionary
        raise SegmentError(cells.index(None), f"the column {name!r} is null; {instead}.", "row")
    return cells


def python_cells(name: str, column: pa.Array) -> list[Any]:
    """The cells as Python objects; SegmentError for bytes that are not UTF-8, and a date that Python cannot hold."""
    try:
        cells: list[Any] = column.to_pylist()
        return cells
    except (ValueError, OverflowError):  # Arrow checks neither
        for row in range(len(column)):
            try:
                column[row].as_py()
            except UnicodeDecodeError:
                raise SegmentError(row, f"the column {name!r} holds bytes that are not UTF-8.", "row") from None
            except (ValueError, OverflowError):
                what = f"{name} is a {column.type} that Python cannot hold; write it as text."
                raise SegmentError(row, what, "row") from None
        raise


def check_valid(columns: Mapping[str, pa.Array] | pa.RecordBatch, where: str = "The") -> None:
    """Raise InputError if offsets, indices or lengths point outside the memory of a column: Arrow believes them.

    Bytes that are not UTF-8 are left to whoever decodes a column of texts, and can name the row.
    """
    import pyarrow as pa

    named = columns.items() if isinstance(columns, Mapping) else zip(columns.schema.names, columns.columns, strict=True)
    for name, column in named:
        try:
            column.validate(full=True)
        except pa.ArrowInvalid as error:
            if "UTF8" not in str(error) or not _is_plain_text(column.type):
                problem = " ".join(str(error).split())
                raise InputError(f"{where} column {name!r} is damaged: {problem:.200}") from None


def check_text(what: str, column: pa.Array) -> None:
    """Raise InputError if a column, described by `what`, holds neither texts nor lists of texts."""
    if not _is_text(column.type) and not is_list(column):
        raise InputError(f"{what} is of type {column.type}; it must hold text.")


def _listed(name: str, column: pa.Array) -> list[list[str]]:
    """The texts of each row, of a column of lists or of texts."""
    if not is_list(column):
        return [[text] for text in _texts(name, column)]
    lists = _cells(name, column, "every segment needs a reference")
    for row, texts in enumerate(lists):
        if not texts:
            raise SegmentError(row, f"the column {name!r} is an empty list; every segment needs a reference.", "row")
        if None in texts:
            what = f"the column {name!r} has a null in its list; an empty text is an empty string."
            raise SegmentError(row, what, "row")
    return lists


def column_of(batch: pa.RecordBatch | pa.Table, name: str) -> Any:
    """The column of this name, of which there must be exactly one."""
    if batch.schema.names.count(name) > 1:
        raise InputError(f"There are two columns called {name!r}; give each its own name.")
    known_name("column", name, batch.schema.names)
    return batch.column(name)


def is_list(column: Any) -> bool:
    """Whether a column holds lists of texts."""
    import pyarrow.types as types

    kind = column.type
    listed = types.is_list(kind) or types.is_large_list(kind) or types.is_fixed_size_list(kind)
    return bool(listed) and _is_text(kind.value_type)


def _is_text(kind: pa.DataType) -> bool:
    import pyarrow.types as types

    return _is_plain_text(kind.value_type if types.is_dictionary(kind) else kind)


def _is_plain_text(kind: pa.DataType) -> bool:
    return str(kind) in ("string", "large_string", "string_view")

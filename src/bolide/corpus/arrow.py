"""Aligned texts from the columns of an Arrow RecordBatch. pyarrow is imported on first use."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Any

from bolide.corpus import Corpus
from bolide.corpus.batches import texts_in
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
    cells = {name: python_cells(name, column) for name, column in columns.items()}
    if len(names) == 1 and all({*map(type, some)} <= {str} for some in cells.values()):  # the usual case
        return Corpus.of(cells[hyp], cells[names[0]], hyp)
    hyps, *groups = (texts_in(name, some) for name, some in cells.items())
    for row, texts in enumerate(hyps):
        if len(texts) > 1:
            raise SegmentError(row, f"the column {hyp!r} is a list; a translation is one text.", "row")
    return Corpus.of([texts[0] for texts in hyps], [list(chain(*row)) for row in zip(*groups, strict=True)], hyp)


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
            if "UTF8" not in str(error) or "string" not in str(column.type):
                problem = " ".join(str(error).split())
                raise InputError(f"{where} column {name!r} is damaged: {problem:.200}") from None


def column_of(batch: pa.RecordBatch | pa.Table, name: str) -> Any:
    """The column of this name, of which there must be exactly one."""
    if batch.schema.names.count(name) > 1:
        raise InputError(f"There are two columns called {name!r}; give each its own name.")
    known_name("column", name, batch.schema.names)
    return batch.column(name)

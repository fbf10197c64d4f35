"""Rows as engines carry them: integers by name and, in a column beside them, the signature behind them.

Engines drop the metadata of schemas, and a batch of theirs is no place in a file: a refusal names the key of its row.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from bolide.corpus.arrow import record_batch
from bolide.data.scores import Signature
from bolide.data.stats import SIGNATURE, Stats, from_arrays, merged
from bolide.metrics import metric_of
from bolide.metrics.base import Metric, check_rows
from bolide.metrics.measuring import measure_arrow
from bolide.system.errors import InputError, OptionError, SegmentError, unknown

if TYPE_CHECKING:
    import pyarrow as pa

COLUMN = "signature"


def measure_signed(
    metric: Metric, batch: Any, hyp: str, refs: str | Sequence[str], key: Sequence[str] = ()
) -> pa.RecordBatch:
    """What `measure_arrow` gives, with the signature in a column; the columns of `key` name a row that is refused."""
    import pyarrow as pa

    checked = record_batch(batch)
    with naming_rows(checked, key):
        rows = measure_arrow(metric, checked, hyp, refs)
    signature = rows.schema.metadata[SIGNATURE.encode()].decode()
    return pa.record_batch([*rows.columns, pa.repeat(signature, rows.num_rows)], names=[*rows.schema.names, COLUMN])


def stats_of(metric: Metric, batch: pa.RecordBatch | pa.Table) -> Stats:
    """The rows of a batch that `measure_signed` made; refused where the metric has other settings than they have."""
    signature = None
    for said in _column(batch, COLUMN).unique().to_pylist():
        if said is None:
            raise InputError(f"The column {COLUMN!r} is null in some rows; every row has the signature behind it.")
        signature = merged(signature, said)
    check_rows(metric, Stats(metric.counts.columns, array("q"), signature))
    found = from_arrays(metric.counts.columns, [_column(batch, name) for name in metric.counts.columns])
    found.signature = signature
    return found


def _column(batch: pa.RecordBatch | pa.Table, name: str) -> pa.Array | pa.ChunkedArray:
    if name not in batch.schema.names:
        raise unknown("column", name, batch.schema.names)
    return batch.column(name)


def engine_metric(given: str | Metric) -> Metric:
    """The metric that a user names. How many references there are is not known before an engine has run."""
    if isinstance(given, str) and "|" in given and Signature.from_text(given).nrefs is not None:
        raise OptionError(f"{given!r} counts references; leave nrefs out of the signature.")
    return metric_of(given)


def column_names(columns: str | Sequence[str]) -> tuple[str, ...]:
    """One name, or several."""
    return (columns,) if isinstance(columns, str) else tuple(columns)


@contextmanager
def naming_rows(batch: pa.RecordBatch, key: Sequence[str]) -> Iterator[None]:
    """Name the row of which a refusal speaks by the values it has in the columns of `key`."""
    keys = [(name, _column(batch, name)) for name in key]
    try:
        yield
    except SegmentError as error:
        row = error.segment
        if not keys:
            where = f"row {row + 1} of {batch.num_rows} measured together"
            raise InputError(f"{where}: {error.what} Give `key`, a column that names the row.") from None
        named = ", ".join(f"{name} {_shown(column[row])}" for name, column in keys)
        raise InputError(f"{named}: {error.what}") from None


def _shown(cell: pa.Scalar) -> str:
    try:
        return repr(cell.as_py())
    except UnicodeDecodeError:
        return "(not UTF-8)"

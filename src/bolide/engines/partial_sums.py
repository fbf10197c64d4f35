"""Partial sums: what one partition of a large table says of its texts, whichever engine holds it.

A partition gives a few rows of integers, by group, metric and signature; they add up to those of the whole table.
Engines drop the metadata of schemas, so the signature stands in a column beside the integers.
"""

from __future__ import annotations

import pickle
from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from bolide._version import __version__
from bolide.corpus.arrow import corpus_of, record_batch
from bolide.data.scores import Signature
from bolide.data.stats import SIGNATURE, Stats, from_arrays, merged
from bolide.metrics import metric_of
from bolide.metrics.base import Metric, check_rows
from bolide.metrics.measuring import measure_arrow, measure_together
from bolide.metrics.sums import Sums, sums_by_label, width
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


_MANY = 50_000  # sums that a partition holds before it passes them on

Labels = tuple[Any, ...]  # the values that a row has in the columns of `by`


@dataclass(frozen=True)
class Task:
    """What the work on a partition needs to know: the metrics, pickled, and the names of columns.

    Tables of words are no part of a metric: each process reads those that are installed with it.
    """

    metrics: bytes
    hyp: str
    refs: tuple[str, ...]
    by: tuple[str, ...] = ()
    key: tuple[str, ...] = ()
    version: str = __version__

    @property
    def columns(self) -> list[str]:
        """All columns of texts, groups and keys."""
        return list(dict.fromkeys((self.hyp, *self.refs, *self.by, *self.key)))


Tables = list[tuple[str, Stats]]  # signature and rows, one of each per metric
Rows = Callable[[Task, "pa.RecordBatch"], Tables]


@lru_cache(maxsize=8)
def built(pickled: bytes) -> list[Metric]:
    """The metrics of a task, built once per process and used for all partitions that it works on."""
    found: list[Metric] = pickle.loads(pickled)
    return found


def measured(task: Task, batch: pa.RecordBatch) -> Tables:
    """The rows of a batch of texts under every metric."""
    if task.version != __version__:
        raise InputError(
            f"bolide is {task.version} where the work was planned and {__version__} where it is done; "
            "install the same version everywhere."
        )
    metrics = built(task.metrics)
    with naming_rows(batch, task.key):
        corpus = corpus_of(batch, task.hyp, task.refs)
        tables = measure_together(corpus, metrics)
    return [(str(metric.signature(corpus.nrefs)), stats) for metric, stats in zip(metrics, tables, strict=True)]


def read(task: Task, batch: pa.RecordBatch) -> Tables:
    """The rows of a batch that were measured earlier, of one metric."""
    stats = stats_of(built(task.metrics)[0], batch)
    return [(str(stats.signature), stats)]


def kept_rows(task: Task, batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    """The rows of one metric themselves, with the columns of `by` before them."""
    import pyarrow as pa

    for batch in batches:
        rows = measure_signed(built(task.metrics)[0], batch, task.hyp, task.refs, task.key)
        kept = [batch.column(name) for name in task.by]
        yield pa.record_batch([*kept, *rows.columns], names=[*task.by, *rows.schema.names])


def partial_sums(rows: Rows, task: Task, batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    """The sums of a partition by group, metric and signature, under the names of `sum_columns`."""
    totals: dict[Labels, Sums] = {}
    kinds: list[pa.DataType] = []
    for batch in batches:
        if batch.num_rows:
            kinds = [batch.schema.field(name).type for name in task.by]
            _add(totals, task, batch, rows(task, batch))
        if len(totals) > _MANY:
            yield _as_batch(task, totals, kinds)
            totals = {}
    if totals:
        yield _as_batch(task, totals, kinds)


def sum_columns(groups: int, metrics: Iterable[Metric]) -> tuple[list[str], list[str]]:
    """The columns of partial sums: those that say what is added up, and the integers that are added, as many as the
    widest metric has."""
    keys = [*(f"by_{k}" for k in range(groups)), "metric", "signature"]
    return keys, [f"sum_{k}" for k in range(max(map(width, metrics)))]


def _add(totals: dict[Labels, Sums], task: Task, batch: pa.RecordBatch, tables: Tables) -> None:
    """Add the rows of a batch to the sums of their groups."""
    labels = list(zip(*(_column_values(batch, name) for name in task.by), strict=True)) or [()] * batch.num_rows
    metrics = built(task.metrics)
    for label, sums in sums_by_label(metrics, [stats for _, stats in tables], labels).items():
        for index, (signature, _) in enumerate(tables):
            key = (*label, index, signature)
            before = totals.get(key)
            totals[key] = sums[index] if before is None else before + sums[index]


def _column_values(batch: pa.RecordBatch, name: str) -> list[Any]:
    try:
        found: list[Any] = batch.column(name).to_pylist()
    except UnicodeDecodeError:
        raise InputError(f"The column {name!r} holds bytes that are not UTF-8.") from None
    return found


def _as_batch(task: Task, totals: dict[Labels, Sums], kinds: list[pa.DataType]) -> pa.RecordBatch:
    import pyarrow as pa

    metrics = built(task.metrics)
    keys, added = sum_columns(len(task.by), metrics)
    rows = (one.integers(metrics[key[-2]]) for key, one in totals.items())
    padded = ([*row, *[0] * (len(added) - len(row))] for row in rows)
    try:
        sums = [pa.array(column, pa.int64()) for column in zip(*padded, strict=True)]
    except (OverflowError, pa.ArrowInvalid):
        raise InputError("A sum exceeds 64 bits; divide the texts into more partitions.") from None
    labels = map(pa.array, zip(*totals, strict=True), [*kinds, pa.int32(), pa.string()])
    return pa.record_batch([*labels, *sums], names=[*keys, *added])

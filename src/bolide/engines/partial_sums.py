"""Partial sums of one partition of a large table, for any engine.

A partition yields a few rows of sums, by group, metric and signature, which add up to those of the whole table.
Engines drop the metadata of schemas, so the signature is a column beside the integers.
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
from bolide.corpus.arrow import column_of, corpus_of, python_cells, record_batch
from bolide.data.scores import Signature
from bolide.data.stats import SIGNATURE, Stats, from_arrays, merged
from bolide.metrics import metric_of
from bolide.metrics.base import Metric, check_rows
from bolide.metrics.measuring import measure_arrow, measure_together
from bolide.metrics.sums import Sums, rounded, sums_by_label
from bolide.system.errors import InputError, OptionError, SegmentError

if TYPE_CHECKING:
    import pyarrow as pa


COLUMN = "signature"


def measure_signed(
    metric: Metric, batch: Any, hyp: str, refs: str | Sequence[str], key: Sequence[str] = ()
) -> pa.RecordBatch:
    """The rows of `measure_arrow` with a signature column; errors name a row by its values in the columns of `key`."""
    import pyarrow as pa

    checked = record_batch(batch)
    with naming_rows(checked, key):
        rows = measure_arrow(metric, checked, hyp, refs)
    signature = rows.schema.metadata[SIGNATURE.encode()].decode()
    return pa.record_batch([*rows.columns, pa.repeat(signature, rows.num_rows)], names=[*rows.schema.names, COLUMN])


def stats_of(metric: Metric, batch: pa.RecordBatch | pa.Table) -> Stats:
    """The rows in a batch of `measure_signed`. Raises InputError if they were measured with other settings."""
    signature = None
    for text in column_of(batch, COLUMN).unique().to_pylist():
        if text is None:
            raise InputError(f"The column {COLUMN!r} is null in some rows; every row needs its signature.")
        signature = merged(signature, text)
    check_rows(metric, Stats(metric.counts.columns, array("q"), signature))
    stats = from_arrays(metric.counts.columns, [column_of(batch, name) for name in metric.counts.columns])
    stats.signature = signature
    return stats


def engine_metric(metric: str | Metric) -> Metric:
    """The metric of a name or signature, which must not fix the number of references: it is not known in advance."""
    if isinstance(metric, str) and "|" in metric and Signature.from_text(metric).nrefs is not None:
        raise OptionError(f"{metric!r} counts references; leave nrefs out of the signature.")
    try:
        return metric_of(metric)
    except OptionError as error:
        raise OptionError(f"{error} The metric comes first, then the columns.") from None


@contextmanager
def naming_rows(batch: pa.RecordBatch, key: Sequence[str]) -> Iterator[None]:
    """Make errors name a row by its values in the columns of `key`."""
    keys = [(name, column_of(batch, name)) for name in key]
    try:
        yield
    except SegmentError as error:
        row = error.segment
        if not keys:
            where = f"row {row + 1} of {batch.num_rows} measured together"
            raise InputError(f"{where}: {error.what} Pass `key`, a column that names the row.") from None
        named = ", ".join(f"{name} {_cell_text(column[row])}" for name, column in keys)
        raise InputError(f"{named}: {error.what}") from None


def _cell_text(cell: pa.Scalar) -> str:
    try:
        return repr(cell.as_py())
    except UnicodeDecodeError:
        return "(not UTF-8)"


_MANY = 50_000  # sums that a partition holds before it emits them

Labels = tuple[Any, ...]  # a row's values in the columns of `by`


@dataclass(frozen=True)
class PartitionTask:
    """The parameters of a worker: the pickled metrics and the names of columns.

    Word lists are not part of a metric: each process reads those installed with it.
    """

    metrics: bytes
    hyp: str
    refs: tuple[str, ...]
    by: tuple[str, ...] = ()
    key: tuple[str, ...] = ()
    version: str = __version__

    @property
    def columns(self) -> list[str]:
        """The columns of texts, groups and keys."""
        return list(dict.fromkeys((self.hyp, *self.refs, *self.by, *self.key)))


Tables = list[tuple[str, Stats]]  # signature and rows, one of each per metric
Rows = Callable[[PartitionTask, "pa.RecordBatch"], Tables]


@lru_cache(maxsize=8)
def load_metrics(pickled: bytes) -> list[Metric]:
    """Unpickle the metrics of a task, once per process."""
    metrics: list[Metric] = pickle.loads(pickled)
    return metrics


def measure_rows(task: PartitionTask, batch: pa.RecordBatch) -> Tables:
    """Measure a batch of texts under every metric."""
    if task.version != __version__:
        versions = f"The driver has bolide {task.version} and this worker {__version__}"
        raise InputError(f"{versions}; install the same version everywhere.")
    metrics = load_metrics(task.metrics)
    with naming_rows(batch, task.key):
        corpus = corpus_of(batch, task.hyp, task.refs)
        tables = measure_together(corpus, metrics)
    return [(str(metric.signature(corpus.nrefs)), stats) for metric, stats in zip(metrics, tables, strict=True)]


def read_rows(task: PartitionTask, batch: pa.RecordBatch) -> Tables:
    """Read a batch of rows that were measured earlier under one metric."""
    stats = stats_of(load_metrics(task.metrics)[0], batch)
    return [(str(stats.signature), stats)]


def labelled_rows(task: PartitionTask, batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    """The rows of one metric, after the columns of `by`."""
    import pyarrow as pa

    for batch in batches:
        rows = measure_signed(load_metrics(task.metrics)[0], batch, task.hyp, task.refs, task.key)
        labels = [batch.column(name) for name in task.by]
        yield pa.record_batch([*labels, *rows.columns], names=[*task.by, *rows.schema.names])


def partial_sums(rows: Rows, task: PartitionTask, batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    """Sum a partition by group, metric and signature, into the columns of `sum_columns`."""
    totals: dict[Labels, Sums] = {}
    kinds: list[pa.DataType] = []
    for batch in batches:
        if batch.num_rows:
            kinds = [batch.schema.field(name).type for name in task.by]
            tables, metrics = rows(task, batch), load_metrics(task.metrics)
            columns = (python_cells(name, batch.column(name)) for name in task.by)
            labels = list(zip(*columns, strict=True)) or [()] * batch.num_rows
            for label, sums in sums_by_label(metrics, [stats for _, stats in tables], labels).items():
                for index, (signature, _) in enumerate(tables):
                    key = (*label, index, signature)
                    totals[key] = totals.get(key, Sums.none(metrics[index])) + sums[index]
        if len(totals) > _MANY:
            yield _as_batch(task, totals, kinds)
            totals = {}
    if totals:
        yield _as_batch(task, totals, kinds)


def sum_columns(groups: int, metrics: Iterable[Metric]) -> tuple[list[str], list[str]]:
    """The columns of partial sums: the keys (groups, metric, signature), and the number of segments, the sum of their
    scores if that is needed, and as many integers as the widest metric has."""
    keys = [*(f"by_{k}" for k in range(groups)), "metric", "signature"]
    most = max(len(metric.counts.columns) for metric in metrics)
    return keys, ["score", "segments", *(f"sum_{k}" for k in range(most))]


def _as_batch(task: PartitionTask, totals: dict[Labels, Sums], kinds: list[pa.DataType]) -> pa.RecordBatch:
    import pyarrow as pa

    keys, added = sum_columns(len(task.by), load_metrics(task.metrics))
    scores = pa.array([rounded(one.value) for one in totals.values()], pa.float64())
    rows = ((one.segments, *one.total) for one in totals.values())
    padded = ([*row, *[0] * (len(added) - 1 - len(row))] for row in rows)
    try:
        sums = [scores, *(pa.array(column, pa.int64()) for column in zip(*padded, strict=True))]
    except (OverflowError, pa.ArrowInvalid):
        raise InputError("A sum exceeds 64 bits; divide the texts into more partitions.") from None
    labels = map(pa.array, zip(*totals, strict=True), [*kinds, pa.int32(), pa.string()])
    return pa.record_batch([*labels, *sums], names=[*keys, *added])

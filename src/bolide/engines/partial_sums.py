"""Partial sums: what one partition of a large table says of its texts, whichever engine holds it.

A partition gives a few rows of integers, by group, metric and signature; they add up to those of the whole table.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from bolide._version import __version__
from bolide.corpus.arrow import corpus_of
from bolide.data.stats import Stats
from bolide.engines.signed_rows import measure_signed, naming_rows, stats_of
from bolide.metrics.base import Metric
from bolide.metrics.measuring import measure_together
from bolide.metrics.sums import Sums, sums_by_label, width
from bolide.system.errors import InputError

if TYPE_CHECKING:
    import pyarrow as pa

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

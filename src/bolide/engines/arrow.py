"""Texts in a batch of Arrow become rows of integers: the part that Spark, Polars, DuckDB and datasets share.

Engines drop the metadata of schemas, so the signature of the rows is a column beside the integers.
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from bolide.corpus.arrow import column_of, corpus_of, record_batch
from bolide.corpus.inputs import columns_of
from bolide.data.scores import Signature
from bolide.data.stats import Stats, from_arrays, merged
from bolide.metrics import metric_of
from bolide.metrics.base import Metric, check_rows
from bolide.metrics.scorer import measure_together
from bolide.metrics.sums import Sums
from bolide.system.errors import InputError, OptionError, SegmentError

if TYPE_CHECKING:
    import pyarrow as pa

SIGNATURE = "signature"


def measure(
    batch: pa.RecordBatch,
    hyp: str = "hyp",
    refs: str | Sequence[str] = "ref",
    metric: str | Metric = "bleu",
    *,
    key: str | Sequence[str] = (),
) -> pa.RecordBatch:
    """One row of integers per segment of a RecordBatch, as int64 columns; `Stats.from_arrow` reads them.

    `refs` is a text column, several of them, or a column of lists of texts. The signature is in the metadata of the
    schema. Errors name a row by its values in the columns of `key`.
    """
    (stats,) = measure_batch(batch, hyp, columns_of(refs, "refs"), [engine_metric(metric)], columns_of(key, "key"))
    return stats.to_arrow()


def measure_batch(
    batch: Any, hyp: str, refs: Sequence[str], metrics: Sequence[Metric], key: Sequence[str] = ()
) -> list[Stats]:
    """The rows of a batch of texts under every metric, with their signatures."""
    checked = record_batch(batch)
    keys = [(name, column_of(checked, name)) for name in key]
    try:
        corpus = corpus_of(checked, hyp, refs)
        tables = measure_together(corpus, metrics)
    except SegmentError as error:
        where = ", ".join(f"{name} {column[error.segment].as_py()!r}" for name, column in keys)
        if not where:
            advice = f"{error.what} Pass `key`, a column that names the row."
            raise InputError(f"row {error.segment + 1} of {checked.num_rows} measured together: {advice}") from None
        raise InputError(f"{where}: {error.what}") from None
    signatures = [str(metric.signature(corpus.nrefs if len(corpus) else None)) for metric in metrics]
    return [Stats(table.columns, table.data, text) for table, text in zip(tables, signatures, strict=True)]


def signed(stats: Stats) -> pa.RecordBatch:
    """The rows with a column of their signature."""
    import pyarrow as pa

    rows = stats.to_arrow()
    return pa.record_batch([*rows.columns, pa.repeat(stats.signature, len(stats))], [*stats.columns, SIGNATURE])


def stats_of(batch: pa.RecordBatch, metric: Metric) -> Stats:
    """The rows in a batch of `signed`. Raises InputError if they were measured with other settings."""
    signature = None
    for text in column_of(batch, SIGNATURE).unique().to_pylist():
        if text is None:
            raise InputError(f"The column {SIGNATURE!r} is null in some rows; every row needs its signature.")
        signature = merged(signature, text)
    columns = metric.counts.columns
    check_rows(metric, Stats(columns, array("q"), signature))
    stats = from_arrays(columns, [column_of(batch, name) for name in columns])
    stats.signature = signature
    return stats


def engine_metric(metric: str | Metric) -> Metric:
    """The metric of a name or signature, which must not fix the number of references: it is not known in advance."""
    if isinstance(metric, str) and "|" in metric and Signature.from_text(metric).nrefs is not None:
        raise OptionError(f"{metric!r} counts references; leave nrefs out of the signature.")
    return metric_of(metric)


def add_to(totals: dict[Any, Sums], parts: Mapping[Any, Sums]) -> None:
    """Add sums by key to those so far."""
    for key, sums in parts.items():
        totals[key] = totals[key] + sums if key in totals else sums

"""Polars: expressions that measure and score, in `select`, `with_columns` and `group_by().agg`.

>>> frame.group_by("system").agg(bolide.engines.polars.score(BLEU()))  # doctest: +SKIP
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from bolide.engines.partial_sums import COLUMN, column_names, engine_metric, measure_signed, stats_of
from bolide.metrics.base import Metric
from bolide.system.errors import need

if TYPE_CHECKING:
    import polars as pl


def measure(
    metric: str | Metric,
    hyp: str = "hyp",
    refs: str | Sequence[str] = "ref",
    *,
    key: str | Sequence[str] = (),
) -> pl.Expr:
    """One row of integers per segment, a struct with the metric's columns and `signature`.

    `refs` is a column of texts, several of them, or a column of lists of texts. Errors name a row by its values in the
    columns of `key`.
    """
    need("polars", "polars", "pyarrow")
    import polars as pl
    import pyarrow as pa

    scorer, keys = engine_metric(metric), column_names(key)

    def rows(texts: pl.Series) -> pl.Series:
        batch = pa.RecordBatch.from_struct_array(texts.rechunk().to_arrow())
        signed = measure_signed(scorer, batch, hyp, refs, keys)
        return pl.DataFrame(pa.Table.from_batches([signed])).to_struct(texts.name)

    kind = pl.Struct({**dict.fromkeys(scorer.counts.columns, pl.Int64), COLUMN: pl.String})
    texts = pl.struct(list(dict.fromkeys((hyp, *column_names(refs), *keys))))
    return texts.map_batches(rows, return_dtype=kind, is_elementwise=True).alias("row")


def combine(metric: str | Metric, rows: str | pl.Expr = "row") -> pl.Expr:
    """The score of rows that `measure` returned, all of them or those of a group."""
    need("polars", "polars", "pyarrow")
    import polars as pl
    import pyarrow as pa

    scorer = engine_metric(metric)

    def value(structs: pl.Series) -> float:
        batch = pa.RecordBatch.from_struct_array(structs.rechunk().to_arrow())
        return scorer.score_rows(stats_of(scorer, batch)).value

    column = pl.col(rows) if isinstance(rows, str) else rows
    return column.map_batches(value, return_dtype=pl.Float64, returns_scalar=True).alias(scorer.form.title)


def score(
    metric: str | Metric,
    hyp: str = "hyp",
    refs: str | Sequence[str] = "ref",
    *,
    key: str | Sequence[str] = (),
) -> pl.Expr:
    """The score of all segments, or of those of a group: between 0 and 1, or above for metrics such as TER."""
    return combine(metric, measure(metric, hyp, refs, key=key))

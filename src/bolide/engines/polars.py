"""Polars: expressions that measure and score, in `select`, `with_columns` and `group_by().agg`.

>>> frame.group_by("system").agg(bolide.engines.polars.score("hyp", "ref", "bleu"))  # doctest: +SKIP
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from bolide.corpus.inputs import columns_of
from bolide.engines.arrow import SIGNATURE, engine_metric, measure_batch, signed, stats_of
from bolide.engines.poisson import Poisson, document_names
from bolide.metrics.base import Metric
from bolide.metrics.sums import sums_by_label
from bolide.system.errors import InputError, need

if TYPE_CHECKING:
    import polars as pl
    import pyarrow as pa


def measure(
    hyp: str = "hyp",
    refs: str | Sequence[str] = "ref",
    metric: str | Metric = "bleu",
    *,
    key: str | Sequence[str] = (),
) -> pl.Expr:
    """One row of integers per segment, a struct with the metric's columns and `signature`.

    `refs` is a column of texts, several of them, or a column of lists of texts. Errors name a row by its values in the
    columns of `key`.
    """
    need("polars", "polars", "pyarrow")
    import polars as pl

    scorer, names, keys = engine_metric(metric), columns_of(refs, "refs"), columns_of(key, "key")

    def rows(texts: pl.Series) -> pl.Series:
        (stats,) = measure_batch(_batch(texts), hyp, names, [scorer], keys)
        return pl.DataFrame(signed(stats)).to_struct(texts.name)

    kind = pl.Struct({**dict.fromkeys(scorer.counts.columns, pl.Int64), SIGNATURE: pl.String})
    texts = pl.struct(list(dict.fromkeys((hyp, *names, *keys))))
    return texts.map_batches(rows, return_dtype=kind, is_elementwise=True).alias("row")


def combine(rows: str | pl.Expr = "row", metric: str | Metric = "bleu") -> pl.Expr:
    """The score of rows that `measure` returned, all of them or those of a group."""
    need("polars", "polars", "pyarrow")
    import polars as pl

    scorer = engine_metric(metric)

    def value(structs: pl.Series) -> float:
        return scorer.score_rows(stats_of(_batch(structs), scorer)).value

    column = pl.col(rows) if isinstance(rows, str) else rows
    return column.map_batches(value, return_dtype=pl.Float64, returns_scalar=True).alias(scorer.title)


def score(
    hyp: str = "hyp",
    refs: str | Sequence[str] = "ref",
    metric: str | Metric = "bleu",
    *,
    key: str | Sequence[str] = (),
) -> pl.Expr:
    """The score of all segments, or of those of a group: between 0 and 1, or above for metrics such as TER."""
    return combine(measure(hyp, refs, metric, key=key), metric)


def confidence(
    rows: str | pl.Expr = "row",
    documents: str = "doc",
    metric: str | Metric = "bleu",
    *,
    resamples: int = 1000,
    seed: int | None = None,
) -> pl.Expr:
    """The 95 % interval of the score of rows that `measure` returned, all of them or those of a group.

    Whole documents are drawn, which the column `documents` names. A struct with `low`, `high`, the number of
    `documents`, and how many that is effectively: with `effective` below 30, intervals are too narrow.
    """
    need("polars", "polars", "pyarrow")
    import polars as pl

    scorer, poisson = engine_metric(metric), Poisson.of(resamples, documents, seed)

    def interval(columns: Sequence[pl.Series]) -> pl.Series:
        structs, labels = columns
        if not len(structs):
            raise InputError("There are no segments to score.")
        sums = sums_by_label([scorer], [stats_of(_batch(structs), scorer)], document_names(labels.to_list(), documents))
        drawn = poisson.document_interval(scorer, {name: one for name, (one,) in sums.items()})
        return pl.Series([drawn._asdict()], dtype=kind)

    kind = pl.Struct({"low": pl.Float64, "high": pl.Float64, "documents": pl.Int64, "effective": pl.Float64})
    column = pl.col(rows) if isinstance(rows, str) else rows
    drawn = pl.map_batches([column, pl.col(documents)], interval, return_dtype=kind, returns_scalar=True)
    return drawn.alias(f"{scorer.title} interval")


def _batch(structs: pl.Series) -> pa.RecordBatch:
    import pyarrow as pa

    return pa.RecordBatch.from_struct_array(structs.rechunk().to_arrow())

"""Spark: scores of DataFrames of any size. Texts stay on the executors; partitions send sums of integers.

>>> bolide.engines.spark.score(frame, "hyp", "ref", ["bleu", "chrf"], by="system").show()  # doctest: +SKIP
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from bolide._version import __version__
from bolide.corpus.arrow import python_cells
from bolide.corpus.inputs import columns_of
from bolide.data.scores import Signature
from bolide.data.stats import Stats, merged
from bolide.engines.arrow import SIGNATURE, add_to, engine_metric, measure_batch, signed, stats_of
from bolide.engines.poisson import DocumentInterval, Poisson, document_names, poisson_of
from bolide.metrics.base import Metric
from bolide.metrics.sums import Sums, rounded, sums_by_label
from bolide.system.errors import InputError, OptionError, need

if TYPE_CHECKING:
    import pyarrow as pa
    from pyspark.sql import DataFrame
    from pyspark.sql.types import StructType

_MANY = 50_000  # sums that a partition holds before it sends them
_FAILED = -1  # in the column of metrics: the row's signature says what is wrong with the texts

Work = Callable[[Iterable["pa.RecordBatch"]], Iterator["pa.RecordBatch"]]
Tables = Callable[["pa.RecordBatch"], list[Stats]]  # the rows of a batch under every metric


def score(
    df: DataFrame,
    hyp: str = "hyp",
    refs: str | Sequence[str] = "ref",
    metrics: str | Metric | Iterable[str | Metric] = "bleu",
    *,
    by: str | Sequence[str] = (),
    key: str | Sequence[str] = (),
    confidence: int | None = None,
    documents: str | None = None,
    seed: int | None = None,
) -> DataFrame:
    """Run the job and return its scores: one row per group and metric, with `metric`, `score`, `segments`, `signature`.

    `refs` is a column of texts, several of them, or a column of arrays of texts. Rows with equal values in the columns
    of `by` form a group; by default all rows do. Errors name a row by its values in the columns of `key`. With
    `confidence`, a number of resamples, there are also the ends of a 95 % interval, `low` and `high`, the number of
    `documents`, and how many that is effectively (`effective`): whole documents are drawn, which the column `documents`
    names. The sums of each document are sent to the driver.
    """
    need("spark", "pyspark", "pyarrow")
    poisson = poisson_of(confidence, documents, seed)
    scorers = [engine_metric(metric) for metric in ([metrics] if isinstance(metrics, str | Metric) else metrics)]
    names, keys = columns_of(refs, "refs"), columns_of(key, "key")
    tables = partial(measure_batch, hyp=hyp, refs=names, metrics=scorers, key=keys)
    return _scores(df, (hyp, *names, *keys), tables, scorers, columns_of(by, "by"), poisson)


def measure(
    df: DataFrame,
    hyp: str = "hyp",
    refs: str | Sequence[str] = "ref",
    metric: str | Metric = "bleu",
    *,
    keep: str | Sequence[str] = (),
    key: str | Sequence[str] = (),
) -> DataFrame:
    """The rows of all segments, measured lazily: the columns of `keep`, those of the metric, and `signature`. `combine`
    scores them in any grouping, also from saved Parquet files."""
    need("spark", "pyspark", "pyarrow")
    from pyspark.sql.types import LongType, StringType, StructField, StructType

    scorer, kept = engine_metric(metric), columns_of(keep, "keep")
    names, keys = columns_of(refs, "refs"), columns_of(key, "key")
    texts = _selected(df, (hyp, *names, *keys, *kept))
    _check_free(kept, (*scorer.counts.columns, SIGNATURE), "keep")
    rows = [StructField(name, LongType(), False) for name in scorer.counts.columns]
    fields = [*(texts.schema[name] for name in kept), *rows, StructField(SIGNATURE, StringType(), False)]
    tables = partial(measure_batch, hyp=hyp, refs=names, metrics=[scorer], key=keys)
    return _mapped(texts, partial(kept_rows, tables, kept), StructType(fields))


def combine(
    df: DataFrame,
    metric: str | Metric = "bleu",
    *,
    by: str | Sequence[str] = (),
    confidence: int | None = None,
    documents: str | None = None,
    seed: int | None = None,
) -> DataFrame:
    """Score rows that `measure` returned, in the form of `score`. Raises InputError if their settings differ."""
    need("spark", "pyspark", "pyarrow")
    scorer, poisson = engine_metric(metric), poisson_of(confidence, documents, seed)
    columns = (*scorer.counts.columns, SIGNATURE)
    return _scores(df, columns, partial(read_rows, scorer), [scorer], columns_of(by, "by"), poisson)


# --- on the executors ---------------------------------------------------------------------------------------------


def read_rows(metric: Metric, batch: pa.RecordBatch) -> list[Stats]:
    return [stats_of(batch, metric)]


def kept_rows(tables: Tables, keep: Sequence[str], batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    """The rows of one metric, after the columns of `keep`."""
    import pyarrow as pa

    for batch in batches:
        rows = signed(tables(batch)[0])
        kept = [batch.column(name) for name in keep]
        yield pa.record_batch([*kept, *rows.columns], [*keep, *rows.schema.names])


def partial_sums(
    tables: Tables, metrics: Sequence[Metric], by: Sequence[str], version: str, batches: Iterable[pa.RecordBatch]
) -> Iterator[pa.RecordBatch]:
    """Sum a partition by group, metric and signature. What is wrong with a text ends it with a row that says so: Spark
    would wrap an exception into pages of its own."""
    import pyarrow as pa

    totals: dict[tuple[Any, ...], Sums] = {}
    kinds = [pa.null()] * len(by)
    try:
        if version != __version__:
            versions = f"The driver has bolide {version} and this worker {__version__}"
            raise InputError(f"{versions}; install the same version everywhere.")
        for batch in filter(len, batches):
            kinds = [batch.schema.field(name).type for name in by]
            columns = [python_cells(name, batch.column(name)) for name in by]
            labels = list(zip(*columns, strict=True)) or [()] * len(batch)
            measured = tables(batch)
            for label, sums in sums_by_label(metrics, measured, labels).items():
                keys = [(*label, number, stats.signature) for number, stats in enumerate(measured)]
                add_to(totals, dict(zip(keys, sums, strict=True)))
            if len(totals) > _MANY:
                yield _as_batch(totals, kinds, by, metrics)
                totals = {}
    except (InputError, OptionError) as error:
        totals = {(*[None] * len(by), _FAILED, str(error)): Sums(0, ())}
    if totals:
        yield _as_batch(totals, kinds, by, metrics)


def sum_columns(metrics: Sequence[Metric]) -> list[str]:
    """The columns of partial sums: of the segments' scores if they are averaged, their number, and as many integers as
    the widest metric has."""
    return ["score", "segments", *(f"sum_{k}" for k in range(max(len(metric.counts.columns) for metric in metrics)))]


def _as_batch(
    totals: dict[tuple[Any, ...], Sums], kinds: list[pa.DataType], by: Sequence[str], metrics: Sequence[Metric]
) -> pa.RecordBatch:
    import pyarrow as pa

    keys = zip(*totals, strict=True)
    columns = sum_columns(metrics)
    rows = ([rounded(sums.value), sums.segments, *sums.total] for sums in totals.values())
    added = zip(*([*row, *[0] * (len(columns) - len(row))] for row in rows), strict=True)
    types = [*kinds, pa.int32(), pa.string(), pa.float64(), *[pa.int64()] * (len(columns) - 1)]
    arrays = [pa.array(cells, kind) for cells, kind in zip([*keys, *added], types, strict=True)]
    return pa.record_batch(arrays, [*by, "metric", SIGNATURE, *columns])


# --- on the driver ------------------------------------------------------------------------------------------------


def _scores(
    df: DataFrame,
    columns: Sequence[str],
    tables: Tables,
    metrics: Sequence[Metric],
    by: tuple[str, ...],
    poisson: Poisson | None,
) -> DataFrame:
    """Add the partial sums of all partitions, and score them."""
    import pyarrow as pa
    from pyspark.sql import functions as sql
    from pyspark.sql.types import DoubleType, IntegerType, LongType, StringType, StructField, StructType

    ends = () if poisson is None else DocumentInterval._fields
    result = ("metric", "score", *ends, "segments", SIGNATURE)
    labels = by if poisson is None else (*by, str(poisson.documents))
    added, keys = sum_columns(metrics), [*labels, "metric", SIGNATURE]
    _check_free(labels, (*result, *added), "by")
    texts = _selected(df, (*columns, *labels))
    kinds = [IntegerType(), StringType(), DoubleType(), *[LongType()] * (len(added) - 1)]
    fields = [StructField(name, texts.schema[name].dataType) for name in labels]
    fields += [StructField(name, kind) for name, kind in zip(["metric", SIGNATURE, *added], kinds, strict=True)]
    sums = _mapped(texts, partial(partial_sums, tables, metrics, labels, __version__), StructType(fields))
    table = sums.groupBy(*map(_quoted, keys)).agg(*(sql.sum(name).alias(name) for name in added)).toArrow()
    totals: dict[tuple[Any, ...], tuple[str | None, dict[str, Sums]]] = {}
    for row in table.sort_by([(name, "ascending") for name in keys]).to_pylist():
        if row["metric"] == _FAILED:
            raise InputError(row[SIGNATURE])
        metric = metrics[row["metric"]]
        total = [row[f"sum_{k}"] for k in range(len(metric.counts.columns))]
        one = Sums.of_columns(metric, row["segments"], total, row["score"])
        (document,) = [""] if poisson is None else document_names([row[labels[-1]]], labels[-1])
        group = (*(row[name] for name in by), row["metric"])
        signature, documents = totals.setdefault(group, (row[SIGNATURE], {}))
        add_to(documents, {document: one})
        totals[group] = merged(signature, row[SIGNATURE]), documents
    if not totals:
        raise InputError("There are no segments to score.")
    scored = []
    for (*_, number), (signature, documents) in totals.items():
        metric, behind = metrics[number], Signature.from_text(str(signature))
        whole = sum(documents.values(), Sums.none(metric))
        score = whole.score(metric, behind.nrefs).with_versions(behind.versions)
        drawn = () if poisson is None else poisson.document_interval(metric, documents)
        scored.append((metric.title, score.value, *drawn, whole.segments, str(score.signature)))
    groups = {name: pa.array([group[k] for group in totals], table.column(k).type) for k, name in enumerate(by)}
    found = {name: pa.array(cells) for name, cells in zip(result, zip(*scored, strict=True), strict=True)}
    return df.sparkSession.createDataFrame(pa.table(groups | found))


def _selected(df: DataFrame, names: Sequence[str]) -> DataFrame:
    """The columns of these names, each once; Spark says which of them are missing."""
    return df.select(*map(_quoted, dict.fromkeys(names)))


def _mapped(df: DataFrame, work: Work, schema: StructType) -> DataFrame:
    """What `work` makes of the batches. Rows travel as one struct: `mapInArrow` stumbles over names with a dot."""
    from pyspark.sql import functions as sql

    return df.select(sql.struct(*map(_quoted, df.columns)).alias("row")).mapInArrow(partial(_unpacked, work), schema)


def _unpacked(work: Work, batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    import pyarrow as pa

    return work(pa.RecordBatch.from_struct_array(batch.column(0)) for batch in batches)


def _quoted(name: str) -> str:
    return f"`{name.replace('`', '``')}`"


def _check_free(names: Sequence[str], own: Sequence[str], option: str) -> None:
    for name in names:
        if name in own:
            raise OptionError(f"The result has its own column {name!r}; rename the one in `{option}`.")

"""Spark: scores of DataFrames of any size. Texts stay on the executors; partitions send sums of integers.

>>> bolide.engines.spark.score(frame, hyp="hyp", refs="ref", metrics=[BLEU()], by=["system"]).show()  # doctest: +SKIP
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from bolide.corpus.inputs import columns_of
from bolide.data.scores import Signature
from bolide.data.stats import merged
from bolide.engines import partial_sums
from bolide.engines.partial_sums import COLUMN, PartitionTask, Rows, engine_metric, sum_columns
from bolide.engines.poisson import DocumentInterval, Poisson, document_names, poisson_of
from bolide.metrics.base import Metric
from bolide.metrics.sums import Sums
from bolide.system.errors import InputError, OptionError, need, unknown

if TYPE_CHECKING:
    import pyarrow as pa
    from pyspark.sql import DataFrame
    from pyspark.sql.types import StructField


def score(
    df: DataFrame,
    *,
    hyp: str = "hyp",
    refs: str | Sequence[str] = "ref",
    metrics: str | Metric | Iterable[str | Metric] = "bleu",
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
    poisson = poisson_of(confidence, documents, seed)
    scorers = [engine_metric(metric) for metric in ([metrics] if isinstance(metrics, str | Metric) else metrics)]
    if not scorers:
        raise OptionError("`metrics` is empty; name at least one metric.")
    groups = _labels(columns_of(by, "by"), poisson)
    task = PartitionTask(_pickled(scorers), hyp, columns_of(refs, "refs"), groups, columns_of(key, "key"))
    _check_texts(df, task)
    return _scores(df, task, scorers, partial_sums.measure_rows, poisson)


def measure(
    df: DataFrame,
    metric: str | Metric,
    *,
    hyp: str = "hyp",
    refs: str | Sequence[str] = "ref",
    keep: str | Sequence[str] = (),
    key: str | Sequence[str] = (),
) -> DataFrame:
    """The rows of all segments, measured lazily: the columns of `keep`, those of the metric, and `signature`. `combine`
    scores them in any grouping, also from saved Parquet files."""
    from pyspark.sql.types import LongType, StringType, StructField, StructType

    scorer, labels = engine_metric(metric), columns_of(keep, "keep")
    task = PartitionTask(_pickled([scorer]), hyp, columns_of(refs, "refs"), labels, columns_of(key, "key"))
    _check_texts(df, task)
    for name in task.by:
        if name in (*scorer.counts.columns, COLUMN):
            raise OptionError(f"The rows have their own column {name!r}; rename the one in `keep`.")
    rows = [StructField(name, LongType(), False) for name in scorer.counts.columns]
    fields = [*(_field(df, name) for name in task.by), *rows, StructField(COLUMN, StringType(), False)]
    return _only(df, task.columns).mapInArrow(partial(_named, partial_sums.labelled_rows, task), StructType(fields))


def combine(
    df: DataFrame,
    metric: str | Metric,
    *,
    by: str | Sequence[str] = (),
    confidence: int | None = None,
    documents: str | None = None,
    seed: int | None = None,
) -> DataFrame:
    """Score rows that `measure` returned, in the form of `score`. Raises InputError if their settings differ."""
    scorer, poisson = engine_metric(metric), poisson_of(confidence, documents, seed)
    task = PartitionTask(_pickled([scorer]), COLUMN, scorer.counts.columns, _labels(columns_of(by, "by"), poisson))
    for name in task.columns:
        _field(df, name)
    return _scores(df, task, [scorer], partial_sums.read_rows, poisson)


def _labels(by: tuple[str, ...], poisson: Poisson | None) -> tuple[str, ...]:
    """The columns by whose values rows are summed: those of groups and, last, that of documents if they are drawn."""
    return by if poisson is None or poisson.documents is None else (*by, poisson.documents)


def _scores(
    df: DataFrame, task: PartitionTask, metrics: list[Metric], rows: Rows, poisson: Poisson | None
) -> DataFrame:
    """Add the partial sums of all partitions, and score them."""
    import pyarrow as pa
    from pyspark.sql.types import AtomicType

    by, ends = (task.by, ()) if poisson is None else (task.by[:-1], DocumentInterval._fields)
    columns = ("metric", "score", *ends, "segments", "signature")
    labels = [_field(df, name).dataType for name in task.by]
    for name, kind in zip(task.by, labels, strict=True):
        if not isinstance(kind, AtomicType):
            raise OptionError(f"The column {name!r} is of type {kind.simpleString()}; it cannot be grouped by.")
        if name in by and name in columns:
            raise OptionError(f"The scores have their own column {name!r}; rename the one in `by`.")
    keys, added = sum_columns(len(labels), metrics)
    kinds = [*(kind.simpleString() for kind in labels), "int", "string", "double", *["bigint"] * (len(added) - 1)]
    schema = ", ".join(f"{name} {kind}" for name, kind in zip([*keys, *added], kinds, strict=True))
    work = partial(_named, partial(partial_sums.partial_sums, rows), task)
    table = _collected(_only(df, task.columns).mapInArrow(work, schema), keys, added)
    if not table.num_rows:
        raise InputError("There are no segments to score.")
    totals: dict[tuple[Any, ...], tuple[str, dict[str, Sums]]] = {}
    for row in table.sort_by([(name, "ascending") for name in keys]).to_pylist():
        group = (*(row[name] for name in keys[: len(by)]), row["metric"])
        metric = metrics[row["metric"]]
        segments, *total = (int(row[name]) for name in added[1 : 2 + len(metric.counts.columns)])
        sums = Sums.of_columns(metric, segments, total, row["score"])
        (document,) = [""] if poisson is None else document_names([row[keys[len(by)]]], task.by[-1])
        signature, documents = totals.get(group, (row["signature"], {}))
        documents[document] = documents[document] + sums if document in documents else sums
        totals[group] = merged(signature, row["signature"]) or "", documents
    scored = []
    for group, (signature, documents) in totals.items():
        metric, behind = metrics[group[-1]], Signature.from_text(signature)
        sums = sum(documents.values(), Sums.none(metric))
        score = sums.score(metric, behind.nrefs).with_versions(behind.versions)
        drawn = () if poisson is None else poisson.document_interval(metric, documents)
        scored.append((metric.title, score.value, *drawn, sums.segments, str(score.signature)))
    result = {name: pa.array([group[k] for group in totals], table.column(k).type) for k, name in enumerate(by)}
    result |= {name: pa.array(column) for name, column in zip(columns, zip(*scored, strict=True), strict=True)}
    return df.sparkSession.createDataFrame(pa.table(result))


def _collected(sums: DataFrame, keys: list[str], added: list[str]) -> pa.Table:
    """Collect the sums of all partitions, of integers as decimals, which do not overflow. Re-raises errors of the
    executors."""
    from pyspark.errors import PySparkException
    from pyspark.sql import functions as sql

    total = [sql.sum(sql.col(name).cast("decimal(38,0)")).alias(name) for name in added[1:]]
    try:
        return sums.groupBy(*keys).agg(sql.sum("score").alias("score"), *total).toArrow()
    except PySparkException as error:
        refusal = re.search(r"bolide\.system\.errors\.(\w+): (.*)", str(error))
        if refusal is not None:
            raise (OptionError if refusal[1] == "OptionError" else InputError)(refusal[2].strip()) from None
        if re.search(r"No module named '(bolide|pyarrow)\b", str(error)):
            raise InputError("bolide[spark] is not installed, or in another version, on the executors.") from None
        raise


def _pickled(metrics: list[Metric]) -> bytes:
    """Pickle the metrics for the executors. Raises OptionError with the name of one that cannot be pickled."""
    need("spark", "pyspark", "pyarrow")
    from pyspark import cloudpickle

    for metric in metrics:
        try:
            cloudpickle.dumps(metric)
        except Exception as error:  # an attribute of the metric may raise anything
            raise OptionError(f"The metric {metric.title} cannot be sent to the executors: {error}.") from None
    pickled: bytes = cloudpickle.dumps(metrics)
    return pickled


def _only(df: DataFrame, names: Sequence[str]) -> DataFrame:
    """Select columns and name them by number: `mapInArrow` does not accept names with a dot."""
    from pyspark.sql import functions as sql

    return df.select([sql.col(f"`{name.replace('`', '``')}`").alias(str(k)) for k, name in enumerate(names)])


def _named(
    work: Callable[[PartitionTask, Iterable[pa.RecordBatch]], Iterator[pa.RecordBatch]],
    task: PartitionTask,
    batches: Iterable[pa.RecordBatch],
) -> Iterator[pa.RecordBatch]:
    """Restore the names of columns in batches, and process them."""
    return work(task, (batch.rename_columns(task.columns) for batch in batches))


def _field(df: DataFrame, name: str) -> StructField:
    """The column of a DataFrame with this name, of which there must be exactly one."""
    from pyspark.sql import DataFrame

    if not isinstance(df, DataFrame):
        raise OptionError(f"`df` is of type {type(df).__name__}; it must be a Spark DataFrame.")
    fields = [field for field in df.schema.fields if field.name == name]
    if not fields:
        raise unknown("column", name, df.columns)
    if len(fields) > 1:
        raise OptionError(f"There are two columns called {name!r}; give each its own name.")
    return fields[0]


def _check_texts(df: DataFrame, task: PartitionTask) -> None:
    """Raise OptionError, before anything runs, if a column is missing or does not contain text."""
    from pyspark.sql.types import ArrayType, CharType, StringType, VarcharType

    fields = {name: _field(df, name) for name in task.columns}
    if not task.refs:
        raise OptionError("`refs` names no column; every segment needs at least one reference.")
    for name in (task.hyp, *task.refs):
        kind = fields[name].dataType
        element = kind.elementType if isinstance(kind, ArrayType) and task.refs == (name,) else kind
        if not isinstance(element, CharType | StringType | VarcharType):
            raise OptionError(f"The column {name!r} is of type {kind.simpleString()}; it must hold text.")

"""DuckDB: SQL functions that measure, add and score.

>>> bolide.engines.duckdb.register(con)  # doctest: +SKIP
>>> con.sql("SELECT system, bleu(hyp, ref) FROM texts GROUP BY system")  # doctest: +SKIP
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from bolide.data.stats import Stats
from bolide.engines.arrow import add_to, engine_metric, measure_batch
from bolide.engines.poisson import Poisson, document_names
from bolide.forms import form_of
from bolide.metrics import METRICS
from bolide.metrics.base import Metric, check_rows
from bolide.metrics.sums import Sums
from bolide.system.errors import InputError, OptionError, need

if TYPE_CHECKING:
    import duckdb
    import pyarrow as pa

ROW = "STRUCT(signature VARCHAR, segments BIGINT, counts BIGINT[], score DOUBLE)"
INTERVAL = "STRUCT(low DOUBLE, high DOUBLE, documents BIGINT, effective DOUBLE)"


def register(con: duckdb.DuckDBPyConnection, metrics: Mapping[str, str | Metric] | None = None) -> None:
    """Register the SQL functions `NAME(hyp, refs)`, an aggregate that scores the segments of a group, and its parts.

    `NAME_row(hyp, refs)` is the row of a segment, `sum_rows(row)` adds rows to a row, `NAME(row)` scores one, and
    `NAME_interval(row, document)` aggregates rows into the 95 % interval of their score: whole documents are drawn,
    `resamples := 1000` times. `metrics` maps each NAME to a metric; by default every metric that needs only plain text
    is registered under its own name. `refs` is a text or a list of texts, and errors name a row by `key := …`.
    """
    need("duckdb", "duckdb", "pyarrow")
    usual = {name: kind() for name, kind in METRICS.items() if form_of(kind()).from_plain_text}
    by_name = {name: engine_metric(metric) for name, metric in (usual if metrics is None else metrics).items()}
    for name, metric in by_name.items():
        if not name.isidentifier():
            raise OptionError(f"{name!r} cannot be the name of a metric in SQL; use letters, digits and _.")
        _register(con, name, metric)
    most = max((len(metric.counts.columns) for metric in by_name.values()), default=1)
    con.execute(f"CREATE OR REPLACE TEMP MACRO sum_rows(r) AS {_sum_of('r', most)}")


def _register(con: duckdb.DuckDBPyConnection, name: str, metric: Metric) -> None:
    # Lambdas, because DuckDB evaluates the annotations of functions.
    functions: dict[str, tuple[Any, Any, str]] = {
        "row": (lambda *columns: _rows(metric, *columns), None, ROW),
        "score": (lambda rows: _values(metric, rows), [ROW], "DOUBLE"),
        "interval": (
            lambda rows, documents, resamples, seed: _intervals(metric, rows, documents, resamples, seed),
            [f"{ROW}[]", "VARCHAR[]", "BIGINT", "UBIGINT"],
            INTERVAL,
        ),
    }
    for part, (function, kinds, result) in functions.items():
        own = f"bolide_{name}_{part}"
        con.create_function(own, function, kinds, result, type="arrow", null_handling="special")
    added = _sum_of("x", len(metric.counts.columns))
    con.execute(f"""
        CREATE TEMP MACRO {name}_row(hyp, refs, key := NULL) AS bolide_{name}_row(hyp, refs, key);
        CREATE TEMP MACRO bolide_{name}_sum(x) AS {added};
        CREATE TEMP MACRO {name}
            (r) AS bolide_{name}_score(r),
            (hyp, refs, key := NULL) AS bolide_{name}_score(bolide_{name}_sum(bolide_{name}_row(hyp, refs, key)));
        CREATE TEMP MACRO {name}_interval(r, document, resamples := 1000, seed := {Poisson.seed}) AS
            bolide_{name}_interval(list(r), list(document::VARCHAR), resamples, seed)""")


def _sum_of(row: str, columns: int) -> str:
    """SQL that adds rows of up to so many integers; the sum of no rows is NULL, as in SQL."""
    sums = ", ".join(f"sum({row}.counts[{k}])::BIGINT" for k in range(1, columns + 1))
    return f"""CASE
        WHEN count({row}) = 0 THEN NULL
        WHEN min({row}.signature) <> max({row}.signature) THEN error(
            'Rows that were measured with different settings cannot be added: '
            || min({row}.signature) || ' and ' || max({row}.signature))
        ELSE {{
            'signature': min({row}.signature),
            'segments': sum({row}.segments)::BIGINT,
            'counts': [{sums}][1:max(len({row}.counts))],
            'score': fsum({row}.score)
        }} END"""


def _rows(metric: Metric, hyp: Any, refs: Any, key: Any) -> pa.Array:
    import pyarrow as pa

    batch = pa.record_batch({"hyp": hyp.combine_chunks(), "refs": refs.combine_chunks(), "key": key.combine_chunks()})
    named = [] if pa.types.is_null(key.type) else ["key"]
    (stats,) = measure_batch(batch, "hyp", ["refs"], [metric], named)
    size, segments = len(stats.columns), len(stats)
    starts = pa.array(range(0, size * segments + 1, size), pa.int32())
    values = metric.row_values(stats) if metric.formula.mean_of_segments else [None] * segments
    columns = {
        # The number of references differs between batches and is not a setting, nor is the version.
        "signature": pa.repeat(str(replace(metric.signature(), version="")), segments),
        "segments": pa.array([1] * segments, pa.int64()),
        "counts": pa.ListArray.from_arrays(starts, pa.array(stats.data, pa.int64())),
        "score": pa.array(values, pa.float64()),
    }
    return pa.StructArray.from_arrays([*columns.values()], [*columns])


def _values(metric: Metric, rows: Any) -> pa.Array:
    import pyarrow as pa

    sums = _sums(metric, rows.to_pylist())
    return pa.array([None if one is None else one.score(metric).value for one in sums], pa.float64())


def _sums(metric: Metric, rows: Sequence[Any]) -> list[Sums | None]:
    """The sums in structs of SQL. Raises InputError if they were measured with other settings."""
    for signature in {row["signature"] for row in rows if row is not None}:
        if signature is None:
            raise InputError("A row has no signature; pass rows that a function _row or sum_rows returned.")
        check_rows(metric, Stats(metric.counts.columns, array("q"), signature))
    sums = (row and (metric, row["segments"], row["counts"] or (), row["score"]) for row in rows)
    return [None if one is None else Sums.of_columns(*one) for one in sums]


def _intervals(metric: Metric, *columns: Any) -> pa.Array:
    """The interval of each group: of the lists of its rows and of their documents, resamples, and a seed."""
    import pyarrow as pa

    intervals = []
    for structs, names, resamples, seed in zip(*(column.to_pylist() for column in columns), strict=True):
        by_document: dict[str, Sums] = {}
        for name, one in zip(document_names(names or (), "document"), _sums(metric, structs or ()), strict=True):
            add_to(by_document, {name: one} if one is not None else {})
        poisson = Poisson.of(resamples, "document", seed)
        intervals.append(poisson.document_interval(metric, by_document)._asdict() if by_document else None)
    fields = {"low": pa.float64(), "high": pa.float64(), "documents": pa.int64(), "effective": pa.float64()}
    return pa.array(intervals, pa.struct(fields))

"""DuckDB: SQL functions that measure, add and score.

>>> bolide.engines.duckdb.register(con)  # doctest: +SKIP
>>> con.sql("SELECT system, bleu(sum_rows(bleu_row(hyp, ref))) FROM texts GROUP BY system")  # doctest: +SKIP
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from bolide.corpus.arrow import corpus_of
from bolide.data.stats import Stats
from bolide.engines.partial_sums import engine_metric, naming_rows
from bolide.engines.poisson import Poisson, document_names, poisson_of
from bolide.forms import form_of
from bolide.metrics import METRICS
from bolide.metrics.base import Metric, check_rows
from bolide.metrics.measuring import measure_corpus
from bolide.metrics.sums import Sums
from bolide.system.errors import InputError, OptionError, need

if TYPE_CHECKING:
    import duckdb
    import pyarrow as pa

ROW = "STRUCT(signature VARCHAR, segments BIGINT, counts BIGINT[], score DOUBLE)"
INTERVAL = "STRUCT(low DOUBLE, high DOUBLE, documents BIGINT, effective DOUBLE)"
_MIXED = "Rows that were measured with different settings cannot be added: "
_WIDE = "These rows are of a metric that was registered earlier; register all metrics at once."


def register(con: duckdb.DuckDBPyConnection, metrics: Mapping[str, str | Metric] | None = None) -> None:
    """Register `NAME_row(hyp, refs)`, `sum_rows(row)`, `NAME(row)` and `NAME_interval(row, document)` as SQL functions.

    `metrics` maps each NAME to a metric; by default every metric that needs only plain text is registered under its
    own name. `refs` is a text or a list of texts, and errors name a row by `key := …`. A sum of rows is a row, so
    `NAME` scores segments and groups alike. `NAME_interval` draws whole documents, `resamples := 1000` times; it
    aggregates the rows of a group into the 95 % interval of its score.
    """
    need("duckdb", "duckdb", "pyarrow")
    usual = {name: kind() for name, kind in METRICS.items() if form_of(kind()).from_plain_text}
    by_name = {name: engine_metric(metric) for name, metric in (usual if metrics is None else metrics).items()}
    if not by_name:
        raise OptionError("`metrics` is empty; name at least one.")
    for name, metric in by_name.items():
        if not name.isidentifier() or name == "sum_rows":
            raise OptionError(f"{name!r} cannot be the name of a metric in SQL; use letters, digits and _.")
        _register(con, name, metric)
    con.execute(_sum_rows(max(len(metric.counts.columns) for metric in by_name.values())))


def _register(con: duckdb.DuckDBPyConnection, name: str, metric: Metric) -> None:
    import duckdb

    try:
        # Lambdas, because DuckDB evaluates the annotations of functions.
        row, value = (lambda *columns: _rows(metric, *columns)), (lambda rows: _values(metric, rows))
        con.create_function(f"bolide_{name}_row", row, None, ROW, type="arrow", null_handling="special")
        con.create_function(name, value, [ROW], "DOUBLE", type="arrow", null_handling="special")
        call = f"bolide_{name}_row(hyp, refs, key)"
        con.execute(f"CREATE TEMP MACRO {name}_row(hyp, refs, key := NULL) AS {call}")
        kinds = [f"{ROW}[]", "VARCHAR[]", "BIGINT", "UBIGINT"]
        con.create_function(
            f"bolide_{name}_interval",
            lambda rows, documents, resamples, seed: _intervals(metric, rows, documents, resamples, seed),
            kinds,
            INTERVAL,
            type="arrow",
            null_handling="special",
        )
        macro = f"{name}_interval(r, document, resamples := 1000, seed := {Poisson.seed})"
        call = f"bolide_{name}_interval(list(r), list(document::VARCHAR), resamples, seed)"
        con.execute(f"CREATE TEMP MACRO {macro} AS {call}")
    except duckdb.Error as error:
        message = str(error).splitlines()[0]
        raise OptionError(f"{name!r} cannot be registered; it may be a name that is taken: {message}") from None


def _sum_rows(most: int) -> str:
    """The SQL macro that adds rows of up to `most` integers; the sum of no rows is NULL, as in SQL."""
    sums = ", ".join(f"sum(r.counts[{k}])::BIGINT" for k in range(1, most + 1))
    # Rows counted by several versions may be added. The version is the last item of a signature.
    low, high, behind = "min(r.signature)", "max(r.signature)", "split_part({}, '|version:', {})"
    settings = behind.format(low, 1)
    versions = f"flatten([string_split({behind.format('text', 2)}, ',') FOR text IN list(DISTINCT r.signature)])"
    return f"""CREATE OR REPLACE TEMP MACRO sum_rows(r) AS CASE
        WHEN count(r) = 0 THEN NULL
        WHEN {settings} <> {behind.format(high, 1)} THEN error('{_MIXED}' || {low} || ' and ' || {high})
        WHEN max(len(r.counts)) > {most} THEN error('{_WIDE}')
        ELSE {{
            'signature': {settings} || '|version:' || array_to_string(list_sort(list_distinct({versions})), ','),
            'segments': sum(r.segments)::BIGINT,
            'counts': [{sums}][1:max(len(r.counts))],
            'score': fsum(r.score)
        }} END"""


def _rows(metric: Metric, hyp: Any, refs: Any, key: Any) -> pa.Array:
    import pyarrow as pa

    cells = {"hyp": hyp.combine_chunks(), "refs": refs.combine_chunks(), "key": key.combine_chunks()}
    named = [] if pa.types.is_null(cells["key"].type) else ["key"]
    batch = pa.record_batch(cells)
    with naming_rows(batch, named):
        stats = measure_corpus(metric, corpus_of(batch, "hyp", "refs"))
    size, segments = len(stats.columns), len(stats)
    starts = pa.array(range(0, size * segments + 1, size), pa.int32())
    values = metric.row_values(stats) if metric.formula.mean_of_segments else None
    columns = {
        # The number of references differs between batches and is not a setting.
        "signature": pa.repeat(str(metric.signature()), segments),
        "segments": pa.array([1] * segments, pa.int64()),
        "counts": pa.ListArray.from_arrays(starts, pa.array(stats.data, pa.int64())),
        "score": pa.nulls(segments, pa.float64()) if values is None else pa.array(values, pa.float64()),
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


def _intervals(metric: Metric, rows: Any, documents: Any, resamples: Any, seed: Any) -> pa.Array:
    """The interval of each group: the lists of its rows and of their documents."""
    import pyarrow as pa

    intervals = []
    for structs, names, count, start in zip(*(x.to_pylist() for x in (rows, documents, resamples, seed)), strict=True):
        poisson = poisson_of(count, "document", start)
        assert poisson is not None
        by_document: dict[str, Sums] = {}
        for name, one in zip(document_names(names or (), "document"), _sums(metric, structs or ()), strict=True):
            if one is not None:
                by_document[name] = by_document[name] + one if name in by_document else one
        intervals.append(poisson.document_interval(metric, by_document)._asdict() if by_document else None)
    fields = {"low": pa.float64(), "high": pa.float64(), "documents": pa.int64(), "effective": pa.float64()}
    return pa.array(intervals, pa.struct(fields))

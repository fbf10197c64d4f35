"""DuckDB's SQL gives the library's numbers to the bit."""

from collections.abc import Iterator
from typing import Any

import pytest

import bolide.engines.duckdb
from bolide import BLEU, METRICS, Metric
from bolide.forms import form_of
from bolide.system.errors import OptionError
from tests.engines.texts import HYPS, MEAN, METRICS as TRIED, REFS, by_system, columns
from tests.errors import raises

duckdb = pytest.importorskip("duckdb", reason="duckdb is not installed: pip install 'bolide[duckdb]'")
pa = pytest.importorskip("pyarrow")


@pytest.fixture
def con() -> Iterator[Any]:
    with duckdb.connect(config={"threads": 2}) as found:
        found.register("texts", pa.table(columns(1000)))
        yield found


@pytest.mark.parametrize("metric", TRIED, ids=lambda metric: str(metric.signature()))
def test_scores_by_group(con: Any, metric: Metric) -> None:
    bolide.engines.duckdb.register(con, {"m": metric})
    exact = 1e-12 if metric.formula.mean_of_segments else 0
    for score in ("m(hyp, ref)", "m(sum_rows(m_row(hyp, ref)))", "m(hyp, [ref])"):
        found = con.execute(f"SELECT system, {score} FROM texts GROUP BY system").fetchall()
        assert dict(found) == pytest.approx(by_system(metric, 1000), rel=exact, abs=0)
    segments = con.execute("SELECT m(m_row(hyp, ref)) FROM texts LIMIT 6").fetchall()
    assert [value for (value,) in segments] == list(metric.segments(HYPS, REFS).values)


def test_every_metric_of_plain_text_has_its_name(con: Any) -> None:
    bolide.engines.duckdb.register(con)
    names = [name for name, kind in METRICS.items() if form_of(kind()).from_plain_text]
    assert "rgbf" not in names
    asked = ", ".join(f"{name}(hyp, ref)" for name in names)
    found = con.execute(f"SELECT {asked} FROM (FROM texts LIMIT 6)").fetchone()
    assert list(found) == [METRICS[name]().corpus(HYPS, REFS).value for name in names]


def test_sums_of_sums(con: Any) -> None:
    bolide.engines.duckdb.register(con, {"nltk": MEAN})
    con.execute("CREATE TABLE partial AS SELECT system, sum_rows(nltk_row(hyp, ref)) AS r FROM texts GROUP BY system")
    found = con.execute("SELECT nltk(sum_rows(r)) FROM partial").fetchone()
    assert found == (pytest.approx(MEAN.corpus(HYPS * 1000, REFS * 1000).value, rel=1e-12),)
    assert con.execute("SELECT nltk(sum_rows(r)) FROM partial WHERE system = 'c'").fetchone() == (None,)


def test_what_is_wrong_is_named(con: Any) -> None:
    bolide.engines.duckdb.register(con, {"bleu": "bleu", "intl": BLEU(tokenize="intl")})
    mixed = "FROM (SELECT bleu_row(hyp, ref) r FROM texts UNION ALL SELECT intl_row(hyp, ref) FROM texts)"
    for query, said in (
        ("SELECT bleu(nullif(hyp, ''), ref, key := key) FROM texts", "key 'line-1': the column 'hyp' is null"),
        ("SELECT bleu(hyp, length(ref)) FROM texts", "'refs' is [0-9]+, not text; write it as text"),
        ("SELECT bleu(sum_rows(intl_row(hyp, ref))) FROM texts", "tok:intl and tok:13a"),
        (f"SELECT sum_rows(r) {mixed}", "different settings cannot be added"),
    ):
        raises(duckdb.Error, said, con.execute, query)
    raises(OptionError, "'a-b' cannot be the name", bolide.engines.duckdb.register, con, {"a-b": "bleu"})

"""DuckDB's SQL gives the library's numbers to the bit."""

from collections.abc import Iterator
from typing import Any

import pytest

import bolide.engines.duckdb
from bolide import BLEU, CHRF, METRICS, Metric
from tests.engines.texts import HYPS, MEAN, METRICS as TRIED, OTHERS, REFS, by_system, columns

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
    found = con.execute("SELECT system, m(sum_rows(m_row(hyp, ref))) FROM texts GROUP BY system").fetchall()
    exact = 1e-12 if metric.formula.mean_of_segments else 0
    assert dict(found) == pytest.approx(by_system(metric, 1000), rel=exact, abs=0)
    segments = con.execute("SELECT m(m_row(hyp, ref)) FROM texts LIMIT 6").fetchall()
    assert [value for (value,) in segments] == list(metric.segments(HYPS, REFS).values)


def test_every_metric_of_plain_text_has_its_name(con: Any) -> None:
    bolide.engines.duckdb.register(con)
    names = [name for name, kind in METRICS.items() if kind().form.from_plain_text]
    assert "rgbf" not in names
    asked = ", ".join(f"{name}(sum_rows({name}_row(hyp, ref)))" for name in names)
    found = con.execute(f"SELECT {asked} FROM (FROM texts LIMIT 6)").fetchone()
    assert list(found) == [METRICS[name]().corpus(HYPS, REFS).value for name in names]


def test_several_references_are_a_list(con: Any) -> None:
    bolide.engines.duckdb.register(con, {"chrf": CHRF()})
    expected = CHRF().corpus(HYPS * 1000, list(zip(REFS, OTHERS, strict=True)) * 1000).value
    assert con.execute("SELECT chrf(sum_rows(chrf_row(hyp, [ref, other]))) FROM texts").fetchone() == (expected,)


def test_sums_of_sums(con: Any) -> None:
    bolide.engines.duckdb.register(con, {"nltk": MEAN})
    con.execute("CREATE TABLE partial AS SELECT system, sum_rows(nltk_row(hyp, ref)) AS r FROM texts GROUP BY system")
    found = con.execute("SELECT nltk(sum_rows(r)) FROM partial").fetchone()
    assert found == (pytest.approx(MEAN.corpus(HYPS * 1000, REFS * 1000).value, rel=1e-12),)
    assert con.execute("SELECT nltk(sum_rows(r)) FROM partial WHERE system = 'c'").fetchone() == (None,)


def test_rows_of_several_versions_add(con: Any) -> None:
    bolide.engines.duckdb.register(con, {"bleu": BLEU()})
    con.execute("CREATE TABLE counted AS SELECT key, bleu_row(hyp, ref) AS r FROM texts")
    version = "'version:bolide-0.0.' || (hash(key) % 3)"
    signature = f"regexp_replace(r.signature, 'version:.*', {version})"
    older = f"{{'signature': {signature}, 'segments': r.segments, 'counts': r.counts, 'score': r.score}}"
    one = "FROM (SELECT r FROM counted LIMIT 1)"
    con.execute(f"CREATE TABLE mixed AS SELECT {older} AS r FROM counted UNION ALL {one}")
    assert con.execute("SELECT count(DISTINCT r.signature) FROM mixed").fetchone() == (4,)
    con.execute("CREATE TABLE added AS SELECT sum_rows(r) AS r FROM mixed")
    (signature,) = con.execute("SELECT r.signature FROM added").fetchone()
    versions = ",".join(f"bolide-{version}" for version in ("0.0.0", "0.0.1", "0.0.2", bolide.__version__))
    assert signature.endswith(f"|version:{versions}")
    value = BLEU().corpus([*HYPS * 1000, HYPS[0]], [*REFS * 1000, REFS[0]]).value
    assert con.execute("SELECT bleu(r), bleu(sum_rows(r)) FROM added GROUP BY ALL").fetchone() == (value, value)

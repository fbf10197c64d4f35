"""The Poisson bootstrap by documents: a document is drawn alike wherever its segments lie."""

from pathlib import Path

import numpy as np
import pytest

import bolide
from bolide import BLEU, Metric
from bolide.corpus.batches import Batch
from bolide.engines.poisson import Poisson
from bolide.metrics.sums import Sums
from tests.engines.texts import HYPS, MEAN, REFS

TIMES = 8
DOCUMENTS = [f"d{k // 4}" for k in range(len(HYPS) * TIMES)]
TABLE = {"doc": DOCUMENTS, "system": ["a", "b"] * (len(DOCUMENTS) // 2), "hyp": HYPS * TIMES, "ref": REFS * TIMES}


def test_a_document_is_drawn_as_a_whole_across_batches() -> None:
    metric, size = BLEU(), 60
    hyps = [f"the cat {k % 9} sat on a mat {k % 4}" for k in range(size)]
    refs = [f"the cat {k % 9} sat on the mat {k % 5}" for k in range(size)]
    documents = [f"d{k // 4}" for k in range(size)]
    stats, poisson = metric.measure(hyps, refs), Poisson(2000, documents="doc")

    def sums(first: int, last: int, name: str) -> list[np.ndarray]:  # type: ignore[type-arg]
        batch = Batch(name, {"doc": documents[first:last]}, range(first, last))
        return poisson.sums([metric], [stats.take(list(range(first, last)))], batch)[()]

    whole = sums(0, size, "one")
    parts = [a + b for a, b in zip(sums(0, 30, "two"), sums(30, size, "three"), strict=True)]  # cuts d7 in two
    assert all((a == b).all() for a, b in zip(whole, parts, strict=True))
    counts = whole[-1][:, 0]
    again, other = (
        Poisson(2000, seed, "doc").sums([metric], [stats], Batch("x", {"doc": documents}, range(size)))[()][-1][:, 0]
        for seed in (poisson.seed, 7)
    )
    assert (again == counts).all()
    assert (other != counts).any()
    assert set(counts % 4) == {0.0}
    (score,) = poisson.with_intervals([metric], [metric.score_rows(stats, "1")], whole, size)
    values = [metric.score_row(tuple(int(cell) for cell in total)).value for total in whole[0][counts > 0]]
    assert score.interval == pytest.approx(tuple(np.quantile(values, (0.025, 0.975))), rel=1e-12)
    named = {name: Sums.of(metric, stats.take([k for k in range(size) if documents[k] == name])) for name in documents}
    drawn = poisson.document_interval(metric, named)
    assert ((drawn.low, drawn.high), drawn.documents, drawn.effective) == (score.interval, 15, 15)
    about = score.parts["interval"]
    assert (about["unit"], about["segments"]) == ("document", size)
    assert about["effective"] == pytest.approx(15, rel=0.15)  # 15 documents of 4 segments


@pytest.fixture
def streamed(here: Path) -> dict[tuple[str, str], tuple[float, float]]:
    """The intervals of `score --table --by system --documents doc`."""
    lines = ["\t".join(TABLE), *("\t".join(cells) for cells in zip(*TABLE.values(), strict=True))]
    (here / "texts.tsv").write_text("\n".join(lines) + "\n")
    plan = bolide.Plan(resamples=500, seed=7)
    report = bolide.scan("texts.tsv", documents="doc").score("hyp", "ref", [BLEU(), MEAN], by="system", plan=plan)
    intervals = {}
    for system in report.systems:
        for score in system.scores:
            assert score.interval is not None
            intervals[dict(system.group).get("system", "all"), score.name] = score.interval
    return intervals


@pytest.mark.parametrize("metric", [BLEU(), MEAN], ids=lambda metric: metric.name)
def test_polars_and_duckdb_draw_documents_as_a_stream_does(
    metric: Metric, streamed: dict[tuple[str, str], tuple[float, float]]
) -> None:
    pl, duckdb, pa = (pytest.importorskip(name) for name in ("polars", "duckdb", "pyarrow"))
    from bolide.engines.duckdb import register
    from bolide.engines.polars import confidence, measure

    rows = pl.DataFrame(TABLE).with_columns(measure(metric=metric))
    asked = confidence("row", "doc", metric, resamples=500, seed=7).alias("interval")
    intervals = dict(rows.group_by("system").agg(asked).iter_rows())
    intervals["all"] = rows.select(asked).item()
    with duckdb.connect() as con:
        con.register("texts", pa.table(TABLE))
        register(con, {"m": metric})
        counted = "(SELECT system, doc, m_row(hyp, ref) AS r FROM texts)"
        call = "m_interval(r, doc, resamples := 500, seed := 7)"
        by_sql = dict(con.execute(f"SELECT system, {call} FROM {counted} GROUP BY system").fetchall())
        added = f"(SELECT doc, sum_rows(r) AS r FROM {counted} GROUP BY doc)"
        (by_sql["all"],) = con.execute(f"SELECT {call} FROM {added}").fetchone()
    assert by_sql.keys() == intervals.keys() == {"a", "b", "all"}
    for system, drawn in intervals.items():
        expected = next(ends for (group, name), ends in streamed.items() if group == system and name == metric.name)
        exact = {"rel": 0, "abs": 0} if metric is not MEAN else {"rel": 1e-12}  # means are added in another order
        for one in (drawn, by_sql[system]):
            assert (one["low"], one["high"]) == pytest.approx(expected, **exact)
            assert (one["documents"], one["effective"]) == (12, pytest.approx(12))

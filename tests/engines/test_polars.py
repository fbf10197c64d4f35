"""Polars' expressions give the library's numbers to the bit."""

import pytest

from bolide import BLEU, CHRF, Metric
from bolide.engines.polars import combine, measure, score
from tests.engines.texts import HYPS, METRICS, REFS, by_system, columns

pl = pytest.importorskip("polars", reason="polars is not installed: pip install 'bolide[polars]'")
pytest.importorskip("pyarrow")


@pytest.mark.parametrize("metric", METRICS, ids=lambda metric: str(metric.signature()))
def test_scores_by_group(metric: Metric) -> None:
    frame = pl.DataFrame(columns())
    found = frame.group_by("system").agg(score(metric=metric))
    assert found.columns == ["system", metric.title]
    assert dict(found.iter_rows()) == by_system(metric)
    assert frame.select(score(metric=metric)).item() == metric.corpus(HYPS, REFS).value


@pytest.mark.parametrize("engine", ["in-memory", "streaming"])
def test_lazily_and_in_streams(engine: str) -> None:
    frame = pl.concat([pl.DataFrame(columns(7)), pl.DataFrame(columns(1))], rechunk=False).lazy()
    asked = frame.group_by("system").agg(score(), score(metric="chrf"))
    found = {row[0]: row[1:] for row in asked.collect(engine=engine).iter_rows()}
    for system in ("a", "b"):
        assert found[system] == (by_system(BLEU(), 8)[system], by_system(CHRF(), 8)[system])


def test_rows_and_what_becomes_of_them() -> None:
    rows = pl.DataFrame(columns()).with_columns(measure())
    counted = rows["row"].struct.unnest()
    assert [tuple(row[:-1]) for row in counted.iter_rows()] == list(BLEU().measure(HYPS, REFS))
    assert counted["signature"].unique().to_list() == [str(BLEU().signature("1"))]
    found = rows.group_by("system").agg(combine("row", BLEU(smooth_method="floor")))
    assert dict(found.iter_rows()) == by_system(BLEU(smooth_method="floor"))
    sums = rows.group_by("system").agg(pl.col("row").struct.field("match_1").sum())
    assert sums["match_1"].sum() == sum(BLEU().measure(HYPS, REFS).column("match_1"))

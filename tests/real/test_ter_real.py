"""TER's edits and lengths on all segments of five systems of WMT23: sacreBLEU 2.6.0's own (oracles/ter-golden)."""

import gzip
from pathlib import Path

import pytest

from bolide import TER, Stats
from bolide.kernels import COMPILED
from bolide.kernels.edits.ter import REF_SCALE
from tests.real.data import DATA, lines, needs_data

pytestmark = needs_data

GOLDEN = Path(__file__).parents[1] / "oracles" / "ter-golden"
STEP = 1 if COMPILED else 5
OPTIONS = {
    "normalized": "normalized", "asian": "asian_support", "no_punct": "no_punct", "case": "case_sensitive",
}  # fmt: skip
CORPUS = {
    "zh-en.ONLINE-A": 66.13278547619547,
    "zh-en.GPT4-5shot.normalized": 60.75810692375109,
    "zh-en.ONLINE-B.no_punct.case": 57.91934908885021,
    "en-de.ONLINE-B": 45.536462093862816,
    "en-de.GPT4-5shot.normalized.asian": 38.64313993841341,
}


def golden(name: str) -> list[tuple[int, int]]:
    rows = gzip.decompress((GOLDEN / f"{name}.tsv.gz").read_bytes()).decode().splitlines()
    return [(int(edits), int(float(length))) for edits, length in (row.split("\t") for row in rows)]


def measured(pair: str, system: str, metric: TER) -> Stats:
    folder = DATA / "wmt23" / pair
    hyps = lines(folder / "system-outputs" / f"{system}.txt.gz")[::STEP]
    refs = lines(folder / "refA.txt.gz")[::STEP]
    return metric.measure(hyps, refs, jobs=2)


@pytest.mark.parametrize("name", CORPUS)
def test_every_segment(name: str) -> None:
    pair, system, *options = name.split(".")
    metric = TER(**{OPTIONS[option]: True for option in options})
    stats = measured(pair, system, metric)
    rows = [dict(zip(stats.columns, row, strict=True)) for row in stats]
    assert [(row["edits"], row["ref_len"] / REF_SCALE) for row in rows] == golden(name)[::STEP]
    for row in rows:
        assert row["edits"] == row["substitutions"] + row["insertions"] + row["deletions"] + row["shifts"]
    if STEP == 1:
        score = metric.score_rows(stats)
        assert 100 * score.parts["edits"] / score.parts["ref_len"] == CORPUS[name]
        assert score.percent == pytest.approx(CORPUS[name], rel=1e-15)

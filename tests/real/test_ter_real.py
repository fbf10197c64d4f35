"""TER's edits and lengths on all segments of five systems of WMT23: sacreBLEU 2.6.0's own (oracles/ter-golden)."""

import gzip
from array import array
from pathlib import Path

import pytest

from bolide.kernels import COMPILED, ter
from bolide.text.tercom import Tercom
from bolide.text.tercom_words import encode_tercom
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


def measured(pair: str, system: str, cut: Tercom) -> list[list[int]]:
    folder = DATA / "wmt23" / pair
    hyps = lines(folder / "system-outputs" / f"{system}.txt.gz")[::STEP]
    refs = lines(folder / "refA.txt.gz")[::STEP]
    found = encode_tercom(hyps, refs, cut)
    rows = memoryview(bytearray(64 * len(refs))).cast("q", (len(refs), 8))
    ter.edits(found.ids, found.starts, memoryview(array("q", range(len(refs) + 1))), rows)
    return rows.tolist()


@pytest.mark.parametrize("name", CORPUS)
def test_every_segment(name: str) -> None:
    pair, system, *options = name.split(".")
    rows = measured(pair, system, Tercom(**{OPTIONS[option]: True for option in options}))
    assert [(row[0], row[7]) for row in rows] == golden(name)[::STEP]
    assert all(sum(row[1:5]) == row[0] for row in rows)
    if STEP == 1:
        assert 100 * sum(row[0] for row in rows) / sum(row[7] for row in rows) == CORPUS[name]

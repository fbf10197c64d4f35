"""TER's edits and lengths on all segments of five systems of WMT23, as sacreBLEU 2.6.0 has them (oracles/ter-golden);
hits, substitutions, deletions and insertions of words and characters, as jiwer has them.
"""

import gzip
from functools import partial
from importlib.metadata import version
from pathlib import Path

import pytest

from bolide import CER, TER, WER
from bolide.kernels import COMPILED
from bolide.kernels.edits.ter import REF_SCALE
from tests.oracles.recorded import agrees, versioned
from tests.real.data import RELEASED, WMT23, needs_data, wmt23

pytestmark = needs_data

GOLDEN = Path(__file__).parents[1] / "oracles" / "ter-golden"
STEP = 1 if COMPILED else 5
OPTIONS = {"normalized": "normalized", "asian": "asian_support", "no_punct": "no_punct", "case": "case_sensitive"}


def golden(name: str) -> list[tuple[int, int]]:
    rows = gzip.decompress((GOLDEN / f"{name}.tsv.gz").read_bytes()).decode().splitlines()
    return [(int(edits), int(float(length))) for edits, length in (row.split("\t") for row in rows)]


@pytest.mark.parametrize(("name", "expected"), RELEASED["ter"].items())
def test_every_segment(name: str, expected: float) -> None:
    pair, system, *options = name.split(".")
    metric = TER(**{OPTIONS[option]: True for option in options})
    hyps, refs = wmt23(pair, system)
    stats = metric.measure(hyps[::STEP], refs[::STEP], jobs=2)
    rows = [dict(zip(stats.columns, row, strict=True)) for row in stats]
    assert [(row["edits"], row["ref_len"] / REF_SCALE) for row in rows] == golden(name)[::STEP]
    for row in rows:
        assert row["edits"] == row["substitutions"] + row["insertions"] + row["deletions"] + row["shifts"]
    if STEP == 1:
        score = metric.score_rows(stats)
        assert 100 * score.parts["edits"] / score.parts["ref_len"] == expected
        assert score.points == pytest.approx(expected, rel=1e-15)


jiwer = pytest.importorskip("jiwer", reason="jiwer 4 is not installed")
RATES_STEP = 1 if COMPILED else 20
PEER = versioned("jiwer", version("jiwer"))
COUNTED = ("hits", "substitutions", "insertions", "deletions")


@pytest.mark.parametrize("unit", ["words", "characters"])
@pytest.mark.parametrize("system", ["GPT4-5shot", "ONLINE-B"])
@pytest.mark.parametrize("pair", WMT23)
def test_every_segment_of_word_rates(pair: str, system: str, unit: str) -> None:
    hyps, refs = ([" ".join(line.split()) for line in side[::RATES_STEP]] for side in wmt23(pair, system))
    metric = WER() if unit == "words" else CER()
    scores = metric.segments(hyps, refs)
    ours = [[score.parts[name] for name in COUNTED] for score in scores]
    agrees(f"{PEER} {unit}", [refs, hyps], [*ours, metric.corpus(hyps, refs).value], partial(ask, unit, refs, hyps))


def ask(unit: str, refs: list[str], hyps: list[str]) -> list[object]:
    """jiwer's counts of every segment, and after them its rate of all of them."""
    process = jiwer.process_words if unit == "words" else jiwer.process_characters
    found = [process(ref, hyp) for ref, hyp in zip(refs, hyps, strict=True)]
    whole = process(refs, hyps)
    rate = whole.wer if unit == "words" else whole.cer
    return [*([getattr(one, name) for name in COUNTED] for one in found), rate]

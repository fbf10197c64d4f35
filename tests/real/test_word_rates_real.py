"""Hits, substitutions, deletions and insertions on every segment of WMT23: jiwer's, over words and characters."""

import pytest

from bolide import CER, WER
from bolide.kernels import COMPILED
from tests.real.data import DATA, WMT23, lines, needs_data

jiwer = pytest.importorskip("jiwer", reason="jiwer 4 is not installed")
pytestmark = needs_data
STEP = 1 if COMPILED else 20


@pytest.mark.parametrize("unit", ["words", "characters"])
@pytest.mark.parametrize("system", ["GPT4-5shot", "ONLINE-B"])
@pytest.mark.parametrize("pair", WMT23)
def test_every_segment(pair: str, system: str, unit: str) -> None:
    folder = DATA / "wmt23" / pair
    hyps, refs = (
        [" ".join(line.split()) for line in lines(folder / name)[::STEP]]
        for name in (f"system-outputs/{system}.txt.gz", "refA.txt.gz")
    )
    metric = WER() if unit == "words" else CER()
    process = jiwer.process_words if unit == "words" else jiwer.process_characters
    scores = metric.segments(hyps, refs)
    for hyp, ref, score in zip(hyps, refs, scores, strict=True):
        theirs, parts = process(ref, hyp), score.parts
        assert parts["hits"] == theirs.hits
        assert (parts["substitutions"], parts["insertions"], parts["deletions"]) == (
            theirs.substitutions, theirs.insertions, theirs.deletions,
        )  # fmt: skip
    whole = process(refs, hyps)
    assert metric.corpus(hyps, refs).value == (whole.wer if unit == "words" else whole.cer)

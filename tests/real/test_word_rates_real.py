"""Hits, substitutions, deletions and insertions on every segment of WMT23: jiwer's, over words and characters."""

from functools import partial
from importlib.metadata import version

import pytest

from bolide import CER, WER
from bolide.kernels import COMPILED
from tests.real.data import DATA, WMT23, lines, needs_data
from tests.real.kept import agrees, called

jiwer = pytest.importorskip("jiwer", reason="jiwer 4 is not installed")
pytestmark = needs_data
STEP = 1 if COMPILED else 20
PEER = called("jiwer", version("jiwer"))
COUNTED = ("hits", "substitutions", "insertions", "deletions")


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
    scores = metric.segments(hyps, refs)
    ours = [[score.parts[name] for name in COUNTED] for score in scores]
    given = [refs, hyps]
    agrees(f"{PEER} {unit}", given, [ours, metric.corpus(hyps, refs).value], partial(ask, unit, *given))


def ask(unit: str, refs: list[str], hyps: list[str]) -> list[object]:
    """jiwer's counts of every segment, and its rate of all of them."""
    process = jiwer.process_words if unit == "words" else jiwer.process_characters
    found = [process(ref, hyp) for ref, hyp in zip(refs, hyps, strict=True)]
    whole = process(refs, hyps)
    rate = whole.wer if unit == "words" else whole.cer
    return [[[getattr(one, name) for name in COUNTED] for one in found], rate]

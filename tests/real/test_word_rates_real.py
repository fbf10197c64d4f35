"""Hits, substitutions, deletions and insertions on every segment of WMT23: jiwer's, over words and characters."""

from array import array

import pytest

from bolide.kernels import COMPILED, levenshtein
from bolide.text.vocab import encode_tokens
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
    split = str.split if unit == "words" else list
    found = encode_tokens([split(text) for text in (*hyps, *refs)])
    rows = memoryview(bytearray(56 * len(refs))).cast("q", (len(refs), 7))
    levenshtein.edits(found.ids, found.starts, memoryview(array("q", range(len(refs) + 1))), rows)
    process = jiwer.process_words if unit == "words" else jiwer.process_characters
    for (hyp, ref), row in zip(zip(hyps, refs, strict=True), rows.tolist(), strict=True):
        theirs = process(ref, hyp)
        assert row[1:5] == [theirs.substitutions, theirs.insertions, theirs.deletions, theirs.hits]

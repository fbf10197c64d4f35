"""METEOR 1.5's own example: every segment score and the system score of its .scr files (`-l en -norm -sgml`)."""

import gzip
import os
import re
from array import array
from pathlib import Path

import pytest

from bolide.kernels import COMPILED
from bolide.kernels.meteor15 import Aligner
from bolide.metrics.meteor15_formula import aggregate, score
from bolide.metrics.meteor15_presets import setting
from bolide.text import paraphrase
from bolide.text.function_words import function_words
from bolide.text.meteor_normalize import normalizer
from bolide.text.meteor_words import WordLore, encode_pairs
from bolide.text.stems import stemmer
from bolide.text.wordnet15 import meteor15_synsets

DATA = Path(__file__).parents[3] / "shared" / "data" / "meteor-example"
ENTITIES = (("&quot;", '"'), ("&apos;", "'"), ("&lt;", "<"), ("&gt;", ">"), ("&amp;", "&"))


def read(name: str) -> str:
    return gzip.decompress((DATA / f"{name}.gz").read_bytes()).decode("utf-8")


def segments(name: str) -> dict[tuple[str, str], str]:
    """Each <seg> by document and number; enough for this file, which has one segment a line."""
    found, document = {}, ""
    for line in read(name).splitlines():
        if match := re.search(r'<doc.*docid="([^"]*)"', line, re.I):
            document = match[1]
        if match := re.search(r'<seg id="?(\d+)"?>(.*)</seg>', line, re.I):
            text = match[2].strip()
            for entity, character in ENTITIES:
                text = text.replace(entity, character)
            found[document, match[1]] = text
    return found


@pytest.fixture(scope="module")
def table() -> paraphrase.PhraseTable:
    if not DATA.is_dir():
        pytest.skip("the example of METEOR 1.5 is not beside the repository")
    if not COMPILED:
        pytest.skip("reading the English paraphrase table takes minutes uncompiled")
    try:
        return paraphrase.load(os.environ.get("BOLIDE_PARAPHRASE_EN") or paraphrase.installed_table())
    except FileNotFoundError as missing:
        pytest.skip(f"{missing} (or name it in BOLIDE_PARAPHRASE_EN)")


def test_segment_and_system_scores(table: paraphrase.PhraseTable) -> None:
    hyps, refs = segments("test.sgm"), segments("ref.sgm")
    normalize = normalizer("en")
    keys = list(hyps)
    sides = [[normalize(side[key]).lower() for key in keys] for side in (hyps, refs)]
    words, tokens, spans = encode_pairs(*sides)
    lore = WordLore(stemmer("en"), meteor15_synsets, function_words("en"))
    out = memoryview(array("q", bytes(8 * 23 * len(keys))))
    aligner = Aligner(*lore.table(words), [0, 1, 2, 3], 40)
    aligner.rows(tokens, spans, *table.matches(words, tokens, spans), out, memoryview(array("i")))
    rows = dict(zip(keys, (out[k : k + 23].tolist() for k in range(0, len(out), 23)), strict=True))
    parameters = setting("en").parameters
    lines = read("meteor-seg.scr").splitlines()
    assert len(lines) == len(rows) == 2525
    for line in lines:
        _, _, document, segment, expected = line.split("\t")
        assert score(rows[document, segment], parameters).score == pytest.approx(float(expected), rel=0, abs=1e-12)
    system = float(read("meteor-sys.scr").split()[-1])
    assert score(aggregate(rows.values()), parameters).score == pytest.approx(system, rel=0, abs=1e-12)

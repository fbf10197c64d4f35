"""METEOR 1.5's own example: every segment score and the system score of its .scr files (`-l en -norm -sgml`)."""

import gzip
import re

import pytest

from bolide import METEOR
from bolide.kernels import COMPILED
from bolide.metrics.base import row_values
from tests.oracles.paraphrases import paraphrase_table
from tests.real.data import DATA, needs_data

EXAMPLE = DATA / "meteor-example"
ENTITIES = (("&quot;", '"'), ("&apos;", "'"), ("&lt;", "<"), ("&gt;", ">"), ("&amp;", "&"))


def read(name: str) -> str:
    return gzip.decompress((EXAMPLE / f"{name}.gz").read_bytes()).decode("utf-8")


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


@needs_data
@pytest.mark.skipif(not COMPILED, reason="uncompiled, the golden files are enough")
def test_segment_document_and_system_scores() -> None:
    hyps, refs = segments("test.sgm"), segments("ref.sgm")
    metric = METEOR(paraphrase=paraphrase_table())
    keys = list(hyps)
    stats = metric.measure([hyps[key] for key in keys], [refs[key] for key in keys])
    values = dict(zip(keys, row_values(metric, stats), strict=True))
    lines = read("meteor-seg.scr").splitlines()
    assert len(lines) == len(values) == 2525
    for line in lines:
        _, _, document, segment, expected = line.split("\t")
        assert values[document, segment] == pytest.approx(float(expected), rel=0, abs=1e-12)
    for line in read("meteor-doc.scr").splitlines():
        _, _, document, expected = line.split("\t")
        mine = stats.take([place for place, key in enumerate(keys) if key[0] == document])
        assert metric.score_rows(mine).value == pytest.approx(float(expected), rel=0, abs=1e-12)
    system = float(read("meteor-sys.scr").split()[-1])
    assert metric.score_rows(stats).value == pytest.approx(system, rel=0, abs=1e-12)

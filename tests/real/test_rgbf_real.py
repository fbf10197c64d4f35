"""rgbF on TED talks with words and POS tags: a plain count with Counter gives the same sums."""

import pytest

from bolide import RGBF
from bolide.corpus import Corpus
from bolide.corpus.lines import read_lines
from bolide.forms import form_of
from bolide.kernels import COMPILED
from bolide.metrics.scorer import measure_corpus
from tests.plain import grams
from tests.real.data import DATA, lines, needs_data

pytestmark = needs_data


@pytest.mark.parametrize("system", ["sys1", "sys2"] if COMPILED else ["sys1"])
def test_words_and_tags(system: str) -> None:
    folder = DATA / "ted-pos"
    files = [folder / f"ted.{side}.eng{view}.gz" for view in ("", ".tag") for side in (system, "ref")]
    plain = Corpus.of(lines(files[0]), lines(files[1]))
    joined = RGBF(units=("word", "pos"), analysers=("words", "file"), tokenize="whitespace")
    (corpus,) = form_of(joined).with_files([plain], {"pos": [str(files[2]), str(files[3])]}, read_lines)
    metric = RGBF(units=("word", "pos"), unit_weights=(2, 3))
    score = metric.score_rows(measure_corpus(metric, corpus))
    wanted = 0.0
    for weight, (hyps, refs) in ((0.4, files[:2]), (0.6, files[2:])):
        for n in range(1, 5):
            pairs = [
                (grams(hyp.split(), n), grams(ref.split(), n))
                for hyp, ref in zip(lines(hyps), lines(refs), strict=True)
            ]
            matches = sum((hyp & ref).total() for hyp, ref in pairs)
            wanted += weight / 4 * 2 * matches / sum(hyp.total() + ref.total() for hyp, ref in pairs)
    assert score.value == pytest.approx(wanted, abs=1e-12)
    shares = [metric.explain(corpus.hyps[k], corpus.refs[k]) for k in range(0, len(corpus), 200)]
    for explanation, row in zip(shares, list(measure_corpus(metric, corpus))[::200], strict=True):
        assert explanation.row(metric.counts.columns) == row
        assert explanation.cross_checked

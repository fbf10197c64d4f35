"""The option `nfc` of every metric of ours: texts are compared in Unicode's NFC, wherever they enter."""

from dataclasses import replace
from unicodedata import normalize

from bolide import Metric
from tests.laws.settings import every_metric


@every_metric
def test_nfc_compares_every_text_in_nfc(metric: Metric) -> None:
    hyps = ["Déjà vu à Köln .", "한국 각", "the Ångström", "plain words", "é"]
    refs = ["Köln , déjà vu !", "한국", "The Ångström .", "plain word", ""]
    normal, decomposed = replace(metric, nfc=True), [[normalize("NFD", text) for text in side] for side in (hyps, refs)]
    rows, values = metric.measure(hyps, refs), metric.segments(hyps, refs).tolist()
    many, pairs = metric.measure([hyps[0]] * 200, [refs[0]] * 200), metric.pairwise(hyps, refs)
    expected = [(each.marks, each.texts) for each in map(metric.explain, hyps, refs)]
    assert metric.measure(decomposed[0], refs) != rows
    for ours, theirs in ((hyps, refs), (decomposed[0], refs), (hyps, decomposed[1]), decomposed):
        assert normal.measure(ours, theirs) == rows
        assert normal.measure([ours[0]] * 200, [theirs[0]] * 200) == many
        assert [normal.sentence(hyp, ref).value for hyp, ref in zip(ours, theirs, strict=True)] == values
        assert normal.pairwise(ours, theirs).tolist() == pairs.tolist()
        assert [(each.marks, each.texts) for each in map(normal.explain, ours, theirs)] == expected

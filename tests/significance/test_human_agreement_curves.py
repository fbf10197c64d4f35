"""How often people agree with a difference: the published curves, and that they are never called p-values."""

import json
from math import exp
from pathlib import Path

import pytest

from bolide import BLEU, CHRF, Metric
from bolide.significance.human_agreement_curves import PUBLISHED, with_human_agreement
from bolide.significance.paired import compare
from bolide.significance.plan import Plan
from bolide.significance.sample import Sample
from tests.cli.run import bolide, refused

pytestmark = pytest.mark.one_core


def test_the_published_curves() -> None:
    bleu, chrf = PUBLISHED["BLEU"].share, PUBLISHED["chrF2"].share
    assert bleu(0.0) == 0.5  # 0.44 by the formula, which was not fitted there
    assert bleu(1.0) == bleu(-1.0) == pytest.approx(0.8833 / (1 + exp(-0.966)), abs=1e-14)
    assert chrf(2.0) == pytest.approx(0.93 / (1 + exp(-2 * 1.114)), abs=1e-14)
    assert [round(100 * bleu(points)) for points in (1, 5)] == [64, 88]  # as the paper says


def test_compare_says_it_on_request(here: Path) -> None:
    (here / "ref.txt").write_text("the cat sat down\nthe dog ran off now\na bird sang a song\n" * 4)
    (here / "a.txt").write_text("the cat sat down\nthe dog ran away now\na bird sang a song\n" * 4)
    (here / "b.txt").write_text("a cat sits\na dog runs off\nbirds sang songs\n" * 4)
    words = ("compare", "ref.txt", "-i", "a.txt", "b.txt", "-m", "bleu", "chrf", "ter", "-n", "200")
    assert "human agreement" not in bolide(*words).out
    words = (*words, "--human-agreement")
    shown = bolide(*words).out
    assert shown.count("human agreement\n") == 2  # BLEU and chrF, not TER
    assert "Kocmi et al. 2024, arXiv 2401.06760" in shown
    assert "It is not a p-value" in shown
    pair = json.loads(bolide(*words, "-f", "json").out)["comparisons"][0]["pairs"][0]
    assert pair["human_agreement"] == pytest.approx(PUBLISHED["BLEU"].share(100 * pair["difference"]))
    (here / "c.txt").write_text((here / "a.txt").read_text().replace("sat", "sits", 1))
    alike = bolide("compare", "ref.txt", "-i", "a.txt", "c.txt", "-n", "20", "-m", "bleu", "--human-agreement").out
    assert "human agreement" not in alike  # never for a pair that does not differ
    assert "No agreement of people is shown, since no pair differs." in alike
    refused(
        bolide("compare", "ref.txt", "-i", "a.txt", "b.txt", "-n", "20", "-m", "ter", "--human-agreement"),
        "no such metric is compared",
    )


@pytest.mark.parametrize(
    ("metric", "shown"),
    [(BLEU(), True), (BLEU(tokenize="char"), True), (CHRF(), True), (BLEU(max_ngram_order=2), False),
     (BLEU(smooth_method="floor"), False), (BLEU(lowercase=True), False), (CHRF(char_order=3), False)],
    ids=str,
)  # fmt: skip
def test_the_published_curves_are_for_the_usual_settings(metric: Metric, shown: bool) -> None:
    hyps, refs = ["a b c d e f", "g h i j k"] * 8, ["a b c d x f", "g h i j x"] * 8
    samples = [Sample.of(name, metric, metric.measure(texts, refs)) for name, texts in (("x", hyps), ("y", refs))]
    found = with_human_agreement(compare(samples, Plan(trials=99)))
    assert found.pairs[0].significant
    assert [pair.human_agreement is not None for pair in found.pairs] == [shown]

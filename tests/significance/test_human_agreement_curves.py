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


@pytest.mark.parametrize(("metric", "points", "per_cent"), [
    ("BLEU", 0.0, 88.33 / 2),
    ("BLEU", 1.0, 88.33 / (1 + exp(-0.966))),
    ("BLEU", -1.0, 88.33 / (1 + exp(-0.966))),
    ("chrF2", 2.0, 93.0 / (1 + exp(-2 * 1.114))),
])  # fmt: skip
def test_the_published_curves(metric: str, points: float, per_cent: float) -> None:
    assert 100 * PUBLISHED[metric].share(points) == pytest.approx(per_cent, abs=1e-12)


def test_what_the_paper_says_of_bleu() -> None:
    assert [round(100 * PUBLISHED["BLEU"].share(points)) for points in (1, 5)] == [64, 88]


def test_compare_says_it_on_request(here: Path) -> None:
    (here / "ref.txt").write_text("the cat sat down\nthe dog ran off now\na bird sang a song\n")
    (here / "a.txt").write_text("the cat sat down\nthe dog ran away now\na bird sang a song\n")
    (here / "b.txt").write_text("a cat sits\nthe dog ran off\nbirds sang a song\n")
    words = ("compare", "ref.txt", "-i", "a.txt", "b.txt", "-m", "bleu", "chrf", "ter", "-n", "20")
    assert "people agree" not in bolide(*words).out
    words = (*words, "--human-agreement")
    shown = bolide(*words).out
    assert shown.count("people agree\n") == 2  # BLEU and chrF, not TER
    assert "Kocmi et al. 2024, arXiv 2401.06760" in shown
    assert "It is not a p-value" in shown
    pair = json.loads(bolide(*words, "-f", "json").out)["comparisons"][0]["pairs"][0]
    assert pair["human_agreement"] == pytest.approx(PUBLISHED["BLEU"].share(100 * pair["difference"]))
    refused(
        bolide("compare", "ref.txt", "-i", "a.txt", "b.txt", "-n", "20", "-m", "ter", "--human-agreement"),
        "no such metric is compared",
    )


@pytest.mark.parametrize(
    ("metric", "shown"),
    [(BLEU(), True), (BLEU(tokenize="char"), True), (CHRF(), True), (BLEU(max_order=2), False),
     (BLEU(smooth="floor"), False), (BLEU(lowercase=True), False), (CHRF(char_order=3), False)],
    ids=str,
)  # fmt: skip
def test_the_published_curves_are_for_the_usual_settings(metric: Metric, shown: bool) -> None:
    hyps, refs = ["a b c d e f", "g h i j k"], ["a b c d e f", "g h i j x"]
    samples = [Sample.of(name, metric, metric.measure(texts, refs)) for name, texts in (("x", hyps), ("y", refs))]
    found = with_human_agreement(compare(samples, Plan(trials=20)))
    assert [pair.human_agreement is not None for pair in found.pairs] == [shown]

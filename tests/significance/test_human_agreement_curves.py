"""How often people agree with a difference: the published curves, and that they are never called p-values."""

from math import exp

import pytest

import bolide
from bolide import BLEU, CHRF, Metric
from bolide.significance.human_agreement_curves import PUBLISHED, with_human_agreement
from bolide.significance.paired import compare
from bolide.significance.plan import Plan
from bolide.significance.sample import Sample

pytestmark = pytest.mark.one_core


def test_the_published_curves() -> None:
    bleu, chrf = PUBLISHED["BLEU"].share, PUBLISHED["chrF2"].share
    assert bleu(0.0) == 0.5  # 0.44 by the formula, which was not fitted there
    assert bleu(1.0) == bleu(-1.0) == pytest.approx(0.8833 / (1 + exp(-0.966)), abs=1e-14)
    assert chrf(2.0) == pytest.approx(0.93 / (1 + exp(-2 * 1.114)), abs=1e-14)
    assert [round(100 * bleu(points)) for points in (1, 5)] == [64, 88]  # as the paper says


@pytest.mark.parametrize(
    ("metric", "shown"),
    [
        (BLEU(), True),
        (BLEU(tokenize="char"), True),
        (CHRF(), True),
        (BLEU(max_ngram_order=2), False),
        (BLEU(smooth_method="floor"), False),
        (BLEU(lowercase=True), False),
        (CHRF(char_order=3), False),
    ],
    ids=str,
)
def test_the_published_curves_are_for_the_usual_settings(metric: Metric, shown: bool) -> None:
    hyps, refs = ["a b c d e f", "g h i j k"] * 8, ["a b c d x f", "g h i j x"] * 8
    samples = [Sample.of(name, metric, metric.measure(texts, refs)) for name, texts in (("x", hyps), ("y", refs))]
    found = with_human_agreement(compare(samples, Plan(trials=99)))
    assert found.pairs[0].significant
    share = PUBLISHED[found.metric].share(100 * found.pairs[0].difference)
    assert found.pairs[0].human_agreement == (share if shown else None)


def test_only_tables_of_metrics_with_a_curve_have_the_column() -> None:
    systems, refs = {"x": ["a b c d e f", "g h i j k"] * 8, "y": ["a b c d x f", "g h i j x"] * 8}, ["a b c d e f"] * 16
    study = bolide.compare(systems, refs, ["bleu", "chrf", "ter"], trials=99, human_agreement=True)
    assert str(study).count("human agreement\n") == 2  # BLEU's and chrF's

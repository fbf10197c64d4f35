"""Identical text is called identical under every metric; no score of a single sentence is put into words."""

import pytest

from bolide import METEOR, METRICS
from bolide.metrics.base import Metric
from bolide.reporting.render.text import plain
from bolide.reporting.views.explanation import explanation_blocks
from bolide.web.calls.api import call

ALL = [*(cls() for cls in METRICS.values()), *(METEOR(variant=name) for name in ("nltk", "2005", "runs"))]
BANDS = ("almost nothing shared", "hard to follow", "the gist", "understandable", "good", "weak", "fair", "very close")


@pytest.mark.parametrize("metric", ALL, ids=lambda metric: str(metric.signature()))
def test_identical_text_is_called_identical(metric: Metric) -> None:
    for text in ("the cat sat", "hello"):
        for refs in ([text], ["another one", f" {text}\n"]):
            explanation = metric.explain(text, refs)
            assert explanation.identical
            best = explanation.score.value == (1 if metric.formula.higher_is_better else 0)
            words = "\nidentical\n" if best else f"\nThe texts are identical, and yet {metric.name} is "
            assert words in plain(explanation_blocks(explanation))
    for hyp, ref in (("the cat sat", "the cats sat"), ("", ""), (" ", "\t"), ("", "a b"), ("a b", "")):
        assert not metric.explain(hyp, ref).identical


@pytest.mark.parametrize("metric", ALL, ids=lambda metric: str(metric.signature()))
@pytest.mark.parametrize("hyp", ["the cat sat on the mat", "a dog", "the cat sat on that mat ."])
def test_a_sentence_is_not_rated(metric: Metric, hyp: str) -> None:
    explanation = metric.explain(hyp, "the cat sat on that mat")
    words = plain(explanation_blocks(explanation)).splitlines()
    assert not [line for line in words if line.startswith(BANDS)]


@pytest.mark.parametrize("metric", METRICS)
def test_the_page_is_told_no_rating(metric: str) -> None:
    told = call("explain", metric=metric, options={}, hyp="the cat is on mat", refs=["the cat is on the mat"])
    assert not {"rating", "caveat"} & told["result"].keys()
    assert not told["result"]["identical"]

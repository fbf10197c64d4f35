"""Ratings: BLEU and METEOR have bands, the others none; identical text is identical, empty texts are not rated."""

import pytest

from bolide import BLEU, CHRF, METEOR, METRICS, RGBF
from bolide.metrics.base import Metric
from bolide.rating import BANDS, IDENTICAL, rating
from bolide.report.explained import explanation_blocks
from bolide.report.renderers import plain
from bolide.web.api import call

ALL = [*(cls() for cls in METRICS.values()), *(METEOR(variant=name) for name in ("nltk", "2005", "runs"))]


@pytest.mark.parametrize("metric", [CHRF(), CHRF(word_order=2), RGBF()], ids=lambda metric: metric.title)
@pytest.mark.parametrize("hyp", ["the cat sat on the mat", "a dog", "the cat sat on the mats"])
def test_no_bands_were_published_for_these(metric: Metric, hyp: str) -> None:
    assert metric.explain(hyp, "the cat sat on that mat").rating is None


def test_the_bands_of_bleu_and_meteor() -> None:
    """Where each band begins; METEOR 1.5 is lower by construction than the other variants."""
    starts = {scale: [start for start, _ in bands] for scale, bands in BANDS.items()}
    assert starts == {
        "bleu": [0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6],
        "meteor": [0.0, 0.2, 0.4, 0.6, 0.8],
        "meteor-1.5": [0.0, 0.1, 0.2, 0.3, 0.45],
    }
    assert BLEU().explain("the cat is on mat", "the cat is on the mat").rating == "very good"
    for scale, bands in BANDS.items():
        for start, words in bands:
            assert rating(scale, start, "a", ["b"]) == words


@pytest.mark.parametrize("metric", ALL, ids=lambda metric: str(metric.signature()))
def test_identical_text_is_called_identical(metric: Metric) -> None:
    for text in ("the cat sat", "hello"):
        for refs in ([text], ["another one", f" {text}\n"]):
            explanation = metric.explain(text, refs)
            assert explanation.rating == IDENTICAL == "identical"
            assert "A rough rating" not in plain(explanation_blocks(explanation))
    assert metric.explain("the cat sat", "the cats sat").rating != IDENTICAL


@pytest.mark.parametrize("metric", ALL, ids=lambda metric: str(metric.signature()))
@pytest.mark.parametrize(("hyp", "ref"), [("", ""), (" ", "\t"), ("", "a b"), ("a b", "")])
def test_empty_boxes_have_no_rating(metric: Metric, hyp: str, ref: str) -> None:
    assert metric.explain(hyp, ref).rating is None


def test_the_page_gets_the_caveat_with_a_band_only() -> None:
    told = {
        hyp: call("explain", metric="bleu", options={}, hyp=hyp, refs=["the cat is on the mat"])["result"]["caveat"]
        for hyp in ("the cat is on mat", "the cat is on the mat", "")
    }
    assert [bool(words) for words in told.values()] == [True, False, False]

"""Identical text is called identical under every metric."""

import pytest

from bolide import METEOR, METRICS
from bolide.metrics.base import Metric
from bolide.reporting.render.text import plain
from bolide.reporting.views.explanation import explanation_blocks

ALL = [*(cls() for cls in METRICS.values()), *(METEOR(variant=name) for name in ("nltk", "2005", "runs"))]


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

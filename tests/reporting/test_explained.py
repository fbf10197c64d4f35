"""The tokens of an explanation on a terminal: no more of them are marked than were credited. Identical text is called
identical under every metric."""

import pytest
from hypothesis import given, strategies as st

from bolide import BLEU, CHRF, METEOR, METRICS, RGBF
from bolide.metrics.base import Metric
from bolide.reporting.blocks import Span, TableBlock, spans_of
from bolide.reporting.render.text import plain
from bolide.reporting.views.explanation import explanation_blocks

pytestmark = pytest.mark.one_core

ALL = [*(cls() for cls in METRICS.values()), *(METEOR(variant=name) for name in ("nltk", "2005", "runs"))]
words = st.lists(st.sampled_from(["the", "cat", "is", "on", "mat"]), min_size=1, max_size=9).map(" ".join)


def styled(metric: Metric, hyp: str, ref: str) -> list[list[Span]]:
    """The tokens of candidate and reference with their styles."""
    texts = next(block for block in explanation_blocks(metric.explain(hyp, ref)) if isinstance(block, TableBlock))
    return [[span for span in spans_of(row[-1]) if span.text != " "] for row in texts.rows]


@given(hyp=words, ref=words)
def test_as_many_words_are_marked_in_the_reference_as_were_credited(hyp: str, ref: str) -> None:
    for metric, column in (
        (BLEU(effective_order=True), "match_1"),
        (RGBF(), "match_r_word_1"),
        (CHRF(char_order=1), "match_char_1"),
    ):
        row = dict(zip(metric.counts.columns, metric.measure([hyp], [ref])[0], strict=True))
        both = styled(metric, hyp, ref)
        assert [sum(span.style == "good" for span in side) for side in both] == [row[column]] * 2


def test_a_dropped_word_does_not_look_like_a_match() -> None:
    """`laughing` and `laughed` share a stem; a lone stem match adds nothing to the search of METEOR 1.5."""
    metric = METEOR()
    texts = "he kept laughing and then left", "he was here and laughed once"
    dropped = [mark for mark in metric.explain(*texts).marks if mark.kind == "dropped"]
    assert [mark.text for mark in dropped] == ["laughing – laughed"]
    (hyp, ref), (mark,) = styled(metric, *texts), dropped
    assert (hyp[mark.hyp[0]].style, ref[mark.ref[0]].style) == ("half", "half")
    matched = {span.style for span in (*hyp, *ref) if span.text == "he"}
    assert matched
    assert not matched & {"half", "bad", ""}


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

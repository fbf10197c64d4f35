"""The tokens of an explanation: those are marked that were credited, and no others."""

from hypothesis import given, strategies as st

from bolide import BLEU, CHRF, RGBF
from bolide.metrics.base import Metric
from bolide.reporting.blocks import Span, TableBlock, spans_of
from bolide.reporting.views.explanation import explanation_blocks

words = st.lists(st.sampled_from(["the", "cat", "is", "on", "mat"]), min_size=1, max_size=9).map(" ".join)


def styled(metric: Metric, hyp: str, ref: str) -> list[list[Span]]:
    """The tokens of candidate and reference with their styles."""
    texts = next(block for block in explanation_blocks(metric.explain(hyp, ref)) if isinstance(block, TableBlock))
    return [[span for span in spans_of(row[-1]) if span.text != " "] for row in texts.rows]


def first_copies(tokens: list[str], others: list[str]) -> list[bool]:
    """Whether each token is among the first copies, as many as the other text has."""
    return [tokens[:k].count(token) < others.count(token) for k, token in enumerate(tokens)]


@given(hyp=words, ref=words)
def test_the_marked_words_are_the_first_copies_of_those_that_both_have(hyp: str, ref: str) -> None:
    for metric in (BLEU(effective_order=True), RGBF(), CHRF(char_order=1)):
        both = styled(metric, hyp, ref)
        one, other = ([span.text for span in side] for side in both)
        good = [[span.style == "good" for span in side] for side in both]
        assert good == [first_copies(one, other), first_copies(other, one)]

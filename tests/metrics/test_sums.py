"""Sums over segments: exact, in whatever pieces; and their limits on both sides."""

from math import fsum

import pytest

from bolide import BLEU, CHRF, METEOR, Metric
from bolide.metrics.sums import Sums, exact_sum, rounded, sums_by_label
from tests import drawn as st
from tests.drawn import given

DOUBLES = [0.0, 1.0, -1.0, 0.1, -0.3, 5e-324, -5e-324, 1e-300, 1.7976931348623157e308, 2.0**53 + 2, 1 / 3]
MEAN = METEOR(variant="nltk", average="mean")
METRICS: list[Metric] = [BLEU(), CHRF(word_order=2), MEAN]
texts = st.lists(st.sampled_from(["a", "b", "c", "cat", "cats"]), max_size=6).map(" ".join)
corpora = st.lists(st.tuples(texts, texts, st.sampled_from("xyz")), min_size=1, max_size=8)


@given(values=st.lists(st.sampled_from(DOUBLES)))
def test_doubles_are_added_exactly(values: list[float]) -> None:
    if values.count(DOUBLES[8]) < 2:
        assert rounded(exact_sum(values)) == fsum(values)


@given(corpus=corpora)
def test_pieces_add_up_to_the_score_of_the_corpus(corpus: list[tuple[str, str, str]]) -> None:
    hyps, refs, labels = map(list, zip(*corpus, strict=True))
    tables = [metric.measure(hyps, refs) for metric in METRICS]
    by_label = sums_by_label(METRICS, tables, labels)
    assert list(by_label) == list(dict.fromkeys(labels))
    for k, (metric, stats) in enumerate(zip(METRICS, tables, strict=True)):
        score = metric.corpus(hyps, refs).value
        whole = sum((sums[k] for sums in by_label.values()), Sums.none(metric))
        assert whole == Sums.of(metric, stats)
        assert whole.score(metric).value == score
        for label, sums in by_label.items():
            mine = [segment for segment in corpus if segment[2] == label]
            assert sums[k].score(metric).value == metric.corpus([h for h, *_ in mine], [r for _, r, _ in mine]).value
    values = [MEAN.sentence(hyp, ref).value for hyp, ref in zip(hyps, refs, strict=True)]
    assert score == pytest.approx(fsum(values) / len(values), rel=1e-15)

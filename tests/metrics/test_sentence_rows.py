"""The rows of single segments, which compiled kernels read straight from the strings, against those of a corpus."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

from bolide import BLEU, CER, CHRF, TER, WER
from bolide.corpus import Corpus
from bolide.metrics.base import Metric

METRICS = [
    *(BLEU(), BLEU(tokenize="intl", lowercase=True), BLEU(tokenize="zh"), BLEU(tokenize="char", max_ngram_order=2)),
    *(BLEU(tokenize="none", max_ngram_order=6), BLEU(smooth_method="method5"), TER(), TER(case_sensitive=True)),
    *(TER(normalized=True), TER(no_punct=True), WER(), WER(lowercase=True), WER(no_punct=True), CER()),
    *(CER(whitespace=False), CHRF(), CHRF(word_order=2, lowercase=True), CHRF(char_order=0, word_order=1)),
    *(CHRF(whitespace=True), CHRF.preset("paper")),
]
# White space of several kinds, marks that tokenizers prepare, cases that str.lower knows alone, other planes.
words = st.text(st.sampled_from("aAbB.,-1'&<;\n\t \u00a0\u3000\u2028ΣσİßЖ猫😀\ud800"), max_size=12)
texts = st.lists(words, max_size=6).map(" ".join)


@given(hyp=texts, refs=st.lists(texts, min_size=1, max_size=5))
def test_a_sentence_has_the_row_of_a_corpus_of_one(hyp: str, refs: list[str]) -> None:
    for metric in METRICS:
        assert metric.sentence(hyp, refs).parts == metric.corpus([hyp], [refs]).parts, metric.signature()


@pytest.mark.parametrize("metric", METRICS, ids=lambda metric: str(metric.signature()))
@pytest.mark.parametrize("size", [1, 255, 256, 257, 999, 1000, 1001, 2001])
def test_texts_of_every_length(metric: Metric, size: int) -> None:
    hyp, ref = "a b " * (size // 2) + "c" * (size % 2), "b " * size
    rows = metric.counts.measure(Corpus.of([hyp], [[ref, "a b"]]))
    assert (
        metric.sentence(hyp, [ref, "a b"]).parts == metric.score_row(metric.formula.best_reference_rows(rows)[0]).parts
    )

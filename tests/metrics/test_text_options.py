"""What options do to texts, done to the texts beforehand."""

from collections.abc import Callable, Sequence
from unicodedata import category

import pytest

from bolide import BLEU, CDER, CER, CHRF, METEOR, PER, TER, WER, Metric
from bolide.text.tokenize import TOKENIZERS
from tests import drawn as st
from tests.drawn import given

words = ["a", "A", "b.", "É", "x-1", "3.5", "&amp;", "中文", "“q”", "it's", "ΑΣ", "a\u2028b", "(b)"]
texts = st.lists(st.sampled_from(words), max_size=7).map(" ".join)
some_refs = st.lists(texts, min_size=1, max_size=3)


def check(option: Metric, plain: Metric, change: Callable[[str], str], hyp: str, refs: Sequence[str]) -> None:
    changed = [change(hyp)], [[change(ref) for ref in refs]]
    assert option.measure([hyp], [list(refs)]) == plain.measure(*changed), option


@given(hyp=texts, refs=some_refs)
def test_lowercase(hyp: str, refs: list[str]) -> None:
    for metric in (BLEU, CHRF, WER, CER, PER, CDER):
        check(metric(lowercase=True), metric(), str.lower, hyp, refs)
    check(CHRF(word_order=2, lowercase=True), CHRF(word_order=2), str.lower, hyp, refs)
    check(TER(), TER(case_sensitive=True), str.lower, hyp, refs)
    for variant in ("nltk", "2005", "runs"):
        check(METEOR(variant=variant), METEOR(variant=variant, lowercase=False), str.lower, hyp, refs)


@pytest.mark.parametrize("name", TOKENIZERS)
@given(hyp=texts, refs=some_refs)
def test_tokenizers(name: str, hyp: str, refs: list[str]) -> None:
    for metric in (BLEU, WER, PER, CDER):
        check(metric(tokenize=name), metric(tokenize="none"), lambda text: " ".join(TOKENIZERS[name](text)), hyp, refs)


@given(hyp=texts, refs=some_refs)
def test_punctuation(hyp: str, refs: list[str]) -> None:
    for metric in (WER, CER, PER, CDER):
        check(metric(no_punct=True), metric(), without_punctuation, hyp, refs)


def without_punctuation(text: str) -> str:
    return "".join(character for character in text if category(character)[0] != "P")

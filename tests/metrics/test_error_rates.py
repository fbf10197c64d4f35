"""WER, CER, PER and CDER beside jiwer; definitions of PER and CDER are held by tests/kernels/edits/test_per_cder.py."""

from functools import cache
from typing import Any

import pytest

from bolide import CER, WER
from tests import drawn as st
from tests.drawn import given

jiwer = pytest.importorskip("jiwer", reason="jiwer 4 is not installed")

words = st.sampled_from(["a", "b", "c", "d", "A", "it's", "x.", "中", "—", "é"])
texts = st.lists(words, max_size=8).map(" ".join)
full = st.lists(words, min_size=1, max_size=8).map(" ".join)


@cache
def plain() -> list[Any]:
    """What jiwer does to texts; it looks at all of Unicode for what is punctuation."""
    return [jiwer.ToLowerCase(), jiwer.RemovePunctuation(), jiwer.RemoveMultipleSpaces(), jiwer.Strip()]


@given(corpus=st.lists(st.tuples(texts, full), min_size=1, max_size=4))
def test_words_and_characters_are_jiwers(corpus: list[tuple[str, str]]) -> None:
    hyps, refs = map(list, zip(*corpus, strict=True))
    for metric, process, rate in ((WER(), jiwer.process_words, "wer"), (CER(), jiwer.process_characters, "cer")):
        theirs, ours = process(refs, hyps), metric.corpus(hyps, refs)
        assert ours.value == getattr(theirs, rate)
        counted = [ours.parts[name] for name in ("hits", "substitutions", "insertions", "deletions")]
        assert counted == [theirs.hits, theirs.substitutions, theirs.insertions, theirs.deletions]


@given(corpus=st.lists(st.tuples(texts, full), min_size=1, max_size=4))
def test_normalised_as_jiwer_can(corpus: list[tuple[str, str]]) -> None:
    hyps, refs = map(list, zip(*corpus, strict=True))
    if not any(jiwer.Compose(plain())(refs)):
        return  # without a reference word jiwer gives the number of insertions
    for metric, process, last, rate in (
        (WER(lowercase=True, no_punct=True), jiwer.process_words, jiwer.ReduceToListOfListOfWords(), "wer"),
        (CER(lowercase=True, no_punct=True), jiwer.process_characters, jiwer.ReduceToListOfListOfChars(), "cer"),
    ):
        transform = jiwer.Compose([*plain(), last])
        if rate == "cer":  # Bolide leaves the blanks around a mark that was deleted
            lower, no_punct, _, strip = plain()
            transform = jiwer.Compose([lower, no_punct, strip, last])
        theirs = process(refs, hyps, transform, transform)
        assert metric.corpus(hyps, refs).value == getattr(theirs, rate)

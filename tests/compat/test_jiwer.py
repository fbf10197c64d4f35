"""jiwer's calls by `bolide.compat.jiwer`: its rates, alignments, views and transforms, beside jiwer 4."""

from dataclasses import asdict
from typing import Any

import jiwer as peer
import jiwer.transforms as peer_transforms
import pytest
from hypothesis import given, settings, strategies as st

from bolide.compat import jiwer as ours
from bolide.compat.jiwer import transforms

pytestmark = pytest.mark.one_core

SENTENCES = st.lists(
    st.sampled_from(["a", "b", "c", "it's", "\t", "", "x y", "*", "Won't", "[laugh]", "¿"]), max_size=12
)
TEXTS = SENTENCES.map(" ".join)
PAIRS = st.lists(st.tuples(TEXTS, TEXTS), min_size=1, max_size=4)


@given(PAIRS)
@settings(max_examples=80)
def test_rates_and_alignments(pairs: list[tuple[str, str]]) -> None:
    refs, hyps = (list(side) for side in zip(*pairs, strict=True))
    for name in ("wer", "mer", "wil", "wip", "cer"):
        for ref, hyp in ((refs, hyps), (refs[0], hyps[0])):
            assert getattr(ours, name)(ref, hyp) == getattr(peer, name)(ref, hyp)
    for name in ("process_words", "process_characters"):
        mine, theirs = (getattr(module, name)(refs, hyps) for module in (ours, peer))
        assert asdict(mine) == asdict(theirs)
        for options in ({}, {"skip_correct": False}, {"show_measures": False}, {"line_width": 20}):
            assert ours.visualize_alignment(mine, **options) == peer.visualize_alignment(theirs, **options)
        for options in ({}, {"top_k": 1}, {"show_insertions": False}):
            assert ours.visualize_error_counts(mine, **options) == peer.visualize_error_counts(theirs, **options)
        assert ours.collect_error_counts(mine) == peer.collect_error_counts(theirs)


ARGUMENTS: dict[str, tuple[Any, ...]] = {
    "RemoveSpecificWords": (["a", "b"],),
    "SubstituteWords": ({"a": "b c"},),
    "SubstituteRegexes": ({r"\bx (y)": r"\1"},),
    "RemoveWhiteSpace": (True,),
    "ReduceToListOfListOfWords": (" ",),
}


@given(st.lists(TEXTS, max_size=3))
@settings(max_examples=40)
def test_transforms(texts: list[str]) -> None:
    assert transforms.__all__ == sorted(peer_transforms.__all__)
    for name in set(transforms.__all__) - {"AbstractTransform", "Compose"}:
        mine, theirs = (getattr(module, name)(*ARGUMENTS.get(name, ())) for module in (ours, peer))
        assert mine(texts) == theirs(texts), name
        assert mine("".join(texts)) == theirs("".join(texts)), name
    for name in ("wer_contiguous", "wer_standardize", "wer_standardize_contiguous", "cer_contiguous"):
        assert getattr(ours, name)(texts) == getattr(peer, name)(texts), name


def test_transforms_that_are_changed_or_written_by_the_user() -> None:
    lower = [ours.Compose([ours.ToLowerCase(), *ours.wer_default.transforms]) for _ in range(2)]
    assert ours.wer("A b", "a B", *lower) == 0
    ours.wer_default.transforms.insert(0, ours.ToLowerCase())
    try:
        assert ours.wer("A b", "a B") == 0
    finally:
        del ours.wer_default.transforms[0]
    assert ours.wer("A b", "a B") == 1

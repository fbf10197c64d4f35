"""A name that a peer has and Bolide's layer has too is called alike: no function of the core leaks in under it."""

import inspect
from typing import Any

import nltk.translate.bleu_score
import nltk.translate.chrf_score
import nltk.translate.meteor_score
import pytest
import sacrebleu as peer_sacrebleu
from hypothesis import given
from hypothesis import strategies as st

from bolide.compat import nltk as ours
from bolide.compat import sacrebleu

pytestmark = pytest.mark.one_core

PEERS = [
    (ours, nltk.translate.bleu_score),
    (ours, nltk.translate.chrf_score),
    (ours, nltk.translate.meteor_score),
    (sacrebleu, peer_sacrebleu),
]


def shared() -> list[Any]:
    return [
        pytest.param(getattr(mine, name), thing, id=f"{peer.__name__}.{name}")
        for mine, peer in PEERS
        for name, thing in vars(peer).items()
        if inspect.isfunction(thing) and not name.startswith("_") and hasattr(mine, name)
    ]


@pytest.mark.parametrize(("mine", "theirs"), shared())
def test_parameters_come_in_the_peer_s_order(mine: Any, theirs: Any) -> None:
    names = list(inspect.signature(mine).parameters)
    assert names == list(inspect.signature(theirs).parameters)[: len(names)]


@given(ref=st.integers(0, 30), hyp=st.integers(0, 30))
def test_brevity_penalty(ref: int, hyp: int) -> None:
    assert ours.brevity_penalty(ref, hyp) == nltk.translate.bleu_score.brevity_penalty(ref, hyp)


@given(sizes=st.lists(st.integers(0, 12), min_size=1, max_size=5), hyp=st.integers(0, 12))
def test_closest_ref_length(sizes: list[int], hyp: int) -> None:
    references = [["w"] * size for size in sizes]
    assert ours.closest_ref_length(references, hyp) == nltk.translate.bleu_score.closest_ref_length(references, hyp)

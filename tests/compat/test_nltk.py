"""The stand-ins for NLTK's BLEU have its signatures and its numbers."""

import inspect
import warnings
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from nltk.translate import bleu_score as peer

from bolide.compat import nltk as ours

tokens = st.lists(st.sampled_from("abcd"), max_size=8)
segments = st.lists(st.tuples(st.lists(tokens, min_size=1, max_size=3), tokens), min_size=1, max_size=4)
weights = st.sampled_from(
    [(0.25,) * 4, (0.5, 0.5), (0.2,) * 5, (1.0,), [(0.5, 0.5), (0.333, 0.333, 0.334)], (0.1, 0.2, 0.3, 0.4)]
)


def call(function: Any, *arguments: Any) -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return function(*arguments)
        except (AssertionError, IndexError) as error:
            return type(error)


def without_tiny(value: Any) -> Any:
    """NLTK's stand-in for zero as the zero it stands for."""
    if isinstance(value, list):
        return [without_tiny(item) for item in value]
    return 0 if isinstance(value, float) and 0 < value < 1e-20 else value


@pytest.mark.parametrize("method", [None, *(f"method{k}" for k in range(8))])
@given(corpus=segments, weights=weights, reweigh=st.booleans())
def test_corpus_and_sentence(method: str | None, corpus: Any, weights: Any, reweigh: bool) -> None:
    mine = getattr(ours.SmoothingFunction(), method) if method else None
    theirs = getattr(peer.SmoothingFunction(), method) if method else None
    refs, hyps = [refs for refs, _ in corpus], [hyp for _, hyp in corpus]
    pairs = [
        ((ours.corpus_bleu, refs, hyps), (peer.corpus_bleu, refs, hyps)),
        ((ours.sentence_bleu, refs[0], hyps[0]), (peer.sentence_bleu, refs[0], hyps[0])),
    ]
    for our_call, their_call in pairs:
        wanted = without_tiny(call(*their_call, weights, theirs, reweigh))
        got = call(*our_call, weights, mine, reweigh)
        assert got == (wanted if isinstance(wanted, type) else pytest.approx(wanted, abs=1e-12))


def test_a_smoothing_function_of_ones_own() -> None:
    def halve(p_n: Any, references: Any, hypothesis: Any, hyp_len: int) -> list[float]:
        return [max(1, p.numerator) / (2 * p.denominator) for p in p_n]

    refs, hyp = [["a", "b", "c", "d"]], ["a", "b", "x", "d"]
    assert ours.sentence_bleu(refs, hyp, smoothing_function=halve) == pytest.approx(
        peer.sentence_bleu(refs, hyp, smoothing_function=halve)
    )


@pytest.mark.parametrize("name", ["corpus_bleu", "sentence_bleu", "modified_precision"])
def test_the_same_parameters(name: str) -> None:
    mine, theirs = (inspect.signature(getattr(module, name)).parameters for module in (ours, peer))
    assert [(p.name, p.default) for p in mine.values()] == [(p.name, p.default) for p in theirs.values()]


def test_parameters_of_smoothing() -> None:
    refs, hyp = [["a", "b", "c", "d", "e"]], ["a", "b", "x", "c", "d"]
    for k in (1, 4, 6, 7):
        mine = getattr(ours.SmoothingFunction(epsilon=0.3, alpha=2, k=3), f"method{k}")
        theirs = getattr(peer.SmoothingFunction(epsilon=0.3, alpha=2, k=3), f"method{k}")
        assert call(ours.sentence_bleu, refs, hyp, (0.25,) * 4, mine) == call(
            peer.sentence_bleu, refs, hyp, (0.25,) * 4, theirs
        )

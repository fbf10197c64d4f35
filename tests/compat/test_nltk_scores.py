"""NLTK's GLEU, NIST, RIBES and the rest of `nltk.translate`: the same numbers, and wrong shapes refused."""

import inspect
import warnings
from importlib import import_module
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from nltk.translate import Alignment, chrf_score, gleu_score, metrics, nist_score, ribes_score

from bolide import InputError
from bolide.compat import nltk as ours
from bolide.compat.nltk.translate import chrf_score as own_chrf
from bolide.compat.nltk.translate import nist_score as own_nist
from bolide.compat.nltk.translate import ribes_score as own_ribes

tokens = st.lists(st.sampled_from("abcde"), max_size=9)
long = st.lists(st.sampled_from("abcde"), min_size=1, max_size=9)
segments = st.lists(st.tuples(st.lists(tokens, min_size=1, max_size=3), tokens), min_size=1, max_size=4)
MODULES = ("bleu_score", "chrf_score", "gleu_score", "meteor_score", "metrics", "nist_score", "ribes_score")


@pytest.mark.parametrize("name", MODULES)
def test_functions_are_called_alike(name: str) -> None:
    mine, theirs = (import_module(f"{where}.translate.{name}") for where in ("bolide.compat.nltk", "nltk"))
    assert mine.__all__
    for function in mine.__all__:
        one, two = (inspect.signature(getattr(module, function)).parameters for module in (mine, theirs))
        assert list(one) == list(two)
        if name != "meteor_score":  # there NLTK's stemmer and WordNet are the defaults, here Bolide's own
            assert [p.default for p in one.values()] == [p.default for p in two.values()]


@given(corpus=segments, low=st.integers(1, 3), more=st.integers(0, 3))
def test_gleu(corpus: Any, low: int, more: int) -> None:
    refs, hyps = [refs for refs, _ in corpus], [hyp for _, hyp in corpus]
    assert ours.corpus_gleu(refs, hyps, low, low + more) == gleu_score.corpus_gleu(refs, hyps, low, low + more)
    assert ours.sentence_gleu(refs[0], hyps[0]) == gleu_score.sentence_gleu(refs[0], hyps[0])


@given(corpus=segments, n=st.integers(1, 5))
def test_nist(corpus: Any, n: int) -> None:
    refs, hyps = [refs for refs, _ in corpus], [hyp for _, hyp in corpus]
    try:
        wanted = nist_score.corpus_nist(refs, hyps, n)
    except ZeroDivisionError:
        with pytest.raises((InputError, ZeroDivisionError)):
            ours.corpus_nist(refs, hyps, n)
        return
    assert ours.corpus_nist(refs, hyps, n) == pytest.approx(wanted, rel=1e-13)


@given(ref=st.integers(1, 30), hyp=st.integers(0, 40))
def test_nist_length_penalty(ref: int, hyp: int) -> None:
    assert own_nist.nist_length_penalty(ref, hyp) == nist_score.nist_length_penalty(ref, hyp)


@given(refs=st.lists(long, min_size=1, max_size=3), hyp=long, alpha=st.floats(0, 1), beta=st.floats(0, 1))
def test_ribes(refs: Any, hyp: Any, alpha: float, beta: float) -> None:
    assert ours.sentence_ribes(refs, hyp, alpha, beta) == ribes_score.sentence_ribes(refs, hyp, alpha, beta)
    assert ours.corpus_ribes([refs] * 2, [hyp, hyp[:1]]) == ribes_score.corpus_ribes([refs] * 2, [hyp, hyp[:1]])
    assert own_ribes.word_rank_alignment(refs[0], hyp) == ribes_score.word_rank_alignment(refs[0], hyp)
    assert own_ribes.position_of_ngram(tuple(hyp[1:3]), refs[0]) == ribes_score.position_of_ngram(
        tuple(hyp[1:3]), refs[0]
    )


@given(places=st.lists(st.integers(0, 12), max_size=9), normalize=st.booleans())
def test_rank_correlations(places: list[int], normalize: bool) -> None:
    assert own_ribes.kendall_tau(places, normalize) == ribes_score.kendall_tau(places, normalize)
    assert list(own_ribes.find_increasing_sequences(places)) == list(ribes_score.find_increasing_sequences(places))
    if len(places) > 1:
        assert own_ribes.spearman_rho(places, normalize) == pytest.approx(ribes_score.spearman_rho(places, normalize))


@given(ref=long, hyp=long, n=st.integers(1, 4), beta=st.floats(0.5, 4))
def test_chrf_of_one_order(ref: Any, hyp: Any, n: int, beta: float) -> None:
    mine = own_chrf.chrf_precision_recall_fscore_support(ref, hyp, n, beta)
    assert mine == pytest.approx(chrf_score.chrf_precision_recall_fscore_support(ref, hyp, n, beta), rel=1e-12)


links = st.frozensets(st.tuples(st.integers(0, 4), st.integers(0, 4)), min_size=1, max_size=6)


@given(sure=links, test=links, more=links)
def test_alignment_error_rate(sure: Any, test: Any, more: Any) -> None:
    one, two, three = Alignment(sure), Alignment(test), Alignment(sure | more)
    assert ours.alignment_error_rate(one, two) == metrics.alignment_error_rate(one, two)
    assert ours.alignment_error_rate(one, two, three) == metrics.alignment_error_rate(one, two, three)
    with pytest.raises(AssertionError):
        ours.alignment_error_rate(one, two, Alignment([(9, 9)]))


def test_warnings_on_request() -> None:
    """NLTK warns of every order without a match; so does Bolide, where it is asked to."""
    refs, hyp = [["let", "it", "go"]], ["let", "go", "it"]
    with warnings.catch_warnings(record=True) as quiet:
        warnings.simplefilter("always")
        assert ours.sentence_bleu(refs, hyp) == 0
    assert not quiet
    ours.warn_of_zero_counts()
    try:
        with pytest.warns(UserWarning, match="No .-gram of the hypothesis matches") as found:
            ours.sentence_bleu(refs, hyp)
    finally:
        ours.warn_of_zero_counts(False)
    assert [str(warning.message).split()[1] for warning in found] == ["2-gram", "3-gram", "4-gram"]


TEXT, WORDS = "the cat sat", ["the", "cat", "sat"]


@pytest.mark.parametrize("name", ["bleu", "gleu", "nist", "ribes"])
def test_wrong_shapes_are_refused_with_the_right_call(name: str) -> None:
    sentence, corpus = getattr(ours, f"sentence_{name}"), getattr(ours, f"corpus_{name}")
    with pytest.raises(TypeError, match=r"`hypothesis` is one string.*hypothesis\.split\(\)"):
        sentence([WORDS], TEXT)
    with pytest.raises(TypeError, match=r"`references` holds strings.*\[reference\]"):
        sentence(WORDS, WORDS)
    with pytest.raises(TypeError, match=r"`references` is one string.*\[reference\.split\(\)\]"):
        sentence(TEXT, WORDS)
    with pytest.raises(TypeError, match=r"hypotheses\[0\] is one string.*For one sentence call sentence_"):
        corpus([[WORDS]], [TEXT])
    with pytest.raises(TypeError, match=r"list_of_references\[0\]` holds strings"):
        corpus([WORDS], [WORDS])
    with pytest.raises(ValueError, match="2 hypotheses and 1 list of references; they must pair up: corpus_"):
        corpus([[WORDS]], [WORDS, WORDS])


def test_one_reference_per_hypothesis_in_chrf() -> None:
    with pytest.raises(TypeError, match="takes one reference per hypothesis"):
        ours.corpus_chrf([[["a", "b"]]], [["a"]])  # type: ignore[list-item]
    with pytest.raises(TypeError, match="for one segment call sentence_chrf"):
        ours.corpus_chrf(TEXT, TEXT)

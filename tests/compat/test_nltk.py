"""NLTK's scores by `bolide.compat.nltk`: its signatures and its numbers; wrong shapes are refused."""

import inspect
import pickle
import warnings
from copy import copy, deepcopy
from fractions import Fraction as Rational
from importlib import import_module
from typing import Any

import numpy as np
import pytest
from hypothesis import given as searched, strategies as hypothesis
from nltk.stem.api import StemmerI
from nltk.stem.snowball import SnowballStemmer
from nltk.translate import (
    Alignment,
    bleu_score as peer,
    chrf_score,
    gleu_score,
    meteor_score as peer_meteor,
    metrics,
    nist_score,
    ribes_score,
)

from bolide import InputError
from bolide.compat import nltk as ours
from bolide.compat.nltk.translate import chrf_score as own_chrf, nist_score as own_nist, ribes_score as own_ribes
from tests import drawn as st
from tests.drawn import given, many
from tests.errors import raises
from tests.real.nltk_meteor import NO_WORDNET, nltk_meteor

pytestmark = pytest.mark.one_core

# --- The stand-ins for NLTK's BLEU have its signatures and its numbers ---------------------------------------------


WORDS = ["the", "cat", "sat"]
tokens = st.lists(st.sampled_from("abcde"), max_size=9)
segments = st.lists(st.tuples(st.lists(tokens, min_size=1, max_size=3), tokens), min_size=1, max_size=4)
WEIGHTS = [
    (0.25,) * 4,
    (0.5, 0.5),
    (0.2,) * 5,
    (1.0,),
    [(0.5, 0.5), (0.333, 0.333, 0.334)],
    (0.1, 0.2, 0.3, 0.4),
    [0.25] * 4,
    [(0.5, 0.5)],
    [[0.5, 0.5], (0.25,) * 4],
    np.array([0.5, 0.5]),
    np.array([[0.5, 0.5], [1, 0]]),
]


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


any_tokens = hypothesis.lists(hypothesis.sampled_from("abcde"), max_size=9)
any_segment = hypothesis.tuples(hypothesis.lists(any_tokens, min_size=1, max_size=3), any_tokens)
any_corpus = hypothesis.lists(any_segment, min_size=1, max_size=4)


@searched(corpus=any_corpus, weights=hypothesis.sampled_from(WEIGHTS), reweigh=hypothesis.booleans())
def test_corpus_and_sentence(corpus: Any, weights: Any, reweigh: bool) -> None:
    """By hypothesis, which finds what few texts have: precisions above 1, where all n-grams are weighed anew."""
    refs, hyps = [refs for refs, _ in corpus], [hyp for _, hyp in corpus]
    for method in (None, *(f"method{k}" for k in range(8))):
        mine, theirs = (method and getattr(each.SmoothingFunction(), method) for each in (ours, peer))
        for name, *texts in (("corpus_bleu", refs, hyps), ("sentence_bleu", refs[0], hyps[0])):
            wanted = without_tiny(call(getattr(peer, name), *texts, weights, theirs, reweigh))
            got = call(getattr(ours, name), *texts, weights, mine, reweigh)
            assert got == (wanted if isinstance(wanted, type) else pytest.approx(wanted, abs=1e-12)), method


def test_a_smoothing_function_of_ones_own() -> None:
    def halve(p_n: Any, references: Any, hypothesis: Any, hyp_len: int) -> list[float]:
        return [max(1, p.numerator) / (2 * p.denominator) for p in p_n]

    def smoothed(module: Any) -> Any:
        class Floor(module.SmoothingFunction):  # type: ignore[misc, name-defined]
            def method1(self, p_n: Any, *_: Any, **__: Any) -> list[Any]:
                return [p if p.numerator else self.epsilon for p in p_n]

        return Floor().method1

    refs, hyp = [["a", "b", "c", "d"]], ["a", "b", "x", "d"]
    for mine, theirs in ((halve, halve), (smoothed(ours), smoothed(peer))):
        assert ours.sentence_bleu(refs, hyp, smoothing_function=mine) == pytest.approx(
            peer.sentence_bleu(refs, hyp, smoothing_function=theirs)
        )


def test_parameters_of_smoothing() -> None:
    refs, hyp = [["a", "b", "c", "d", "e"]], ["a", "b", "x", "c", "d"]
    for k in (1, 4, 6, 7):
        scores = []
        for module in (ours, peer):
            smoothing = getattr(module.SmoothingFunction(epsilon=0.3, alpha=2, k=3), f"method{k}")
            scores.append(call(module.sentence_bleu, refs, hyp, (0.25,) * 4, smoothing))
        assert scores[0] == scores[1]


def test_a_precision_and_its_copies_have_its_counts() -> None:
    for module in (peer, ours):
        precision = module.modified_precision([["a", "b", "a", "b"]], ["a", "b", "c", "d"], 1)
        for copied in (precision, copy(precision), deepcopy(precision), pickle.loads(pickle.dumps(precision))):
            assert (copied.numerator, copied.denominator, float(copied), copied) == (2, 4, 0.5, precision)
    assert len({precision, module.modified_precision([["a"]], ["a", "b"], 1), Rational(2, 4)}) == 1


@pytest.mark.parametrize("method", ["method4", "method7"])
def test_smoothing_that_divides_by_zero(method: str) -> None:
    """As for NLTK, k = 0 matters only if an order has no match."""
    for module in (ours, peer):
        smoothing = getattr(module.SmoothingFunction(k=0), method)
        raises(ZeroDivisionError, "zero|divides by", module.sentence_bleu, [WORDS], WORDS, (0.25,) * 4, smoothing)
        assert module.sentence_bleu([WORDS * 2], WORDS * 2, (0.5, 0.5), smoothing) > 0


# --- NLTK's GLEU, NIST, RIBES and the rest of `nltk.translate`: the same numbers, and wrong shapes refused ---------


long = st.lists(st.sampled_from("abcde"), min_size=1, max_size=9)
MODULES = ("bleu_score", "chrf_score", "gleu_score", "meteor_score", "metrics", "nist_score", "ribes_score")


@pytest.mark.parametrize("name", MODULES)
def test_functions_are_called_alike(name: str) -> None:
    mine, theirs = (import_module(f"{where}.translate.{name}") for where in ("bolide.compat.nltk", "nltk"))
    assert mine.__all__
    for function in mine.__all__:
        one, two = (inspect.signature(getattr(module, function)).parameters for module in (mine, theirs))
        assert list(one) == list(two)
        own = {"stemmer", "wordnet"}  # of METEOR: NLTK's are the defaults there, here Bolide's own
        assert [p.default for p in one.values() if p.name not in own] == [
            p.default for p in two.values() if p.name not in own
        ]


@many
@given(corpus=segments, low=st.integers(1, 3), more=st.integers(0, 3))
def test_gleu(corpus: Any, low: int, more: int) -> None:
    refs, hyps = [refs for refs, _ in corpus], [hyp for _, hyp in corpus]
    assert ours.corpus_gleu(refs, hyps, low, low + more) == gleu_score.corpus_gleu(refs, hyps, low, low + more)
    assert ours.sentence_gleu(refs[0], hyps[0]) == gleu_score.sentence_gleu(refs[0], hyps[0])


@many
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


@many
@given(ref=st.integers(1, 30), hyp=st.integers(0, 40), sizes=st.lists(st.integers(0, 12), min_size=1, max_size=5))
def test_lengths(ref: int, hyp: int, sizes: list[int]) -> None:
    assert own_nist.nist_length_penalty(ref, hyp) == nist_score.nist_length_penalty(ref, hyp)
    assert repr(ours.brevity_penalty(ref, hyp)) == repr(peer.brevity_penalty(ref, hyp))  # 1 and 0 are integers
    assert repr(ours.brevity_penalty(0, hyp)) == repr(peer.brevity_penalty(0, hyp))
    texts = [["w"] * size for size in sizes]
    assert ours.closest_ref_length(texts, hyp) == peer.closest_ref_length(texts, hyp)


@many
@given(refs=st.lists(long, min_size=1, max_size=3), hyp=long, alpha=st.floats(0, 1), beta=st.floats(0, 1))
def test_ribes(refs: Any, hyp: Any, alpha: float, beta: float) -> None:
    assert ours.sentence_ribes(refs, hyp, alpha, beta) == ribes_score.sentence_ribes(refs, hyp, alpha, beta)
    assert ours.corpus_ribes([refs] * 2, [hyp, hyp[:1]]) == ribes_score.corpus_ribes([refs] * 2, [hyp, hyp[:1]])
    assert own_ribes.word_rank_alignment(refs[0], hyp) == ribes_score.word_rank_alignment(refs[0], hyp)
    assert own_ribes.position_of_ngram(tuple(hyp[1:3]), refs[0]) == ribes_score.position_of_ngram(
        tuple(hyp[1:3]), refs[0]
    )


@many
@given(places=st.lists(st.integers(0, 12), max_size=9), normalize=st.booleans())
def test_rank_correlations(places: list[int], normalize: bool) -> None:
    assert own_ribes.kendall_tau(places, normalize) == ribes_score.kendall_tau(places, normalize)
    assert list(own_ribes.find_increasing_sequences(places)) == list(ribes_score.find_increasing_sequences(places))
    if len(places) > 1:
        assert own_ribes.spearman_rho(places, normalize) == pytest.approx(ribes_score.spearman_rho(places, normalize))


@many
@given(ref=long, hyp=long, n=st.integers(1, 4), beta=st.floats(0.5, 4))
def test_chrf_of_one_order(ref: Any, hyp: Any, n: int, beta: float) -> None:
    mine = own_chrf.chrf_precision_recall_fscore_support(ref, hyp, n, beta)
    assert mine == pytest.approx(chrf_score.chrf_precision_recall_fscore_support(ref, hyp, n, beta), rel=1e-12)


links = st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4)), min_size=1, max_size=6).map(frozenset)


@many
@given(sure=links, test=links, more=links)
def test_alignment_error_rate(sure: Any, test: Any, more: Any) -> None:
    one, two, three = Alignment(sure), Alignment(test), Alignment(sure | more)
    assert ours.alignment_error_rate(one, two) == metrics.alignment_error_rate(one, two)
    assert ours.alignment_error_rate(one, two, three) == metrics.alignment_error_rate(one, two, three)
    with pytest.raises(AssertionError):
        ours.alignment_error_rate(one, two, Alignment([(9, 9)]))
    for library in (ours, metrics):
        raises(AttributeError, "issubset", library.alignment_error_rate, [(1, 1)], [(1, 1)], [(0, 0), (1, 1)])


def test_warnings_are_nltks() -> None:
    """One for every order without a match, with NLTK's class and words."""
    refs, hyp = [["let", "it", "go"]], ["let", "go", "it"]
    given = []
    for module in (ours.translate.bleu_score, peer):
        with warnings.catch_warnings(record=True) as records:
            warnings.simplefilter("always")
            module.sentence_bleu(refs, hyp)
            module.sentence_bleu(refs, hyp, smoothing_function=module.SmoothingFunction().method1)
        given.append([(record.category, str(record.message)) for record in records])
    assert given[0] == given[1]
    assert len(given[0]) == 3


lines = st.lists(st.sampled_from(["a", "ab", "(c).", "5,6", "Äh", "\u3000"]), max_size=7).map(" ".join)


@many
@given(
    pairs=st.lists(st.tuples(lines, lines), min_size=1, max_size=4),
    lengths=st.tuples(st.integers(1, 4), st.integers(0, 3)),
    beta=st.floats(0, 4),
    ignore=st.booleans(),
    form=st.sampled_from([str, str.split, lambda text: iter(text.split())]),
)
def test_chrf(pairs: list[tuple[str, str]], lengths: tuple[int, int], beta: float, ignore: bool, form: Any) -> None:
    """Of texts, lists of tokens and iterators."""
    options = (lengths[0], sum(lengths), beta, ignore)

    def scores(module: Any) -> list[float]:
        refs, hyps = (list(map(form, side)) for side in zip(*pairs, strict=True))
        return [module.corpus_chrf(refs, hyps, *options), module.sentence_chrf(*map(form, pairs[0]), *options)]

    assert scores(ours) == pytest.approx(scores(chrf_score), abs=1e-12)


# --- compat.nltk's METEOR calls against NLTK's own, on WordNet 3.0 where it can be had -----------------------------


words = st.lists(
    st.sampled_from(["the", "The", "cat", "cats", "kitty", "dog", "hound", "runs", "running", "ran", "Paris"]),
    max_size=8,
)
some_names = st.lists(st.sampled_from(["alpha", "beta", "gamma"]), max_size=4, unique=True)
meteor_settings = some_names.flatmap(
    lambda names: st.fixed_dictionaries({name: st.floats(0, 5 if name == "beta" else 1) for name in names})
)


class FirstLetters(StemmerI):
    def stem(self, token: str) -> str:
        return token[:3]


@given(refs=st.lists(words, min_size=1, max_size=3), hyp=words, chosen=meteor_settings)
def test_equal_to_nltk(refs: list[list[str]], hyp: list[str], chosen: dict[str, float]) -> None:
    nltk_meteor()
    assert ours.meteor_score(refs, hyp, **chosen) == peer_meteor.meteor_score(refs, hyp, **chosen)  # type: ignore[arg-type]


@pytest.mark.parametrize("stemmer", [FirstLetters(), SnowballStemmer("english")], ids=["letters", "snowball"])
@pytest.mark.parametrize("preprocess", [str.upper, str], ids=["upper", "as is"])
@given(ref=words, hyp=words)
def test_own_words_are_used(preprocess: type[str], stemmer: StemmerI, ref: list[str], hyp: list[str]) -> None:
    nltk_meteor()
    for wordnet in ({}, {"wordnet": NO_WORDNET}):
        mine = ours.single_meteor_score(ref, hyp, preprocess, stemmer, **wordnet)
        assert mine == peer_meteor.single_meteor_score(ref, hyp, preprocess, stemmer, **wordnet)

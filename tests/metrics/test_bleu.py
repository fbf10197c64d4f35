"""BLEU against sacreBLEU and NLTK, its edges, and what it refuses."""

import warnings
from dataclasses import replace
from itertools import zip_longest
from math import exp

import pytest
from nltk.translate import bleu_score as nltk
from sacrebleu.metrics import BLEU as PeerBLEU

from bolide import BLEU, InputError
from tests import drawn as st
from tests.drawn import given

words = st.lists(st.sampled_from(["a", "b", "c", "d.", "5,", "Ä"]), max_size=9)
segments = st.lists(st.tuples(words, st.lists(words, min_size=1, max_size=3)), min_size=1, max_size=4)
Segments = list[tuple[list[str], list[list[str]]]]


def texts(corpus: Segments) -> tuple[list[str], list[list[str]]]:
    return [" ".join(hyp) for hyp, _ in corpus], [[" ".join(ref) for ref in refs] for _, refs in corpus]


@given(
    corpus=segments,
    smooth=st.sampled_from(["exp", "floor", "add-k", "none"]),
    tokenize=st.sampled_from(["13a", "char", "none"]),
    order=st.integers(1, 6),
    effective=st.booleans(),
    lowercase=st.booleans(),
)
def test_equals_sacrebleu(
    corpus: Segments, smooth: str, tokenize: str, order: int, effective: bool, lowercase: bool
) -> None:
    hyps, refs = texts(corpus)
    peer = PeerBLEU(
        lowercase, tokenize=tokenize, smooth_method=smooth, max_ngram_order=order, effective_order=effective
    )
    ours = BLEU(lowercase, effective, tokenize, smooth, max_ngram_order=order).corpus(hyps, refs)
    theirs = peer.corpus_score(hyps, list(zip_longest(*refs)))
    assert ours.points == pytest.approx(theirs.score, abs=1e-9)
    assert [ours.parts[name] for name in ("hyp_len", "ref_len", "bp")] == [theirs.sys_len, theirs.ref_len, theirs.bp]
    if smooth != "add-k":  # which sacreBLEU adds to its counts
        assert [ours.parts[name] for name in ("counts", "totals")] == [theirs.counts, theirs.totals]


@pytest.mark.parametrize("method", [f"method{k}" for k in range(8)])
@given(corpus=segments, order=st.integers(3, 5))
def test_equals_nltk(method: str, corpus: Segments, order: int) -> None:
    ours = BLEU(tokenize="none", smooth_method=method, max_ngram_order=order)
    smoothing = getattr(nltk.SmoothingFunction(), method)
    weights = (1 / order,) * order
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # NLTK warns of what it will answer with a tiny float
        for hyp, refs in corpus:
            try:
                theirs = nltk.sentence_bleu(refs, hyp, weights, smoothing)
            except AssertionError:  # its method 6 refuses a sentence without a matching trigram
                continue
            value = ours.sentence(" ".join(hyp), [" ".join(ref) for ref in refs]).value
            assert value == pytest.approx(0 if 0 < theirs < 1e-50 else theirs, abs=1e-12)
        if method < "method5":
            theirs = nltk.corpus_bleu([refs for _, refs in corpus], [hyp for hyp, _ in corpus], weights, smoothing)
            value = ours.corpus(*texts(corpus)).value
            assert value == pytest.approx(0 if 0 < theirs < 1e-50 else theirs, abs=1e-12)


PAPER, CAT, ON = BLEU.preset("paper"), ["the cat is on mat"], ["the cat is on the mat"]


@pytest.mark.parametrize(
    ("metric", "hyps", "refs", "value"),
    [
        # weights are taken as they are, and an order of weight zero cannot make the score zero
        (replace(PAPER, max_ngram_order=2, weights=(0.3, 0.7)), CAT, ON, exp(1 - 6 / 5) * (3 / 4) ** 0.7),
        (replace(PAPER, weights=(1.0, 0.0, 0.0, 0.0)), ["b a"], ["a b"], 1.0),
        # a corpus has the ratio of sums, not the mean
        (replace(PAPER, max_ngram_order=1), ["a", "b c d"], ["a", "b c x"], 3 / 4),
        # without smoothing, a zero is exactly zero; with too much, a score has no bound
        (PAPER, ["hello world"], ["hello world"], 0.0),
        (BLEU(tokenize="none", smooth_method="method0"), ["hello world"], ["hello world"], 0.0),
        (BLEU(smooth_method="floor", smooth_value=1e300), CAT, ["the a b c d"], 1e225 * (1 / 5 / 4 / 3 / 2) ** 0.25),
    ],
)
def test_scores_by_hand(metric: BLEU, hyps: list[str], refs: list[str], value: float) -> None:
    score = metric.corpus(hyps, refs)
    assert score.value == (pytest.approx(value) if value else 0.0)
    assert score.parts["cross_checked"]


def test_an_infinite_score_is_refused() -> None:
    metric = BLEU(smooth_method="floor", smooth_value=1e300, weights=(1, 1, 1, 1))
    doors = (metric.sentence, metric.explain)
    lists = (metric.corpus, metric.segments, metric.pairwise)
    for door in (*doors, *(lambda hyp, ref, door=door: door([hyp], [ref]) for door in lists)):
        with pytest.raises(InputError, match="BLEU is infinite with these options"):
            door("the cat is on mat", "the a b c d")

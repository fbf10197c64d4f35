"""The stand-ins for sacreBLEU's and NLTK's chrF have their signatures, scales and numbers."""

import inspect

import pytest
import sacrebleu.compat
from hypothesis import given
from hypothesis import strategies as st
from nltk.translate import chrf_score as nltk_peer
from sacrebleu.metrics import CHRF as PeerCHRF

from bolide.compat import nltk
from bolide.compat import sacrebleu as ours

lines = st.lists(st.sampled_from(["a", "ab", "(c).", "5,6", "Äh", "\u3000"]), max_size=7).map(" ".join)


def agree(mine: ours.CHRFScore, theirs: sacrebleu.compat.CHRFScore) -> None:
    assert mine.score == pytest.approx(theirs.score, abs=1e-9)
    fields = ("name", "char_order", "word_order", "beta")
    assert [getattr(mine, field) for field in fields] == [getattr(theirs, field) for field in fields]
    assert str(mine) == str(theirs)
    for options in ({"width": 4, "score_only": True}, {"signature": "a:1|b:2"}, {"signature": "a:1", "is_json": True}):
        assert mine.format(**options) == theirs.format(**options)


@given(data=st.data(), hyps=st.lists(lines, min_size=1, max_size=4), words=st.integers(0, 2), beta=st.integers(1, 3))
def test_scores_and_fields(data: st.DataObject, hyps: list[str], words: int, beta: int) -> None:
    streams = data.draw(st.lists(st.lists(lines, min_size=len(hyps), max_size=len(hyps)), min_size=1, max_size=3))
    mine, theirs = ours.CHRF(word_order=words, beta=beta), PeerCHRF(word_order=words, beta=beta)
    agree(mine.corpus_score(hyps, streams), theirs.corpus_score(hyps, streams))
    for short in (False, True):
        shown = [str(metric.get_signature().format(short)).split("|v")[0] for metric in (mine, theirs)]
        assert shown[0] == shown[1]
    for remove in (False, True):
        options = {"char_order": 5, "word_order": words, "remove_whitespace": remove, "eps_smoothing": True}
        agree(ours.corpus_chrf(hyps, streams, **options), sacrebleu.compat.corpus_chrf(hyps, streams, **options))
        texts = hyps[0], [stream[0] for stream in streams]
        agree(ours.sentence_chrf(*texts, **options), sacrebleu.compat.sentence_chrf(*texts, **options))
    refs = [stream[0] for stream in streams]
    agree(ours.sentence_chrf(hyps[0], refs), sacrebleu.compat.sentence_chrf(hyps[0], refs))
    early = PeerCHRF(references=streams).corpus_score(hyps, None)
    agree(ours.CHRF(references=streams).corpus_score(hyps, None), early)


@pytest.mark.parametrize("name", ["corpus_chrf", "sentence_chrf"])
def test_functions_have_the_same_parameters(name: str) -> None:
    for mine, theirs in ((ours, sacrebleu.compat), (nltk, nltk_peer)):
        parameters = [inspect.signature(getattr(module, name)).parameters.values() for module in (mine, theirs)]
        assert [(p.name, p.default) for p in parameters[0]] == [(p.name, p.default) for p in parameters[1]]


@pytest.mark.parametrize("method", ["__init__", "corpus_score", "sentence_score"])
def test_methods_have_the_same_parameters(method: str) -> None:
    mine, theirs = (inspect.signature(getattr(cls, method)).parameters for cls in (ours.CHRF, PeerCHRF))
    assert [(p.name, p.default) for p in mine.values()] == [(p.name, p.default) for p in theirs.values()]


@given(
    pairs=st.lists(st.tuples(lines, lines), min_size=1, max_size=4),
    lengths=st.tuples(st.integers(1, 4), st.integers(0, 3)),
    beta=st.floats(0, 4),
    ignore=st.booleans(),
    as_tokens=st.booleans(),
)
def test_nltks_numbers(
    pairs: list[tuple[str, str]], lengths: tuple[int, int], beta: float, ignore: bool, as_tokens: bool
) -> None:
    shortest, longest = lengths[0], sum(lengths)
    refs, hyps = ([side.split() if as_tokens else side for side in sides] for sides in zip(*pairs, strict=True))
    options = (shortest, longest, beta, ignore)
    assert nltk.corpus_chrf(refs, hyps, *options) == pytest.approx(
        nltk_peer.corpus_chrf(refs, hyps, *options), abs=1e-12
    )
    theirs = nltk_peer.sentence_chrf(refs[0], hyps[0], *options)
    assert nltk.sentence_chrf(refs[0], hyps[0], *options) == pytest.approx(theirs, abs=1e-12)


def test_nltks_examples() -> None:
    """The numbers in NLTK 3.10's own documentation of sentence_chrf and corpus_chrf."""
    ref1 = "It is a guide to action that ensures that the military will forever heed Party commands"
    ref2 = (
        "It is the guiding principle which guarantees the military forces always being under the command of the Party"
    )
    hyp1 = "It is a guide to action which ensures that the military always obeys the commands of the party"
    hyp2 = "It is to insure the troops forever hearing the activity guidebook that party direct"
    assert f"{nltk.sentence_chrf(ref1, hyp1):.6f}"[:6] == "0.6349"
    assert f"{nltk.sentence_chrf(ref1, hyp2.split()):.6f}"[:6] == "0.3330"
    assert f"{nltk.corpus_chrf([ref1, ref2, ref1, ref2], [hyp1, hyp2, hyp2, hyp1]):.6f}"[:6] == "0.3910"


def test_what_is_refused() -> None:
    with pytest.raises(ValueError, match="they must pair up"):
        nltk.corpus_chrf(["a"], [])
    with pytest.raises(ValueError, match="no segments"):
        nltk.corpus_chrf([], [])
    with pytest.raises(ValueError, match="1 ≤ min_len ≤ max_len"):
        nltk.sentence_chrf("a", "a", min_len=3, max_len=2)
    with pytest.raises(ValueError, match="list of strings"):
        ours.CHRF().sentence_score("a", "a")
    with pytest.raises(ValueError, match="evaluate the metric first"):
        ours.CHRF().get_signature()

"""The stand-ins for sacreBLEU have its signatures, its scales and its fields."""

import inspect
import logging

import pytest
import sacrebleu.compat
from hypothesis import given
from hypothesis import strategies as st
from sacrebleu.metrics import BLEU as PeerBLEU

from bolide import demo
from bolide.compat import sacrebleu as ours

lines = st.lists(st.sampled_from(["a", "b", "c.", "5,6", "Ä"]), max_size=7).map(" ".join)
FIELDS = ["name", "score", "counts", "totals", "precisions", "bp", "sys_len", "ref_len", "ratio", "prec_str"]


def agree(mine: ours.BLEUScore, theirs: sacrebleu.compat.BLEUScore) -> None:
    for field in FIELDS:
        value = getattr(theirs, field)
        assert getattr(mine, field) == (value if isinstance(value, str) else pytest.approx(value, abs=1e-9)), field
    assert str(mine) == str(theirs)
    assert mine.format(width=4, score_only=True) == theirs.format(width=4, score_only=True)


@given(
    data=st.data(),
    hyps=st.lists(lines, min_size=1, max_size=4),
    method=st.sampled_from(["exp", "floor", "add-k", "none"]),
    effective=st.booleans(),
)
def test_scores_and_fields(data: st.DataObject, hyps: list[str], method: str, effective: bool) -> None:
    streams = data.draw(st.lists(st.lists(lines, min_size=len(hyps), max_size=len(hyps)), min_size=1, max_size=3))
    mine = ours.BLEU(smooth_method=method, effective_order=effective)
    theirs = PeerBLEU(smooth_method=method, effective_order=effective)
    agree(mine.corpus_score(hyps, streams), theirs.corpus_score(hyps, streams))
    wanted = str(theirs.get_signature()).split("|version")[0]
    assert str(mine.get_signature()).split("|version")[0] == wanted
    agree(
        ours.corpus_bleu(hyps, streams, method, use_effective_order=effective),
        sacrebleu.compat.corpus_bleu(hyps, streams, method, use_effective_order=effective),
    )
    agree(ours.sentence_bleu(hyps[0], streams[0][:1]), sacrebleu.compat.sentence_bleu(hyps[0], streams[0][:1]))
    agree(ours.raw_corpus_bleu(hyps, streams), sacrebleu.compat.raw_corpus_bleu(hyps, streams))


def test_references_may_be_missing_or_given_early() -> None:
    hyps, streams = ["a b c d e", "x y"], [["a b c d e", "x z"], [None, "x y"]]
    agree(ours.BLEU().corpus_score(hyps, streams), PeerBLEU().corpus_score(hyps, streams))
    early = [["a b c d e", "x z"]]
    agree(ours.BLEU(references=early).corpus_score(hyps, None), PeerBLEU(references=early).corpus_score(hyps, None))


@pytest.mark.parametrize("name", ["corpus_bleu", "sentence_bleu", "raw_corpus_bleu"])
def test_functions_have_the_same_parameters(name: str) -> None:
    mine, theirs = (inspect.signature(getattr(module, name)).parameters for module in (ours, sacrebleu.compat))
    assert [(p.name, p.default) for p in mine.values()] == [(p.name, p.default) for p in theirs.values()]


@pytest.mark.parametrize("method", ["__init__", "corpus_score", "sentence_score"])
def test_methods_have_the_same_parameters(method: str) -> None:
    mine, theirs = (inspect.signature(getattr(cls, method)).parameters for cls in (ours.BLEU, PeerBLEU))
    assert [(p.name, p.default) for p in mine.values()] == [(p.name, p.default) for p in theirs.values()]


def test_short_signature() -> None:
    mine, theirs = ours.BLEU(smooth_method="floor", lowercase=True), PeerBLEU(smooth_method="floor", lowercase=True)
    for metric in (mine, theirs):
        metric.corpus_score(["a"], [["a"]])
    assert (
        mine.get_signature().format(short=True).split("|v:")[0]
        == theirs.get_signature().format(short=True).split("|v:")[0]
    )


def test_wrong_shapes_are_refused() -> None:
    with pytest.raises(ValueError, match="one list per reference set"):
        ours.BLEU().corpus_score(["a"], ["a"])  # type: ignore[list-item]
    with pytest.raises(ValueError, match="2 lines for 1"):
        ours.BLEU().corpus_score(["a"], [["a", "b"]])
    with pytest.raises(ValueError, match="list of strings"):
        ours.BLEU().sentence_score("a", "a")
    with pytest.raises(ValueError, match="evaluate the metric first"):
        ours.BLEU().get_signature()


logging.getLogger("sacrebleu").setLevel(logging.ERROR)


def test_bootstrap_draws_and_prints_as_sacrebleu_does() -> None:
    hyps, refs = list(demo.SYSTEMS["hasty"]), [list(demo.HUMAN_A), list(demo.HUMAN_B)]
    mine, theirs = ours.BLEU(), PeerBLEU()
    got, wanted = mine.corpus_score(hyps, refs, n_bootstrap=200), theirs.corpus_score(hyps, refs, n_bootstrap=200)
    assert str(got) == str(wanted)
    assert got.format(score_only=True) == wanted.format(score_only=True)
    assert str(mine.get_signature()).split("|version")[0] == str(theirs.get_signature()).split("|version")[0]

"""compat.sacrebleu's TER beside sacreBLEU's own: scores, fields, signatures, the tokenizer."""

import re
from itertools import product

import pytest
import sacrebleu as peer
from hypothesis import given, settings
from hypothesis import strategies as st
from sacrebleu.metrics.ter import TERScore as PeerScore
from sacrebleu.tokenizers.tokenizer_ter import TercomTokenizer as PeerTokenizer

from bolide import InputError
from bolide.compat import sacrebleu as ours
from bolide.compat.sacrebleu.tokenizers.tokenizer_ter import TercomTokenizer

NAMES = ("normalized", "no_punct", "asian_support", "case_sensitive")
SETTINGS = [dict(zip(NAMES, values, strict=True)) for values in product((False, True), repeat=4)]
texts = st.lists(st.sampled_from(["a", "b", "C", "d,", "e.", "1,5", "中文", "it's", "(x)"]), max_size=9).map(" ".join)


def agree(mine: ours.TERScore, theirs: PeerScore) -> None:
    assert mine.score == pytest.approx(theirs.score, rel=1e-12)
    assert (mine.name, mine.num_edits, type(mine.num_edits)) == (theirs.name, theirs.num_edits, type(theirs.num_edits))
    assert mine.ref_length == pytest.approx(theirs.ref_length, rel=1e-14)
    assert (str(mine), mine.format(4, True)) == (str(theirs), theirs.format(4, True))


@pytest.mark.parametrize("options", SETTINGS, ids=str)
@settings(max_examples=20)
@given(corpus=st.lists(st.tuples(texts, texts, texts), min_size=1, max_size=4))
def test_corpus(options: dict[str, bool], corpus: list[tuple[str, str, str]]) -> None:
    hyps, *streams = map(list, zip(*corpus, strict=True))
    agree(ours.corpus_ter(hyps, streams, **options), peer.corpus_ter(hyps, streams, **options))
    agree(ours.TER(**options, references=streams).corpus_score(hyps, None), peer.corpus_ter(hyps, streams, **options))


@given(hyp=texts, refs=st.lists(texts, min_size=1, max_size=3))
def test_sentence(hyp: str, refs: list[str]) -> None:
    agree(ours.sentence_ter(hyp, refs), peer.sentence_ter(hyp, refs))


def test_a_missing_reference_is_left_out() -> None:
    hyps, streams = ["a b c", "d"], [["a b c d", "d e"], ["a x", None]]
    agree(ours.corpus_ter(hyps, streams), peer.corpus_ter(hyps, streams))


@pytest.mark.parametrize("options", SETTINGS, ids=str)
@pytest.mark.parametrize("short", [False, True])
def test_signature(options: dict[str, bool], short: bool) -> None:
    shown = []
    for library in (ours, peer):
        metric = library.TER(**options)
        metric.corpus_score(["a"], [["a"], ["b"]])
        shown.append(re.sub(r"\|(v|version):.*", "", metric.get_signature().format(short=short)))
    assert shown[0] == shown[1]


@pytest.mark.parametrize("options", SETTINGS, ids=str)
def test_tokenizer(options: dict[str, bool]) -> None:
    for text in ("", "Jim's car, 4.2 (kg).", "りの拳銃を持。", "a,,1  b\n-c"):
        assert TercomTokenizer(**options)(text) == PeerTokenizer(**options)(text)
    assert TercomTokenizer().signature() == PeerTokenizer().signature()


def test_a_switch_that_is_a_text_is_refused() -> None:
    with pytest.raises(InputError, match="normalized is 'no'"):
        ours.TER(normalized="no")

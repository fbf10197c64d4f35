"""tercom's tokens in all sixteen settings are sacreBLEU's, one by one and for whole corpora."""

from itertools import product

import pytest
from hypothesis import given, strategies as st
from sacrebleu.metrics import TER as PeerTER

from bolide.metrics.ter import encode_tercom
from bolide.text.tokenize.mteval import Tercom
from tests.text.tokenize.test_tokenizers import EXAMPLES

OPTIONS = ("normalized", "no_punct", "asian_support", "case_sensitive")
SETTINGS = [dict(zip(OPTIONS, values, strict=True)) for values in product((False, True), repeat=4)]
# Ours and the peer's in every setting, made once: to make them takes longer than to cut a text.
PAIRS = [(Tercom(**options), PeerTER(**options)) for options in SETTINGS]

# What the rules speak of, more often than chance would bring it.
piece = st.sampled_from(
    [
        *".,.,-5a0 $&;'sS!?:\"()\n\t中。、ひカー｡！￥—\u3000\x85\u00a0½٣ΣςİA\u4dc0\u4dbf\u3200\u2e80\ufe30𠀀",
        *("&amp;", "&quot;", "&lt;", "&gt;", "lt;", "'s ", "'s", "\n-"),
    ]
)
text = st.lists(piece | st.characters(exclude_categories=["Cs"]), max_size=25).map("".join)


def peers_tokens(peer: PeerTER, text: str) -> tuple[list[str], list[str]]:
    """As a hypothesis and as a reference."""
    once = peer._preprocess_segment(text)
    return once.split(), peer._preprocess_segment(once).split()


@given(text=text)
def test_tokens_are_sacrebleus(text: str) -> None:
    """In all settings on the same texts: to draw them takes longer than to cut them."""
    for ours, peer in PAIRS:
        assert (ours.tokens(text), ours.twice(text)) == peers_tokens(peer, text), ours


@given(hyps=st.lists(text, max_size=3), refs=st.lists(text, max_size=3), twice=st.booleans())
def test_encoded_texts_have_the_same_tokens(hyps: list[str], refs: list[str], twice: bool) -> None:
    for ours, peer in PAIRS:
        found = encode_tercom(hyps, refs, ours, twice)
        assert len(set(found.tokens)) == len(found.tokens), ours
        wanted = [peers_tokens(peer, hyp)[0] for hyp in hyps] + [peers_tokens(peer, ref)[twice] for ref in refs]
        assert found.texts() == wanted, ours


@pytest.mark.parametrize(("names", "text", "tokens", "twice"), EXAMPLES["tercom"])
def test_examples(names: list[str], text: str, tokens: str, twice: str) -> None:
    options = dict.fromkeys(names, True)
    ours, expected = Tercom(**options), (tokens.split(), twice.split())
    assert (ours.tokens(text), ours.twice(text)) == expected == peers_tokens(PeerTER(**options), text)

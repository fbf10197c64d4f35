"""tercom's tokens in all sixteen settings are sacreBLEU's, one by one and for whole corpora."""

from functools import cache
from itertools import product

import pytest
from hypothesis import given, strategies as st
from sacrebleu.metrics import TER as PeerTER

from bolide.metrics.ter.counts import encode_tercom
from bolide.text.tokenize.tercom import Tercom
from tests.text.tokenize.test_tokenizers import EXAMPLES

OPTIONS = ("normalized", "no_punct", "asian_support", "case_sensitive")
SETTINGS = [dict(zip(OPTIONS, chosen, strict=True)) for chosen in product((False, True), repeat=4)]

# What the rules speak of, more often than chance would bring it.
piece = st.sampled_from([
    *".,.,-5a0 $&;'sS!?:\"()\n\t中。、ひカー｡！￥—\u3000\x85\u00a0½٣ΣςİA\u4dc0\u4dbf\u3200\u2e80\ufe30𠀀",
    *("&amp;", "&quot;", "&lt;", "&gt;", "lt;", "'s ", "'s", "\n-"),
])  # fmt: skip
text = st.lists(piece | st.characters(exclude_categories=["Cs"]), max_size=25).map("".join)


@cache
def made(names: tuple[str, ...]) -> tuple[Tercom, PeerTER]:
    """Ours and the peer's in a setting, made once: to make them takes longer than to cut a text."""
    options = dict.fromkeys(names, True)
    return Tercom(**options), PeerTER(**options)


def in_setting(options: dict[str, bool]) -> tuple[Tercom, PeerTER]:
    return made(tuple(name for name in options if options[name]))


def peers_tokens(options: dict[str, bool], text: str) -> tuple[list[str], list[str]]:
    """As a hypothesis and as a reference."""
    _, peer = in_setting(options)
    once = peer._preprocess_segment(text)
    return once.split(), peer._preprocess_segment(once).split()


@given(text=text)
def test_tokens_are_sacrebleus(text: str) -> None:
    """In all settings on the same texts: to draw them takes longer than to cut them."""
    for options in SETTINGS:
        cut, _ = in_setting(options)
        assert (cut.tokens(text), cut.twice(text)) == peers_tokens(options, text), options


@given(hyps=st.lists(text, max_size=3), refs=st.lists(text, max_size=3), twice=st.booleans())
def test_encoded_texts_have_the_same_tokens(hyps: list[str], refs: list[str], twice: bool) -> None:
    for options in SETTINGS:
        found = encode_tercom(hyps, refs, in_setting(options)[0], twice)
        assert len(set(found.tokens)) == len(found.tokens), options
        words = [found.tokens[id_] for id_ in found.ids]
        texts = [words[found.starts[k] : found.starts[k + 1]] for k in range(len(found.starts) - 1)]
        assert texts[: len(hyps)] == [peers_tokens(options, hyp)[0] for hyp in hyps], options
        assert texts[len(hyps) :] == [peers_tokens(options, ref)[twice] for ref in refs], options


def test_lower_case_letters_have_no_other_lower_case() -> None:
    """So that a second pass over single tokens does not depend on what stood beside them."""
    assert all(chr(point).lower().lower() == chr(point).lower() for point in range(0x110000))


@pytest.mark.parametrize(("names", "text", "tokens", "twice"), EXAMPLES["tercom"])
def test_examples(names: list[str], text: str, tokens: str, twice: str) -> None:
    expected, options = (tokens.split(), twice.split()), dict.fromkeys(names, True)
    assert (Tercom(**options).tokens(text), Tercom(**options).twice(text)) == expected == peers_tokens(options, text)

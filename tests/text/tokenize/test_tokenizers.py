"""Each tokenizer gives sacreBLEU's tokens, whatever the text."""

import pytest
from hypothesis import given, strategies as st
from sacrebleu.metrics.bleu import _get_tokenizer
from sacrebleu.tokenizers.tokenizer_ter import TercomTokenizer

from bolide.text.tokenize import TOKENIZERS
from bolide.text.tokenize.mteval import spans, unicode_classes
from bolide.text.tokens import encode, encode_tokens
from tests.kernels.text.test_scan import pointed
from tests.tables import table

EXAMPLES = table(__file__, "examples.toml")
NOT_BLEUS = {"tercom": TercomTokenizer(normalized=True, case_sensitive=True)}
PEERS = {name: NOT_BLEUS.get(name) or _get_tokenizer("none" if name == "whitespace" else name)() for name in TOKENIZERS}


@given(text=pointed)
def test_tokens_are_sacrebleus(text: str) -> None:
    """All tokenizers on the same texts: to draw them takes longer than to cut them."""
    for name, cut in TOKENIZERS.items():
        assert cut(text) == PEERS[name](text).split(), name


@given(texts=st.lists(pointed, min_size=1, max_size=3), lowercase=st.booleans())
def test_encode_drops_white_space_at_the_end_and_lowercases_first(texts: list[str], lowercase: bool) -> None:
    for name, cut in TOKENIZERS.items():
        wanted = [cut((text.lower() if lowercase else text).rstrip()) for text in texts]
        encoded = encode(texts, name, lowercase)
        assert (encoded.ids, encoded.texts()) == (encode_tokens(wanted).ids, wanted), name
        assert len(encoded.vocab or ()) == len(set(encoded.ids)), name


@pytest.mark.parametrize("letter", "PSN")
def test_intl_classes_are_those_that_sacrebleu_asks_for(letter: str) -> None:
    """Over all code points that both Unicode versions, ours and the regex module's, have assigned."""
    import regex

    ours = {chr(point) for first, last in spans(unicode_classes()[letter]) for point in range(first, last + 1)}
    every = "".join(map(chr, range(0x110000)))
    assigned = {*regex.findall(r"\P{Cn}", every)}
    asked = {*regex.findall(rf"\p{{{letter}}}", every)}
    assert ours & assigned == asked & assigned
    assert len(asked & assigned) > 800


@pytest.mark.parametrize(("name", "text", "tokens"), EXAMPLES["tokens"])
def test_examples(name: str, text: str, tokens: str) -> None:
    assert TOKENIZERS[name](text) == tokens.split() == PEERS[name](text).split()


@pytest.mark.parametrize("space", ["\x0b", "\x0c", "\x1c", "\x85", "\u2028", "\u2029"], ids=ascii)
def test_what_python_takes_for_the_end_of_a_line_is_white_space(space: str) -> None:
    text = f"{space}a{space}5.{space}{space}b,{space}"
    for name, cut in TOKENIZERS.items():
        wanted = PEERS[name](text.rstrip()).split()
        assert "5." in " ".join(wanted).replace(" .", "."), name
        assert cut(text.rstrip()) == wanted == encode([text], name).texts()[0], name

"""Texts to ids and back, as plain splitting does."""

from hypothesis import given, strategies as st

from bolide.text import tokens
from bolide.text.tokenize import meteor_normalize
from bolide.text.tokenize.meteor_normalize import split

texts = st.lists(st.text("aB \t\n\r\f\x0b\x1c\u00a0\u2028éÉİΣσςẞ😀\ud800", max_size=12), max_size=6)


@given(texts, st.booleans())
def test_the_scanner_splits_as_plain_python_does_text_by_text(lines: list[str], lowercase: bool) -> None:
    plain = tokens.encode_tokens([split(line.lower() if lowercase else line) for line in lines])
    encoded = meteor_normalize.encode_meteor(lines, lowercase)
    assert (encoded.tokens, encoded.ids, encoded.starts) == (plain.tokens, plain.ids, plain.starts)


def test_the_only_separators_of_meteor_15() -> None:
    """Java's StringTokenizer knows five."""
    assert split("a b\tc\nd\re\ff") == list("abcdef")
    others = [chr(point) for point in range(0x3001) if chr(point).isspace() and chr(point) not in " \t\n\r\f"]
    assert {"\x0b", "\x1c", "\x85", "\u2028", "\u2029"} < {*others}
    word = "x".join(["a", *others, "b"])
    assert split(word) == meteor_normalize.encode_meteor([word], False).texts()[0] == [word]
    assert split("  ") == split("") == []

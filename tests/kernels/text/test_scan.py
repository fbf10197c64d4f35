"""The scanner agrees with the plain tokenizers, compiled or not."""

from array import array
from itertools import accumulate

import pytest
from hypothesis import given, strategies as st

from bolide.kernels.text import scan
from bolide.text.tokenize import TOKENIZERS
from bolide.text.tokenize.character_classes import kinds_of
from bolide.text.tokens import encode_tokens
from tests.kernels.both import interpreted

SCAN = {"installed": scan.scan, "interpreted": interpreted("text.scan").scan}

# What the rules speak of, more often than chance would bring it: entities inside entities, ends of lines.
PIECES = (
    *".,-5a $&;\n\t中。￥\u2014\u3000\x0b\x0c\x1c\x85\u2028\u00a0½٣—‘𠀀",
    *("&amp;", "&quot;", "&lt;", "amp;", "quot;", "lt;", "gt;", "<skipped>", "-\n"),
)
pointed = st.lists(st.sampled_from(PIECES) | st.characters(), max_size=25).map("".join)


def scanned(implementation: str, name: str, texts: list[str]) -> tuple[list[int], list[int]]:
    kinds = kinds_of(name)
    assert kinds is not None
    prepared = kinds.prepare(texts) if kinds.prepare else texts
    starts = array("q", accumulate(map(len, prepared), initial=0))
    points = memoryview("".join(prepared).encode("utf-32-le", "surrogatepass")).cast("I")
    ids, token_starts, _ = SCAN[implementation](
        points, memoryview(starts), memoryview(kinds.table), kinds.beyond, kinds.padded
    )
    return ids.tolist(), token_starts.tolist()


@pytest.mark.parametrize("implementation", SCAN)
@given(texts=st.lists(pointed, min_size=1, max_size=4))
def test_scanner_gives_the_tokens_of_the_plain_function(implementation: str, texts: list[str]) -> None:
    """Of all tokenizers on the same texts: to draw them takes longer than to scan them."""
    for name, cut in TOKENIZERS.items():
        if kinds_of(name) is None:
            continue
        wanted = encode_tokens([cut(text.rstrip()) for text in texts])  # as encoders prepare them
        assert scanned(implementation, name, texts) == (wanted.ids.tolist(), wanted.starts.tolist()), name


@pytest.mark.parametrize("implementation", SCAN)
def test_many_distinct_tokens_make_the_table_grow(implementation: str) -> None:
    texts = [" ".join(f"w{i}" for i in range(5000)), " ".join(f"w{i}" for i in range(4999, -1, -1))]
    ids, starts = scanned(implementation, "whitespace", texts)
    assert ids == [*range(5000), *range(4999, -1, -1)]
    assert starts == [0, 5000, 10000]

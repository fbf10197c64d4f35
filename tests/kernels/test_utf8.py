"""Texts read as UTF-8 have the rows of the strings, compiled or not; what is not UTF-8 is found."""

from array import array
from itertools import accumulate, chain
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bolide.errors import InputError
from bolide.kernels import utf8
from bolide.kernels.ngrams import clipped as clipped_ids
from bolide.text.tokenize import TOKENIZERS
from bolide.text.tokenize.kinds import kinds_of
from bolide.text.utf8 import SCANNED
from bolide.text.vocab import encode_tokens
from tests.kernels.both import interpreted

KERNELS: dict[str, Any] = {"installed": utf8, "interpreted": interpreted("utf8")}
pointed = st.text(
    st.sampled_from(".,-5a $;\t中。￥\u2014\u3000\x85\u00a0½٣—‘𠀀") | st.characters(exclude_categories=["Cs"]),
    max_size=25,
)


def laid_out(texts: list[bytes]) -> tuple[memoryview, memoryview]:
    return memoryview(b"".join(texts)), memoryview(array("q", accumulate(map(len, texts), initial=0)))


def clipped(kernel: Any, name: str, hyps: list[bytes], refs: list[bytes], starts: list[int]) -> tuple[int, list[int]]:
    kinds = kinds_of(name)
    assert kinds is not None
    rows = array("q", bytes(8 * 15 * len(hyps)))
    how = (memoryview(kinds.table), kinds.beyond, kinds.padded, name == "zh")
    view = memoryview(rows).cast("B").cast("q", (len(hyps), 15))
    wrong = kernel.clipped_utf8(*laid_out([*hyps, *refs]), memoryview(array("q", starts)), *how, 4, view)
    return wrong, rows.tolist()


@pytest.mark.parametrize("kernel", KERNELS)
@pytest.mark.parametrize("name", SCANNED)
@given(data=st.data())
def test_the_rows_are_those_of_the_strings(kernel: str, name: str, data: st.DataObject) -> None:
    groups = data.draw(st.lists(st.lists(pointed, min_size=2, max_size=4), min_size=1, max_size=3))
    hyps, refs = [group[0] for group in groups], [group[1:] for group in groups]
    prepare = kinds_of(name).prepare if name == "13a" else None  # type: ignore[union-attr]
    ready = [[text.encode() for text in (prepare(group) if prepare else group)] for group in groups]
    starts = list(accumulate((len(group) - 1 for group in groups), initial=0))
    flat = [text for group in ready for text in group[1:]]
    found = clipped(KERNELS[kernel], name, [group[0] for group in ready], flat, starts)
    tokens = encode_tokens(TOKENIZERS[name](text.rstrip()) for text in [*hyps, *chain.from_iterable(refs)])
    wanted = memoryview(bytearray(8 * 15 * len(hyps))).cast("q", (len(hyps), 15))
    clipped_ids(tokens.ids, tokens.starts, memoryview(array("q", starts)), 4, wanted)
    assert found == (0, [number for row in wanted.tolist() for number in row])


BAD = [
    b"\xc0\x80", b"\xc1\xbf", b"\xe0\x80\x80", b"\xe0\x9f\xbf", b"\xf0\x80\x80\x80", b"\xf0\x8f\xbf\xbf",  # overlong
    b"\xed\xa0\x80", b"\xed\xbf\xbf",  # surrogates
    b"\xf4\x90\x80\x80", b"\xf5\x80\x80\x80", b"\xff", b"\xfe",  # beyond U+10FFFF, and no lead at all
    b"\x80", b"\xbf", b"\xc3", b"\xe4\xb8", b"\xf0\x9f\x98", b"\xc3(", b"\xe4\xb8(", b"\xf0\x9f\x98(",  # cut off
]  # fmt: skip


@pytest.mark.parametrize("kernel", KERNELS)
@pytest.mark.parametrize("bad", BAD, ids=bytes.hex)
def test_what_is_not_utf_8_is_found_in_its_text(kernel: str, bad: bytes) -> None:
    with pytest.raises(UnicodeDecodeError):
        bad.decode()
    good = "a bé 中 😀".encode()
    for text in (bad, b"a " + bad, bad + b" b", b"." + bad, b"a" + bad + b"  "):
        for name in ("13a", "intl", "char"):
            assert clipped(KERNELS[kernel], name, [good, text], [good, good], [0, 1, 2])[0] == -2
            assert clipped(KERNELS[kernel], name, [good, good], [good, text], [0, 1, 2])[0] == -4
        points, starts = memoryview(array("I", bytes(400))), memoryview(array("q", bytes(24)))
        assert KERNELS[kernel].decode_utf8(*laid_out([good, text]), points, starts) == -2


@pytest.mark.parametrize("kernel", KERNELS)
@given(raw=st.binary(max_size=12))
def test_bytes_are_refused_exactly_where_python_refuses_them(kernel: str, raw: bytes) -> None:
    points, starts = memoryview(array("I", bytes(64))), memoryview(array("q", bytes(16)))
    found = KERNELS[kernel].decode_utf8(*laid_out([raw]), points, starts)
    try:
        wanted = [ord(character) for character in raw.decode()]
    except UnicodeDecodeError:
        assert found == -1
    else:
        assert points[:found].tolist() == wanted
        assert starts.tolist() == [0, len(wanted)]


@pytest.mark.parametrize("kernel", KERNELS)
def test_starts_that_lie_outside_are_refused(kernel: str) -> None:
    points = memoryview(array("I", bytes(40)))
    for starts in ([0, 5], [-1, 2], [2, 1]):
        with pytest.raises(InputError):
            KERNELS[kernel].decode_utf8(
                memoryview(b"abc"), memoryview(array("q", starts)), points, points.cast("B").cast("q")
            )
    for starts in ([0, 2], [1, 1], [0, 0]):
        with pytest.raises(InputError):
            clipped(KERNELS[kernel], "13a", [b"a"], [b"a"], starts)

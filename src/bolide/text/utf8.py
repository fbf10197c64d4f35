"""Texts as UTF-8, as kernels read them, equal to what strings would give.

What only strings can do (lower case beyond ASCII, a tokenizer without a table) is left to them: then there is no answer
here.
"""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate
from typing import TYPE_CHECKING, NamedTuple

from bolide.errors import NotUTF8
from bolide.kernels import beats_built_ins
from bolide.kernels.utf8 import clipped_utf8, decode_utf8
from bolide.text.tokenize.kinds import Kinds, kinds_of

if TYPE_CHECKING:
    from bolide.corpus.utf8 import Utf8Corpus

# Tokenizers whose preparation is known here: entities and line ends undone in 13a, both ends stripped in zh.
SCANNED = ("13a", "char", "intl", "none", "whitespace", "zh")


class Encoded(NamedTuple):
    """The bytes of many texts, and where each begins, and the last ends."""

    data: bytes
    starts: array[int]


def encoded(texts: Sequence[str]) -> Encoded | None:
    """The texts as UTF-8; None where one holds half of a surrogate pair, which has no UTF-8."""
    whole = "".join(texts)
    if whole.isascii():
        return Encoded(whole.encode(), array("q", accumulate(map(len, texts), initial=0)))
    try:
        pieces = list(map(str.encode, texts))
    except UnicodeEncodeError:
        return None
    return Encoded(b"".join(pieces), array("q", accumulate(map(len, pieces), initial=0)))


def can_count(tokenize: str) -> bool:
    """Whether BLEU's rows are counted in UTF-8 where texts are cut by this tokenizer."""
    return tokenize in SCANNED and beats_built_ins()


def count_clipped(
    texts: Encoded, ref_starts: memoryview[int] | array[int], tokenize: str, orders: int, rows: memoryview[int]
) -> None:
    """Fill in BLEU's rows: first come all hypotheses, then all references."""
    kinds = kinds_of(tokenize)
    assert kinds is not None
    data, starts = _prepared(texts, kinds)
    wrong = clipped_utf8(
        data, starts, ref_starts, kinds.table, kinds.beyond, kinds.padded, tokenize == "zh", orders, rows
    )
    if wrong:
        raise NotUTF8(-1 - wrong)


def points_of(corpus: Utf8Corpus, lowercase: bool) -> tuple[memoryview[int], memoryview[int]] | None:
    """The code points of all texts and where each begins among them; None where strings must do it."""
    data, ends = corpus.joined()
    if not beats_built_ins() or (lowercase and not data.isascii()):
        return None
    points = memoryview(bytearray(4 * len(data))).cast("I")
    starts = memoryview(array("q", bytes(8 * len(ends))))
    count = decode_utf8(data.lower() if lowercase else data, memoryview(ends), points, starts)
    if count < 0:
        raise NotUTF8(-1 - count)
    return points[:count], starts


def _prepared(texts: Encoded, kinds: Kinds) -> Encoded:
    """The texts with those prepared that hold one of the marks: these few are made strings, and bytes again in the same
    place, with white space at the end, which the kernel drops.
    """
    data, starts = texts
    found: set[int] = set()
    for mark in kinds.marks.encode() if kinds.prepare is not None else b"":
        at = data.find(mark)
        while at >= 0:
            number = bisect_right(starts, at) - 1
            found.add(number)
            at = data.find(mark, starts[number + 1])
    if not found or kinds.prepare is None:
        return texts
    ready = bytearray(data)
    for number in found:
        start, end = starts[number], starts[number + 1]
        try:
            text = data[start:end].decode("utf-8")
        except UnicodeDecodeError:
            raise NotUTF8(number) from None
        made = kinds.prepare([text.rstrip()])[0].encode("utf-8").ljust(end - start)
        assert len(made) == end - start  # what is undone is never shorter than what it stands for
        ready[start:end] = made
    return Encoded(bytes(ready), starts)

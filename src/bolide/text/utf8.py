"""Texts as UTF-8 made ready for counting, equal to what strings would give.

What only strings can do (lower case beyond ASCII, a tokenizer without a table) is left to them: then there is no answer
here.
"""

from __future__ import annotations

from array import array
from bisect import bisect_right
from typing import NamedTuple

from bolide.corpus.utf8 import NotUTF8, Utf8Corpus
from bolide.kernels import beats_built_ins
from bolide.kernels.utf8 import clipped_utf8, decode_utf8
from bolide.text.tokenize.kinds import Kinds, kinds_of

# Tokenizers whose preparation is known here: entities and line ends undone in 13a, both ends stripped in zh.
SCANNED = ("13a", "char", "intl", "none", "whitespace", "zh")


class Side(NamedTuple):
    """The bytes of many texts, and where each begins."""

    data: bytes
    starts: array[int]


def count_clipped(corpus: Utf8Corpus, tokenize: str, lowercase: bool, orders: int, rows: memoryview[int]) -> bool:
    """Fill in BLEU's rows; gives whether that was done, or strings must do it."""
    if tokenize not in SCANNED or not beats_built_ins():
        return False
    hyps, refs = (Side(*side) for side in corpus.sides())
    if lowercase and not (hyps.data.isascii() and refs.data.isascii()):
        return False
    kinds = kinds_of(tokenize)
    assert kinds is not None
    hyps = _prepared(hyps, kinds, lowercase, 0)
    refs = _prepared(refs, kinds, lowercase, len(corpus))
    how = memoryview(array("i", [kinds.beyond, kinds.padded, tokenize == "zh", 0, 0]))
    wrong = clipped_utf8(
        hyps.data, memoryview(hyps.starts), refs.data, memoryview(refs.starts), corpus.starts(),
        memoryview(kinds.table), how, orders, rows,
    )  # fmt: skip
    if wrong:
        raise NotUTF8(-1 - wrong)
    return True


def points_of(corpus: Utf8Corpus, lowercase: bool) -> tuple[memoryview[int], memoryview[int]] | None:
    """The code points of all texts and where each begins among them; None where strings must do it."""
    data, ends = corpus.joined()
    if not beats_built_ins() or (lowercase and not data.isascii()):
        return None
    points = memoryview(bytearray(4 * len(data))).cast("i")
    starts = memoryview(array("q", bytes(8 * len(ends))))
    count = decode_utf8(data.lower() if lowercase else data, memoryview(ends), points, starts)
    if count < 0:
        raise NotUTF8(-1 - count)
    return points[:count], starts


def _prepared(side: Side, kinds: Kinds, lowercase: bool, before: int) -> Side:
    """The texts with those prepared that hold one of the marks: these few are made strings, and bytes again in the same
    place, with white space at the end, which the kernel drops.

    `before` is how many texts come before these.
    """
    data, starts = side.data.lower() if lowercase else side.data, side.starts
    found: set[int] = set()
    for mark in kinds.marks.encode() if kinds.prepare is not None else b"":
        at = data.find(mark)
        while at >= 0:
            number = bisect_right(starts, at) - 1
            found.add(number)
            at = data.find(mark, starts[number + 1])
    if not found or kinds.prepare is None:
        return Side(data, starts)
    ready = bytearray(data)
    for number in found:
        start, end = starts[number], starts[number + 1]
        try:
            text = data[start:end].decode("utf-8")
        except UnicodeDecodeError:
            raise NotUTF8(before + number) from None
        made = kinds.prepare([text.rstrip()])[0].encode("utf-8").ljust(end - start)
        assert len(made) == end - start  # what is undone is never shorter than what it stands for
        ready[start:end] = made
    return Side(bytes(ready), starts)

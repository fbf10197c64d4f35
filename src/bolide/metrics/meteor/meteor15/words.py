"""Texts and words as the METEOR 1.5 kernel takes them."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from functools import cache
from itertools import chain
from typing import NamedTuple

from bolide.text.tokenize.kinds import SPACE, WORD, Kinds
from bolide.text.tokenize.meteor_normalize import SEPARATORS, split
from bolide.text.vocab import encode_by


class EncodedPairs(NamedTuple):
    """Sentence pairs as the kernel takes them (`tokens`, `spans`), and the word of each id."""

    words: list[str]
    tokens: memoryview[int]
    spans: memoryview[int]


def encode_pairs(hyps: Sequence[str], refs: Sequence[str]) -> EncodedPairs:
    """Texts cut at METEOR's five separators; `spans` has the start and the end of every text."""
    encoded = encode_by(list(chain.from_iterable(zip(hyps, refs, strict=True))), separators(), split)
    starts = encoded.starts
    spans = memoryview(array("q", bytes(16 * (len(starts) - 1))))
    spans[::2], spans[1::2] = starts[:-1], starts[1:]
    return EncodedPairs(encoded.tokens, encoded.ids, spans)


@cache
def separators() -> Kinds:
    """What the scanner cuts at."""
    return Kinds(bytes(SPACE if chr(point) in SEPARATORS else WORD for point in range(0x21)))

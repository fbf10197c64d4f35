"""Token ids: the same token has the same small integer in hypothesis and reference."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Hashable, Iterable, Sequence
from functools import cache, cached_property
from itertools import accumulate, pairwise
from typing import Any, NamedTuple

from bolide.kernels import use_kernels
from bolide.kernels.text.scan import SegmentTokens, scan, scan_texts
from bolide.system.limits import check_characters
from bolide.text.tokenize import tokenizer
from bolide.text.tokenize.character_classes import ALONE, Kinds, kinds_of

CHARACTERS = "every character"  # for `segment_of`: white space is a character, too


class TokenIds(dict[Hashable, int]):
    """Tokens of tokens; a new token gets the next number."""

    def __missing__(self, token: Hashable) -> int:
        self[token] = number = len(self)
        return number


class Vocab:
    """The tokens of ids, in order of first appearance, made on first use."""

    def __init__(self, make: Callable[[], Iterable[Any]]) -> None:
        self._make = make

    @cached_property
    def tokens(self) -> list[Any]:
        """The token of each id: strings, or whatever the caller encoded."""
        return list(self._make())

    def __len__(self) -> int:
        return len(self.tokens)


class ScannedVocab(Vocab):
    """The tokens found by the scanner: token k begins at code point spans[3k] and has the length spans[3k + 1]."""

    def __init__(self, points: memoryview[int], spans: memoryview[int]) -> None:
        self.points = points
        self.spans = spans

    def __len__(self) -> int:
        return len(self.spans) // 3

    def word(self, number: int) -> str:
        """The token of an id."""
        first, size = self.spans[3 * number], self.spans[3 * number + 1]
        return str(self.points[first : first + size], "utf-32-le", "surrogatepass")

    @cached_property
    def tokens(self) -> list[str]:
        """The token of each id."""
        text = str(self.points, "utf-32-le", "surrogatepass")
        flat = self.spans.tolist()
        return [text[first : first + length] for first, length in zip(flat[::3], flat[1::3], strict=True)]


class Tokens(NamedTuple):
    """The tokens of many texts as integers: text k is ids[starts[k]:starts[k + 1]].

    `vocab` has the tokens; it is None if ids are code points.
    """

    ids: memoryview[int]
    starts: memoryview[int]
    vocab: Vocab | None = None

    @property
    def tokens(self) -> list[Any]:
        """The token of each id."""
        assert self.vocab is not None  # only words have a vocabulary
        return self.vocab.tokens

    @property
    def spans(self) -> tuple[memoryview[int], memoryview[int]]:
        """Where each text begins in `ids`, and where it ends."""
        return self.starts[:-1], self.starts[1:]

    def texts(self) -> list[list[Any]]:
        """The tokens of each text."""
        tokens, ids = self.tokens, self.ids.tolist()
        return [[tokens[token] for token in ids[start:end]] for start, end in pairwise(self.starts)]


def encode(texts: Sequence[str], tokenize: str, lowercase: bool = False) -> Tokens:
    """Tokenize all texts into ids of one vocabulary, by the scanner if it knows the tokenizer.

    White space at the end of a text is removed first, as sacreBLEU does.
    """
    kinds = kinds_of(tokenize)
    lines = [text.lower() for text in texts] if lowercase else texts if type(texts) is list else list(texts)
    if kinds is None:
        return encode_tokens(map(tokenizer(tokenize), map(str.rstrip, lines)))
    return scanned_texts(lines, kinds)


def scanned_texts(texts: list[str], kinds: Kinds) -> Tokens:
    """The ids of texts without the white space at their ends, by the compiled scanner."""
    tokens = None if kinds.marked is None else scan_texts(texts, kinds.marked, kinds.beyond, kinds.padded)
    if tokens is None:  # one of them needs preparation, or they are too long
        texts = texts if kinds.prepare is None else kinds.prepare(texts)
        check_characters(sum(map(len, texts)))
        tokens = scan_texts(texts, kinds.table, kinds.beyond, kinds.padded)
    assert tokens is not None  # nothing is marked in this table
    points, ids, starts, words = tokens
    return Tokens(ids, starts, ScannedVocab(points, words))


def joined(texts: Sequence[str]) -> tuple[memoryview[int], memoryview[int]]:
    """The code points of all texts, and the start of each text, followed by the end."""
    points = memoryview(bytearray("".join(texts).encode("utf-32-le", "surrogatepass"))).cast("I")
    return points, memoryview(array("q", [0, *accumulate(map(len, texts))]))


def encode_tokens(texts: Iterable[Iterable[Hashable]]) -> Tokens:
    """The ids of texts that are tokenized already."""
    numbers = TokenIds()
    ids, starts = array("i"), array("q", [0])
    for tokens in texts:
        ids.extend(list(map(numbers.__getitem__, tokens)))
        starts.append(len(ids))
    return Tokens(memoryview(ids), memoryview(starts), Vocab(lambda: numbers))


@cache
def segment_of(width: int, tokenize: str | None = None) -> SegmentTokens | None:
    """Room for the words of one segment and its rows of `width` numbers; for lists of tokens if there is no tokenizer.

    None if the scanner alone cannot tokenize, or is not compiled.
    """
    if not use_kernels():
        return None
    if tokenize is None:
        return SegmentTokens(width)
    kinds = Kinds(b"", beyond=ALONE) if tokenize == CHARACTERS else kinds_of(tokenize)
    if kinds is None or kinds.marked is None:
        return None
    return SegmentTokens(width, (kinds.marked, kinds.beyond, kinds.padded))


def scanned(points: memoryview[int], starts: memoryview[int], kinds: Kinds) -> Tokens:
    """The ids of texts in code points, text k being points[starts[k]:starts[k + 1]], by the compiled scanner."""
    check_characters(len(points))
    ids, token_starts, words = scan(points, starts, kinds.table, kinds.beyond, kinds.padded)
    return Tokens(ids, token_starts, ScannedVocab(points, words))

"""From texts to small integers and back: the same token has the same id in hypothesis and reference."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Hashable, Iterable, Sequence
from functools import cached_property
from itertools import accumulate, pairwise
from typing import Any, NamedTuple

from bolide.kernels import beats_built_ins
from bolide.kernels.scan import scan
from bolide.text.tokenize import tokenizer
from bolide.text.tokenize.kinds import Kinds, kinds_of


class Numbers(dict[Hashable, int]):
    """Gives each token asked for the next number."""

    def __missing__(self, token: Hashable) -> int:
        self[token] = number = len(self)
        return number


class Vocab:
    """The tokens behind ids, in the order of first appearance; they are put together when first asked for."""

    def __init__(self, make: Callable[[], Iterable[Any]]) -> None:
        self._make = make

    @cached_property
    def tokens(self) -> list[Any]:
        """The token of each id: strings, unless the caller brought others."""
        return list(self._make())

    def __len__(self) -> int:
        return len(self.tokens)


class Ids(NamedTuple):
    """The tokens of many texts as integers: text k is ids[starts[k]:starts[k + 1]].

    `vocab` gives the tokens back; where ids are code points there is none.
    """

    ids: memoryview[int]
    starts: memoryview[int]
    vocab: Vocab | None = None

    @property
    def tokens(self) -> list[Any]:
        """The token of each id."""
        assert self.vocab is not None  # only words have a vocabulary, and only they are asked for
        return self.vocab.tokens


def encode(texts: Sequence[str], tokenize: str, lowercase: bool = False) -> Ids:
    """The ids of all texts in one vocabulary, by the compiled scanner where there is one.

    White space at the end of a text is dropped first, as sacreBLEU does.
    """
    prepared = list(map(str.rstrip, map(str.lower, texts) if lowercase else texts))
    return encode_by(prepared, kinds_of(tokenize), tokenizer(tokenize))


def encode_by(texts: list[str], kinds: Kinds | None, cut: Callable[[str], Iterable[str]]) -> Ids:
    """The same for a scanner's table and the plain function that cuts as it does."""
    if kinds is None or not beats_built_ins():
        return encode_tokens(map(cut, texts))
    text = "".join(texts)
    if kinds.prepare is not None and (not kinds.marks or any(mark in text for mark in kinds.marks)):
        texts = kinds.prepare(texts)
        text = "".join(texts)
    starts = array("q", accumulate(map(len, texts), initial=0))
    points = memoryview(text.encode("utf-32-le", "surrogatepass")).cast("I")
    return scanned(points, memoryview(starts), kinds)


def encode_tokens(texts: Iterable[Iterable[Hashable]]) -> Ids:
    """The ids of texts that are cut into tokens already."""
    numbers = Numbers()
    ids, starts = array("i"), array("q", [0])
    for tokens in texts:
        ids.extend(list(map(numbers.__getitem__, tokens)))
        starts.append(len(ids))
    return Ids(memoryview(ids), memoryview(starts), Vocab(lambda: numbers))


def crossed(texts: Ids, hyps: int) -> Ids:
    """The texts, of which the first `hyps` are hypotheses, with the references once for each of those: a kernel that
    goes through segments and their references then sees every pair."""
    end = texts.starts[hyps]
    sizes = [b - a for a, b in pairwise(texts.starts[hyps:])]
    ids = array("i", texts.ids[:end].tobytes()) + array("i", texts.ids[end:].tobytes()) * hyps
    starts = array("q", accumulate(sizes * hyps, initial=end))
    return Ids(memoryview(ids), memoryview(array("q", texts.starts[:hyps].tobytes()) + starts), texts.vocab)


def scanned(points: memoryview[int], starts: memoryview[int], kinds: Kinds) -> Ids:
    """The ids of texts given as code points, text k being points[starts[k]:starts[k + 1]]; for compiled kernels."""
    size = len(points) + 1  # more tokens than characters there cannot be; memory that is not touched costs nothing
    places = max(16, 1 << (3 * len(points) // 2).bit_length())
    ids = memoryview(bytearray(4 * size)).cast("i")
    token_starts = memoryview(array("q", bytes(8 * len(starts))))
    words = memoryview(bytearray(12 * size)).cast("i", (size, 3))
    table = memoryview(bytearray(4 * places)).cast("i")
    count = scan(points, starts, memoryview(kinds.table), kinds.beyond, kinds.padded, table, words, ids, token_starts)
    return Ids(ids[: token_starts[-1]], token_starts, Vocab(lambda: _cut_out(points, words, count)))


def _cut_out(points: memoryview[int], words: memoryview[int], count: int) -> list[str]:
    """The words that the scanner found, by their places and lengths."""
    text = str(points, "utf-32-le", "surrogatepass")
    flat = words.cast("B").cast("i")[: 3 * count].tolist()
    return [text[first : first + length] for first, length in zip(flat[::3], flat[1::3], strict=True)]

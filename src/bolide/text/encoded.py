"""Texts as ids together with the words behind them, for metrics that must know what a word is."""

from array import array
from collections.abc import Callable, Sequence
from itertools import accumulate, chain
from typing import NamedTuple

from bolide.kernels import COMPILED
from bolide.kernels.scan import scan
from bolide.text.kinds import WORD


class Encoded(NamedTuple):
    """Text k is tokens[starts[k]:starts[k + 1]]; words[id] is the word of a token."""

    words: list[str]
    tokens: "memoryview[int]"
    starts: "memoryview[int]"


class Numbers(dict[str, int]):
    """Gives each word asked for the next number."""

    def __missing__(self, word: str) -> int:
        self[word] = number = len(self)
        return number


def encode_words(texts: Sequence[str], spaces: bytes, split: Callable[[str], list[str]]) -> Encoded:
    """Texts cut at white space, by the compiled scanner where there is one.

    `spaces` is the scanner's table of what white space is, `split` the plain function that does the same.
    """
    return _scanned(texts, spaces) if COMPILED else encode_lists([split(text) for text in texts])


def encode_lists(texts: Sequence[Sequence[str]]) -> Encoded:
    """The same for texts that are cut into words already."""
    ids = Numbers()
    tokens = array("i", list(map(ids.__getitem__, chain.from_iterable(texts))))
    starts = array("q", accumulate(map(len, texts), initial=0))
    return Encoded(list(ids), memoryview(tokens), memoryview(starts))


def _scanned(texts: Sequence[str], spaces: bytes) -> Encoded:
    text = "".join(texts)
    starts = memoryview(array("q", accumulate(map(len, texts), initial=0)))
    places = 1 << max(4, (3 * len(text) // 2).bit_length())
    size = len(text) // 2 + len(texts) + 1  # white space or an end follows each token
    tokens = memoryview(bytearray(4 * size)).cast("i")
    token_starts = memoryview(array("q", bytes(8 * len(starts))))
    places_of_words = memoryview(bytearray(12 * size)).cast("i", (size, 3))
    table = memoryview(bytearray(4 * places)).cast("i")
    points = memoryview(text.encode("utf-32-le", "surrogatepass")).cast("I")
    count = scan(points, starts, memoryview(spaces), WORD, False, table, places_of_words, tokens, token_starts)
    flat = places_of_words.cast("B").cast("i")[: 3 * count].tolist()
    words = [text[first : first + length] for first, length in zip(flat[::3], flat[1::3], strict=True)]
    return Encoded(words, tokens[: token_starts[-1]], token_starts)

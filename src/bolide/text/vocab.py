"""From texts to small integers and back: the same token has the same id in hypothesis and reference."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Hashable, Iterable, Sequence
from functools import cached_property
from itertools import accumulate, pairwise
from typing import Any, NamedTuple

from bolide.kernels import beats_built_ins
from bolide.kernels.text.scan import lower, scan
from bolide.system.limits import check_characters
from bolide.text.tokenize import tokenizer
from bolide.text.tokenize.character_classes import Kinds, kinds_of, small_letters


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


class ScannedVocab(Vocab):
    """The tokens that a scanner cut out of code points: token k begins at places[3k] and has places[3k + 1] of them."""

    def __init__(self, points: memoryview[int], places: memoryview[int]) -> None:
        self.points = points
        self.places = places

    def __len__(self) -> int:
        return len(self.places) // 3

    def word(self, number: int) -> str:
        """One of the tokens."""
        first, size = self.places[3 * number], self.places[3 * number + 1]
        return str(self.points[first : first + size], "utf-32-le", "surrogatepass")

    @cached_property
    def tokens(self) -> list[str]:
        """The token of each id."""
        text = str(self.points, "utf-32-le", "surrogatepass")
        flat = self.places.tolist()
        return [text[first : first + length] for first, length in zip(flat[::3], flat[1::3], strict=True)]


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

    def texts(self) -> list[list[Any]]:
        """Each text as its tokens."""
        tokens, ids = self.tokens, self.ids.tolist()
        return [[tokens[token] for token in ids[start:end]] for start, end in pairwise(self.starts)]


def encode(texts: Sequence[str], tokenize: str, lowercase: bool = False) -> Ids:
    """The ids of all texts in one vocabulary, by the compiled scanner where there is one.

    White space at the end of a text is dropped first, as sacreBLEU does.
    """
    kinds, lines = kinds_of(tokenize), stripped(texts, lowercase)
    if kinds is None or not beats_built_ins():
        return encode_tokens(map(tokenizer(tokenize), lines))
    return scanned(*code_points(lines, kinds), kinds)


def stripped(texts: Iterable[str], lowercase: bool = False) -> list[str]:
    """The texts without white space at their ends, in small letters where these are wanted."""
    return [text.lower().rstrip() if lowercase else text.rstrip() for text in texts]


def encode_by(texts: list[str], kinds: Kinds | None, cut: Callable[[str], Iterable[str]]) -> Ids:
    """The same for a scanner's table and the plain function that cuts as it does."""
    if kinds is None or not beats_built_ins():
        return encode_tokens(map(cut, texts))
    return scanned(*code_points(texts, kinds), kinds)


def encode_spaced(
    texts: Sequence[str], kinds: Kinds | None, cut: Callable[[str], Iterable[str]], lowercase: bool
) -> Ids:
    """The same where only white space parts tokens: the texts are joined, and put in small letters, as one."""
    if kinds is None or not beats_built_ins():
        return encode_tokens(cut(text.lower() if lowercase else text) for text in texts)
    return scanned(*joined(texts, lowercase), kinds)


def joined(texts: Sequence[str], lowercase: bool = False) -> tuple[memoryview[int], memoryview[int]]:
    """The code points of all texts and where they begin, and the last ends; in small letters where wanted."""
    points = memoryview(bytearray("".join(texts).encode("utf-32-le", "surrogatepass"))).cast("I")
    if lowercase and not lower(points, small_letters()):
        return joined([text.lower() for text in texts])
    return points, memoryview(array("q", [0, *accumulate(map(len, texts))]))


def code_points(texts: list[str], kinds: Kinds) -> tuple[memoryview[int], memoryview[int]]:
    """The texts as a scanner reads them: their code points, and where each begins, and the last ends."""
    text = "".join(texts)
    if kinds.prepare is not None and not kinds.spares(text):
        texts = kinds.prepare(texts)
        text = "".join(texts)
    starts = array("q", [0, *accumulate(map(len, texts))])
    return memoryview(text.encode("utf-32-le", "surrogatepass")).cast("I"), memoryview(starts)


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
    check_characters(len(points))
    ids, token_starts, words = scan(points, starts, kinds.table, kinds.beyond, kinds.padded)
    return Ids(ids, token_starts, ScannedVocab(points, words))

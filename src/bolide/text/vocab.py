"""From texts to small integers: the same token has the same id in hypothesis and reference."""

from array import array
from collections.abc import Hashable, Iterable, Sequence
from itertools import accumulate, pairwise
from typing import NamedTuple

from bolide.kernels import COMPILED
from bolide.kernels.scan import scan
from bolide.text.kinds import Kinds, kinds_of
from bolide.text.tokenizers import tokenizer


class Ids(NamedTuple):
    """The tokens of many texts as integers: text k is ids[starts[k]:starts[k + 1]]."""

    ids: "memoryview[int]"
    starts: "memoryview[int]"


class Vocab:
    """Gives each token a small integer, in the order of first appearance."""

    def __init__(self) -> None:
        self._ids: dict[Hashable, int] = {}

    def __len__(self) -> int:
        return len(self._ids)

    def encode(self, tokens: Iterable[Hashable]) -> list[int]:
        """The ids of the tokens, new ones added."""
        known = self._ids
        return [known.setdefault(token, len(known)) for token in tokens]

    def tokens(self) -> list[Hashable]:
        """The tokens in the order of their ids."""
        return list(self._ids)


def encode(texts: Sequence[str], tokenize: str, lowercase: bool = False) -> Ids:
    """The ids of all texts in one vocabulary, by the compiled scanner where there is one.

    White space at the end of a text is dropped first, as sacreBLEU does.
    """
    prepared = list(map(str.rstrip, map(str.lower, texts) if lowercase else texts))
    kinds = kinds_of(tokenize) if COMPILED else None
    if kinds is not None:
        return _scanned(prepared, kinds)
    cut = tokenizer(tokenize)
    return encode_tokens([cut(text) for text in prepared])


def encode_tokens(texts: Iterable[Iterable[Hashable]]) -> Ids:
    """The ids of texts that are cut into tokens already."""
    vocab = Vocab()
    ids, starts = array("i"), array("q", [0])
    for tokens in texts:
        ids.extend(vocab.encode(tokens))
        starts.append(len(ids))
    return Ids(memoryview(ids), memoryview(starts))


def crossed(texts: Ids, hyps: int) -> Ids:
    """The texts, of which the first `hyps` are hypotheses, with the references once for each of those: a kernel that
    goes through segments and their references then sees every pair."""
    end = texts.starts[hyps]
    sizes = [b - a for a, b in pairwise(texts.starts[hyps:])]
    ids = array("i", texts.ids[:end].tobytes()) + array("i", texts.ids[end:].tobytes()) * hyps
    starts = array("q", accumulate(sizes * hyps, initial=end))
    return Ids(memoryview(ids), memoryview(array("q", texts.starts[:hyps].tobytes()) + starts))


def _scanned(texts: list[str], kinds: Kinds) -> Ids:
    text = "".join(texts)
    if kinds.prepare is not None and (not kinds.marks or any(mark in text for mark in kinds.marks)):
        texts = kinds.prepare(texts)
        text = "".join(texts)
    starts = array("q", accumulate(map(len, texts), initial=0))
    points = memoryview(text.encode("utf-32-le", "surrogatepass")).cast("I")
    return scanned(points, memoryview(starts), kinds)


def scanned(points: "memoryview[int]", starts: "memoryview[int]", kinds: Kinds) -> Ids:
    """The ids of texts given as code points, text k being points[starts[k]:starts[k + 1]]; for compiled kernels."""
    size = len(points) + 1  # more tokens than characters there cannot be; memory that is not touched costs nothing
    places = max(16, 1 << (3 * len(points) // 2).bit_length())
    ids = memoryview(bytearray(4 * size)).cast("i")
    token_starts = memoryview(array("q", bytes(8 * len(starts))))
    words = memoryview(bytearray(12 * size)).cast("i", (size, 3))
    table = memoryview(bytearray(4 * places)).cast("i")
    scan(points, starts, memoryview(kinds.table), kinds.beyond, kinds.padded, table, words, ids, token_starts)
    return Ids(ids[: token_starts[-1]], token_starts)

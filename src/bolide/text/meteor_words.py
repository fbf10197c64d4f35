"""From texts to the tables the METEOR 1.5 kernel reads: ids, stems, synsets, function words."""

from array import array
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import accumulate, chain
from threading import Lock
from typing import NamedTuple

from bolide.text.encoded import Numbers, encode_words
from bolide.text.kinds import SPACE, WORD
from bolide.text.meteor_normalize import SEPARATORS, split

_REMEMBERED = 1 << 18


class EncodedPairs(NamedTuple):
    """Sentence pairs as the kernel takes them (`tokens`, `spans`), and the word of each id."""

    words: list[str]
    tokens: "memoryview[int]"
    spans: "memoryview[int]"


def encode_pairs(hyps: Sequence[str], refs: Sequence[str]) -> EncodedPairs:
    """Texts cut at METEOR's five separators."""
    words, tokens, starts = encode_words(list(chain.from_iterable(zip(hyps, refs, strict=True))), _spaces(), split)
    return EncodedPairs(words, tokens, _spans(starts))


@cache
def _spaces() -> bytes:
    return bytes(SPACE if chr(point) in SEPARATORS else WORD for point in range(0x21))


def _spans(starts: "memoryview[int]") -> "memoryview[int]":
    """Start and end of every text, from the starts of all and the end of the last."""
    spans = memoryview(array("q", bytes(16 * (len(starts) - 1))))
    spans[::2], spans[1::2] = starts[:-1], starts[1:]
    return spans


@dataclass(frozen=True)
class WordLore:
    """What METEOR knows of a word. A module that is not used needs no function: its words then match nothing.

    The functions must be pure: what they say of a word is remembered. `function_words` are lowercase. Counting
    characters, a word weighs its length in UTF-16 units, as in Java.
    """

    stem: Callable[[str], str] | None
    synsets: Callable[[str], Iterable[int]] | None
    function_words: frozenset[str]
    characters: bool = False

    def table(self, words: list[str]) -> tuple["memoryview[int]", "memoryview[int]"]:
        """The kernel's `words` and `synsets` for words in the order of their ids."""
        stems = Numbers()
        synsets = array("i")
        rows = array("i", bytes(16 * (len(words) + 1)))
        if words:
            known = _facts(self)
            if len(known) > _REMEMBERED:
                known.clear()
            its_stems, function, its_synsets = zip(*map(known.__getitem__, words), strict=True)
            synsets = array("i", b"".join(its_synsets))
            starts = accumulate(map(len, its_synsets), initial=0)
            rows[0:-4:4] = array("i", list(map(stems.__getitem__, its_stems)))
            rows[1:-4:4] = array("i", function)
            rows[3::4] = array("i", [start >> 2 for start in starts])
        rows[2::4] = array("i", [1]) * (len(words) + 1)
        if self.characters:
            rows[2:-4:4] = array("i", [len(word.encode("utf-16-le", "surrogatepass")) >> 1 for word in words])
        return memoryview(rows), memoryview(synsets)


class _Facts(dict[str, tuple[str, bool, bytes]]):
    """Stem, whether a function word, and synsets as the bytes of an array of small ids, of each word asked for."""

    def __init__(self, lore: WordLore) -> None:
        self.lore = lore
        self.small: dict[int, int] = {}
        self.adding = Lock()  # two threads must not give one id to two synsets

    def __missing__(self, word: str) -> tuple[str, bool, bytes]:
        lore, small = self.lore, self.small
        synsets = tuple(lore.synsets(word)) if lore.synsets else ()
        with self.adding:
            ids = [small.setdefault(synset, len(small)) for synset in synsets]
        stem = lore.stem(word) if lore.stem else ""
        self[word] = facts = (stem, word.lower() in lore.function_words, array("i", ids).tobytes())
        return facts


@lru_cache(maxsize=8)
def _facts(lore: WordLore) -> _Facts:
    return _Facts(lore)

"""From texts to the tables the METEOR 1.5 kernel reads: ids, stems, synsets, function words."""

from array import array
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import accumulate, chain
from threading import Lock
from typing import NamedTuple

from bolide.text.encoded import encode_words
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
        known = _facts(self)
        if len(known) > _REMEMBERED:  # begun anew, not emptied: another thread may be reading it
            _facts.cache_clear()
        facts = list(map(known.__getitem__, words))
        rows = array("i", b"".join([row for row, _ in facts]))
        rows.extend((0, 0, 1, 0))
        synsets = [found for _, found in facts]
        rows[3::4] = array("i", [start >> 2 for start in accumulate(map(len, synsets), initial=0)])
        return memoryview(rows), memoryview(array("i", b"".join(synsets)))


class _Facts(dict[str, tuple[bytes, bytes]]):
    """The kernel's row of each word asked for, its list's beginning left open, and that list of synsets, as bytes."""

    def __init__(self, lore: WordLore) -> None:
        self.lore = lore
        self.stems: dict[str, int] = {}
        self.synsets: dict[int, int] = {}
        self.adding = Lock()  # two threads must not give one number to two stems or synsets

    def __missing__(self, word: str) -> tuple[bytes, bytes]:
        lore, stems, synsets = self.lore, self.stems, self.synsets
        stem = lore.stem(word) if lore.stem else ""
        found = tuple(lore.synsets(word)) if lore.synsets else ()
        weight = len(word.encode("utf-16-le", "surrogatepass")) >> 1 if lore.characters else 1
        with self.adding:
            number = stems.setdefault(stem, len(stems))
            ids = [synsets.setdefault(synset, len(synsets)) for synset in found]
        row = array("i", (number, word.lower() in lore.function_words, weight, 0))
        self[word] = facts = (row.tobytes(), array("i", ids).tobytes())
        return facts


@lru_cache(maxsize=8)
def _facts(lore: WordLore) -> _Facts:
    return _Facts(lore)

"""What makes two words match, stage after stage, as the alignment kernels of METEOR take it."""

from array import array
from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate
from threading import Lock

from bolide.kernels._pairs import Words
from bolide.text.encoded import Numbers
from bolide.text.porter import porter_stem
from bolide.text.wordnet import nltk_synonyms, synsets

Groups = Callable[[str], Iterable[Hashable]]

# Distinct words remembered before starting afresh; no test set has as many.
_REMEMBERED = 1 << 18


@dataclass(frozen=True)
class Lore:
    """How words are compared: as they are, by stem, by a group that both have. A stage not wanted has no function.

    `hyp_groups` and `ref_groups` go together. The functions must be pure where `remembered` is set: what they say of a
    word is then asked once in a process.
    """

    exact: bool = True
    stem: Callable[[str], str] | None = None
    hyp_groups: Groups | None = None
    ref_groups: Groups | None = None
    remembered: bool = True

    def words(self, words: list[str]) -> Words:
        """The kernel's table for words in the order of their ids."""
        size = len(words)
        known = _facts(self) if self.remembered else _Facts(self)
        if len(known) > _REMEMBERED:
            _facts.cache_clear()
        keys = array("i", range(size) if self.exact else ())
        stems, hyp_groups, ref_groups = zip(*map(known.__getitem__, words), strict=True) if words else ((), (), ())
        if self.stem is not None:
            numbers = Numbers()
            keys.extend(list(map(numbers.__getitem__, stems)))
        groups = max(1, known.groups) if self.hyp_groups is not None else 0
        return Words(size, memoryview(keys), groups, *_lists(hyp_groups), *_lists(ref_groups))


def nltk_lore(stages: tuple[str, ...]) -> Lore:
    """NLTK's stages. Its last one is handed the stems that the one before left over, not the words."""
    stem = porter_stem if "stem" in stages else None
    if "synonym" not in stages:
        return Lore("exact" in stages, stem)
    if stem is None:
        return Lore("exact" in stages, None, nltk_synonyms, _alone)
    return Lore("exact" in stages, stem, _nltk_stem_groups, _nltk_stem_group)


def first_paper_lore(stages: tuple[str, ...]) -> Lore:
    """The stages of Banerjee and Lavie 2005: synonyms are words that share a meaning in WordNet, either way round."""
    meanings = synsets if "synonym" in stages else None
    return Lore("exact" in stages, porter_stem if "stem" in stages else None, meanings, meanings)


def _nltk_stem_groups(word: str) -> frozenset[str]:
    return nltk_synonyms(porter_stem(word))


def _nltk_stem_group(word: str) -> tuple[str]:
    return (porter_stem(word),)


def _alone(word: str) -> tuple[str]:
    return (word,)


def _lists(lists: Iterable[bytes]) -> tuple["memoryview[int]", "memoryview[int]"]:
    """Where each list begins, and all of them end to end."""
    packed = tuple(lists)
    starts = array("q", [start >> 2 for start in accumulate(map(len, packed), initial=0)])
    return memoryview(starts), memoryview(array("i", b"".join(packed)))


class _Facts(dict[str, tuple[str, bytes, bytes]]):
    """Stem and both lists of groups, as the bytes of an array of small ids, of each word asked for."""

    def __init__(self, lore: Lore) -> None:
        self.lore = lore
        self.numbers: dict[Hashable, int] = {}
        self.adding = Lock()  # two threads must not give one number to two groups

    @property
    def groups(self) -> int:
        return len(self.numbers)

    def __missing__(self, word: str) -> tuple[str, bytes, bytes]:
        lore = self.lore
        stem = lore.stem(word) if lore.stem else ""
        self[word] = facts = (stem, self._list(lore.hyp_groups, word), self._list(lore.ref_groups, word))
        return facts

    def _list(self, groups: Groups | None, word: str) -> bytes:
        if groups is None:
            return b""
        numbers = self.numbers
        found = tuple(groups(word))
        with self.adding:
            return array("i", [numbers.setdefault(group, len(numbers)) for group in found]).tobytes()


@lru_cache(maxsize=8)
def _facts(lore: Lore) -> _Facts:
    return _Facts(lore)

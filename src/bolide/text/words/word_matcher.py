"""What is known of words, each asked once: what makes two of them match, and what they weigh.

The alignment kernels of METEOR compare integers; here the words of a block of texts become their tables.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate
from threading import Lock
from typing import NamedTuple

from bolide.kernels._pairs import Words
from bolide.text.vocab import Numbers

Groups = Callable[[str], Iterable[Hashable]]

# Distinct words remembered before starting over; no test set has that many.
_REMEMBERED = 1 << 18


@dataclass(frozen=True)
class WordMatcher:
    """How words are compared: by stem, and by groups, of which two synonyms share one.

    What is not compared has no function: its words then match nothing. Reference words have `ref_groups` where their
    groups are not those of a hypothesis word. `function_words` are lowercase; counting `characters`, a word weighs its
    length in UTF-16 units, as in Java. The functions must be pure where `remembered` is set.
    """

    stem: Callable[[str], str] | None = None
    groups: Groups | None = None
    ref_groups: Groups | None = None
    function_words: frozenset[str] = frozenset()
    characters: bool = False
    remembered: bool = True

    def by_stage(self, words: Sequence[str], exact: bool = True) -> Words:
        """The table of the kernels that match in stages, for words in the order of their ids."""
        facts = self._facts(words)
        keys = array("i", range(len(words)) if exact else ())
        if self.stem is not None:
            keys.extend(_stem_numbers(facts))
        hyp_groups = _end_to_end([fact.groups for fact in facts])
        ref_groups = _end_to_end([fact.ref_groups for fact in facts]) if self.ref_groups else hyp_groups
        groups = max(1, facts.groups) if self.groups is not None else 0
        return Words(len(words), memoryview(keys), groups, *hyp_groups, *ref_groups)

    def table(self, words: Sequence[str]) -> tuple[memoryview[int], memoryview[int]]:
        """The `words` and `synsets` of the METEOR 1.5 kernel, for words in the order of their ids."""
        facts = self._facts(words)
        starts, groups = _end_to_end([fact.groups for fact in facts])
        weights = array("i", b"".join([fact.weight for fact in facts]))
        rows = array("i", (0, 0, 1, 0)) * (len(words) + 1)
        rows[:-4:4] = array("i", _stem_numbers(facts))
        rows[1:-4:4], rows[2:-4:4] = weights[::2], weights[1::2]
        rows[3::4] = array("i", starts.tolist())
        return memoryview(rows), groups

    def _facts(self, words: Sequence[str]) -> _Known:
        known = _remembered(self) if self.remembered else _Asked(self)
        if len(known) > _REMEMBERED:  # replaced, not emptied: another thread may be reading it
            _remembered.cache_clear()
        facts = _Known(map(known.__getitem__, words))
        facts.groups = len(known.numbers)
        return facts


class _Fact(NamedTuple):
    """What is known of a word: its stem, and as bytes of an array its groups and (is it a function word, weight)."""

    stem: str
    groups: bytes
    ref_groups: bytes
    weight: bytes


class _Known(list[_Fact]):
    """What is known of some words; all groups are numbered below `groups`."""

    groups = 0


class _Asked(dict[str, _Fact]):
    """What is known of each word asked for."""

    def __init__(self, matcher: WordMatcher) -> None:
        self.matcher = matcher
        self.numbers: dict[Hashable, int] = {}
        self.adding = Lock()  # two threads must not give one number to two groups

    def __missing__(self, word: str) -> _Fact:
        matcher = self.matcher
        units = len(word.encode("utf-16-le", "surrogatepass")) >> 1 if matcher.characters else 1
        self[word] = fact = _Fact(
            matcher.stem(word) if matcher.stem else "",
            self._list(matcher.groups, word),
            self._list(matcher.ref_groups, word),
            array("i", (word.lower() in matcher.function_words, units)).tobytes(),
        )
        return fact

    def _list(self, groups: Groups | None, word: str) -> bytes:
        if groups is None:
            return b""
        numbers = self.numbers
        found = tuple(groups(word))
        with self.adding:
            return array("i", [numbers.setdefault(group, len(numbers)) for group in found]).tobytes()


@lru_cache(maxsize=8)
def _remembered(matcher: WordMatcher) -> _Asked:
    return _Asked(matcher)


def _stem_numbers(facts: Iterable[_Fact]) -> list[int]:
    numbers = Numbers()
    return [numbers[fact.stem] for fact in facts]


def _end_to_end(lists: Sequence[bytes]) -> tuple[memoryview[int], memoryview[int]]:
    """Where each list begins, and all of them end to end."""
    starts = array("q", [start >> 2 for start in accumulate(map(len, lists), initial=0)])
    return memoryview(starts), memoryview(array("i", b"".join(lists)))

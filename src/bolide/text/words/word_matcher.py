"""Word matching for METEOR: stems, synonym groups and weights of words, each computed once.

The alignment kernels compare integers; their tables for the words of a block of texts are made here.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass
from functools import lru_cache
from threading import Lock

from bolide.kernels.meteor2005._alignment_block import MatchKeys
from bolide.kernels.text.lexicon import Lexicon
from bolide.text.tokens import ScannedVocab, Vocab

Groups = Callable[[str], Iterable[Hashable]]

# Distinct words in the cache before it is cleared; no test set has that many.
_REMEMBERED = 1 << 18


@dataclass(frozen=True)
class WordMatcher:
    """The comparison of words: by stem, and by groups, of which two synonyms share one.

    A comparison without a function matches nothing. `ref_groups` are the groups of reference words, if they differ from
    those of hypothesis words. `function_words` are lowercase; if `characters`, a word weighs its length in UTF-16
    units, as in Java. The functions must be pure if `remembered` is set.
    """

    stem: Callable[[str], Hashable] | None = None
    groups: Groups | None = None
    ref_groups: Groups | None = None
    function_words: frozenset[str] = frozenset()
    characters: bool = False
    remembered: bool = True

    def by_stage(self, words: Vocab, exact: bool = True) -> MatchKeys:
        """The table of the kernels that match in stages, for words in the order of their ids."""
        known = self._known()
        numbers = known.numbers_of(words)
        apart, stemmed = self.ref_groups is not None, self.stem is not None
        with known.turn:
            keys, groups, *lists = known.lexicon.staged(numbers, exact, stemmed, apart)
        return MatchKeys(len(numbers), keys, max(1, groups) if self.groups is not None else 0, *lists)

    def table(self, words: Vocab) -> tuple[memoryview[int], memoryview[int]]:
        """The `words` and `synsets` of the METEOR 1.5 kernel, for words in the order of their ids."""
        known = self._known()
        numbers = known.numbers_of(words)
        with known.turn:
            rows, synsets = known.lexicon.weighed(numbers)
        return rows, synsets

    def _known(self) -> _Known:
        known = _remembered(self) if self.remembered else _Known(self)
        if len(known) > _REMEMBERED:  # replaced, not emptied: another thread may be reading it
            _remembered.cache_clear()
        return known


class _Known(dict[str, int]):
    """The number of each word looked up so far; the lexicon has its stem, groups and weight."""

    def __init__(self, matcher: WordMatcher) -> None:
        self.matcher = matcher
        self.lexicon = Lexicon()
        self.stems: dict[Hashable, int] = {}
        self.groups: dict[Hashable, int] = {}
        self.turn = Lock()  # guards the lexicon; the matcher's functions are called without it

    def __missing__(self, word: str) -> int:
        matcher = self.matcher
        units = len(word.encode("utf-16-le", "surrogatepass")) >> 1 if matcher.characters else 1
        stem = matcher.stem(word) if matcher.stem else ""
        groups, ref_groups = (tuple(ask(word)) if ask else () for ask in (matcher.groups, matcher.ref_groups))
        function = word.lower() in matcher.function_words
        with self.turn:
            numbers = [[_number(self.groups, group) for group in each] for each in (groups, ref_groups)]
            self[word] = number = self.lexicon.add(_number(self.stems, stem), function, units, *numbers)
        return number

    def numbers_of(self, words: Vocab) -> memoryview[int]:
        """The numbers of words; those from the scanner are looked up by their code points, without making strings."""
        if not isinstance(words, ScannedVocab):
            return memoryview(array("i", map(self.__getitem__, words.tokens)))
        numbers = memoryview(array("i", bytes(4 * len(words))))
        with self.turn:
            unknown = self.lexicon.numbers(words.points, words.spans, len(words), numbers)
        if unknown:
            for index, number in enumerate(numbers):
                if number < 0:
                    numbers[index] = number = self[words.word(index)]
                    with self.turn:
                        self.lexicon.remember_spelling(words.points, words.spans, index, number)
        return numbers


@lru_cache(maxsize=8)
def _remembered(matcher: WordMatcher) -> _Known:
    return _Known(matcher)


def _number(numbers: dict[Hashable, int], thing: Hashable) -> int:
    return numbers.setdefault(thing, len(numbers))

"""The units of chrF: characters without whitespace, words with punctuation split off."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from bolide.kernels.text.scan import part, squeeze
from bolide.system.limits import check_characters
from bolide.text.tokenize.character_classes import ALONE, kinds_of
from bolide.text.tokens import Tokens, joined, scanned

PUNCTUATION = frozenset("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~")


def tokenize_chrf(text: str) -> list[str]:
    """Split into words, and split off one punctuation mark: the last character, or the first if the last is none.

    A word in brackets keeps the opening one, as chrF++ always has.
    """
    tokens = []
    for word in text.split():
        if len(word) > 1 and word[-1] in PUNCTUATION:
            tokens += [word[:-1], word[-1]]
        elif len(word) > 1 and word[0] in PUNCTUATION:
            tokens += [word[0], word[1:]]
        else:
            tokens.append(word)
    return tokens


def spaceless(text: str) -> str:
    """The characters of chrF++.py: the text stripped at both ends, without U+0020 but with other white space."""
    return text.strip().replace(" ", "")


class ChrfTexts:
    """Many texts as code points, and their characters and words as ids."""

    def __init__(self, texts: Sequence[str], lowercase: bool = False) -> None:
        self._texts = [text.lower() for text in texts] if lowercase else texts
        check_characters(sum(map(len, self._texts)))
        self._points, self._starts = joined(self._texts)

    def characters(self, whitespace: bool = False) -> Tokens:
        """The characters of each text, with or without white space; the id of a character is its code point."""
        if whitespace:
            return Tokens(self._points.cast("B").cast("i"), self._starts)
        points, starts = squeeze(self._points, self._starts, _chrf_kinds())
        return Tokens(points.cast("B").cast("i"), starts)

    def characters_without_spaces(self) -> Tokens:
        """The characters of each text as in chrF++.py: without U+0020, with other white space inside."""
        return ChrfTexts([spaceless(text) for text in self._texts]).characters(whitespace=True)

    def words(self) -> Tokens:
        """The words and punctuation marks of each text."""
        kinds = kinds_of("whitespace")
        assert kinds is not None
        return scanned(*part(self._points, self._starts, _chrf_kinds()), kinds)


@cache
def _chrf_kinds() -> memoryview:
    """The scanner's table of white space, with ASCII punctuation."""
    kinds = kinds_of("whitespace")
    assert kinds is not None
    table = bytearray(kinds.table)
    for mark in PUNCTUATION:
        table[ord(mark)] = ALONE
    return memoryview(bytes(table))

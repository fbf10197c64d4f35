"""How texts become words or characters before errors are counted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar
from unicodedata import category

from bolide.text.chrf_units import Letters
from bolide.text.tokenize import tokenizer
from bolide.text.vocab import Ids, encode


class _Deletions(dict[int, int | None]):
    """For str.translate: nothing for a punctuation mark, every other character as it is."""

    def __missing__(self, point: int) -> int | None:
        self[point] = kept = None if category(chr(point)).startswith("P") else point
        return kept


_PUNCTUATION = _Deletions()


@dataclass(frozen=True)
class Words:
    """Words as a tokenizer cuts them."""

    unit: ClassVar[str] = "word"

    tokenize: str
    lowercase: bool
    no_punct: bool

    def prepared(self, text: str) -> str:
        """The text before it is cut."""
        return text.translate(_PUNCTUATION) if self.no_punct else text

    def __call__(self, text: str) -> list[str]:
        text = self.prepared(text)
        return tokenizer(self.tokenize)((text.lower() if self.lowercase else text).rstrip())

    def encode(self, texts: Sequence[str]) -> Ids:
        """The words of all texts as integers."""
        prepared = [self.prepared(text) for text in texts] if self.no_punct else texts
        return encode(prepared, self.tokenize, self.lowercase)


@dataclass(frozen=True)
class Characters:
    """Characters; white space at the ends never counts, that between words as told."""

    unit: ClassVar[str] = "character"

    whitespace: bool
    lowercase: bool
    no_punct: bool

    def prepared(self, text: str) -> str:
        """The text whose characters count."""
        text = text.translate(_PUNCTUATION) if self.no_punct else text
        text = text.lower() if self.lowercase else text
        return text.strip() if self.whitespace else "".join(text.split())

    def __call__(self, text: str) -> list[str]:
        return list(self.prepared(text))

    def encode(self, texts: Sequence[str]) -> Ids:
        """The characters of all texts as integers."""
        return Letters([self.prepared(text) for text in texts]).characters(whitespace=True)


Cut = Words | Characters

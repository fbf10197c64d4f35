"""jiwer's transforms: from texts to lists of words or characters, step by step."""

from __future__ import annotations

import re
import string
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from sys import maxunicode
from typing import Any, ClassVar
from unicodedata import category

from bolide.system.errors import InputError

__all__ = [
    "AbstractTransform",
    "Compose",
    "ExpandCommonEnglishContractions",
    "ReduceToListOfListOfChars",
    "ReduceToListOfListOfWords",
    "ReduceToSingleSentence",
    "RemoveEmptyStrings",
    "RemoveKaldiNonWords",
    "RemoveMultipleSpaces",
    "RemovePunctuation",
    "RemoveSpecificWords",
    "RemoveWhiteSpace",
    "Strip",
    "SubstituteRegexes",
    "SubstituteWords",
    "ToLowerCase",
    "ToUpperCase",
]


class AbstractTransform:
    """Base of all transforms, including users': a subclass defines `process_string`, and `process_list` if need be."""

    def __call__(self, sentences: Any) -> Any:
        """The transformed text, or list of texts."""
        if isinstance(sentences, str):
            return self.process_string(sentences)
        if isinstance(sentences, list):
            return self.process_list(sentences)
        raise InputError(f"{sentences!r:.80} is neither a text nor a list of texts.")

    def process_string(self, s: str) -> Any:
        """The transformed text."""
        raise NotImplementedError

    def process_list(self, inp: list[str]) -> Any:
        """The transformed texts."""
        return [self.process_string(text) for text in inp]


class Compose:
    """Several transforms, one after the other; the last must reduce texts to lists of words or characters."""

    def __init__(self, transforms: Sequence[Any]) -> None:
        self.transforms = transforms

    def __call__(self, text: Any) -> Any:
        for transform in self.transforms:
            text = transform(text)
        return text


class BaseRemoveTransform(AbstractTransform):
    """Replaces given strings, by default with nothing."""

    def __init__(self, tokens_to_remove: Iterable[str], replace_token: str = "") -> None:
        self.tokens_to_remove = tokens_to_remove
        self.replace_token = replace_token

    def process_string(self, s: str) -> str:
        for token in self.tokens_to_remove:
            s = s.replace(token, self.replace_token)
        return s


class _Reduce(AbstractTransform):
    """From texts to lists of tokens; a list without texts becomes one empty text."""

    def process_list(self, inp: list[str]) -> list[list[str]]:
        return [self.process_string(text)[0] for text in inp] or [[]]


class ReduceToListOfListOfWords(_Reduce):
    """Words, between delimiters."""

    def __init__(self, word_delimiter: str = " ") -> None:
        self.word_delimiter = word_delimiter

    def process_string(self, s: str) -> list[list[str]]:
        return [[word for word in s.split(self.word_delimiter) if word]]


class ReduceToListOfListOfChars(_Reduce):
    """Characters."""

    def process_string(self, s: str) -> list[list[str]]:
        return [list(s)]


class ReduceToSingleSentence(AbstractTransform):
    """All texts joined into one, so that both sides may have different numbers of lines."""

    def __init__(self, word_delimiter: str = " ") -> None:
        self.word_delimiter = word_delimiter

    def process_string(self, s: str) -> str:
        return s

    def process_list(self, inp: list[str]) -> list[str]:
        texts = [text for text in inp if text]
        return [self.word_delimiter.join(texts)] if texts else []


class SubstituteRegexes(AbstractTransform):
    """Replaces what matches regular expressions."""

    def __init__(self, substitutions: Mapping[str, str]) -> None:
        self.substitutions = substitutions

    def process_string(self, s: str) -> str:
        for pattern, replacement in self.substitutions.items():
            s = re.sub(pattern, replacement, s)
        return s


class SubstituteWords(AbstractTransform):
    """Replaces whole words."""

    def __init__(self, substitutions: Mapping[str, str]) -> None:
        self.substitutions = substitutions

    def process_string(self, s: str) -> str:
        for word, replacement in self.substitutions.items():
            s = re.sub(rf"\b{re.escape(word)}\b", replacement, s)
        return s


class RemoveSpecificWords(SubstituteWords):
    """Replaces whole words with a space."""

    def __init__(self, words_to_remove: list[str]) -> None:
        super().__init__(dict.fromkeys(words_to_remove, " "))


class RemoveWhiteSpace(BaseRemoveTransform):
    """Removes white space, or replaces each character of it with a space."""

    def __init__(self, replace_by_space: bool = False) -> None:
        super().__init__(list(string.whitespace), " " if replace_by_space else "")


@cache
def _punctuation() -> frozenset[str]:
    return frozenset(filter(lambda character: category(character).startswith("P"), map(chr, range(maxunicode + 1))))


class RemovePunctuation(BaseRemoveTransform):
    """Removes the characters of Unicode's categories P…"""

    def __init__(self) -> None:
        super().__init__(_punctuation())

    def process_string(self, s: str) -> str:
        return s.translate(dict.fromkeys(map(ord, {*s}.intersection(self.tokens_to_remove))))  # all at once


class RemoveMultipleSpaces(AbstractTransform):
    """Replaces two or more characters of white space with one space."""

    def process_string(self, s: str) -> str:
        return re.sub(r"\s\s+", " ", s)


class Strip(AbstractTransform):
    """Removes white space at both ends."""

    def process_string(self, s: str) -> str:
        return s.strip()


class RemoveEmptyStrings(AbstractTransform):
    """Removes texts without any character but white space from a list."""

    def process_string(self, s: str) -> str:
        return s.strip()

    def process_list(self, inp: list[str]) -> list[str]:
        return [text for text in inp if text.strip()]


class ExpandCommonEnglishContractions(AbstractTransform):
    """Replaces won't, can't, let's, n't, 're, 's, 'd, 'll, 't, 've and 'm with what they stand for."""

    contractions: ClassVar[dict[str, str]] = {
        "won't": "will not",
        "can't": "can not",
        "let's": "let us",
        "n't": " not",
        "'re": " are",
        "'s": " is",
        "'d": " would",
        "'ll": " will",
        "'t": " not",
        "'ve": " have",
        "'m": " am",
    }

    def process_string(self, s: str) -> str:
        for contraction, words in self.contractions.items():
            s = s.replace(contraction, words)
        return s


class ToLowerCase(AbstractTransform):
    """Lowercases texts."""

    def process_string(self, s: str) -> str:
        return s.lower()


class ToUpperCase(AbstractTransform):
    """Uppercases texts."""

    def process_string(self, s: str) -> str:
        return s.upper()


class RemoveKaldiNonWords(AbstractTransform):
    """Removes what stands between [ ] or < >, as in Kaldi's output."""

    def process_string(self, s: str) -> str:
        return re.sub(r"[<\[][^>\]]*[>\]]", "", s)

"""Stems by the Snowball stemmers: English and German built in, others from the package snowballstemmer below 3."""

from __future__ import annotations

from functools import lru_cache
from importlib import metadata

from bolide.system.errors import MissingExtra, OptionError
from bolide.text.units import View
from bolide.text.words.stems import algorithm, stemmer


def version(argument: str) -> str:
    """The package's version, or the algorithm's name if it is built in."""
    try:
        stemmer(argument)
    except ImportError as error:
        raise MissingExtra(str(error)) from None
    except ValueError as error:
        raise OptionError(f"There is {error}") from None
    return algorithm(argument) or metadata.version("snowballstemmer")


def view(kind: str, argument: str) -> View:
    """The stem of every word, lowercased."""
    stem_word = stemmer(argument)

    @lru_cache(maxsize=1 << 18)
    def stem(word: str) -> str:
        return stem_word(word.lower())

    return lambda text, words: [stem(word) for word in words]

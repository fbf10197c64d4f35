"""Base forms by simplemma: a dictionary and rules, about fifty languages."""

from __future__ import annotations

from functools import lru_cache
from importlib import metadata

from bolide.system.errors import OptionError, need
from bolide.text.units import View


def version(argument: str) -> str:
    """The package's version; OptionError if it does not have the language."""
    need("units", "simplemma")
    from simplemma.strategies.dictionaries.dictionary_factory import SUPPORTED_LANGUAGES

    if argument not in SUPPORTED_LANGUAGES:
        known = ", ".join(sorted(SUPPORTED_LANGUAGES))
        raise OptionError(f"simplemma has no base forms for the language {argument!r}; it has {known}.")
    return metadata.version("simplemma")


def view(kind: str, argument: str) -> View:
    """The base form of every word."""
    from simplemma import lemmatize

    @lru_cache(maxsize=1 << 18)
    def base(word: str) -> str:
        return str(lemmatize(word, lang=argument))

    return lambda text, words: [base(word) for word in words]

"""NLTK's METEOR as oracle on real text: its own code, with the answers of its stemmer and its WordNet remembered."""

import os
from collections.abc import Callable
from functools import cache, lru_cache
from types import ModuleType

import pytest
from bench.wordnet_data import Unavailable, nltk_data
from nltk.stem.api import StemmerI
from nltk.stem.porter import PorterStemmer


class Remembering(StemmerI):
    """A stemmer that is asked once a word."""

    def __init__(self, stem: Callable[[str], str]) -> None:
        self.stem = lru_cache(None)(stem)  # type: ignore[method-assign]

    def stem(self, token: str) -> str:
        raise NotImplementedError


class NoWordNet:
    """A WordNet without words."""

    def synsets(self, word: str) -> list[object]:
        return []


class Synsets:
    """NLTK's WordNet, asked once a word."""

    def __init__(self) -> None:
        from nltk.corpus import wordnet

        self.synsets = lru_cache(None)(wordnet.synsets)


AS_IS = Remembering(str)
PORTER = Remembering(PorterStemmer().stem)


@cache
def nltk_meteor() -> ModuleType:
    """NLTK's module on WordNet 3.0."""
    try:
        os.environ["NLTK_DATA"] = str(nltk_data())
    except Unavailable as reason:
        pytest.skip(str(reason))
    import nltk

    nltk.data.path.insert(0, os.environ["NLTK_DATA"])
    from nltk.translate import meteor_score

    return meteor_score


@cache
def words(stages: tuple[str, ...]) -> dict[str, object]:
    """The stemmer and WordNet that give NLTK these stages and no others."""
    nltk_meteor()
    return {
        "stemmer": PORTER if "stem" in stages else AS_IS,
        "wordnet": Synsets() if "synonym" in stages else NoWordNet(),
    }

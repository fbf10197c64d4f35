"""NLTK's METEOR as oracle on real text: its own code, with the answers of its stemmer and its WordNet remembered."""

import os
from collections.abc import Callable
from functools import cache, lru_cache
from types import ModuleType
from typing import Any

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
        self.synsets = lru_cache(None)(english_wordnet().synsets)


AS_IS = Remembering(str)
PORTER = Remembering(PorterStemmer().stem)


@cache
def english_wordnet() -> Any:
    """NLTK's reader of WordNet 3.0, without its map to other versions, which is for other languages and takes long."""
    try:
        os.environ["NLTK_DATA"] = str(nltk_data())
    except Unavailable as reason:
        pytest.skip(str(reason))
    import nltk
    from nltk.corpus import wordnet
    from nltk.corpus.reader.wordnet import WordNetCorpusReader

    nltk.data.path.insert(0, os.environ["NLTK_DATA"])
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(WordNetCorpusReader, "map_wn", lambda self, version="wordnet": None)
        assert wordnet.get_version() == "3.0"  # reads it
    return wordnet


@cache
def nltk_meteor() -> ModuleType:
    """NLTK's module on WordNet 3.0."""
    english_wordnet()
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

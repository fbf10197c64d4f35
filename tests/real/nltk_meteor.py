"""NLTK's METEOR as oracle on real text: its own code, with the answers of its stemmer and its WordNet remembered."""

import os
from functools import cache
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest
from bench.wordnet_data import Unavailable, nltk_data
from nltk.stem.porter import PorterStemmer

NO_WORDNET = SimpleNamespace(synsets=lambda word: [])


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
    """The stemmer and WordNet that give NLTK these stages and no others, and are asked once a word."""
    stem = cache(PorterStemmer().stem) if "stem" in stages else str
    wordnet = SimpleNamespace(synsets=cache(english_wordnet().synsets)) if "synonym" in stages else NO_WORDNET
    return {"stemmer": SimpleNamespace(stem=stem), "wordnet": wordnet}

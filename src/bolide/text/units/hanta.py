"""POS tags and morphemes by HanTa (the Hanover Tagger): English, German, Dutch."""

from __future__ import annotations

from functools import lru_cache
from importlib import metadata
from typing import Any

from bolide.system.errors import OptionError, need
from bolide.text.units import View
from bolide.text.units.installed import installed_file

MODELS = {"de": "morphmodel_ger.pgz", "en": "morphmodel_en.pgz", "nl": "morphmodel_dutch.pgz"}


def version(argument: str) -> str:
    """The package's version; a language it does not have is refused."""
    need("units", "HanTa")
    if argument not in MODELS:
        raise OptionError(
            f"HanTa has no model for the language {argument!r}; it has {', '.join(MODELS)}. "
            "For others name a pipeline that is installed, like pos:spacy:NAME or pos:stanza:LANGUAGE."
        )
    return metadata.version("HanTa")


def view(kind: str, argument: str) -> View:
    """Tags of the words in their sentence, or the morphemes of each word by itself."""
    tagger = _tagger(argument)
    if kind == "pos":
        return lambda text, words: list(tagger.tag_sent(words, taglevel=0)) if words else []

    @lru_cache(maxsize=1 << 18)
    def morphemes(word: str) -> tuple[str, ...]:
        return _as_written(word, [form for form, _ in tagger.analyze(word, taglevel=3)[1]])

    return lambda text, words: [part for word in words for part in morphemes(word)]


@lru_cache(maxsize=4)
def _tagger(language: str) -> Any:
    from HanTa.HanoverTagger import HanoverTagger

    # Given a bare name, HanTa would unpickle a file of that name in the working folder before its own.
    tagger = HanoverTagger(str(installed_file("HanTa", MODELS[language])))
    # The tags a word may have do not depend on its sentence, and finding them is nearly all of the work.
    tagger._tag_word = lru_cache(maxsize=1 << 18)(tagger._tag_word)
    return tagger


def _as_written(word: str, parts: list[str]) -> tuple[str, ...]:
    """The morphemes with the word's own capitals; HanTa gives them in lower case."""
    if "".join(parts) != word.lower() or len(word.lower()) != len(word):
        return tuple(parts) or (word,)
    cut, at = [], 0
    for part in parts:
        cut.append(word[at : at + len(part)])
        at += len(part)
    return tuple(part for part in cut if part)

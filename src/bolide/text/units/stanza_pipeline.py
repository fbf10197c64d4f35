"""POS tags and base forms by Stanza, in any language whose models are installed."""

from __future__ import annotations

import re
from functools import lru_cache
from importlib import metadata
from typing import Any

from bolide.system.errors import MissingExtra, OptionError
from bolide.text.units import View


def version(argument: str) -> str:
    """The package's version; Stanza's models have none."""
    _pipeline(argument)
    return metadata.version("stanza")


def view(kind: str, argument: str) -> View:
    """The universal tag, or the base form, of every word."""
    pipeline = _pipeline(argument)

    def tokens(text: str, words: list[str]) -> list[str]:
        if not text.strip():
            return []
        analysed = (word for sentence in pipeline(text).sentences for word in sentence.words)
        return [str(word.upos if kind == "pos" else word.lemma or word.text) for word in analysed]

    return tokens


@lru_cache(maxsize=4)
def _pipeline(language: str) -> Any:
    if not re.fullmatch(r"[A-Za-z][A-Za-z0-9_-]*", language):  # it becomes part of a model's path
        raise OptionError(f"{language!r} is not a language of Stanza; write its code, like en or zh-hans.")
    try:
        import stanza
    except ImportError:
        raise MissingExtra("This unit needs Stanza, which is not installed: pip install stanza.") from None
    try:
        return stanza.Pipeline(language, processors="tokenize,pos,lemma", download_method=None, verbose=False)
    except Exception as error:  # Stanza raises many kinds if a model is absent
        first = str(error).partition("\n")[0]
        raise MissingExtra(
            f"Stanza has no models for {language!r} here ({first}): "
            f"python -c \"import stanza; stanza.download('{language}')\"."
        ) from None

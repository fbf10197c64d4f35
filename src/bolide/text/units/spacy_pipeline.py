"""POS tags and base forms by any installed spaCy pipeline, with its own tokenization."""

from __future__ import annotations

import os
from functools import lru_cache
from importlib import metadata
from typing import Any

from bolide.system.errors import InputError, MissingExtra
from bolide.text.units import View


def version(argument: str) -> str:
    """The versions of spaCy and of the pipeline."""
    meta = _pipeline(argument).meta
    return f"{metadata.version('spacy')}+{meta.get('version', '')}"


def view(kind: str, argument: str) -> View:
    """The universal tag, or the base form, of every token that is not white space."""
    pipeline = _pipeline(argument)

    def tokens(text: str, words: list[str]) -> list[str]:
        labels = [token.pos_ if kind == "pos" else token.lemma_ for token in pipeline(text) if not token.is_space]
        if labels and not any(labels):
            raise InputError(f"The spaCy pipeline {argument} gives no {'tags' if kind == 'pos' else 'base forms'}.")
        return labels

    return tokens


@lru_cache(maxsize=4)
def _pipeline(name: str) -> Any:
    try:
        import spacy
    except ImportError:
        raise MissingExtra("This unit needs spaCy, which is not installed: pip install spacy.") from None
    # A bare name is an installed package: spaCy itself would also try a folder of that name in the working folder.
    path = "/" in name or os.sep in name
    try:
        if path or spacy.util.is_package(name):
            return spacy.load(name)
    except OSError:
        pass
    if path:
        raise InputError(f"There is no spaCy pipeline in the folder {name}.")
    raise MissingExtra(
        f"There is no spaCy pipeline {name!r} installed here: python -m spacy download {name}. "
        f"One in a folder is named by its path: ./{name}."
    )

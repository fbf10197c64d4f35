"""POS tags and morphemes by HanTa (the Hanover Tagger): English, German, Dutch. Its models are pickles, so they are
loaded from the installed package only, by full path and verified: the library looks in the working folder first."""

from __future__ import annotations

import hashlib
from base64 import urlsafe_b64encode
from functools import lru_cache
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from bolide.system.errors import MissingExtra, OptionError, need
from bolide.text.units import View


def installed_file(package: str, name: str) -> Path:
    """The file `name` in the folder of an installed package, unchanged since its installation.

    MissingExtra if it is absent, lies outside the package's folder (by a link), or does not have the hash that the
    installer recorded. No pickle may come from anywhere else.
    """
    spec = find_spec(package)
    folder = Path(spec.origin).resolve().parent if spec and spec.origin else None
    path = (folder / name).resolve() if folder else None
    if folder is None or path is None or not path.is_file() or not path.is_relative_to(folder):
        raise MissingExtra(f"The installed package {package} has no file {name} of its own; reinstall {package}.")
    recorded = _recorded_hash(package, folder, name)
    if recorded is not None and recorded != _hash(path):
        raise MissingExtra(f"{path} is not the file that came with {package}: its hash differs. Reinstall {package}.")
    return path


def _recorded_hash(package: str, folder: Path, name: str) -> str | None:
    """The SHA-256 in the installer's record; None if there is no record."""
    try:
        files = metadata.distribution(package).files or []
    except metadata.PackageNotFoundError:
        return None
    for file in files:
        if file.name == Path(name).name and Path(str(file.locate())).resolve() == (folder / name).resolve():
            return file.hash.value if file.hash and file.hash.mode == "sha256" else None
    return None


def _hash(path: Path) -> str:
    with path.open("rb") as file:
        digest = hashlib.file_digest(file, "sha256").digest()
    return urlsafe_b64encode(digest).rstrip(b"=").decode()


MODELS = {"de": "morphmodel_ger.pgz", "en": "morphmodel_en.pgz", "nl": "morphmodel_dutch.pgz"}


def version(argument: str) -> str:
    """The package's version; OptionError if it has no model for the language."""
    need("units", "HanTa")
    if argument not in MODELS:
        raise OptionError(
            f"HanTa has no model for the language {argument!r}; it has {', '.join(MODELS)}. "
            "For others name a pipeline that is installed, like pos:spacy:NAME or pos:stanza:LANGUAGE."
        )
    return metadata.version("HanTa")


def view(kind: str, argument: str) -> View:
    """The tags of the words in their sentence, or the morphemes of each word."""
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

    # By a bare name, HanTa would unpickle a file of that name in the working folder before its own.
    tagger = HanoverTagger(str(installed_file("HanTa", MODELS[language])))
    # The possible tags of a word do not depend on its sentence, and finding them is nearly all of the work.
    tagger._tag_word = lru_cache(maxsize=1 << 18)(tagger._tag_word)
    return tagger


def _as_written(word: str, parts: list[str]) -> tuple[str, ...]:
    """The morphemes with the capitals of the word; HanTa returns them in lowercase."""
    if "".join(parts) != word.lower() or len(word.lower()) != len(word):
        return tuple(parts) or (word,)
    cut, at = [], 0
    for part in parts:
        cut.append(word[at : at + len(part)])
        at += len(part)
    return tuple(part for part in cut if part)

"""The tools that make units: one function says which version is installed, the other gives the tokens of a text.

Both take the tool's argument, such as a language, and raise an error that says what to install if something is absent.
HanTa's models are pickles, so they are loaded from the installed package only, by full path and verified: the library
looks in the working folder first.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from functools import lru_cache
from itertools import accumulate, pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

from bolide.system.errors import InputError, MissingExtra, OptionError, need

if TYPE_CHECKING:  # imported on first use, for a faster start
    from pathlib import Path

# A function from a text and its words to the tokens of one unit.
View = Callable[[str, list[str]], list[str]]
_remembered = lru_cache(maxsize=1 << 18)  # of the words that a tool was asked about


class ToolFunctions(NamedTuple):
    """A tool: `version` by its argument, `view` by the unit and the argument, and what the argument is, if any."""

    version: Callable[[str], str]
    view: Callable[[str, str], View]
    argument: str = "language"


def _installed(package: str) -> str:
    from importlib.metadata import version  # takes 20 ms

    return version(package)


# --- words and characters, stems by Snowball, base forms by simplemma ------------------------------------------------


def _plain(kind: str, argument: str) -> View:
    return (lambda text, words: words) if kind == "word" else (lambda text, words: list("".join(text.split())))


def _snowball_version(argument: str) -> str:
    """The package's version, or the algorithm's name if it is built in."""
    from bolide.text.words.stems import algorithm, stemmer

    try:
        stemmer(argument)
    except ImportError as error:
        raise MissingExtra(str(error)) from None
    except ValueError as error:
        raise OptionError(f"There is {error}") from None
    return algorithm(argument) or _installed("snowballstemmer")


def _stems(kind: str, argument: str) -> View:
    from bolide.text.words.stems import stemmer

    stem_word = stemmer(argument)
    stem = _remembered(lambda word: stem_word(word.lower()))
    return lambda text, words: [stem(word) for word in words]


def _simplemma_version(argument: str) -> str:
    need("units", "simplemma")
    from simplemma.strategies.dictionaries.dictionary_factory import SUPPORTED_LANGUAGES

    if argument not in SUPPORTED_LANGUAGES:
        known = ", ".join(sorted(SUPPORTED_LANGUAGES))
        raise OptionError(f"simplemma has no base forms for the language {argument!r}; it has {known}.")
    return _installed("simplemma")


def _base_forms(kind: str, argument: str) -> View:
    from simplemma import lemmatize

    base = _remembered(lambda word: str(lemmatize(word, lang=argument)))
    return lambda text, words: [base(word) for word in words]


# --- HanTa, the Hanover Tagger: tags of the words in their sentence, morphemes of each word --------------------------


MODELS = {"de": "morphmodel_ger.pgz", "en": "morphmodel_en.pgz", "nl": "morphmodel_dutch.pgz"}


def _hanta_version(argument: str) -> str:
    need("units", "HanTa")
    if argument not in MODELS:
        raise OptionError(
            f"HanTa has no model for the language {argument!r}; it has {', '.join(MODELS)}. "
            "For others name a pipeline that is installed, like pos:spacy:NAME or pos:stanza:LANGUAGE."
        )
    return _installed("HanTa")


def _hanta(kind: str, argument: str) -> View:
    tagger = _hanta_tagger(argument)
    if kind == "pos":
        return lambda text, words: list(tagger.tag_sent(words, taglevel=0)) if words else []
    morphemes = _remembered(lambda word: _as_written(word, [form for form, _ in tagger.analyze(word, taglevel=3)[1]]))
    return lambda text, words: [part for word in words for part in morphemes(word)]


@lru_cache(maxsize=4)
def _hanta_tagger(language: str) -> Any:
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
    ends = accumulate(map(len, parts), initial=0)
    return tuple(word[start:end] for start, end in pairwise(ends) if start < end)


def installed_file(package: str, name: str) -> Path:
    """The file `name` in the folder of an installed package, unchanged since its installation.

    MissingExtra if it is absent, lies outside the package's folder (by a link), or does not have the hash that the
    installer recorded. No pickle may come from anywhere else.
    """
    from importlib.util import find_spec
    from pathlib import Path

    spec = find_spec(package)
    folder = Path(spec.origin).resolve().parent if spec and spec.origin else None
    path = (folder / name).resolve() if folder else None
    if folder is None or path is None or not path.is_file() or not path.is_relative_to(folder):
        raise MissingExtra(f"The installed package {package} has no file {name} of its own; reinstall {package}.")
    if not _as_recorded(package, path):
        raise MissingExtra(f"{path} is not the file that came with {package}: its hash differs. Reinstall {package}.")
    return path


def _as_recorded(package: str, path: Path) -> bool:
    """Whether a file has the SHA-256 in the installer's record, or there is none."""
    import hashlib
    from base64 import urlsafe_b64encode
    from importlib.metadata import PackageNotFoundError, files

    try:
        recorded = [file.hash for file in files(package) or () if os.path.realpath(str(file.locate())) == str(path)]
    except PackageNotFoundError:
        return True
    digest = urlsafe_b64encode(hashlib.sha256(path.read_bytes()).digest()).rstrip(b"=").decode()
    return all(known is None or known.mode != "sha256" or known.value == digest for known in recorded)


# --- spaCy's installed pipelines and Stanza's installed models, with their own tokenization --------------------------


def _spacy_version(argument: str) -> str:
    meta = _spacy_pipeline(argument).meta
    return f"{_installed('spacy')}+{meta.get('version', '')}"


def _spacy(kind: str, argument: str) -> View:
    pipeline = _spacy_pipeline(argument)

    def tokens(text: str, words: list[str]) -> list[str]:
        labels = [token.pos_ if kind == "pos" else token.lemma_ for token in pipeline(text) if not token.is_space]
        if labels and not any(labels):
            raise InputError(f"The spaCy pipeline {argument} gives no {'tags' if kind == 'pos' else 'base forms'}.")
        return labels

    return tokens


@lru_cache(maxsize=4)
def _spacy_pipeline(name: str) -> Any:
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


def _stanza_version(argument: str) -> str:
    """The package's version; Stanza's models have none."""
    _stanza_pipeline(argument)
    return _installed("stanza")


def _stanza(kind: str, argument: str) -> View:
    pipeline = _stanza_pipeline(argument)

    def tokens(text: str, words: list[str]) -> list[str]:
        analysed = (word for sentence in pipeline(text).sentences for word in sentence.words) if text.strip() else ()
        return [str(word.upos if kind == "pos" else word.lemma or word.text) for word in analysed]

    return tokens


@lru_cache(maxsize=4)
def _stanza_pipeline(language: str) -> Any:
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


_PLAIN = ToolFunctions(lambda argument: "", _plain, argument="")  # the signature names the tokenizer
TOOLS = {
    "chars": _PLAIN,
    "hanta": ToolFunctions(_hanta_version, _hanta),
    "simplemma": ToolFunctions(_simplemma_version, _base_forms),
    "snowball": ToolFunctions(_snowball_version, _stems),
    "spacy": ToolFunctions(_spacy_version, _spacy, "a pipeline, as in pos:spacy:en_core_web_sm"),
    "stanza": ToolFunctions(_stanza_version, _stanza),
    "words": _PLAIN,
}

"""The stemmers of METEOR 1.5, by language: English and German here, the others from the package `snowballstemmer` below
3."""

import sys
from _thread import allocate_lock  # `threading` would be imported with every metric
from collections.abc import Callable
from functools import cache
from importlib import import_module
from typing import Any

# The stemmers here: a module with `stem` and the name of its `ALGORITHM`, and a line.
BUILT_IN = {"en": "snowball_english", "de": "snowball_german"}
SNOWBALL = {
    "fr": "french",
    "es": "spanish",
    "ru": "russian",
    "pt": "portuguese",
    "da": "danish",
    "ro": "romanian",
    "hu": "hungarian",
    "tr": "turkish",
    "fi": "finnish",
    "nl": "dutch",
    "it": "italian",
    "no": "norwegian",
    "se": "swedish",
}

# Words whose stem differs from the 1.5 tool's own, of the 26,000 to 30,000 most frequent types (fr: of 311,000), with
# snowballstemmer 1.2.1 and 2.x. fi: 238 and 277, in -den, -tten, -siin, -seen, which the Java tool misses. With 2.x
# only: da 1, fr 168, hu 355, pt 13, ru 153 (with ё). `jar_words` has the tool's own, but for fi and da.


_INSTALL = "install it with: pip install 'bolide[stems]' (that is, 'snowballstemmer<3')"
_IN_A_BROWSER = (
    "in a browser only English and German have stems: leave stem out of modules, or score on the command line"
)


def stemmer(language: str) -> Callable[[str], str]:
    """The stemming function of METEOR 1.5 for a language."""
    if language in BUILT_IN:
        built_in: Callable[[str], str] = _module(language).stem
        return built_in
    if language not in SNOWBALL:
        raise ValueError(f"no stemmer for language {language!r}; there is one for {', '.join((*BUILT_IN, *SNOWBALL))}.")
    from importlib.metadata import PackageNotFoundError, version  # takes 20 ms, not needed for the built-in stemmers

    wanted = _IN_A_BROWSER if sys.platform == "emscripten" else _INSTALL
    try:
        installed = version("snowballstemmer")
    except PackageNotFoundError:
        raise ImportError(f"stems for {language!r} need the package snowballstemmer; {wanted}.") from None
    if int(installed.split(".")[0]) >= 3:
        raise ImportError(f"snowballstemmer {installed} stems differently from METEOR 1.5; {wanted}.")
    return _snowball(SNOWBALL[language])


@cache  # the same function each time, so that what is known of its words is shared
def _snowball(name: str) -> Callable[[str], str]:
    """The package's stemmer. It keeps the word it is at in itself, so that threads must take turns."""
    # Its own entry point would use PyStemmer, of any version, if that is installed.
    module = import_module(f"snowballstemmer.{name}_stemmer")
    stem_word: Callable[[str], str] = getattr(module, f"{name.capitalize()}Stemmer")().stemWord
    turn = allocate_lock()

    def stem(word: str) -> str:
        with turn:
            return stem_word(word)

    return stem


def algorithm(language: str) -> str | None:
    """The name of a built-in stemmer's algorithm; None if the package has the stemmer."""
    return str(_module(language).ALGORITHM) if language in BUILT_IN else None


def _module(language: str) -> Any:
    return import_module(f"bolide.text.words.{BUILT_IN[language]}")


# --- endings of words, as stemmers here look for them ------------------------------------------------------------

Endings = dict[str, list[tuple[str, str]]]


def by_last_two_letters(table: str) -> Endings:
    """Group "ending:replacement" pairs under their last two letters, longest first, so that few are ever tried."""
    groups: Endings = {}
    pairs = (pair.partition(":") for pair in table.split())
    for ending, _, replacement in sorted(pairs, key=lambda pair: -len(pair[0])):
        groups.setdefault(ending[-2:], []).append((ending, replacement))
    return groups


def ending_of(word: str, table: Endings) -> tuple[str, str]:
    """The longest of these endings that a word has, and its replacement; empty if it has none."""
    for ending, replacement in table.get(word[-2:], ()):
        if word.endswith(ending):
            return ending, replacement
    return "", ""

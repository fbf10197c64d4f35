"""The stemmers of METEOR 1.5, by language: English here, the others from the package `snowballstemmer` below 3."""

import sys
from collections.abc import Callable
from importlib import import_module

from bolide.text.words import snowball_english

SNOWBALL = {
    "da": "danish",
    "de": "german",
    "es": "spanish",
    "fi": "finnish",
    "fr": "french",
    "hu": "hungarian",
    "it": "italian",
    "nl": "dutch",
    "no": "norwegian",
    "pt": "portuguese",
    "ro": "romanian",
    "ru": "russian",
    "se": "swedish",
    "tr": "turkish",
}

# Words whose stem differs from the 1.5 tool's own, of the 26,000 to 30,000 most frequent types (fr: of 311,000), with
# snowballstemmer 1.2.1 and 2.x. fi: 238 and 277, in -den, -tten, -siin, -seen, which the Java tool misses. With 2.x
# only: da 1, fr 168, hu 355, pt 13, ru 153 (with ё).


_INSTALL = "install it with: pip install 'bolide[stems]' (that is, 'snowballstemmer<3')"
_IN_A_BROWSER = "in a browser only English has stems: leave stem out of modules, or score on the command line"


def stemmer(language: str) -> Callable[[str], str]:
    """The function that gives METEOR 1.5's stem of a word in this language."""
    if language == "en":
        return snowball_english.stem
    if language not in SNOWBALL:
        raise ValueError(f"no stemmer for language {language!r}; there is one for en, {', '.join(SNOWBALL)}.")
    from importlib.metadata import PackageNotFoundError, version  # 20 ms that English need not wait for

    wanted = _IN_A_BROWSER if sys.platform == "emscripten" else _INSTALL
    try:
        found = version("snowballstemmer")
    except PackageNotFoundError:
        raise ImportError(f"stems for {language!r} need the package snowballstemmer; {wanted}.") from None
    if int(found.split(".")[0]) >= 3:
        raise ImportError(f"snowballstemmer {found} stems differently from METEOR 1.5; {wanted}.")
    # Its own entry point would hand over to PyStemmer, of any generation, where that is installed.
    name = SNOWBALL[language]
    module = import_module(f"snowballstemmer.{name}_stemmer")
    stem: Callable[[str], str] = getattr(module, f"{name.capitalize()}Stemmer")().stemWord
    return _older_german(stem) if language == "de" else stem


def _older_german(stem: Callable[[str], str]) -> Callable[[str], str]:
    """German before the rule that makes niss into nis: to the tool Ergebnisse is ergebniss, Ergebnis ergebnis."""

    def older(word: str) -> str:
        found = stem(word)
        dropped = found.endswith("nis") and word.replace("ß", "ss")[len(found) : len(found) + 1] == "s"
        return found + "s" if dropped else found

    return older

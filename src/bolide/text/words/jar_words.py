"""What METEOR 1.5's jar knows of words: which it takes for the same, by equal hashes and by the stems of its old copy
of Snowball, and its lists of function words.

The jar compares words and stems by Java's 32-bit hash, so that `le` and `n'` are one word to it. Its stemmers are those
of snowballstemmer 1.2.1, before French ë and ï, Russian ё and Hungarian ő and ű were given rules of their own.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from bolide.system.files import package_data
from bolide.text.words.stems import stemmer

Stem = Callable[[str], str]
LISTED = ("en", "cz", "fr", "es", "de", "ru")  # the languages with lists of function words and a normaliser


def pycocoevalcap_file(name: str) -> Path | None:
    """A file of METEOR 1.5 in an installed `pycocoevalcap`; None if it is not there."""
    spec = find_spec("pycocoevalcap")
    paths = [Path(folder, "meteor", name) for folder in (spec and spec.submodule_search_locations) or ()]
    return next(filter(Path.is_file, paths), None)


@cache
def function_words(language: str) -> frozenset[str]:
    """The function words of a language, lowercase, with punctuation; empty if METEOR 1.5 has no list.

    They weigh less than content words. The 1.5 tool itself uses the English list for every language by default.
    """
    if language not in LISTED:
        return frozenset()
    return frozenset(package_data(f"text/meteor_data/function_words.{language}.txt").decode("utf-8").split())


def java_hash(word: str) -> int:
    """The hash of a string in Java, as an unsigned number: its UTF-16 units as digits to the base 31, modulo 2³²."""
    units = word.encode() if word.isascii() else memoryview(word.encode("utf-16", "surrogatepass")[2:]).cast("H")
    number = 0
    for unit in units:
        number = (31 * number + unit) & 0xFFFFFFFF
    return number


def equal_words(words: Sequence[str]) -> memoryview[int]:
    """For each word the index of the first one that the jar takes for the same."""
    first: dict[int, int] = {}
    return memoryview(array("i", [first.setdefault(java_hash(word), index) for index, word in enumerate(words)]))


@cache
def hashed(stem: Stem) -> Callable[[str], int]:
    """The function that gives the hash of a word's stem."""
    return lambda word: java_hash(stem(word))


# --- stems --------------------------------------------------------------------------------------------------------


def jar_stemmer(language: str) -> Stem:
    """The function that gives the jar's stem of a word.

    It needs snowballstemmer for the languages that `stemmer` needs it for, and for Arabic an installed pycocoevalcap.
    """
    if language == ARABIC:
        return _arabic()
    stem = stemmer(language)
    if language == "fr":
        return _french(stem)
    if language == "pt":
        return _portuguese(stem)
    return _exempt(stem, language) if language in _EXEMPT else stem


# Letters of which only later versions of Snowball know anything, with others in their stead that no rule mentions. The
# old Hungarian rules have õ and û where ő and ű belong.
_EXEMPT = {"ru": {"ё": "\ue000"}, "hu": {"ő": "\ue000", "ű": "\ue001", "õ": "ő", "û": "ű"}}


@cache
def _exempt(stem: Stem, language: str) -> Stem:
    letters = _EXEMPT[language]
    there, back = str.maketrans(letters), str.maketrans({other: letter for letter, other in letters.items()})
    affected = frozenset(letters)
    return lambda word: stem(word) if affected.isdisjoint(word) else stem(word.translate(there)).translate(back)


@cache
def _french(stem: Stem) -> Stem:
    """French stems without the later rules for ë, ï and H; an ë after gu was dropped at the end of a word."""

    def old(word: str) -> str:
        free = [vowel for vowel in "ûùôêà" if vowel not in word]  # no rule mentions them
        if not {"ë", "ï", "H"}.intersection(word) or len(free) < 2:
            return stem(word)
        e, i = free[:2]
        stemmed = stem(word.translate(str.maketrans("ëïH", f"{e}{i}\ue000")))
        if stemmed.endswith(f"gu{e}") and len(stemmed) - 3 >= _french_region(word):
            stemmed = stemmed.removesuffix(e)
        return stemmed.translate(str.maketrans(f"{e}{i}\ue000", "ëïH"))

    return old


def _french_region(word: str) -> int:
    """Where the region begins in which the rules for verbs and for last letters work (RV)."""
    vowels = [letter in "aeiouyâàëéêèïîôûù" for letter in word.replace("qu", "qU")]
    if vowels[:2] == [True, True] or word.startswith(("par", "col", "tap")):
        return 3
    return next((index + 1 for index, vowel in enumerate(vowels) if vowel and index), len(word))


@cache
def _portuguese(stem: Stem) -> Stem:
    """Portuguese stems without the later rules for -ução and -logia."""

    def old(word: str) -> str:
        if not word.endswith(("ução", "uções", "logia", "logias")):
            return stem(word)
        start, end = word[:-6], word[-6:]
        hidden = end.replace("ç", "\ue000").replace("g", "\ue001")  # consonants that no rule mentions
        return stem(start + hidden).replace("\ue000", "ç").replace("\ue001", "g")

    return old


# --- Arabic -------------------------------------------------------------------------------------------------------

ARABIC = "ar-bw-red"


def looked_up(lines: Sequence[str]) -> Stem:
    """A stemmer by a table: lines of a word, then of counts and stems, the most frequent first, which is taken.

    The jar finds words by their hash, and the last of those with one hash wins; it leaves numbers as they are, and
    words that are not in the table.
    """
    by_hash = {java_hash(line.partition(" ")[0]): line for line in lines}

    def stem(word: str) -> str:
        if all(letter.isdecimal() or letter in ".,-" for letter in word):
            return word
        line = by_hash.get(java_hash(word))
        return word if line is None else line.split(" ", 3)[2]

    return stem


@cache
def _arabic() -> Stem:
    """The stems of reduced Buckwalter Arabic, from the jar of an installed pycocoevalcap: 590,042 words."""
    import gzip
    from zipfile import ZipFile  # 10 ms that other languages need not wait for

    jar = pycocoevalcap_file("meteor-1.5.jar")
    if jar is not None:
        with ZipFile(jar) as archive, archive.open("stem/arabic-buckwalter-reduced.gz") as packed:
            return looked_up(gzip.decompress(packed.read()).decode("utf-8").split("\n")[:-1])
    raise ImportError(
        f"the stems of {ARABIC} come with METEOR's jar; install the package pycocoevalcap, which holds it, or name a "
        "table with -e of `bolide meteor`."
    )

"""The German Snowball stemmer of METEOR 1.5, without the later rule that makes niss into nis: Ergebnisse is ergebniss.

After M. F. Porter, "German stemming algorithm", snowballstem.org. The regions R1 and R2 are the parts of the word after
the first and second vowel-consonant pair, but R1 never begins before the fourth letter. Words are not lowercased here.
"""

import re

ALGORITHM = "german"

_between_vowels = re.compile("([aeiouyäöü])([uy])(?=[aeiouyäöü])")
_region = re.compile("[^aeiouyäöü]*[aeiouyäöü]+[^aeiouyäöü]")
_inflected = re.compile(r"(?:e[mn]|ern|er|es?|(s))\Z")
_compared = re.compile(r"(?:e[nr]|est|(st))\Z")
_derived = re.compile(r"(?:(end|ung)|(i[gk]|isch)|(lich|heit)|keit)\Z")
_BEFORE_S = frozenset("bdfghklmnrt")
_BEFORE_ST = _BEFORE_S - {"r"}
_PLAIN = str.maketrans("UYäöü", "uyaou")


def stem(word: str) -> str:
    """The stem of a word."""
    word = word.replace("ß", "ss")
    if "u" in word or "y" in word:
        word = _between_vowels.sub(lambda match: match[1] + match[2].upper(), word)
    r1, r2 = _regions(word)
    word = _without_inflection(word, r1)
    word = _without_comparison(word, r1)
    return _without_derivation(word, r1, r2).translate(_PLAIN)


def _regions(word: str) -> tuple[int, int]:
    """The starts of R1 and R2."""
    size = len(word)
    first = _region.match(word) if size >= 3 else None
    if first is None:
        return size, size
    second = _region.match(word, first.end())
    return max(3, first.end()), second.end() if second else size


def _without_inflection(word: str, r1: int) -> str:
    """Remove em, ern, er, e, en and es, and s after some consonants."""
    ending = _inflected.search(word)
    if ending is None or ending.start() < r1 or (ending[1] and word[-2] not in _BEFORE_S):
        return word
    return word[: ending.start()]


def _without_comparison(word: str, r1: int) -> str:
    """Remove en, er and est, and st after some consonants that follow at least three letters."""
    ending = _compared.search(word)
    if ending is None or ending.start() < r1 or (ending[1] and (len(word) < 6 or word[-3] not in _BEFORE_ST)):
        return word
    return word[: ending.start()]


def _without_derivation(word: str, r1: int, r2: int) -> str:
    """Remove end, ung, ig, ik, isch, lich, heit and keit, with ig, er, en or lich before some of them."""
    suffix = _derived.search(word)
    if suffix is None or suffix.start() < r2:
        return word
    short = word[: suffix.start()]
    if suffix[2]:
        return word if short.endswith("e") else short
    if suffix[1]:
        return short[:-2] if short.endswith("ig") and not short.endswith("eig") and len(short) - 2 >= r2 else short
    if suffix[3]:
        return short[:-2] if short.endswith(("er", "en")) and len(short) - 2 >= r1 else short
    for ending in ("lich", "ig"):
        if short.endswith(ending):
            return short[: -len(ending)] if len(short) - len(ending) >= r2 else short
    return short

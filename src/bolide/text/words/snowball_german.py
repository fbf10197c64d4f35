"""The German Snowball stemmer of METEOR 1.5, without the later rule that makes niss into nis: Ergebnisse is ergebniss.

After M. F. Porter, "German stemming algorithm", snowballstem.org. The regions R1 and R2 are the parts of the word after
the first and second vowel-consonant pair, but R1 never begins before the fourth letter. Words are not lowercased here.
"""

import re

ALGORITHM = "german"

_between_vowels = re.compile("([aeiouyäöü])([uy])(?=[aeiouyäöü])")
_region = re.compile("[^aeiouyäöü]*[aeiouyäöü]+[^aeiouyäöü]")
# Endings: s and st only after some consonants, st only after at least three letters before one.
_inflected = re.compile(r"(?:e[mn]|ern|er|es?|s(?<=[bdfghklmnrt]s))\Z")
_compared = re.compile(r"(?:e[nr]|est|st(?<=.{3}[bdfghklmnt]st))\Z", re.DOTALL)
_derived = re.compile(r"(?:(end|ung)|(i[gk]|isch)|(lich|heit)|keit)\Z")
_PLAIN = str.maketrans("UYäöü", "uyaou")


def stem(word: str) -> str:
    """The stem of a word."""
    word = word.replace("ß", "ss")
    if "u" in word or "y" in word:
        word = _between_vowels.sub(lambda match: match[1] + match[2].upper(), word)
    r1, r2 = _regions(word)
    word = _without(_compared, _without(_inflected, word, r1), r1)
    return _without_derivation(word, r1, r2).translate(_PLAIN)


def _regions(word: str) -> tuple[int, int]:
    """The starts of R1 and R2."""
    size = len(word)
    first = _region.match(word) if size >= 3 else None
    if first is None:
        return size, size
    second = _region.match(word, first.end())
    return max(3, first.end()), second.end() if second else size


def _without(ending: re.Pattern[str], word: str, region: int) -> str:
    """Remove an ending, if it lies in a region."""
    match = ending.search(word)
    return word[: match.start()] if match and match.start() >= region else word


def _without_derivation(word: str, r1: int, r2: int) -> str:
    """Remove end, ung, ig, ik, isch, lich, heit and keit, with ig, er, en or lich before some of them."""
    suffix = _derived.search(word)
    if suffix is None or suffix.start() < r2:
        return word
    short = word[: suffix.start()]
    if suffix[2]:
        return word if short.endswith("e") else short
    if suffix[3]:
        return _without(re.compile(r"e[rn]\Z"), short, r1)
    return _without(re.compile(r"(?<!e)ig\Z" if suffix[1] else r"(?:lich|ig)\Z"), short, r2)

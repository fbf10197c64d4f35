"""The normaliser of METEOR 1.5 (its `-norm`): punctuation, abbreviations and clitics made into tokens.

Six languages: en cz fr es de ru. Letters outside its Latin and Cyrillic ranges (Greek, Arabic, CJK, ș and ț) count as
punctuation and are separated one by one.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Sequence
from functools import cache
from itertools import pairwise

from bolide.kernels.meteor15.normalize import ALL, BLANK, DIGIT, ENGLISH, FRENCH, LETTER, MARK, normalize
from bolide.kernels.text.scan import lower
from bolide.system.files import package_data
from bolide.text.tokenize.character_classes import SPACE, WORD, Kinds, lowercase_table
from bolide.text.tokens import Tokens, joined, scanned, scanned_texts

SEPARATORS = " \t\n\r\f"

# The letters: first and last code point of each range.
LETTERS = (
    *((0x41, 0x5A), (0x61, 0x7A), (0xC0, 0xD6), (0xD8, 0xF6), (0xF8, 0x17E), (0x400, 0x527)),
    *((0x1D00, 0x1D7F), (0xA640, 0xA66E), (0xA67E, 0xA697)),
)
_blank = re.compile(f"[{SEPARATORS}]+")


@cache
def abbreviations(language: str) -> tuple[frozenset[str], frozenset[str]]:
    """Abbreviations, whose full stop is not split off: those for any context, and those before a number only."""
    if language == "cz":
        return frozenset(), frozenset()  # METEOR's Czech list is empty
    lines = package_data(f"text/meteor_data/nonbreaking.{language}.txt").decode("utf-8").splitlines()
    numeric = frozenset(line.split()[0] for line in lines if line.endswith(" #NUMERIC_ONLY#"))
    return frozenset(lines) - {f"{word} #NUMERIC_ONLY#" for word in numeric}, numeric


def split(text: str) -> list[str]:
    """Split at space, tab, line feed, carriage return and form feed, the only separators of METEOR 1.5."""
    if text.isascii() and text.isprintable():
        return text.split()
    return [token for token in _blank.split(text) if token]


_KERNEL_APOSTROPHES = {"en": ENGLISH, "fr": FRENCH}


def encode_meteor(texts: Sequence[str], lowercase: bool) -> Tokens:
    """The ids of the words of texts that are tokenized already, split as in METEOR 1.5."""
    return scanned_texts([text.lower() for text in texts] if lowercase else list(texts), separators())


def encode_normalized(texts: Sequence[str], language: str, punctuation: bool = True) -> Tokens:
    """The ids of the words of texts, normalised and lowercased."""
    return scanned(*normalized(texts, language, punctuation), separators())


def normalized(texts: Sequence[str], language: str, punctuation: bool) -> tuple[memoryview[int], memoryview[int]]:
    """The code points of normalised, lowercased texts, and the start of each text, followed by the end.

    Without `punctuation`, every character that is neither a letter of METEOR's ranges nor a digit becomes a space.
    """
    points, starts = joined(texts)
    out = memoryview(bytearray(8 * (len(points) + len(texts)))).cast("I")
    out_starts = memoryview(array("q", bytes(8 * len(starts))))
    marks = _KERNEL_APOSTROPHES.get(language, ALL)
    normalize(points, starts, _kinds(), _listed(language), marks, punctuation, out, out_starts)
    out = out[: out_starts[-1]]
    if lower(out, lowercase_table()):
        return out, out_starts
    text = str(out, "utf-32-le", "surrogatepass")
    return joined([text[start:end].lower() for start, end in pairwise(out_starts)])


@cache
def separators() -> Kinds:
    """The scanner's table of separators."""
    return Kinds(bytes(SPACE if chr(point) in SEPARATORS else WORD for point in range(0x21)))


@cache
def _kinds() -> memoryview:
    table = bytearray(LETTERS[-1][1] + 1)
    for first, last in LETTERS:
        table[first : last + 1] = bytes([LETTER]) * (last + 1 - first)
    for kind, characters in ((DIGIT, "0123456789"), (BLANK, " \t\n\x0b\f\r"), (MARK, ".'`,\u2018\u2019-")):
        for character in characters:
            table[ord(character)] = kind
    return memoryview(bytes(table))


@cache
def _listed(language: str) -> memoryview[int]:
    """The abbreviations in the kernel's layout."""
    always, numeric = abbreviations(language)
    entries = array("i")
    for word in sorted(always | numeric):
        entries.extend((len(word), (word in always) + 2 * (word in numeric), *map(ord, word)))
    return memoryview(entries)

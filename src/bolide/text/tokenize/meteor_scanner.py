"""METEOR 1.5's normaliser over many texts at once: what `meteor_normalize` does, by the compiled kernel."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from functools import cache
from itertools import pairwise

from bolide.kernels import beats_built_ins
from bolide.kernels.meteor15.normalize import ALL, BLANK, DIGIT, ENGLISH, FRENCH, LETTER, MARK, normalize
from bolide.kernels.text.scan import lower
from bolide.text.lowercase_table import small_letters
from bolide.text.tokenize.character_classes import SPACE, WORD, Kinds
from bolide.text.tokenize.meteor_normalize import LETTERS, SEPARATORS, abbreviations, normalizer, split
from bolide.text.vocab import Ids, encode_spaced, encode_tokens, joined, scanned

_APOSTROPHES = {"en": ENGLISH, "fr": FRENCH}


def encode_meteor(texts: Sequence[str], lowercase: bool) -> Ids:
    """The ids of the words of texts that are tokenised already, as METEOR 1.5 cuts them."""
    return encode_spaced(texts, separators(), split, lowercase)


def encode_normalized(texts: Sequence[str], language: str, punctuation: bool = True) -> Ids:
    """The ids of the words of texts, normalised and in small letters."""
    if beats_built_ins():
        return scanned(*normalized(texts, language, punctuation), separators())
    return encode_tokens(map(split, _one_by_one(texts, language, punctuation)))


def normalized(texts: Sequence[str], language: str, punctuation: bool) -> tuple[memoryview[int], memoryview[int]]:
    """The code points of normalised texts in small letters, and where they begin, and the last ends."""
    if "DOTMULTI" in "\n".join(texts).replace(".", ""):  # what the tool writes for full stops, and would read back
        return joined(_one_by_one(texts, language, punctuation))
    points, starts = joined(texts)
    out = memoryview(bytearray(8 * (len(points) + len(texts)))).cast("I")
    found = memoryview(array("q", bytes(8 * len(starts))))
    marks = _APOSTROPHES.get(language, ALL)
    normalize(points, starts, _kinds(), _listed(language), marks, punctuation, out, found)
    out = out[: found[-1]]
    if lower(out, small_letters()):
        return out, found
    text = str(out, "utf-32-le", "surrogatepass")
    return joined([text[start:end].lower() for start, end in pairwise(found)])


def _one_by_one(texts: Sequence[str], language: str, punctuation: bool) -> list[str]:
    done = normalizer(language, punctuation=punctuation)
    return [done(text).lower() for text in texts]


@cache
def separators() -> Kinds:
    """What the scanner cuts at."""
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
    """The abbreviations as the kernel reads them."""
    always, numeric = abbreviations(language)
    found = array("i")
    for word in sorted(always | numeric):
        found.extend((len(word), (word in always) + 2 * (word in numeric), *map(ord, word)))
    return memoryview(found)

"""Tables for the scanner in `kernels/`: the class of each code point, by tokenizer, and its lowercase letter."""

from __future__ import annotations

from array import array
from collections.abc import Callable
from functools import cache

from bolide.text.tokenize import mteval
from bolide.text.tokenize.mteval import spans, unescape

WORD, SPACE, ALONE, POINT, DIGIT, DASH, MARKED = 0x00, 0x10, 0x20, 0x21, 0x22, 0x23, 0x40

# White space of str.split(), the same in every Python from 3.11 on.
WHITE_SPACE = "9-d 1c-20 85 a0 1680 2000-200a 2028-2029 202f 205f 3000"


def marked(kinds: bytes, marks: str) -> bytes:
    """The classes of code points with some characters marked: the scanner leaves texts that have one to Python."""
    table = bytearray(kinds)
    for mark in marks:
        table[ord(mark)] |= MARKED
    return bytes(table)


class Kinds:
    """The classes of code points for the scanner: `table` for the first ones, `beyond` for all others.

    Texts without any of the `marks` need no preparation. `marked` is the table with the marks marked; None if every
    text needs preparation.
    """

    def __init__(
        self,
        table: bytes,
        beyond: int = WORD,
        padded: bool = False,
        prepare: Callable[[list[str]], list[str]] | None = None,
        marks: str = "",
    ) -> None:
        self.table, self.beyond, self.padded, self.prepare = memoryview(table), beyond, padded, prepare
        self.marked = None if prepare is not None and not marks else memoryview(marked(table, marks))


def _table(*layers: tuple[int, str], base: int = WORD) -> bytes:
    """A table of classes; later layers override earlier ones."""
    table = bytearray([base]) * (1 + max(last for _, text in layers for _, last in spans(text)))
    for kind, text in layers:
        for first, last in spans(text):
            table[first : last + 1] = bytes([kind]) * (last + 1 - first)
    return bytes(table)


# Texts without marks are left alone here, too: a corpus of BLEU takes a seventh longer if each is passed on.
def _unescape_all(texts: list[str]) -> list[str]:
    return [unescape(text.rstrip()) if "&" in text or "<" in text or "\n" in text else text for text in texts]


def _strip_all(texts: list[str]) -> list[str]:
    return [text.strip() for text in texts]


_SYMBOLS = "21-26 28-2b 2f 3a-40 5b-60 7b-7e"
_WESTERN = (ALONE, _SYMBOLS), (POINT, "2c 2e"), (DASH, "2d"), (DIGIT, "30-39"), (SPACE, WHITE_SPACE)


@cache
def kinds_of(tokenizer: str) -> Kinds | None:
    """The scanner's table for a tokenizer, or None if only the plain function exists."""
    match tokenizer:
        case "whitespace" | "none":
            return Kinds(_table((SPACE, WHITE_SPACE)))
        case "char":
            return Kinds(_table((SPACE, WHITE_SPACE), base=ALONE), beyond=ALONE)
        case "13a":
            return Kinds(_table(*_WESTERN), padded=True, prepare=_unescape_all, marks="&<\n")
        case "zh":
            return Kinds(_table(_WESTERN[0], (ALONE, mteval.CHINESE_RANGES), *_WESTERN[1:]), prepare=_strip_all)
        case "intl":
            classes = mteval.unicode_classes()
            layers = (ALONE, classes["S"]), (POINT, classes["P"]), (DIGIT, classes["N"]), (SPACE, WHITE_SPACE)
            return Kinds(_table(*layers))
    return None


_CASED = 0x2000  # nearly all letters that have two cases are below


@cache
def lowercase_table() -> memoryview[int]:
    """Each code point's lowercase letter; -1 if it is two letters, or depends on its neighbours as for Σ."""
    lowered = [chr(point).lower() for point in range(_CASED)]
    return memoryview(array("i", [ord(text) if len(text) == 1 and text != "σ" else -1 for text in lowered]))

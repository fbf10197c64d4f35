"""The tokenizers that insert spaces: `13a` (mteval-v13a, the default of WMT), `intl` (mteval-v14) and `zh`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache

from bolide.system.files import package_data


def spacing(pattern: str, group: int = 1) -> Callable[[str], str]:
    """A function that puts spaces around one group of a pattern whose groups cover the whole match.

    `sub` does the same in twice the time: before Python 3.12, replacements with groups are made by Python code.
    """
    compiled = re.compile(pattern)
    groups = slice(group, None, compiled.groups + 1)

    def spaced(text: str) -> str:
        parts = compiled.split(text)
        if len(parts) == 1:
            return text
        parts[groups] = [f" {part} " for part in parts[groups]]
        return "".join(parts)

    return spaced


ENTITIES = (("&quot;", '"'), ("&amp;", "&"), ("&lt;", "<"), ("&gt;", ">"))


@cache
def _cuts() -> tuple[Callable[[str], str], ...]:
    """The substitutions of 13a, in order. A match consumes its characters, so of two adjacent points the first affects
    the second."""
    return (
        spacing(r"([!-&(-+/:-@\[-`{-~])"),
        spacing(r"([^0-9])([.,])", 2),
        spacing(r"([.,])([^0-9])"),
        spacing(r"([0-9])(-)", 2),
    )


@cache
def _points() -> tuple[re.Pattern[str], list[tuple[re.Pattern[str], str]]]:
    """What finds adjacent points, and substitutions for a text without any, which are three times as fast: a point then
    depends on its neighbours only."""
    single = [(re.compile(rf"\{point}(?:(?<=[^0-9]\{point})|(?=[^0-9]))"), f" {point} ") for point in ".,"]
    return re.compile(r"[.,][.,]"), single


def unescape(text: str) -> str:
    """Resolve SGML entities, and join words that a line end hyphenated."""
    return resolved(text.replace("<skipped>", "").replace("-\n", "").replace("\n", " "))


def resolved(text: str) -> str:
    """Resolve SGML entities, each once and in the order of mteval."""
    if "&" in text:
        for entity, character in ENTITIES:
            text = text.replace(entity, character)
    return text


def cut(text: str) -> list[str]:
    """Split off symbols, points and commas except inside numbers, and a dash after a digit."""
    return spaced(text).split()


def spaced(text: str) -> str:
    """Put spaces around symbols, points and commas except inside numbers, and a dash after a digit."""
    symbols, after_other, before_other, dash = _cuts()
    adjacent, single = _points()
    text = symbols(text)
    if adjacent.search(text):
        text = before_other(after_other(text))
    else:
        for point, apart in single:
            text = point.sub(apart, text)
    return dash(text) if "-" in text else text


def tokenize_13a(text: str) -> list[str]:
    """mteval-v13a: splits off western punctuation; what most papers report (the default)."""
    return cut(f" {unescape(text)} ")


def spans(text: str) -> Iterator[tuple[int, int]]:
    """The inclusive ranges written in `text` as `first-last` or a single code point, in hexadecimal."""
    for word in text.split():
        first, _, last = word.partition("-")
        yield int(first, 16), int(last or first, 16)


def members(ranges: str, highest: int = 0x10FFFF) -> str:
    """Ranges up to the code point `highest`, for a class of a regular expression."""
    ends = [(first, min(last, highest)) for first, last in spans(ranges) if first <= highest]
    return "".join(rf"\U{first:08x}-\U{last:08x}" for first, last in ends)


@cache
def unicode_classes() -> dict[str, str]:
    """The ranges of punctuation (P), symbols (S) and numbers (N) in the pinned version of Unicode."""
    lines = package_data("text/tokenize/unicode_classes.txt").decode("ascii").splitlines()
    return {line[0]: line[2:] for line in lines if line[0] != "#"}


@cache
def _intl_cuts(highest: int) -> tuple[Callable[[str], str], ...]:
    """The three substitutions of intl for texts without code points above `highest`, compiled on first use: the classes
    are long, and `re` searches those above U+FFFF one by one."""
    punctuation, symbol, number = (members(unicode_classes()[letter], highest) for letter in "PSN")
    return (
        spacing(f"([^{number}])([{punctuation}])", 2),
        spacing(f"([{punctuation}])([^{number}])"),
        spacing(f"([{symbol}])"),
    )


def tokenize_intl(text: str) -> list[str]:
    """mteval-v14: splits off punctuation and symbols of all scripts, except inside numbers."""
    pairs = 0 if text.isascii() else len(text.encode("utf-16-le", "surrogatepass")) - 2 * len(text)
    for spaced in _intl_cuts(0x10FFFF if pairs else 0xFFFF):
        text = spaced(text)
    return text.split()


# The published table is meant to include CJK extension B and the compatibility supplement, but writes them with
# four-digit escapes, so that it matches U+2001..U+2A6D and U+2F81..U+2FA1 instead (see docs/differences.md).
CHINESE_RANGES = (
    "3400-4db5 4e00-9fbb f900-fa2d fa30-fa6a fa70-fad9 2001-2a6d 2f81-2fa1 ff00-ffef 2e80-2eff 3000-303f "
    "31c0-31ef 2f00-2fdf 2ff0-2fff 3100-312f 31a0-31bf fe10-fe1f fe30-fe4f 3200-33ff"
)


@cache
def _chinese() -> Callable[[str], str]:
    return spacing(f"([{members(CHINESE_RANGES)}])")


def tokenize_zh(text: str) -> list[str]:
    """Chinese: each ideograph and full-width sign alone, other text as in 13a."""
    return cut(_chinese()(text.strip()))

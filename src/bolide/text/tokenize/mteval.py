"""The tokenizers that insert spaces: `13a` (mteval-v13a, the default of WMT), `intl` (mteval-v14), `zh`, `tercom`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from bolide.system.files import package_data

ENTITIES = (("&quot;", '"'), ("&amp;", "&"), ("&lt;", "<"), ("&gt;", ">"))


# The substitutions of 13a, in order. A match consumes its characters, so of two adjacent points the first affects the
# second.
_CUTS = (
    (re.compile(r"([!-&(-+/:-@\[-`{-~])"), r" \1 "),
    (re.compile(r"([^0-9])([.,])"), r"\1 \2 "),
    (re.compile(r"([.,])([^0-9])"), r" \1 \2"),
    (re.compile(r"([0-9])(-)"), r"\1 \2 "),
)


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
    for pattern, replacement in _CUTS:
        text = pattern.sub(replacement, text)
    return text


def tokenize_13a(text: str) -> list[str]:
    """mteval-v13a: splits off western punctuation; what most papers report (the default)."""
    return cut(f" {unescape(text)} ")


def spans(text: str) -> Iterator[tuple[int, int]]:
    """The inclusive ranges written in `text` as `first-last` or a single code point, in hexadecimal."""
    for word in text.split():
        first, _, last = word.partition("-")
        yield int(first, 16), int(last or first, 16)


def members(ranges: str) -> str:
    """Ranges for a class of a regular expression."""
    return "".join(rf"\U{first:08x}-\U{last:08x}" for first, last in spans(ranges))


@cache
def unicode_classes() -> dict[str, str]:
    """The ranges of punctuation (P), symbols (S) and numbers (N) in the pinned version of Unicode."""
    lines = package_data("text/tokenize/unicode_classes.txt").decode("ascii").splitlines()
    return {line[0]: line[2:] for line in lines if line[0] != "#"}


@cache
def _intl_cuts() -> tuple[tuple[re.Pattern[str], str], ...]:
    """The three substitutions of intl, compiled on first use: the classes are long."""
    punctuation, symbol, number = (members(unicode_classes()[letter]) for letter in "PSN")
    return (
        (re.compile(f"([^{number}])([{punctuation}])"), r"\1 \2 "),
        (re.compile(f"([{punctuation}])([^{number}])"), r" \1 \2"),
        (re.compile(f"([{symbol}])"), r" \1 "),
    )


def tokenize_intl(text: str) -> list[str]:
    """mteval-v14: splits off punctuation and symbols of all scripts, except inside numbers."""
    for pattern, replacement in _intl_cuts():
        text = pattern.sub(replacement, text)
    return text.split()


# The published table is meant to include CJK extension B and the compatibility supplement, but writes them with
# four-digit escapes, so that it matches U+2001..U+2A6D and U+2F81..U+2FA1 instead (see docs/differences.md).
CHINESE_RANGES = (
    "3400-4db5 4e00-9fbb f900-fa2d fa30-fa6a fa70-fad9 2001-2a6d 2f81-2fa1 ff00-ffef 2e80-2eff 3000-303f "
    "31c0-31ef 2f00-2fdf 2ff0-2fff 3100-312f 31a0-31bf fe10-fe1f fe30-fe4f 3200-33ff"
)


@cache
def _chinese() -> re.Pattern[str]:
    return re.compile(f"([{members(CHINESE_RANGES)}])")


def tokenize_zh(text: str) -> list[str]:
    """Chinese: each ideograph and full-width sign alone, other text as in 13a."""
    return cut(_chinese().sub(r" \1 ", text.strip()))


# --- tercom -----------------------------------------------------------------------------------------------------------


# The tokenizer of TER (Snover et al. 2006) as in sacreBLEU 2.6, in all its settings. Three oddities of sacreBLEU are
# reproduced, for the same numbers: a line end followed by a hyphen disappears (tercom means a hyphen at the end of a
# line), kana are not separated from their neighbours, references are tokenized twice.
_SYMBOLS = r" -&(-+/:-@\[-`{-~"

# The characters that `asian_support` separates or deletes, as inclusive ranges of code points.
ASIAN_PUNCTUATION = "3001-3002 3008-3011 3014-301f 30fb ff01-ff02 ff08-ff09 ff0c ff0e ff1a-ff1b ff1f ff61-ff65"
IDEOGRAPHS = "2e80-2eff 31c0-31ef 3200-4dbf 4e00-9fff f900-faff fe30-fe4f"
PUNCTUATION = '.,?:;!"()'


# Patterns are compiled on first use, for a faster start.
@cache
def _possessive() -> re.Pattern[str]:
    return re.compile(rf"'s(?=[{_SYMBOLS}]|\Z)")


@cache
def _asian() -> re.Pattern[str]:
    return re.compile(f"([{members(IDEOGRAPHS + ' ' + ASIAN_PUNCTUATION)}])")


@cache
def _deleted(asian: bool) -> re.Pattern[str]:
    return re.compile(f"[{re.escape(PUNCTUATION)}{members(ASIAN_PUNCTUATION) if asian else ''}]+")


def prepare(text: str) -> str:
    """Resolve line ends and entities, and split off possessives: the steps before single characters are split off."""
    if "\n" in text:
        text = text.replace("\n-", "").replace("\n", " ")
    text = resolved(text)
    return _possessive().sub(" 's", text) if "'s" in text else text


class Tercom(NamedTuple):
    """The tokenizer in one of its sixteen settings.

    Without `normalized` it only splits at white space. `asian_support` adds to the characters that `normalized`
    separates and `no_punct` deletes; by itself it has no effect.
    """

    normalized: bool = False
    no_punct: bool = False
    asian_support: bool = False
    case_sensitive: bool = False

    def tokens(self, text: str) -> list[str]:
        """The tokens of a candidate."""
        text = text.rstrip()
        if not self.case_sensitive:
            text = text.lower()
        if self.normalized:
            text = self._spaced(text)
        return self.without_punctuation(text).split()

    def twice(self, text: str) -> list[str]:
        """The tokens of a reference as in sacreBLEU: tokenized, joined, and tokenized once more."""
        tokens = self.tokens(text)
        return self.tokens(" ".join(tokens)) if self.normalized else tokens

    def without_punctuation(self, text: str) -> str:
        """The text without the punctuation that `no_punct` deletes."""
        return _deleted(self.asian_support).sub("", text) if self.no_punct else text

    def _spaced(self, text: str) -> str:
        if not text:
            return text
        text = spaced(f" {prepare(text)} ")
        return _asian().sub(r" \1 ", text) if self.asian_support else text


_cut = Tercom(normalized=True, case_sensitive=True)


def tokenize_tercom(text: str) -> list[str]:
    """tercom's normalisation, as TER uses it: splits off western punctuation and 's, keeps case."""
    return _cut.tokens(text)

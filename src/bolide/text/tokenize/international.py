"""`intl`: the tokenizer of mteval-v14, which knows the punctuation and symbols of every script."""

import re
from functools import cache

from bolide.text.tokenize import unicode_kinds
from bolide.text.tokenize.spacing import Spacing


def _members(ranges: str, highest: int) -> str:
    found = (word.partition("-") for word in ranges.split())
    ends = ((int(first, 16), int(last or first, 16)) for first, _, last in found)
    return "".join(rf"\U{first:08x}-\U{min(last, highest):08x}" for first, last in ends if first <= highest)


@cache
def _cuts(highest: int) -> tuple[Spacing, ...]:
    """The three substitutions, built when first needed, for texts without characters above the highest: the classes are
    long, and `re` goes through what is above U+FFFF one by one."""
    punctuation, symbol = _members(unicode_kinds.PUNCTUATION, highest), _members(unicode_kinds.SYMBOLS, highest)
    number = _members(unicode_kinds.NUMBERS, highest)
    return (
        Spacing(re.compile(f"([^{number}])([{punctuation}])"), 2),
        Spacing(re.compile(f"([{punctuation}])([^{number}])"), 1),
        Spacing(re.compile(f"([{symbol}])")),
    )


def tokenize_intl(text: str) -> list[str]:
    """mteval-v14: splits off punctuation and symbols of all scripts, except inside numbers."""
    pairs = 0 if text.isascii() else len(text.encode("utf-16-le", "surrogatepass")) - 2 * len(text)
    for spaced in _cuts(0x10FFFF if pairs else 0xFFFF):
        text = spaced(text)
    return text.split()

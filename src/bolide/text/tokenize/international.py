"""`intl`: the tokenizer of mteval-v14, which knows the punctuation and symbols of every script."""

import re
from functools import cache

from bolide.text.tokenize import unicode_kinds


def _members(ranges: str) -> str:
    ends = (word.partition("-") for word in ranges.split())
    return "".join(rf"\U{int(first, 16):08x}-\U{int(last or first, 16):08x}" for first, _, last in ends)


@cache
def _cuts() -> tuple[tuple[re.Pattern[str], str], ...]:
    """The three substitutions, built when first needed: the classes are long."""
    punctuation, symbol = _members(unicode_kinds.PUNCTUATION), _members(unicode_kinds.SYMBOLS)
    number = _members(unicode_kinds.NUMBERS)
    return (
        (re.compile(f"([^{number}])([{punctuation}])"), r"\1 \2 "),
        (re.compile(f"([{punctuation}])([^{number}])"), r" \1 \2"),
        (re.compile(f"([{symbol}])"), r" \1 "),
    )


def tokenize_intl(text: str) -> list[str]:
    """mteval-v14: splits off punctuation and symbols of all scripts, except inside numbers."""
    for pattern, spaced in _cuts():
        text = pattern.sub(spaced, text)
    return text.split()

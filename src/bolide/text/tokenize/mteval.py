"""`13a`: the tokenizer of NIST's mteval-v13a, which WMT and sacreBLEU report BLEU with."""

import re
from functools import cache

_ENTITIES = (("&quot;", '"'), ("&amp;", "&"), ("&lt;", "<"), ("&gt;", ">"))


@cache
def _cuts() -> tuple[tuple[re.Pattern[str], str], ...]:
    """Applied in this order; each match uses up its characters, so of two points the first may free the second."""
    return (
        (re.compile(r"([!-&(-+/:-@\[-`{-~])"), r" \1 "),
        (re.compile(r"([^0-9])([.,])"), r"\1 \2 "),
        (re.compile(r"([.,])([^0-9])"), r" \1 \2"),
        (re.compile(r"([0-9])-"), r"\1 - "),
    )


def unescape(text: str) -> str:
    """Undo what SGML did to the text, and join words that a line end broke."""
    text = text.replace("<skipped>", "").replace("-\n", "").replace("\n", " ")
    if "&" in text:
        for entity, character in _ENTITIES:
            text = text.replace(entity, character)
    return text


def cut(text: str) -> list[str]:
    """Separate symbols always, points and commas except inside numbers, and the dash that follows a digit."""
    for pattern, spaced in _cuts():
        text = pattern.sub(spaced, text)
    return text.split()


def tokenize_13a(text: str) -> list[str]:
    """mteval-v13a: splits off western punctuation; what most papers report (the default)."""
    return cut(f" {unescape(text)} ")

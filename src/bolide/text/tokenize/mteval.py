"""`13a`: the tokenizer of NIST's mteval-v13a, which WMT and sacreBLEU report BLEU with."""

import re
from functools import cache
from typing import NamedTuple

_ENTITIES = (("&quot;", '"'), ("&amp;", "&"), ("&lt;", "<"), ("&gt;", ">"))


class _Cuts(NamedTuple):
    """Applied in this order. `sub` with a group in what it puts in is slow, so it is kept for two points in a row: each
    match uses up its characters, and the first may free the second. A point alone depends on its neighbours only."""

    symbol: re.Pattern[str]
    two_points: re.Pattern[str]
    after_other: re.Pattern[str]
    before_other: re.Pattern[str]
    points: tuple[tuple[re.Pattern[str], str], ...]
    dash: re.Pattern[str]


@cache
def _cuts() -> _Cuts:
    points = tuple((re.compile(rf"\{point}(?:(?<=[^0-9]\{point})|(?=[^0-9]))"), f" {point} ") for point in ".,")
    return _Cuts(
        re.compile(r"([!-&(-+/:-@\[-`{-~])"),
        re.compile(r"[.,][.,]"),
        re.compile(r"([^0-9])([.,])"),
        re.compile(r"([.,])([^0-9])"),
        points,
        re.compile(r"-(?<=[0-9]-)"),
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
    cuts = _cuts()
    parts = cuts.symbol.split(text)
    if len(parts) > 1:
        parts[1::2] = [f" {symbol} " for symbol in parts[1::2]]
        text = "".join(parts)
    if cuts.two_points.search(text):
        text = cuts.before_other.sub(r" \1 \2", cuts.after_other.sub(r"\1 \2 ", text))
    else:
        for pattern, spaced in cuts.points:
            text = pattern.sub(spaced, text)
    if "-" in text:
        text = cuts.dash.sub(" - ", text)
    return text.split()


def tokenize_13a(text: str) -> list[str]:
    """mteval-v13a: splits off western punctuation; what most papers report (the default)."""
    return cut(f" {unescape(text)} ")

"""`13a`: the tokenizer of NIST's mteval-v13a, which WMT and sacreBLEU report BLEU with."""

import re
from functools import cache
from typing import NamedTuple

from bolide.text.tokenize.spacing import Spacing

_ENTITIES = (("&quot;", '"'), ("&amp;", "&"), ("&lt;", "<"), ("&gt;", ">"))


class _Cuts(NamedTuple):
    """Applied in this order. Each match uses up its characters, so of two points the first may free the second; a point
    alone depends on its neighbours only, and is found faster."""

    symbols: Spacing
    two_points: re.Pattern[str]
    after_other: Spacing
    before_other: Spacing
    points: tuple[tuple[re.Pattern[str], str], ...]
    dash: re.Pattern[str]


@cache
def _cuts() -> _Cuts:
    points = ((re.compile(rf"\{point}(?:(?<=[^0-9]\{point})|(?=[^0-9]))"), f" {point} ") for point in ".,")
    return _Cuts(
        Spacing(re.compile(r"([!-&(-+/:-@\[-`{-~])")),
        re.compile(r"[.,][.,]"),
        Spacing(re.compile(r"([^0-9])([.,])"), 2),
        Spacing(re.compile(r"([.,])([^0-9])"), 1),
        tuple(points),
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
    return spaced(text).split()


def spaced(text: str) -> str:
    """The same as a text with spaces."""
    cuts = _cuts()
    text = cuts.symbols(text)
    if cuts.two_points.search(text):
        text = cuts.before_other(cuts.after_other(text))
    else:
        for pattern, apart in cuts.points:
            text = pattern.sub(apart, text)
    return cuts.dash.sub(" - ", text) if "-" in text else text


def tokenize_13a(text: str) -> list[str]:
    """mteval-v13a: splits off western punctuation; what most papers report (the default)."""
    return cut(f" {unescape(text)} ")

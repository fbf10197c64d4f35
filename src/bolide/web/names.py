"""The parts of a score under names that a visitor knows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

NAMES = {
    "beta": "β",
    "bp": "brevity penalty",
    "f": "F",
    "f1": "F1",
    "fmean": "Fmean",
    "hits": "words left as they are",
    "hyp_function": "function words of the candidate",
    "hyp_len": "length of the candidate",
    "hyp_matched": "candidate words matched",
    "orders_used": "orders that count",
    "ref_function": "function words of the reference",
    "ref_len": "length of the reference",
    "ref_matched": "reference words matched",
    "shifted_words": "words shifted",
}
_SAID_ELSEWHERE = ("cross_checked", "proven", "segments")


def facts(parts: Mapping[str, Any]) -> list[tuple[str, float]]:
    """The single numbers among the parts of a score, named; a page has the lists in its steps."""
    return [
        (NAMES.get(name, name.replace("_", " ")), value)
        for name, value in parts.items()
        if isinstance(value, int | float) and name not in _SAID_ELSEWHERE
    ]

"""The parts of a score under names that a visitor knows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bolide.data.explanation import Explanation
from bolide.web.calls.evidence import Link

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
_MADE = {"geometric_mean": "mean"}  # what a formula calls a part otherwise
_SAID_ELSEWHERE = ("cross_checked", "proven", "segments")


def facts(explanation: Explanation, links: Sequence[Mapping[str, Link]]) -> list[dict[str, Any]]:
    """The single numbers among the parts of a score, named, each with where it leads: to the step that made it, or to
    the number of a step that counts the same column. The lists among the parts are in the steps."""
    made = {step.made: place for place, step in enumerate(explanation.steps)}
    counted: dict[str, tuple[int, str]] = {}
    for place, found in enumerate(links):
        for name, link in found.items():
            counted.setdefault(link.get("column", ""), (place, name))
    shown = []
    for name, value in explanation.score.parts.items():
        if isinstance(value, int | float) and name not in _SAID_ELSEWHERE:
            leads = _leads(_MADE.get(name, name), made, counted)
            shown.append({"name": NAMES.get(name, name.replace("_", " ")), "value": value, **leads})
    return shown


def _leads(key: str, made: Mapping[str, int], counted: Mapping[str, tuple[int, str]]) -> dict[str, Any]:
    if key in made:
        return {"step": made[key], "link": {"step": made[key]}}
    if key in counted:
        return {"step": counted[key][0], "of": counted[key][1], "link": {"column": key}}
    return {}

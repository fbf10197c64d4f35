"""Annotations as Pearmut exports them (`annotations.json`), which WMT26 uses for contrastive ESA.

    {PAIR: [{"annotation": [{SYSTEM: {"score": …, "error_spans": […]}}, …], "item": [{"item_id": …}, …], "user_id": …}]}

The lists `annotation` and `item` run in parallel. They are read by the rules of WMT26: an entry whose annotation is
`__RESET__` discards all before it in its pair, and items without a name, attention checks and tutorials do not count. A
span's `end_i` is its last character, not the one after it.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

from bolide.agreement.annotations.esa import TUTORIAL, spans
from bolide.agreement.annotations.ratings import Annotations, Rating, checked_spans, json_name, percent
from bolide.agreement.language_pairs import ItemId, pair_name
from bolide.system.errors import InputError
from bolide.system.strict import from_json

RESET = "__RESET__"
_BEGINNING = re.compile(r'\s*\{\s*"[^"\n]{0,200}"\s*:\s*[\[{]')
NAMELESS, CHECK, UNRATED, DISCARDED = (
    "of items without an item_id",
    "of attention checks",
    "without a score",
    "discarded by a reset",
)


def recognised(text: str) -> bool:
    """Whether the text is an object of lists of annotations and items."""
    return _BEGINNING.match(text) is not None and '"annotation"' in text and ('"item"' in text or RESET in text)


def read(path: str, text: str) -> dict[str, Annotations]:
    """The ratings that count, by language pair."""
    try:
        data = from_json(text)
    except ValueError as error:
        raise InputError(f"{path} is not JSON: {error}.") from None
    pairs: dict[str, Annotations] = {}
    for campaign, entries in data.items() if isinstance(data, dict) else ():
        if not isinstance(entries, list):
            raise InputError(f"{path}: {campaign!r:.60} is not a list of annotations.")
        ratings, dropped = _ratings(path, campaign, entries)
        named = {ItemId.of(rating.id).pair for rating in ratings}
        pair = named.pop() if len(named) == 1 else pair_name(campaign)
        if pair in pairs:
            raise InputError(f"{path} has the language pair {pair} twice; write one file for each.")
        pairs[pair] = Annotations("esa", path, ratings, dropped, spans, pair=pair)
    if not pairs:
        raise InputError(f"{path} has no annotations.")
    return pairs


def _ratings(path: str, campaign: str, entries: list[Any]) -> tuple[list[Rating], Counter[str]]:
    dropped: Counter[str] = Counter()
    ratings: list[Rating] = []
    indices: dict[str, int] = {}
    for number, entry in enumerate(entries, 1):
        where = f"{path}, {campaign!r:.60}, entry {number}"
        if not isinstance(entry, dict):
            raise InputError(f"{where} is not an annotation.")
        if entry.get("annotation") == RESET:
            dropped[DISCARDED] += len(ratings)
            ratings.clear()
            indices.clear()
            continue
        annotations, items = entry.get("annotation"), entry.get("item")
        if not isinstance(annotations, list) or not isinstance(items, list) or len(annotations) != len(items):
            raise InputError(f"{where}: `annotation` and `item` must be lists of the same length.")
        for annotation, item in zip(annotations, items, strict=True):
            name = item.get("item_id") if isinstance(item, dict) else None
            reason = _item_dropped(name)
            if reason:
                dropped[reason] += 1
                continue
            index = indices.setdefault(str(name), len(indices))
            for system, judged in annotation.items() if isinstance(annotation, dict) else ():
                score = judged.get("score") if isinstance(judged, dict) else None
                if score is None:
                    dropped[UNRATED] += 1
                    continue
                checked_spans(spans, judged.get("error_spans"), where)
                about = ItemId.of(str(name))
                rating = Rating(
                    json_name(entry.get("user_id")), str(system), index, _score(where, score), number, about.document,
                    about.domain, judged.get("error_spans"), _text(item, system), str(name),
                )  # fmt: skip
                ratings.append(rating)
    return ratings, dropped


def _item_dropped(name: object) -> str:
    """Why an item does not count; empty for one that does."""
    if not isinstance(name, str) or not name:
        return NAMELESS
    if name.startswith("attention_check_"):
        return CHECK
    return TUTORIAL if "_#_tutorial_#_" in name else ""


def _score(where: str, score: object) -> float:
    try:
        return percent(score)
    except ValueError:
        raise InputError(f"{where}: the score is {score!r:.40}; it must be a number from 0 to 100.") from None


def _text(item: dict[str, Any], system: str) -> str | None:
    outputs = item.get("tgt")
    text = outputs.get(system) if isinstance(outputs, dict) else None
    return text if isinstance(text, str) else None

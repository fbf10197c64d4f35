"""Judgments and predictions of all systems' outputs of a segment, by system, in JSON.

WMT25's human data, JSON lines: `doc_id`, `tgt_text` {system: text}, `scores` {system: [{score, annotator, errors:
[span]}]}. WMT26's answers, JSON lines: `item_id` with `task1_pred` {system: [span]}, `task2_pred` {system: score}, by
which an output has no error from some score on, or `task3_pred` {system: 0 or 1}, 1 for an output without an error.

What Pearmut exports (`annotations.json`), which WMT26 uses for contrastive ESA:

    {PAIR: [{"annotation": [{SYSTEM: {"score": …, "error_spans": […]}}, …], "item": [{"item_id": …}, …], "user_id": …}]}

The lists `annotation` and `item` run in parallel. They are read by the rules of WMT26: an entry whose annotation is
`__RESET__` discards all before it in its pair, and items without a name, attention checks and tutorials do not count.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

from bolide.agreement.annotations.esa import TUTORIAL
from bolide.agreement.annotations.ratings import (
    Annotations,
    ErrorSpan,
    Rating,
    by_pair,
    json_name,
    json_spans,
    percent,
    readable,
)
from bolide.agreement.language_pairs import ItemId, pair_name
from bolide.corpus.decoding import begins_with_object, filled_lines
from bolide.system.errors import InputError
from bolide.system.stored import from_json, json_number

_TASKS = ("task1_pred", "task2_pred", "task3_pred")
_UNKNOWN = float("nan")
_FLAWED = (ErrorSpan(None, None, "undecided"),)  # an error that nobody placed
_LINE = (
    "a line has a `doc_id` with `tgt_text` and `scores` by system, or an `item_id` with `task1_pred`, `task2_pred` or "
    "`task3_pred` by system"
)


def recognised_lines(text: str) -> bool:
    """Whether the first line has scores or predictions by system."""
    human = begins_with_object(text, "doc_id", "scores", "tgt_text")
    return human or any(begins_with_object(text, "item_id", task) for task in _TASKS)


def read_lines(path: str, text: str) -> dict[str, Annotations]:
    """By language pair, as the names of the segments say."""
    ratings: list[Rating] = []
    indices: dict[str, int] = {}
    human = begins_with_object(text, "scores")
    for number, line in filled_lines(text):
        with readable(f"{path}, line {number}", _LINE):
            item = from_json(line)
            name = str(item["doc_id" if human else "item_id"])
            repeated = name in indices and not human
            about, index = ItemId.of(name), indices.setdefault(name, len(indices))
            place: dict[str, Any] = {"segment": index, "line": number, "id": name, **vars(about)}
            judged = (_judged if human else _predicted)(item)
            ratings += [rating._replace(**place) for rating in judged]
        if repeated:
            raise InputError(f"{path}, line {number}: {name} has a line above; remove one of them.")
    return by_pair("esa" if human else "spans", path, ratings)


def _judged(item: dict[str, Any]) -> Iterator[Rating]:
    """What people say of every output; the segment is not known here."""
    texts = item["tgt_text"]
    for system, several in item["scores"].items():
        for one in several:
            errors = json_spans(one.get("errors"))
            who = json_name(one.get("annotator"))
            yield Rating(who, system, 0, percent(one["score"]), 0, errors=errors, text=texts.get(system))


def _predicted(item: dict[str, Any]) -> Iterator[Rating]:
    """What an answer to one of the tasks says of every output."""
    texts = item.get("hyps", {})
    task = next(name for name in _TASKS if name in item)
    for system, answer in item[task].items():
        score, errors = _UNKNOWN, json_spans(None)
        if task == "task1_pred":
            errors = json_spans(list(answer))
        elif task == "task2_pred":
            score = json_number(answer)
        elif answer not in (0, 1) or isinstance(answer, float):
            raise ValueError(f"{answer!r:.40} is not 0 or 1")
        else:
            errors = () if answer else _FLAWED
        yield Rating("", system, 0, score, 0, errors=errors, text=texts.get(system))


# --- Pearmut's export -------------------------------------------------------------------------------------------------


RESET = "__RESET__"
BEGINNING = re.compile(r'\s*\{\s*"[^"\n]{0,200}"\s*:\s*[\[{]')
_ENTRY = "`annotation` and `item` must be lists of the same length, with a score from 0 to 100 by system"


def read_pearmut(path: str, text: str) -> dict[str, Annotations]:
    """The ratings that count, by language pair."""
    with readable(path, "it must map language pairs to lists of annotations"):
        campaigns = [(campaign, list(entries)) for campaign, entries in from_json(text).items()]
    pairs: dict[str, Annotations] = {}
    for campaign, entries in campaigns:
        ratings, dropped = _ratings(f"{path}, {campaign!r:.60}", entries)
        named = {ItemId.of(rating.id).pair for rating in ratings}
        pair = named.pop() if len(named) == 1 else pair_name(campaign)
        if pair in pairs:
            raise InputError(f"{path} has the language pair {pair} twice; write one file for each.")
        pairs[pair] = Annotations("esa", path, ratings, dropped, pair)
    return pairs


def _ratings(where: str, entries: list[Any]) -> tuple[list[Rating], Counter[str]]:
    dropped: Counter[str] = Counter()
    ratings: list[Rating] = []
    indices: dict[str, int] = {}
    for number, entry in enumerate(entries, 1):
        with readable(f"{where}, entry {number}", _ENTRY):
            if entry.get("annotation") == RESET:
                dropped["discarded by a reset"] += len(ratings)
                ratings.clear()
                indices.clear()
                continue
            for annotation, item in zip(entry["annotation"], entry["item"], strict=True):
                name = item.get("item_id")
                if reason := _item_dropped(name):
                    dropped[reason] += 1
                    continue
                index, about = indices.setdefault(name, len(indices)), ItemId.of(name)
                outputs = item.get("tgt") or {}
                for system, judged in (annotation or {}).items():
                    if judged is None or judged.get("score") is None:
                        dropped["without a score"] += 1
                        continue
                    output = outputs.get(system) if isinstance(outputs, dict) else None
                    ratings.append(
                        Rating(
                            json_name(entry.get("user_id")),
                            system,
                            index,
                            percent(judged["score"]),
                            number,
                            about.document,
                            about.domain,
                            json_spans(judged.get("error_spans")),
                            output if isinstance(output, str) else None,
                            name,
                        )
                    )
    return ratings, dropped


def _item_dropped(name: object) -> str:
    """Why an item does not count; empty for one that does."""
    if not isinstance(name, str) or not name:
        return "of items without an item_id"
    if name.startswith("attention_check_"):
        return "of attention checks"
    return TUTORIAL if "_#_tutorial_#_" in name else ""

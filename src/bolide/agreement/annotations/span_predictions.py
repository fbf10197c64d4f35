"""Predicted error spans: JSON lines with `system`, `line_id` (from 0), `spans` and, if there are any, `score`, `langs`.

A span is {"start", "end", "severity"}: the characters of the translation from `start` up to `end`, which is the first
after it; null for both where something is missing.
"""

from __future__ import annotations

from typing import Any

from bolide.agreement.annotations.ratings import Annotations, ErrorSpan, Rating, error_span
from bolide.agreement.language_pairs import PairColumns
from bolide.system.errors import InputError
from bolide.system.limits import SEGMENTS
from bolide.system.strict import from_json, json_index, json_number


def recognised(text: str) -> bool:
    """Whether the first line has spans and says of which output."""
    first = text.lstrip().partition("\n")[0]
    return first.startswith("{") and '"spans"' in first and '"line_id"' in first


def read(path: str, text: str) -> dict[str, Annotations]:
    """By language pair, one prediction per line; its score is NaN where there is none."""
    pairs: dict[str, dict[tuple[str, int], Rating]] = {}
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        where = f"{path}, line {number}"
        try:
            item: Any = from_json(line)
            system, segment, errors = item["system"], json_index(item["line_id"], SEGMENTS), item["spans"]
            score = float("nan") if item.get("score") is None else json_number(item["score"])
            spans(errors)
            if not isinstance(system, str) or not system:
                raise ValueError(system)
        except (ValueError, KeyError, TypeError, AttributeError):
            raise InputError(
                f'{where} is not a prediction; one looks like {{"system": "a", "line_id": 0, "spans": [{{"start": 3, '
                '"end": 7, "severity": "major"}]}.'
            ) from None
        names = list(item)
        ratings = pairs.setdefault(PairColumns.of(names).pair([str(item[name]) for name in names]), {})
        if (system, segment) in ratings:
            raise InputError(f"{where}: there are two predictions for line {segment} of {system}.")
        ratings[system, segment] = Rating("", system, segment, score, number, errors=errors)
    return {
        pair: Annotations("spans", path, list(ratings.values()), {}, spans, pair=pair)
        for pair, ratings in pairs.items()
    }


def spans(errors: Any) -> tuple[ErrorSpan, ...]:
    """The spans of one prediction."""
    marked = []
    for error in errors or ():
        start, end = error["start"], error["end"]
        about = str(error["severity"]), str(error.get("category", ""))
        missing = start is None and end is None
        marked.append(ErrorSpan(None, None, *about) if missing else error_span(start, end, *about))
    return tuple(marked)

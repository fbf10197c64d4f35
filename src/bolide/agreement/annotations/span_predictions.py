"""Predicted error spans: JSON lines with `system`, `line_id` (from 0), `spans` and, if there is one, `score`.

A span is {"start", "end", "severity"}: the characters of the translation from `start` up to `end`, which is the first
after it; null for both where something is missing.
"""

from __future__ import annotations

from typing import Any

from bolide.agreement.annotations.ratings import Annotations, ErrorSpan, Rating
from bolide.errors import InputError
from bolide.limits import SEGMENTS
from bolide.plain_json import from_json


def recognised(text: str) -> bool:
    """Whether the first line has spans and says of which output."""
    first = text.lstrip().partition("\n")[0]
    return first.startswith("{") and '"spans"' in first and '"line_id"' in first


def read(path: str, text: str) -> Annotations:
    """One prediction per line; its score is NaN where there is none."""
    ratings, seen = [], set()
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        where = f"{path}, line {number}"
        try:
            item: Any = from_json(line)
            system, segment, errors = str(item["system"]), int(item["line_id"]), item["spans"]
            score = float("nan") if item.get("score") is None else float(item["score"])
            spans(errors)
            if not 0 <= segment < SEGMENTS:
                raise ValueError(segment)
        except (ValueError, KeyError, TypeError, AttributeError, OverflowError):
            raise InputError(
                f'{where} is not a prediction; one looks like {{"system": "a", "line_id": 0, "spans": [{{"start": 3, '
                '"end": 7, "severity": "major"}]}.'
            ) from None
        if (system, segment) in seen:
            raise InputError(f"{where}: there are two predictions for line {segment} of {system}.")
        seen.add((system, segment))
        ratings.append(Rating("", system, segment, score, number, errors=errors))
    return Annotations("spans", path, ratings, {}, spans)


def spans(errors: Any) -> tuple[ErrorSpan, ...]:
    """The spans of one prediction."""
    found = []
    for error in errors or ():
        start, end = error["start"], error["end"]
        ends = (None, None) if start is None or end is None else (int(start), int(end))
        found.append(ErrorSpan(ends[0], ends[1], str(error["severity"]), str(error.get("category", ""))))
    return tuple(found)

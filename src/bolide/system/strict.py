"""JSON and numbers as every reader takes them. Python's own readers also accept NaN, `1_000` and digits of any script,
which in a file of scores is a slip or something else."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from math import isfinite
from typing import Any

_HALVES = re.compile("[\ud800-\udfff]")


def to_json(data: Any, indent: int | None = 2, separators: tuple[str, str] | None = None) -> str:
    """The data as JSON text; a number that is not finite becomes null, as a value that is missing."""
    try:
        text = json.dumps(data, indent=indent, separators=separators, ensure_ascii=False, allow_nan=False)
    except ValueError:
        text = json.dumps(_finite(data), indent=indent, separators=separators, ensure_ascii=False, allow_nan=False)
    return _HALVES.sub(lambda half: escaped(half[0]), text)


def from_json(text: str) -> Any:
    """What JSON text holds; a ValueError where it is not JSON, is nested too deeply, or has two values of one name."""
    try:
        return json.loads(text, object_pairs_hook=_unique, parse_constant=_not_json)
    except RecursionError:
        raise ValueError("it is nested too deeply") from None


def escaped(text: str) -> str:
    """Characters inside a string of JSON, in ASCII."""
    return json.dumps(text)[1:-1]


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object; json would silently take the last of two values."""
    found = dict(pairs)
    if len(found) < len(pairs):
        twice = next(name for place, (name, _) in enumerate(pairs) if name in dict(pairs[:place]))
        raise ValueError(f"there are two values called {twice!r:.40}")
    return found


def _not_json(name: str) -> Any:
    raise ValueError(f"{name} is not a number in JSON")


def _finite(data: Any) -> Any:
    if isinstance(data, float):
        return data if isfinite(data) else None
    if isinstance(data, Mapping):
        return {key: _finite(value) for key, value in data.items()}
    return [_finite(value) for value in data] if isinstance(data, list | tuple) else data


LARGEST = 1e100  # of a score: the square of one, and a sum of squares, is still a number


def plain_int(text: str) -> int:
    """An integer in decimal digits; ValueError otherwise."""
    _refuse_odd(text)
    return int(text)


def plain_float(text: str) -> float:
    """A number in decimal digits, with or without an exponent; ValueError otherwise."""
    _refuse_odd(text)
    return float(text)


def json_number(value: object) -> float:
    """A number that JSON held, perhaps as text; ValueError where it is something else, or too large to compute with."""
    value = plain_float(value) if isinstance(value, str) else value
    if isinstance(value, bool) or not isinstance(value, int | float) or not -LARGEST <= value <= LARGEST:
        raise ValueError(f"{value!r:.40} is not a number")
    return float(value)


def json_place(value: object, end: int) -> int:
    """A place, from 0 and before `end`, that JSON held, perhaps as text; ValueError where it is something else."""
    value = plain_int(value) if isinstance(value, str) else value
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < end:
        raise ValueError(f"{value!r:.40} is not a place")
    return value


def _refuse_odd(text: str) -> None:
    if "_" in text or not text.isascii():
        raise ValueError(f"{text!r} is not a number")

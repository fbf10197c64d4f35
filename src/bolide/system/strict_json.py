"""JSON that every reader takes: no NaN, no Infinity, and nothing that UTF-8 cannot hold."""

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

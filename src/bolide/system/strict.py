"""Strict parsing of JSON and numbers. Python's parsers also accept NaN, `1_000` and digits of any script, which are
mistakes in a file of scores."""

import re
from collections.abc import Mapping
from math import isfinite
from typing import Any

_HALVES = "[\ud800-\udfff]"  # compiled on first use


def to_json(data: Any, indent: int | None = 2, separators: tuple[str, str] | None = None) -> str:
    """The data as JSON text; a number that is not finite becomes null, one of numpy's a number."""
    from functools import partial
    from json import dumps  # a first score needs none, and it takes a while

    dumped = partial(dumps, indent=indent, separators=separators, ensure_ascii=False, allow_nan=False, default=_plain)
    try:
        text = dumped(data)
    except ValueError:
        text = dumped(_finite(data))
    return re.sub(_HALVES, lambda half: escaped(half[0]), text)


def from_json(text: str, *, strict: bool = True) -> Any:
    """Parse JSON text; ValueError if it is invalid, nested too deeply, or has two values with the same name.

    Unless `strict`, NaN is a number, and a long integer is read as a float: Python refuses thousands of digits.
    """
    import json

    constant, integer = (_not_json, int) if strict else (float, _any_integer)
    try:
        return json.loads(text, object_pairs_hook=_unique, parse_constant=constant, parse_int=integer)
    except RecursionError:
        raise ValueError("it is nested too deeply") from None


def escaped(text: str) -> str:
    """The text as the inside of a JSON string, in ASCII."""
    from json import dumps

    return dumps(text)[1:-1]


def _plain(value: Any) -> Any:
    return value.item() if hasattr(value, "item") else float(value)


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """The object; ValueError if a name is repeated, for which json would silently take the last value."""
    values = dict(pairs)
    if len(values) < len(pairs):
        twice = next(name for index, (name, _) in enumerate(pairs) if name in dict(pairs[:index]))
        raise ValueError(f"there are two values called {twice!r:.40}; give each its own name")
    return values


def _any_integer(text: str) -> int | float:
    return int(text) if len(text) < 20 else float(text)


def _not_json(name: str) -> Any:
    raise ValueError(f"{name} is not a number in JSON")


def _finite(data: Any) -> Any:
    if isinstance(data, float):
        return data if isfinite(data) else None
    if isinstance(data, Mapping):
        return {key: _finite(value) for key, value in data.items()}
    return [_finite(value) for value in data] if isinstance(data, list | tuple) else data


LARGEST = 1e70  # of a score: products of two sums of squares are still finite


def plain_int(text: str) -> int:
    """An integer in decimal digits; ValueError otherwise."""
    _refuse_odd(text)
    return int(text)


def plain_float(text: str) -> float:
    """A number in decimal digits, with or without an exponent; ValueError otherwise."""
    _refuse_odd(text)
    return float(text)


def json_number(value: object) -> float:
    """A number from JSON, possibly as text; ValueError if it is anything else, or too large to compute with."""
    value = plain_float(value) if isinstance(value, str) else value
    if isinstance(value, bool) or not isinstance(value, int | float) or not -LARGEST <= value <= LARGEST:
        raise ValueError(f"{value!r:.40} is not a number")
    return float(value)


def json_index(value: object, end: int) -> int:
    """A 0-based index below `end` from JSON, possibly as text; ValueError if it is anything else."""
    value = plain_int(value) if isinstance(value, str) else value
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < end:
        raise ValueError(f"{value!r:.40} is not an index from 0 to {end - 1:,}")
    return value


def _refuse_odd(text: str) -> None:
    if "_" in text or not text.isascii():
        raise ValueError(f"{text!r:.60} is not a number")

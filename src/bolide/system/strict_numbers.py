"""Numbers as people write them in files and options. Python's own readers would also take `1_000` and digits of any
script, which in a file of scores is a slip or something else."""

from __future__ import annotations

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

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


def _refuse_odd(text: str) -> None:
    if "_" in text or not text.isascii():
        raise ValueError(f"{text!r} is not a number")

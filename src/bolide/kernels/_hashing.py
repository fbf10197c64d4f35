"""Where things lie in tables of places: a key for each process, and what `hashing.pxd` has, for Python's integers."""

import os

_WORD = (1 << 64) - 1


def new_key() -> int:
    """A key that nobody knows beforehand."""
    return int.from_bytes(os.urandom(8), "little")


def spread(number: int, key: int) -> int:
    """A number of 64 bits, each of which depends on all bits of the one given and of the key."""
    number = ((number ^ key) * 0x9E3779B97F4A7C15) & _WORD
    number = ((number ^ (number >> 32)) * 0xD6E8FEB86659FD93) & _WORD
    return number ^ (number >> 32)


def stirred(code: int, point: int, key: int) -> int:
    """The code of a longer text: that of its beginning, with one more character. The first code is the key."""
    return ((code ^ point) * (key | 1)) & _WORD

"""Keyed hashing for hash tables: a key for each process, and the functions of `hashing.pxd` for Python's integers."""

import os

_WORD = (1 << 64) - 1


def new_key() -> int:
    """A random key."""
    return int.from_bytes(os.urandom(8), "little")


def spread(number: int, key: int) -> int:
    """A hash of 64 bits, each of which depends on all bits of the number and of the key."""
    number = ((number ^ key) * 0x9E3779B97F4A7C15) & _WORD
    number = ((number ^ (number >> 32)) * 0xD6E8FEB86659FD93) & _WORD
    return number ^ (number >> 32)


def stirred(code: int, point: int, key: int) -> int:
    """The rolling hash of a text with one more character; that of the empty text is the key."""
    return ((code ^ point) * (key | 1)) & _WORD

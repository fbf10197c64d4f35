"""What kernels share besides Cython: for both cores, and, interpreted, what `common.pxd` defines for C."""

import math
import os
from array import array
from typing import Any, Literal

_WORD = (1 << 64) - 1

# --- scratch tables: memory if compiled, lists if interpreted, which Python reads faster ------------------------------


def ints(compiled: bool, size: int, value: int = 0) -> Any:
    """A table of 'i' filled with one value."""
    return memory(size, value) if compiled else [value] * size


def memory(size: int, value: int = 0) -> memoryview:
    """A table of 'i' filled with one value, in memory whether compiled or not."""
    return memoryview(array("i", [value]) * max(size, 1))


def longs(size: int) -> memoryview:
    """A table of zeros of 'q'."""
    return memoryview(array("q", bytes(8 * max(size, 1))))


def tables(compiled: bool, count: int, size: int, kind: Literal["i", "q", "Q"]) -> list[Any]:
    """`count` tables of zeros, side by side."""
    if not compiled:
        return [[0] * size for _ in range(count)]
    size = max(size, 1)
    room = memoryview(bytearray((4 if kind == "i" else 8) * count * size)).cast(kind)
    return [room[k * size : (k + 1) * size] for k in range(count)]


def uninitialised(size: int) -> bytearray:
    """Memory with anything in it: compiled, to clear that of a block would take a twentieth of the time of its BLEU."""
    return bytearray(size)


# --- keyed hashing ----------------------------------------------------------------------------------------------------
# What hash tables contain (words, characters, n-grams) comes from untrusted input, so the key is random in every
# process: nobody can craft texts whose hashes all collide. Results do not depend on it.


def new_key() -> int:
    """A random key, one for each process."""
    return int.from_bytes(os.urandom(8), "little")


def mix_hash(number: int, key: int) -> int:
    """A hash of 64 bits, each of which depends on all bits of the number and of the key."""
    number = ((number ^ key) * 0x9E3779B97F4A7C15) & _WORD
    number = ((number ^ (number >> 32)) * 0xD6E8FEB86659FD93) & _WORD
    return number ^ (number >> 32)


def rolling_hash(code: int, point: int, key: int) -> int:
    """The rolling hash of a text with one more character; that of the empty text is the key."""
    return ((code ^ point) * (key | 1)) & _WORD


# --- rows of bits: bit a is bit a & INNER of word a >> SHIFT; a word has 64 bits if compiled --------------------------
# Python's integers have any length, so here a row is a single word.

SHIFT = 60
INNER = (1 << SHIFT) - 1

ones = int.bit_count


def bit(a: int) -> int:
    """The mask of bit a in its word."""
    return 1 << (a & INNER)


def highest(bits: int) -> int:
    """The index of the highest bit set; `bits` is not 0."""
    return bits.bit_length() - 1


# --- edit operations from hypothesis to reference ---------------------------------------------------------------------
# As in speech recognition, an insertion is a superfluous token of the hypothesis, a deletion a missing token of the
# reference.

MATCH, SUBSTITUTION, INSERTION, DELETION = range(4)

# --- n-grams of one segment -------------------------------------------------------------------------------------------
# Hash tables of n-grams have mask + 1 slots. The key of an n-gram is (the number of its first n - 1 tokens) << 32, plus
# the id of its last token, plus 1; the number of no tokens is 0, and so is the key of an empty slot. The fields of an
# n-gram are its slot in the table, its counts in the hypothesis and in the current reference, and how often it was
# credited.

SLOT, COUNT, HERE, CREDITED, FIELDS = range(5)


def find(key: int, keys: memoryview, mask: int, secret: int) -> int:
    """The slot of the n-gram with this key, or the empty slot for it; keys are compared, not hashes."""
    slot = mix_hash(key, secret) & mask
    while keys[slot] != 0 and keys[slot] != key:
        slot = (slot + 1) & mask
    return slot


# --- the C library's functions: infinite or NaN where Python's raise an error -----------------------------------------


def exp(exponent: float) -> float:
    """e to a power."""
    try:
        return math.exp(exponent)
    except OverflowError:
        return math.inf


def pow(base: float, exponent: float) -> float:
    """A power."""
    try:
        return math.pow(base, exponent)
    except OverflowError:
        return math.inf
    except ValueError:
        return math.inf if base == 0 else math.nan

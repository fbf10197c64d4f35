"""Rows of bits for the interpreted core: Python's integers have any length, so a row is a single word.

Bit a is bit a & INNER of word a >> SHIFT; `bits.pxd` has the same for words of 64 bits.
"""

SHIFT = 60
INNER = (1 << SHIFT) - 1

ones = int.bit_count


def bit(a: int) -> int:
    """The mask of bit a in its word."""
    return 1 << (a & INNER)


def highest(bits: int) -> int:
    """The index of the highest bit set; `bits` is not 0."""
    return bits.bit_length() - 1

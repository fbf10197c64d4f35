"""Rows of bits where nothing is compiled: Python's integers are as long as they need to be, so a row is a single word.

Bit a is bit a & INNER of word a >> SHIFT; `bits.pxd` has the same for words of 64 bits.
"""

SHIFT = 60
INNER = (1 << SHIFT) - 1

ones = int.bit_count


def bit(a: int) -> int:
    """Bit a, in its word."""
    return 1 << (a & INNER)


def highest(bits: int) -> int:
    """Which is the highest bit set, of at least one."""
    return bits.bit_length() - 1

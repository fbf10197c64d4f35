"""Exact sums of doubles: an integer number of the smallest double, 2⁻¹⁰⁷⁴, of which every finite double is a multiple.

Such sums add exactly, in any order. `limbs` cuts one into 64-bit integers that can be added by others.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bolide.errors import InputError, SegmentError

_SMALLEST = 1074
_BITS = 32  # of each limb, so that 2³¹ of them can be added in 64 bits
LIMBS = 67  # up to 2¹⁰⁷⁰: more than 10¹³ times the largest double


def exact_sum(values: Iterable[float]) -> int:
    """The sum of the values as a number of smallest doubles."""
    total = 0
    for place, value in enumerate(values):
        try:
            above, below = value.as_integer_ratio()
        except (OverflowError, ValueError):
            raise SegmentError(place, f"its score is {value}; a mean needs finite numbers.") from None
        total += above << (_SMALLEST + 1 - below.bit_length())
    return total


def rounded(total: int) -> float:
    """The double nearest to the sum, as `math.fsum` would give it."""
    return total / (1 << _SMALLEST)


def limbs(total: int) -> list[int]:
    """The sum as `LIMBS` integers of at most 32 bits, the smallest first, all with the sign of the sum."""
    sign, rest = (-1, -total) if total < 0 else (1, total)
    if rest.bit_length() > _BITS * LIMBS:
        raise InputError("The sum of the segments' scores is too large to be kept.")
    return [sign * (rest >> _BITS * place & (1 << _BITS) - 1) for place in range(LIMBS)]


def from_limbs(cells: Sequence[int]) -> int:
    """The sum that limbs, or sums of limbs, stand for."""
    return sum(cell << _BITS * place for place, cell in enumerate(cells))

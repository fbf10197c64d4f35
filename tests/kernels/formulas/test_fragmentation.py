"""METEOR's fragmentation penalty, interpreted: the laws hold both cores to the same formulas, bit for bit."""

import math
from array import array
from random import Random

import pytest

from tests.kernels.blocks import view
from tests.kernels.both import interpreted

fragmentation = interpreted("formulas.fragmentation")


def test_powers_that_are_not_numbers() -> None:
    """They are C's own if compiled."""
    out = array("d", bytes(40))
    fragmentation.penalties(array("d", [0.0, 1e-300, -0.5, math.nan, 2.0]), 5, -2.5, 0.5, out)
    assert out.tolist() == pytest.approx([math.inf, math.inf, math.nan, math.nan, 0.5 * 2.0**-2.5], rel=0, nan_ok=True)


def test_equal_fractions_are_numbered_once() -> None:
    rng = Random(2)
    above, below = (view("q", [rng.randrange(0, 12) for _ in range(500)]) for _ in range(2))
    numbers, first, table = (array("i", bytes(4 * size)) for size in (500, 500, 1024))
    count = fragmentation.number_fractions(above, below, table, numbers, first)
    assert count == len(set(zip(above, below, strict=True)))
    assert all((above[first[k]], below[first[k]]) == (above[n], below[n]) for n, k in enumerate(numbers))

"""Rows added up, left out and picked: compiled, interpreted and by hand."""

from itertools import pairwise
from types import ModuleType

import pytest

from bolide.kernels.statistics import rows
from tests.kernels.blocks import view
from tests.kernels.both import interpreted

plain = interpreted("statistics.rows")


@pytest.mark.parametrize("number", [0, 2**56 - 1, -(2**56), 2**56, -(2**56) - 1, 2**63 - 1, -(2**63)])
def test_numbers_that_formulas_can_add_up(number: int) -> None:
    for fits_bits in (rows.fits_bits, plain.fits_bits):
        assert fits_bits(view("q", [1, number, -1])) == (-(2**56) <= number < 2**56)
        assert fits_bits(view("q", []))
        for bits in (1, 53, 63):
            assert fits_bits(view("q", [number, 0]), bits) == (-(2**bits) <= number < 2**bits)


@pytest.mark.parametrize("core", [rows, plain], ids=["installed", "interpreted"])
def test_rows_of_groups_and_what_is_left_without_each(core: ModuleType) -> None:
    cells, sums = view("q", [1, 2, 3, 4, 5, -6, 7, 8]), view("q", [16, 8])
    groups = memoryview(bytearray(48)).cast("q", (3, 2))
    assert core.add_groups(cells, view("i", [2, 0, 2, 0]), groups)
    assert groups.tolist() == [[10, 12], [0, 0], [6, -4]]
    assert not core.add_groups(cells, view("i", [2, 0, 3, 0]), groups)
    out = view("q", [0] * 8)
    core.leave_one_out(cells, sums, out)
    assert out.tolist() == [15, 6, 13, 4, 11, 14, 9, 0]


@pytest.mark.parametrize("core", [rows, plain], ids=["installed", "interpreted"])
@pytest.mark.parametrize("highest", [True, False])
def test_of_equal_values_the_first_is_best(core: ModuleType, highest: bool) -> None:
    values, starts = [1.0, 3.0, 3.0, 2.0, 2.0, 1.0, 1.0, 0.5, 0.5], [0, 1, 4, 9]
    out = view("q", [0] * 6)
    cells = view("q", [number for k in range(9) for number in (k, 10 * k)])
    core.take_best(cells, 2, view("q", starts), view("d", values), highest, out)
    pick = max if highest else min
    wanted = [pick(range(a, b), key=values.__getitem__) for a, b in pairwise(starts)]
    assert wanted == ([0, 1, 4] if highest else [0, 3, 7])
    assert out.tolist() == [number for k in wanted for number in (k, 10 * k)]

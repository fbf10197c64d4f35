"""The sum of a table's rows: compiled, interpreted and by a plain sum a column."""

from array import array

import pytest
from hypothesis import given, strategies as st

from bolide.kernels.statistics import rows
from tests.kernels.blocks import view
from tests.kernels.both import interpreted

plain = interpreted("statistics.rows")


@given(
    st.integers(1, 9).flatmap(
        lambda width: st.lists(st.lists(st.integers(-(2**40), 2**40), min_size=width, max_size=width))
    )
)
def test_compiled_interpreted_and_by_hand(table: list[list[int]]) -> None:
    width = len(table[0]) if table else 3
    cells = array("q", [cell for row in table for cell in row])
    expected = [sum(row[column] for row in table) for column in range(width)]
    for add_up in (rows.add_up, plain.add_up):
        sums = array("q", bytes(8 * width))
        add_up(memoryview(cells), memoryview(sums))
        assert sums.tolist() == expected


@pytest.mark.parametrize("number", [0, 2**56 - 1, -(2**56), 2**56, -(2**56) - 1, 2**63 - 1, -(2**63)])
def test_numbers_that_formulas_can_add_up(number: int) -> None:
    for moderate in (rows.moderate, plain.moderate):
        assert moderate(view("q", [1, number, -1])) == (-(2**56) <= number < 2**56)
        assert moderate(view("q", []))
        for bits in (1, 53, 63):
            assert moderate(view("q", [number, 0]), bits) == (-(2**bits) <= number < 2**bits)

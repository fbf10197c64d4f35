"""Kendall's count: compiled, interpreted and brute force are one."""

from array import array
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bolide.kernels import concordance as installed
from tests.kernels.both import interpreted

CONCORDANCE = {"installed": installed.concordance, "interpreted": interpreted("concordance").concordance}
PLACES = 6
BITS = 3
Ranking = list[tuple[int, int]]  # a value of the one ranking, a place in the other
rankings = st.lists(st.tuples(st.integers(0, 4) | st.just(2**40), st.integers(1, PLACES)), min_size=1, max_size=12)


def brute_force(ranking: Ranking) -> list[int]:
    pairs = list(combinations(ranking, 2))
    products = [(a[0] - b[0]) * (a[1] - b[1]) for a, b in pairs]
    balance = sum(p > 0 for p in products) - sum(p < 0 for p in products)
    return [balance, sum(a[0] == b[0] for a, b in pairs), len({value for value, _ in ranking})]


@pytest.mark.parametrize("core", CONCORDANCE)
@given(rows=st.lists(rankings, min_size=1, max_size=3))
def test_brute_force(core: str, rows: list[Ranking]) -> None:
    size = min(map(len, rows))
    rows = [row[:size] for row in rows]
    keys = array("q", [key for row in rows for key in sorted((value << BITS) | place for value, place in row)])
    found = memoryview(bytearray(8 * 3 * len(rows))).cast("q", (len(rows), 3))
    tree = memoryview(array("q", bytes(8 * (PLACES + 1))))
    CONCORDANCE[core](memoryview(keys).cast("b").cast("q", (len(rows), size)), BITS, tree, found)
    assert found.tolist() == [brute_force(row) for row in rows]

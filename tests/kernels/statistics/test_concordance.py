"""Kendall's count and Spearman's products of ranks: compiled, interpreted and brute force are one."""

from array import array
from itertools import combinations
from types import ModuleType
from typing import Any

import pytest

from bolide.kernels.statistics import concordance as installed
from tests import drawn as st
from tests.drawn import given
from tests.kernels.both import interpreted

CORES = {"installed": installed, "interpreted": interpreted("statistics.concordance")}
PLACES = 6
BITS = 4
Ranking = list[tuple[int, int]]  # a value of the one order, a place in the other (0: left out)
rankings = st.lists(st.tuples(st.integers(0, 4) | st.just(2**40), st.integers(0, PLACES)), min_size=1, max_size=12)


def sorted_keys(values: list[list[int]]) -> memoryview:
    """Each row's values with the cell's number in the last bits, in order."""
    keys = [key for row in values for key in sorted((value << BITS) | cell for cell, value in enumerate(row))]
    return memoryview(array("q", keys)).cast("b").cast("q", (len(values), len(values[0])))


def counted(ranking: Ranking) -> list[int]:
    kept = [cell for cell in ranking if cell[1]]
    pairs = list(combinations(kept, 2))
    products = [(a[0] - b[0]) * (a[1] - b[1]) for a, b in pairs]
    balance = sum(p > 0 for p in products) - sum(p < 0 for p in products)
    return [balance, sum(a[0] == b[0] for a, b in pairs), len({value for value, _ in kept})]


@pytest.mark.parametrize("core", CORES.values(), ids=CORES)
@given(first=rankings, second=rankings)
def test_pairs_by_brute_force(core: ModuleType, first: Ranking, second: Ranking) -> None:
    """Two rows of values over the same places."""
    size = min(len(first), len(second))
    places = [place for _, place in first[:size]]
    rows = [[value for value, _ in ranking[:size]] for ranking in (first, second)]
    counts = memoryview(bytearray(8 * 3 * 2)).cast("q", (2, 3))
    room = memoryview(array("q", bytes(8 * 2 * (PLACES + 1))))
    core.concordance(sorted_keys(rows), BITS, memoryview(array("q", places)), room, counts)
    assert counts.tolist() == [counted(list(zip(row, places, strict=True))) for row in rows]


@pytest.mark.parametrize("core", CORES.values(), ids=CORES)
@given(cells=st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5), st.booleans()), min_size=1, max_size=12))
def test_keys_after_an_exchange_are_sorted(core: ModuleType, cells: list[tuple[int, int, bool]]) -> None:
    both = sorted(
        (((cell[owner] << BITS | number) << 1) | owner) for number, cell in enumerate(cells) for owner in (0, 1)
    )  # fmt: skip
    size = len(cells)
    swapped = memoryview(bytearray(int(exchanged) for *_, exchanged in cells)).cast("B", (1, size))
    one, two = (memoryview(bytearray(8 * size)).cast("q", (1, size)) for _ in range(2))
    core.exchanged_keys(memoryview(array("q", both)), BITS, swapped, one, two)
    for found, kept in ((one, (0, 1)), (two, (1, 0))):
        values = [cell[kept[exchanged]] for cell in cells for exchanged in [cell[2]]]
        assert found.tolist() == sorted_keys([values]).tolist()


cells_of_both = st.tuples(st.integers(0, 5), st.integers(0, 5), st.integers(0, PLACES), st.integers(0, 7))


def counted_of_both(core: ModuleType, cells: list[tuple[int, int, int, int]], lines: int) -> list[Any]:
    """The counts of two vectors under three exchanges, the bits of each cell's last number."""
    both = sorted(
        (((cell[owner] << BITS | number) << 1) | owner) for number, cell in enumerate(cells) for owner in (0, 1)
    )  # fmt: skip
    swapped = memoryview(bytearray(bits >> k & 1 for *_, bits in cells for k in range(3))).cast("B", (len(cells), 3))
    ranks = memoryview(array("q", [rank for *_, rank, _ in cells]))
    room = memoryview(array("i", [-1] * lines * 4)).cast("b").cast("i", (lines, 4))
    counts = memoryview(bytearray(8 * 2 * 3 * 3)).cast("q", (2, 3, 3))
    core.exchanged_concordance(memoryview(array("q", both)), BITS, swapped, ranks, room, counts)
    return list(counts.tolist())


@pytest.mark.parametrize("core", CORES.values(), ids=CORES)
@given(cells=st.lists(cells_of_both, min_size=1, max_size=12))
def test_pairs_after_exchanges_by_brute_force(core: ModuleType, cells: list[tuple[int, int, int, int]]) -> None:
    assert counted_of_both(core, cells, 2 * (PLACES + 1) + 6) == [
        [counted([(cell[owner ^ (cell[3] >> k & 1)], cell[2]) for cell in cells]) for k in range(3)] for owner in (0, 1)
    ]


@pytest.mark.parametrize("core", CORES.values(), ids=CORES)
@given(cells=st.lists(st.tuples(st.integers(0, 5), st.integers(0, PLACES), st.integers(0, 7)), min_size=1, max_size=12))
def test_pairs_of_a_vector_that_is_split_by_brute_force(core: ModuleType, cells: list[tuple[int, int, int]]) -> None:
    """Three subsets, the bits of each cell's last number, and what is left of each."""
    keys = memoryview(array("q", sorted((value << BITS | number) << 1 for number, (value, *_) in enumerate(cells))))
    inside = memoryview(bytearray(bits >> k & 1 for *_, bits in cells for k in range(3))).cast("B", (len(cells), 3))
    ranks = memoryview(array("q", [rank for _, rank, _ in cells]))
    lines = 2 * (PLACES + 1) + 6
    room = memoryview(array("i", [-1] * lines * 4)).cast("b").cast("i", (lines, 4))
    counts = memoryview(bytearray(8 * 2 * 3 * 3)).cast("q", (2, 3, 3))
    core.exchanged_concordance(keys, BITS, inside, ranks, room, counts)
    assert counts.tolist() == [
        [counted([(value, rank) for value, rank, bits in cells if bits >> k & 1 == chosen]) for k in range(3)]
        for chosen in (0, 1)
    ]


@pytest.mark.parametrize("core", CORES.values(), ids=CORES)
def test_ranks_beyond_the_room_are_refused(core: ModuleType) -> None:
    with pytest.raises(ValueError, match="beyond the room for ranks"):
        counted_of_both(core, [(0, 1, PLACES, 0)], 2 * PLACES + 6)
    with pytest.raises(ValueError, match="no room for the results"):
        counted_of_both(core, [(0, 1, 0, 0)], 7)


@pytest.mark.parametrize("core", CORES.values(), ids=CORES)
def test_keys_of_neither_one_vector_nor_two_are_refused(core: ModuleType) -> None:
    two, room = memoryview(array("q", [1, 1])), memoryview(bytearray(4 * 10 * 2)).cast("i", (10, 2))
    for size in (0, 1, 3, 5):
        keys, swapped = memoryview(array("q", bytes(8 * size))), memoryview(bytearray(2)).cast("B", (2, 1))
        with pytest.raises(ValueError, match="do not fit the exchanges"):
            core.exchanged_concordance(keys, BITS, swapped, two, room, memoryview(bytearray(48)).cast("q", (2, 1, 3)))


def doubled_rank(value: int, values: list[int]) -> int:
    """Twice the rank among the values, ties sharing theirs."""
    return 2 * sum(v < value for v in values) + sum(v == value for v in values) + 1


@pytest.mark.parametrize("core", CORES.values(), ids=CORES)
@given(ranking=rankings)
def test_ranks_by_brute_force(core: ModuleType, ranking: Ranking) -> None:
    kept = [cell for cell in ranking if cell[1]]
    values, others = [value for value, _ in kept], [place for _, place in kept]
    size = len(kept)
    ranks = [doubled_rank(place, others) if place else 0 for _, place in ranking]
    sums = memoryview(bytearray(8 * 2)).cast("d", (1, 2))
    core.rank_products(
        sorted_keys([[value for value, _ in ranking]]), BITS, memoryview(array("q", ranks)), size, sums
    )  # fmt: skip
    own = [doubled_rank(value, values) - size - 1 for value in values]
    people = [doubled_rank(place, others) - size - 1 for place in others]
    assert sums.tolist() == [[sum(a * b for a, b in zip(own, people, strict=True)), sum(a * a for a in own)]]

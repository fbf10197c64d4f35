"""Kendall's count and Spearman's products of ranks: compiled, interpreted and brute force are one."""

from array import array
from itertools import combinations
from types import ModuleType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bolide.kernels.statistics import concordance as installed
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
@given(ranking=rankings, spread=st.sampled_from([1, 7, 40]))
def test_pairs_of_few_places_by_brute_force(core: ModuleType, ranking: Ranking, spread: int) -> None:
    """Places next to each other, and in different blocks of 32."""
    cells = [(value, place * spread) for value, place in ranking]
    counts = memoryview(bytearray(8 * 3)).cast("q", (1, 3))
    room = memoryview(bytearray(4 * 64 * 10)).cast("i", (10, 64))
    places = memoryview(array("q", [place for _, place in cells]))
    core.concordance_of_few(sorted_keys([[value for value, _ in cells]]), BITS, places, room, counts)
    assert counts.tolist() == [counted(cells)]
    with pytest.raises(ValueError, match="not enough room"):
        core.concordance_of_few(sorted_keys([[0]]), BITS, places, memoryview(bytearray(256)).cast("i", (1, 64)), counts)


PARTS = 3
folded = st.lists(
    st.tuples(st.integers(0, 4) | st.just(2**40), st.integers(0, PLACES), st.integers(1, PARTS)),
    min_size=1,
    max_size=12,
)


@pytest.mark.parametrize("core", CORES.values(), ids=CORES)
@given(cells=folded, second=st.permutations(range(12)))
def test_parts_by_brute_force(core: ModuleType, cells: list[tuple[int, int, int]], second: list[int]) -> None:
    """All cells, each part and all but each part, in two rows of values; some parts may be empty."""
    places = [place for _, place, _ in cells]
    rows = [[value for value, _, _ in cells], second[: len(cells)]]
    of_cells = memoryview(array("q", places + [part for *_, part in cells])).cast("b").cast("q", (2, len(cells)))
    kept = [place for place in places if place]
    leans = [sum(p > at for p in kept) - sum(p < at for p in kept) for at in range(PLACES + 1)]
    room = memoryview(bytearray(8 * (PARTS + 1) * 2 * (PLACES + 1))).cast("q", (PARTS + 1, 2 * (PLACES + 1)))
    counts = memoryview(bytearray(8 * 2 * (2 * PARTS + 1) * 3)).cast("q", (2, 2 * PARTS + 1, 3))
    core.concordance_of_parts(sorted_keys(rows), BITS, of_cells, memoryview(array("q", leans)), room, counts)
    wanted = [
        {1, 2, 3}, {1}, {2}, {3}, {2, 3}, {1, 3}, {1, 2},
    ]  # fmt: skip
    assert counts.tolist() == [
        [counted([(v, p) for v, (_, p, part) in zip(row, cells, strict=True) if part in some]) for some in wanted]
        for row in rows
    ]


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

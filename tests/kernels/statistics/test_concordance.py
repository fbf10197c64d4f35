"""Kendall's count of pairs: compiled, interpreted and brute force are one."""

from itertools import combinations
from typing import Any

from tests import drawn as st
from tests.drawn import given
from tests.kernels.blocks import table, view
from tests.kernels.both import Core, cores

core = cores("statistics.exchanges")
PLACES = 6
BITS = 4
Ranking = list[tuple[int, int]]  # a value of the one order, a place in the other (0: left out)


def keys_of_all(vectors: list[list[int]]) -> memoryview:
    """The sorted keys of the values of one or two vectors, with a bit more that says whose each is."""
    cells = ((owner, cell, value) for owner, values in enumerate(vectors) for cell, value in enumerate(values))
    return view("q", sorted((value << BITS | cell) << 1 | owner for owner, cell, value in cells))


def counted(ranking: Ranking) -> list[int]:
    kept = [cell for cell in ranking if cell[1]]
    pairs = list(combinations(kept, 2))
    products = [(a[0] - b[0]) * (a[1] - b[1]) for a, b in pairs]
    balance = sum(p > 0 for p in products) - sum(p < 0 for p in products)
    return [balance, sum(a[0] == b[0] for a, b in pairs), len({value for value, _ in kept})]


LINES = 2 * (PLACES + 1) + 6


def exchanged_counts(core: Core, vectors: list[list[int]], ranks: list[int], bits: list[int], lines: int) -> list[Any]:
    """The counts of two vectors, or of the parts of one, under three exchanges: three bits of each cell's number."""
    swapped = table("B", len(bits), 3, values=[number >> k & 1 for number in bits for k in range(3)])
    room, counts = table("i", lines, 4, values=(-1,)), table("q", 2, 3, 3)
    core.exchanged_concordance(keys_of_all(vectors), BITS, swapped, view("q", ranks), room, counts)
    return list(counts.tolist())


@core
@given(
    cells=st.lists(
        st.tuples(st.integers(0, 5), st.integers(0, 5), st.integers(0, PLACES), st.integers(0, 7)),
        min_size=1,
        max_size=12,
    )
)
def test_pairs_after_exchanges_by_brute_force(core: Core, cells: list[tuple[int, int, int, int]]) -> None:
    """Of two vectors, and of a vector that is split by three subsets and what is left of each."""
    one, two, ranks, bits = (list(column) for column in zip(*cells, strict=True))
    assert exchanged_counts(core, [one, two], ranks, bits, LINES) == [
        [counted([(cell[owner ^ (cell[3] >> k & 1)], cell[2]) for cell in cells]) for k in range(3)] for owner in (0, 1)
    ]
    assert exchanged_counts(core, [one], ranks, bits, LINES) == [
        [counted([(cell[0], cell[2]) for cell in cells if cell[3] >> k & 1 == side]) for k in range(3)]
        for side in (0, 1)
    ]

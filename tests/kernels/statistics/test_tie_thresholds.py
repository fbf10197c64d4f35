"""The best threshold for ties under exchanges: compiled, interpreted and brute force are one."""

from itertools import product

from bolide.kernels.statistics import exchanges as installed
from tests import drawn as st
from tests.drawn import given
from tests.kernels.blocks import table
from tests.kernels.both import Core, cores

core = cores("statistics.exchanges")
CELLS = 5
LANES = installed.EXCHANGES
scores = st.lists(st.integers(0, 6), min_size=CELLS, max_size=CELLS)
pairs = st.lists(
    st.tuples(st.integers(0, CELLS - 1), st.integers(0, CELLS - 1), st.sampled_from([1, 2, 20_000, 32_767])), max_size=8
)
exchanges = st.lists(st.lists(st.booleans(), min_size=CELLS, max_size=CELLS), min_size=1, max_size=LANES)


ROOM = table("h", 4, LANES), table("q", 2, LANES)  # to work in


def cells(kind: str, rows: list[list[int]]) -> memoryview:
    return table(kind, len(rows), len(rows[0]), values=[number for row in rows for number in row])


def right(values: list[int], ordered: list[tuple[int, int, int]], tied: list[tuple[int, int, int]]) -> int:
    """The definition: the best of all thresholds."""
    return max(
        sum(w for a, b, w in ordered if values[a] - values[b] > threshold)
        + sum(w for a, b, w in tied if abs(values[a] - values[b]) <= threshold)
        for threshold in range(8)
    )


@core
@given(one=scores, two=scores, ordered=pairs, tied=pairs, swapped=exchanges)
def test_by_brute_force(
    core: Core,
    one: list[int],
    two: list[int],
    ordered: list[tuple[int, int, int]],
    tied: list[tuple[int, int, int]],
    swapped: list[list[bool]],
) -> None:
    both, differences = (one, two), []
    for k, (a, b, weight) in enumerate([*ordered, *tied]):
        for i, j in product((0, 1), repeat=2):
            size = both[i][a] - both[j][b]
            size = abs(size) if k >= len(ordered) else size
            if size > 0:
                differences.append((size, a, b, 2 * i + j, weight if k >= len(ordered) else -weight))
    if not differences:
        return
    differences.sort()
    steps = []
    for k, (size, a, b, how, height) in enumerate(differences):
        last = k + 1 == len(differences) or differences[k + 1][0] > size
        steps.append([a, b, how + 4 * last, height])
    lanes = [[-int(line[cell]) for line in swapped] + [0] * (LANES - len(swapped)) for cell in range(CELLS)]
    highest = table("q", 2, LANES)
    core.highest_sums(cells("i", steps), cells("h", lanes), *ROOM, highest)
    all_ties = sum(weight for *_, weight in tied)
    for lane, line in enumerate(swapped):
        for side in (0, 1):
            mixed = [both[s ^ side][cell] for cell, s in enumerate(line)]
            assert all_ties + highest[side, lane] == right(mixed, ordered, tied)

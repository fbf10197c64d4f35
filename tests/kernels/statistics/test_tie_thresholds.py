"""The best threshold for ties under exchanges: compiled, interpreted and brute force are one."""

from array import array
from itertools import product
from types import ModuleType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bolide.kernels.statistics import tie_thresholds as installed
from tests.kernels.both import interpreted

CORES = {"installed": installed, "interpreted": interpreted("statistics.tie_thresholds")}
CELLS = 5
scores = st.lists(st.integers(0, 6), min_size=CELLS, max_size=CELLS)
pairs = st.lists(
    st.tuples(st.integers(0, CELLS - 1), st.integers(0, CELLS - 1), st.sampled_from([1.0, 2.0])), max_size=8
)


def table(kind: str, rows: list[list[float]], width: int) -> memoryview:
    flat = memoryview(array(kind, [number for row in rows for number in row] or [0] * width))
    return flat.cast("B").cast(kind, (max(1, len(rows)), width))


def right(values: list[int], ordered: list[tuple[int, int, float]], tied: list[tuple[int, int, float]]) -> float:
    """The definition: the best of all thresholds."""
    return max(
        sum(w for a, b, w in ordered if values[a] - values[b] > threshold)
        + sum(w for a, b, w in tied if abs(values[a] - values[b]) <= threshold)
        for threshold in range(8)
    )


@pytest.mark.parametrize("bits", [0, 1, 3])
@pytest.mark.parametrize("core", CORES.values(), ids=CORES)
@given(
    one=scores, two=scores, ordered=pairs, tied=pairs, swapped=st.lists(st.booleans(), min_size=CELLS, max_size=CELLS)
)
def test_by_brute_force(
    core: ModuleType, bits: int, one: list[int], two: list[int], ordered: list[tuple[int, int, float]],
    tied: list[tuple[int, int, float]], swapped: list[bool],
) -> None:  # fmt: skip
    both, every = (one, two), [*ordered, *tied]
    if not every:
        return
    last = 8 << bits  # ranks are the differences themselves
    ranks = []
    for k, (a, b, _) in enumerate(every):
        sizes = [both[i][a] - both[j][b] for i, j in product((0, 1), repeat=2)]
        sizes = sizes if k < len(ordered) else list(map(abs, sizes))
        ranks.append([float(size) if size > 0 else float(last) for size in sizes])
    best = memoryview(bytearray(16)).cast("d", (1, 2))
    core.best_accuracies(
        table("i", [list(map(int, row)) for row in ranks], 4), table("i", [[a, b] for a, b, _ in every], 2),
        memoryview(array("d", [w for *_, w in every])), len(ordered),
        memoryview(bytearray(map(int, swapped))).cast("B", (1, CELLS)), bits,
        memoryview(bytearray(8 * 6 * (last + 1))).cast("d", (6, last + 1)), best,
    )  # fmt: skip
    mixed = [[both[s ^ side][k] for k, s in enumerate(swapped)] for side in (0, 1)]
    assert best.tolist()[0] == [right(values, ordered, tied) for values in mixed]


def test_what_does_not_fit_is_refused() -> None:
    two, one = table("i", [[0, 0]], 2), memoryview(array("d", [1.0]))
    swapped, room = memoryview(bytearray(1)).cast("B", (1, 1)), memoryview(bytearray(48)).cast("d", (6, 1))
    best = memoryview(bytearray(16)).cast("d", (1, 2))
    with pytest.raises(ValueError, match="do not fit each other"):
        installed.best_accuracies(two, two, one, 1, swapped, 0, room, best)
    with pytest.raises(ValueError, match="no weight or no place"):
        installed.best_accuracies(
            table("i", [[0, 0, 0, 0]], 4), two, one, 1, swapped, 0, room, memoryview(bytearray(8)).cast("d", (1, 1))
        )

"""Sums under random signs, compared pair by pair: compiled, interpreted and brute force are one, ties included."""

from array import array
from itertools import combinations
from types import ModuleType

import pytest

from bolide.kernels.statistics import permuted_sums as installed
from tests import drawn as st
from tests.drawn import given
from tests.kernels.both import interpreted

CORES = {"installed": installed, "interpreted": interpreted("statistics.permuted_sums")}
SYSTEMS, SIGNS, SCALE = 3, 5, 2.0**20
PAIRS = list(combinations(range(SYSTEMS), 2))
# Numbers that are equal, that rounding to whole steps of 2⁻²⁰ makes equal, and that differ by about the slack.
numbers = st.sampled_from([0.0, 1.0, -1.0, 1.0 + 2.0**-40, 1.0 - 2.0**-41, 1.0 + 2.0**-21, 3.5, -200.25, 2.0**-19])
lines = st.lists(numbers, min_size=SYSTEMS * SIGNS, max_size=SYSTEMS * SIGNS)
slacks = st.sampled_from([0.0, 2.0**-40, 2.0**-20])


def doubles(values: list[float], *shape: int) -> memoryview:
    return memoryview(array("d", values)).cast("b").cast("d", shape)


def room() -> memoryview:
    return memoryview(bytearray(4 * SYSTEMS * SIGNS)).cast("i", (SYSTEMS, SIGNS))


def counts() -> memoryview:
    return memoryview(bytearray(8 * len(PAIRS))).cast("q", (1, len(PAIRS)))


@pytest.mark.parametrize("core", CORES.values(), ids=CORES)
@given(sums=lines, slack=slacks)
def test_pairs_by_brute_force(core: ModuleType, sums: list[float], slack: float) -> None:
    found = counts()
    core.not_below(
        doubles(sums, 1, SYSTEMS, SIGNS), doubles([slack], 1), doubles([SCALE], 1), room(), found
    )  # fmt: skip
    rows = [sums[SIGNS * k : SIGNS * (k + 1)] for k in range(SYSTEMS)]
    assert found.tolist()[0] == [
        sum(x + slack >= y for x, y in zip(rows[a], rows[b], strict=True)) for a, b in PAIRS
    ]  # fmt: skip


@pytest.mark.parametrize("core", CORES.values(), ids=CORES)
def test_what_does_not_fit_is_refused(core: ModuleType) -> None:
    sums = doubles([0.0] * SYSTEMS * SIGNS, 1, SYSTEMS, SIGNS)
    one, narrow = doubles([1.0], 1), memoryview(bytearray(8)).cast("q", (1, 1))
    with pytest.raises(ValueError, match="no room for the counts"):
        core.not_below(sums, one, one, room(), narrow)
    with pytest.raises(ValueError, match="not enough room"):
        core.not_below(sums, one, one, memoryview(bytearray(4)).cast("i", (1, 1)), counts())

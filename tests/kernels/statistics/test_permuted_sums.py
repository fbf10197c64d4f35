"""Sums under random signs, compared pair by pair: compiled, interpreted and brute force are one, ties included."""

from itertools import combinations

from tests import drawn as st
from tests.drawn import given
from tests.kernels.blocks import table, view
from tests.kernels.both import Core, cores

core = cores("statistics.permuted_sums")
SYSTEMS, SIGNS, SCALE = 3, 5, 2.0**20
PAIRS = list(combinations(range(SYSTEMS), 2))
# Numbers that are equal, that rounding to whole steps of 2⁻²⁰ makes equal, and that differ by about the slack.
numbers = st.sampled_from([0.0, 1.0, -1.0, 1.0 + 2.0**-40, 1.0 - 2.0**-41, 1.0 + 2.0**-21, 3.5, -200.25, 2.0**-19])
lines = st.lists(numbers, min_size=SYSTEMS * SIGNS, max_size=SYSTEMS * SIGNS)
slacks = st.sampled_from([0.0, 2.0**-40, 2.0**-20])


@core
@given(sums=lines, slack=slacks)
def test_pairs_by_brute_force(core: Core, sums: list[float], slack: float) -> None:
    found, cells = table("q", 1, len(PAIRS)), table("d", 1, SYSTEMS, SIGNS, values=sums)
    core.not_below(cells, view("d", [slack]), view("d", [SCALE]), table("i", SYSTEMS, SIGNS), found)
    rows = [sums[SIGNS * k : SIGNS * (k + 1)] for k in range(SYSTEMS)]
    assert found.tolist()[0] == [sum(x + slack >= y for x, y in zip(rows[a], rows[b], strict=True)) for a, b in PAIRS]

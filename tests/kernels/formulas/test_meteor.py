"""METEOR's formulas: one setting or many, compiled or not, the same bits; and what an independent formula gives."""

import math
from array import array
from collections.abc import Sequence
from random import Random
from types import ModuleType

import pytest

from bolide.kernels import COMPILED
from bolide.kernels.formulas import meteor, meteor15
from tests.kernels.blocks import view
from tests.kernels.both import interpreted

fragmentation = interpreted("formulas.fragmentation")
BOTH = [(kernel, interpreted(kernel.__name__.removeprefix("bolide.kernels."))) for kernel in (meteor, meteor15)]
WIDTH, STAGES = {"meteor": 7, "meteor15": 23}, 3


def made_up(name: str, count: int) -> list[list[int]]:
    """Rows as texts have them, with nothing, everything or some of it matched; one setting's rows often agree."""
    rng = Random(5)
    rows = []
    for _ in range(count):
        long = rng.randrange(0, rng.choice((3, 12, 300)))
        other = rng.choice((long, rng.randrange(0, 40)))
        left = min(long, other)
        matched = []
        for _ in range(STAGES):
            matched.append(rng.choice((0, left, rng.randrange(0, left + 1))))
            left -= matched[-1]
        m = sum(matched)
        chunks = rng.choice((1, rng.randrange(1, m + 1))) if m else 0
        if name == "meteor":
            rows.append([1, long, other, *matched, chunks])
        else:
            words = [[n - n // 3, n - n // 3, n // 3, n // 3] for n in (*matched, 0)]
            rows.append([long, other, long // 3, other // 3, *(n for four in words for n in four), chunks, m, m])
    return rows


def settings(name: str, count: int) -> list[list[float]]:
    rng = Random(9)
    found = []
    for _ in range(count):
        shape = [rng.random(), 10 ** rng.uniform(-1, 1), rng.random()]
        weights = [rng.random(), *(rng.choice((0.0, 1.0, rng.random())) for _ in range(STAGES))]
        found.append([STAGES, *shape] if name == "meteor" else [*shape, *weights])
    edges = [0.0, 0.0, 0.0], [1.0, 3.0, 1.0], [0.0, 400.0, 1.0], [0.5, -3.0, 0.5]
    more = [[STAGES, *edge] if name == "meteor" else [*edge, 1.0, 1.0, 0.5, 0.5] for edge in edges]
    return found + more


def scored(
    kernel: ModuleType, name: str, rows: Sequence[Sequence[int]], chosen: list[list[float]], numbers: int
) -> bytes:
    flat = array("q", [number for row in rows for number in row])
    out = array("d", bytes(8 * numbers * len(rows) * len(chosen)))
    kernel.score(flat, WIDTH[name], array("d", [n for s in chosen for n in s]), len(chosen[0]), out, numbers)
    return out.tobytes()


@pytest.mark.parametrize(("kernel", "plain"), BOTH)
@pytest.mark.parametrize("numbers", ["score", "all"])
def test_compiled_and_interpreted_are_equal_to_the_last_bit(
    kernel: ModuleType, plain: ModuleType, numbers: str
) -> None:
    name = kernel.__name__.rpartition(".")[2]
    count = 1 if numbers == "score" else 6 if name == "meteor" else 2 * STAGES + 9
    rows, chosen = made_up(name, 300 if COMPILED else 60), settings(name, 40)
    whole = scored(kernel, name, rows, chosen, count)
    assert whole == scored(plain, name, rows, chosen, count)
    one_by_one = b"".join(scored(kernel, name, [row], [setting], count) for setting in chosen[-9:] for row in rows)
    assert whole[-len(one_by_one) :] == one_by_one
    by_setting = b"".join(scored(kernel, name, rows, [setting], count) for setting in chosen)
    assert whole == by_setting


def staged(row: Sequence[int], setting: Sequence[float]) -> float:
    _, alpha, beta, gamma = setting
    m, chunks = sum(row[3:6]), row[6]
    if not m:
        return 0.0
    fmean = 1 / (alpha * row[2] / m + (1 - alpha) * row[1] / m)
    return fmean - fmean * gamma * math.exp(beta * math.log(chunks / m))


def fifteen(row: Sequence[int], setting: Sequence[float]) -> float:
    alpha, beta, gamma, delta, *weights = setting
    ratios = []
    for side in (0, 1):
        matched = [
            w * (delta * row[4 + 4 * k + side] + (1 - delta) * row[6 + 4 * k + side]) for k, w in enumerate(weights)
        ]
        length = delta * (row[side] - row[2 + side]) + (1 - delta) * row[2 + side]
        ratios.append(sum(matched) / length if length else 0.0)
    p, r = ratios
    if not p or not r:
        return 0.0
    fmean = p * r / (alpha * p + (1 - alpha) * r)
    whole = row[20] == 1 and row[21] == row[0] and row[22] == row[1]
    power = float(beta == 0) if whole else math.exp(beta * math.log(2 * row[20] / (row[21] + row[22])))
    return max(0.0, fmean - fmean * gamma * power)


@pytest.mark.parametrize(("name", "formula"), [("meteor", staged), ("meteor15", fifteen)])
def test_an_independent_formula_gives_the_same(name: str, formula: object) -> None:
    kernel = meteor if name == "meteor" else meteor15
    rows, chosen = made_up(name, 400), [s for s in settings(name, 30) if min(s) >= 0]
    ours = array("d", scored(kernel, name, rows, chosen, 1))
    theirs = [formula(row, setting) for setting in chosen for row in rows]  # type: ignore[operator]
    assert list(ours) == pytest.approx(theirs, rel=1e-12, abs=1e-12)


def test_powers_that_are_not_numbers() -> None:
    """They are C's own if compiled."""
    out = array("d", bytes(40))
    fragmentation.penalties(array("d", [0.0, 1e-300, -0.5, math.nan, 2.0]), 5, -2.5, 0.5, out)
    assert out.tolist() == pytest.approx([math.inf, math.inf, math.nan, math.nan, 0.5 * 2.0**-2.5], rel=0, nan_ok=True)


def test_equal_fractions_are_numbered_once() -> None:
    rng = Random(2)
    above, below = (view("q", [rng.randrange(0, 12) for _ in range(500)]) for _ in range(2))
    numbers, first, table = (array("i", bytes(4 * size)) for size in (500, 500, 1024))
    count = fragmentation.number_fractions(above, below, table, numbers, first)
    assert count == len(set(zip(above, below, strict=True)))
    assert all((above[first[k]], below[first[k]]) == (above[n], below[n]) for n, k in enumerate(numbers))

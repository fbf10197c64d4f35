"""The bench runs to its end, and says which of its times are not to be trusted."""

import os

import pytest
from bench.__main__ import HERE, benches
from bench.machine import Moment, doubts

pytestmark = pytest.mark.one_core


@pytest.mark.parametrize(
    ("others", "steal", "spread", "reasons"),
    [
        (0.0, 0.0, (1.0, 1.2), []),
        (0.5, 0.0, None, ["others used 50% of the cores"]),
        (0.0, 0.25, None, ["the host took 25%"]),
        (0.05, 0.01, (2.0, 4.0), ["rounds differ by a factor of 2.0"]),
    ],
)
def test_a_busy_machine_is_noticed(
    others: float, steal: float, spread: tuple[float, float] | None, reasons: list[str]
) -> None:
    seconds, cores = 10.0, os.cpu_count() or 1
    start = Moment(100.0, 1000.0, 50.0, 3.0)
    end = Moment(110.0, 1000.0 + seconds + others * seconds * cores, 50.0 + steal * seconds * cores, 3.0 + seconds)
    assert doubts(start, end, spread) == reasons
    assert doubts(None, None, None) == []


@pytest.mark.parametrize("name", benches())
def test_every_bench_has_lines(name: str) -> None:
    assert "\ndef lines() -> " in (HERE / f"{name}.py").read_text(encoding="utf-8")

"""Plots: well-formed, described in words, without colours of their own, names that do not cover each other."""

from itertools import combinations
from xml.dom import minidom

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bolide.reporting.figures.plots import (
    Estimate,
    _box,
    _overlap,
    interval_plot,
    nice_ticks,
    placed_labels,
    scatter_plot,
)

pytestmark = pytest.mark.one_core

POINTS = [(f"system-{k}", float(k), float(k * k % 7)) for k in range(12)]


@pytest.mark.parametrize(
    "svg",
    [
        scatter_plot(POINTS, "a < b & c", ("metric", "people"), "r = 1"),
        interval_plot([Estimate("x", 1.0, (0.5, 1.5), 1), Estimate("y<", 2.0, None, 2)], "a < b & c", "BLEU"),
        interval_plot([Estimate("alone", 0.0)], "a < b & c", "BLEU"),
        scatter_plot([("one", 1.0, 1.0)], "a < b & c", ("m", "p")),
    ],
    ids=["scatter", "intervals", "one bar", "one dot"],
)
def test_accessible(svg: str) -> None:
    root = minidom.parseString(svg).documentElement
    assert root.getAttribute("role") == "img"
    ids = {node.getAttribute("id") for tag in ("title", "desc") for node in root.getElementsByTagName(tag)}
    assert set(root.getAttribute("aria-labelledby").split()) <= ids
    assert root.getElementsByTagName("title")[0].firstChild.data == "a < b & c"
    assert "#" not in svg
    assert "currentColor" in svg


def test_the_description_says_the_numbers() -> None:
    svg = interval_plot([Estimate("x", 1.25, (0.5, 1.5))], "t", "BLEU", 2)
    assert "x: 1.25 [0.50, 1.50]" in minidom.parseString(svg).getElementsByTagName("desc")[0].firstChild.data


def test_names_do_not_cover_each_other() -> None:
    places = [(name, 60 + 40 * x, 60 + 40 * y) for name, x, y in POINTS]
    boxes = [_box(*label) for label in placed_labels(places, 620, 460)]
    assert sum(_overlap(a, b) > 0 for a, b in combinations(boxes, 2)) == 0
    assert len(placed_labels([("same", 10.0, 10.0)] * 30, 620, 460)) == 30


@given(st.floats(-1e6, 1e6), st.floats(1e-6, 1e6))
def test_ticks_cover_the_range(low: float, size: float) -> None:
    ticks = nice_ticks(low, low + size)
    slack = 1e-6 * max(1.0, abs(low), size)
    assert ticks[0] <= low + slack
    assert ticks[-1] >= low + size - slack
    assert len(ticks) <= 9
    assert ticks == sorted(ticks)

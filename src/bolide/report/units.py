"""Pictures of an rgbF score: for each unit a bar an order, and one for the unit."""

from __future__ import annotations

from bolide.report.svg import Bar, bar_chart
from bolide.scores import Score


def unit_bars(score: Score) -> dict[str, list[Bar]]:
    """The bars of each unit: the F-score of every order, then the unit's own; what a terminal draws too."""
    bars = {}
    for unit in score.parts["units"]:
        mine = [gram for gram in score.parts["ngrams"] if gram["unit"] == unit["unit"]]
        orders = [Bar(f"{gram['order']}-grams", gram["f"], _shown(gram["f"])) for gram in mine]
        bars[unit["unit"]] = [*orders, Bar(unit["unit"], unit["f"], _shown(unit["f"]))]
    return bars


def unit_pictures(score: Score) -> dict[str, str]:
    """An SVG for each unit."""
    pictures = {}
    weights = {unit["unit"]: unit["weight"] for unit in score.parts["units"]}
    for unit, bars in unit_bars(score).items():
        points = 100 * weights[unit] * bars[-1].value
        title = f"{unit}: {bars[-1].shown}"
        numbers = ", ".join(f"{bar.label} {bar.shown}" for bar in bars[:-1])
        told = f"F-scores of 0 to 100: {numbers}; the unit weighs {weights[unit]:.4g} and brings {points:.2f} points"
        pictures[unit] = bar_chart(title, f"{told} of {score.percent:.2f}.", bars)
    return pictures


def _shown(value: float) -> str:
    return f"{100 * value:.2f}"

"""An rgbF score as pictures: for each unit one bar per order, and one for the unit."""

from __future__ import annotations

from typing import Any

from bolide.figures import Bar, Bars, Figure
from bolide.scores import Score


def figures(score: Score) -> tuple[Figure, ...]:
    """One picture per unit."""
    return tuple(_of_unit(score, unit) for unit in score.parts["units"])


def _of_unit(score: Score, unit: dict[str, Any]) -> Bars:
    mine = [gram for gram in score.parts["ngrams"] if gram["unit"] == unit["unit"]]
    orders = [_of_order(unit["unit"], gram) for gram in mine]
    whole = Bar(unit["unit"], unit["f"], _shown(unit["f"]), step=unit["unit"])
    points = 100 * unit["weight"] * unit["f"]
    numbers = ", ".join(f"{bar.label} {bar.shown}" for bar in orders)
    told = f"F-scores of 0 to 100: {numbers}; the unit has weight {unit['weight']:.4g} and contributes {points:.2f}"
    return Bars(f"{unit['unit']}: {whole.shown}", f"{told} of the {score.percent:.2f} points.", (*orders, whole))


def _of_order(unit: str, gram: dict[str, Any]) -> Bar:
    name = f"{gram['order']}-grams"
    return Bar(name, gram["f"], _shown(gram["f"]), step=f"{unit} {name}", number="match_p")


def _shown(value: float) -> str:
    return f"{100 * value:.2f}"

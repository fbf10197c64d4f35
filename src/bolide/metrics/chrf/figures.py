"""A chrF score as pictures: precision and recall of each order of characters and words."""

from __future__ import annotations

from bolide.figures import Bar, Bars, Figure, told
from bolide.scores import Score


def figures(score: Score) -> tuple[Figure, ...]:
    """One bar per order, once for precision and once for recall."""
    return _bars(score, "Precision", "precision", "hyp"), _bars(score, "Recall", "recall", "ref")


def _bars(score: Score, title: str, key: str, side: str) -> Bars:
    bars = []
    for gram in score.parts["ngrams"]:
        name = f"{_unit(gram['unit'])} {gram['order']}-grams"
        bars.append(Bar(name, gram[key], f"{gram['match']} of {gram[side]}", step=name, number=key))
    return Bars(title, f"{title} by order: {told(bars)}.", tuple(bars))


def _unit(name: str) -> str:
    return "character" if name == "char" else name

"""Figures drawn as SVG, whatever the metric. A new kind of figure is a line in DRAW."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from bolide.errors import InputError
from bolide.explanation import Explanation
from bolide.figures import AlignmentMatrix, Bars, EditAlignment, Figure, MarkedText
from bolide.report.bars import draw_bars
from bolide.report.canvas import Picture, sheet
from bolide.report.edits import draw_edits
from bolide.report.marked_text import draw_marked
from bolide.report.matrix import draw_matrix

DRAW: dict[type[Any], Callable[[Any], Picture]] = {
    Bars: draw_bars,
    AlignmentMatrix: draw_matrix,
    EditAlignment: draw_edits,
    MarkedText: draw_marked,
}


def draw(figure: Figure) -> Picture:
    """A figure as a picture."""
    return DRAW[type(figure)](figure)


def svg(figures: Iterable[Figure]) -> str:
    """Figures as one SVG document, one below the other."""
    return sheet([draw(figure) for figure in figures])


def explanation_svg(explanation: Explanation) -> str:
    """The figures of an explanation."""
    if not explanation.figures:
        raise InputError(f"There is nothing to draw for {explanation.score.name}.")
    return svg(explanation.figures)

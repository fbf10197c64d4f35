"""Draw figures as SVG. A new kind of figure is a line in DRAW."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from bolide.data.explanation import Explanation
from bolide.data.figures import AlignmentMatrix, Bars, EditAlignment, Figure, MarkedText
from bolide.reporting.figures.alignment import draw_matrix
from bolide.reporting.figures.bars import draw_bars
from bolide.reporting.figures.canvas import Picture, sheet
from bolide.reporting.figures.edits import draw_edits
from bolide.reporting.figures.marked_text import draw_marked
from bolide.system.errors import InputError

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

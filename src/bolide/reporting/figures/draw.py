"""Draw figures as SVG. A new kind of figure is a line in DRAW."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from bolide.data.explanation import Explanation, Explanations
from bolide.data.figures import AlignmentMatrix, Bars, EditAlignment, Figure, MarkedText
from bolide.reporting.blocks import Illustration
from bolide.reporting.figures import alignment, edits
from bolide.reporting.figures.alignment import draw_alignment, draw_matrix
from bolide.reporting.figures.canvas import Picture, sheet
from bolide.reporting.figures.edits import draw_edits
from bolide.reporting.figures.marked_text import draw_marked
from bolide.reporting.figures.plots import draw_bars, draw_narrow_bars
from bolide.system.dataclasses import replace
from bolide.system.errors import InputError, OptionError

LONGEST = 150  # words of an alignment that an eye can follow

DRAW: dict[type[Any], Callable[[Any], Picture]] = {
    Bars: draw_bars,
    AlignmentMatrix: draw_matrix,
    EditAlignment: draw_edits,
    MarkedText: draw_marked,
}


def draw(figure: Figure) -> Picture:
    """A figure as a picture."""
    return DRAW[type(figure)](figure)


def illustrations(figure: Figure) -> list[Illustration]:
    """All pictures of a figure; all but a matrix have narrow ones for a phone."""
    pictures = drawings(figure)
    blocks = [Illustration(picture.svg()) for picture in pictures]
    narrow = None
    if isinstance(figure, EditAlignment):
        narrow = draw_edits(figure, edits.NARROW)
    elif isinstance(figure, Bars):
        narrow = draw_narrow_bars(figure)
    elif len(pictures) > 1 and isinstance(figure, AlignmentMatrix):
        narrow = draw_alignment(figure, alignment.NARROW)
    if narrow and narrow.height > pictures[0].height:
        blocks[0] = replace(blocks[0], narrow=narrow.svg())
    return blocks


def drawings(figure: Figure) -> list[Picture]:
    """All pictures of a figure: an alignment in two lines, unless these are too long, and as a matrix."""
    if isinstance(figure, AlignmentMatrix) and figure.cells and len(figure.hyp) <= LONGEST:
        return [draw_alignment(figure), draw(figure)]
    return [draw(figure)]


def svg(figures: Iterable[Figure]) -> str:
    """Figures as one SVG document, one below the other."""
    return sheet([picture for figure in figures for picture in drawings(figure)])


def explanations_svg(result: Explanations) -> str:
    """The figures of an explanation by one metric, with the errors that people marked, if any."""
    if len(result.explanations) != 1:
        raise OptionError("There is more than one metric to draw; choose one.")
    (explanation,) = result.explanations
    figures = (*([] if result.people is None else [result.people]), *explanation.figures)
    if not figures:
        raise OptionError(f"`svg`: there is nothing to draw for {explanation.score.name}.")
    return svg(figures)


def explanation_svg(explanation: Explanation) -> str:
    """The figures of an explanation."""
    if not explanation.figures:
        raise InputError(f"There is nothing to draw for {explanation.score.name}.")
    return svg(explanation.figures)

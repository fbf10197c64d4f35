"""Draw figures as SVG, and errors that people marked, also as blocks. A new kind of figure is a case in `drawings`."""

from __future__ import annotations

from collections.abc import Iterable

from bolide.data.explanation import Explanation, Explanations
from bolide.data.figures import (
    AlignmentMatrix,
    Bars,
    EditAlignment,
    Figure,
)
from bolide.reporting.blocks import Illustration
from bolide.reporting.figures import alignment, edits
from bolide.reporting.figures.canvas import Picture, sheet
from bolide.reporting.figures.marked import draw_marked
from bolide.reporting.figures.plots import draw_bars
from bolide.system.errors import OptionError

LONGEST = 150  # words of an alignment that an eye can follow


def drawings(figure: Figure) -> list[Picture]:
    """All pictures of a figure: an alignment in two lines, unless these are too long, and as a matrix."""
    match figure:
        case Bars():
            return [draw_bars(figure)]
        case EditAlignment():
            return [edits.draw_edits(figure)]
        case AlignmentMatrix(cells=cells, hyp=hyp):
            lines = [alignment.draw_alignment(figure)] if cells and len(hyp) <= LONGEST else []
            return [*lines, alignment.draw_matrix(figure)]
        case _:
            return [draw_marked(figure)]


def draw(figure: Figure) -> Picture:
    """A figure as a picture, an alignment as a matrix."""
    return drawings(figure)[-1]


def illustrations(figure: Figure) -> list[Illustration]:
    """All pictures of a figure."""
    return [Illustration(picture.svg()) for picture in drawings(figure)]


def svg(figures: Iterable[Figure]) -> str:
    """Figures as one SVG document, one below the other."""
    return sheet([picture for figure in figures for picture in drawings(figure)])


def explanations_svg(result: Explanations) -> str:
    """The figures of an explanation by one metric, with the errors that people marked, if any."""
    if len(result.explanations) != 1:
        raise OptionError("There is more than one metric to draw; choose one.")
    return explanation_svg(result.explanations[0], *([] if result.people is None else [result.people]))


def explanation_svg(explanation: Explanation, *before: Figure) -> str:
    """The figures of an explanation, after others."""
    figures = (*before, *explanation.figures)
    if not figures:
        raise OptionError(f"`svg`: there is nothing to draw for {explanation.score.name}.")
    return svg(figures)

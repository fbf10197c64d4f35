"""Draw figures as SVG. A new kind of figure is a case in `_drawn`."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

from bolide.data.explanation import Explanation, Explanations
from bolide.data.figures import AlignmentMatrix, Bars, EditAlignment, Figure
from bolide.reporting.blocks import Illustration
from bolide.reporting.figures import alignment, edits
from bolide.reporting.figures.canvas import Picture, sheet
from bolide.reporting.figures.marked_text import draw_marked
from bolide.reporting.figures.plots import draw_bars, draw_narrow_bars
from bolide.system.dataclasses import replace
from bolide.system.errors import OptionError

LONGEST = 150  # words of an alignment that an eye can follow


def _drawn(figure: Figure) -> tuple[list[Picture], Callable[[Any], Picture] | None]:
    """The pictures of a figure, and how the first is drawn for a phone."""
    match figure:
        case Bars():
            return [draw_bars(figure)], draw_narrow_bars
        case EditAlignment():
            return [edits.draw_edits(figure)], partial(edits.draw_edits, room=edits.NARROW)
        case AlignmentMatrix(cells=cells, hyp=hyp):
            pictures = [alignment.draw_matrix(figure)]
            if not cells or len(hyp) > LONGEST:
                return pictures, None
            narrow = partial(alignment.draw_alignment, room=alignment.NARROW)
            return [alignment.draw_alignment(figure), *pictures], narrow
        case _:
            return [draw_marked(figure)], None


def drawings(figure: Figure) -> list[Picture]:
    """All pictures of a figure: an alignment in two lines, unless these are too long, and as a matrix."""
    return _drawn(figure)[0]


def draw(figure: Figure) -> Picture:
    """A figure as a picture, an alignment as a matrix."""
    return drawings(figure)[-1]


def illustrations(figure: Figure) -> list[Illustration]:
    """All pictures of a figure, with one for a phone if the first is higher there."""
    pictures, draw_narrow = _drawn(figure)
    blocks = [Illustration(picture.svg()) for picture in pictures]
    narrow = draw_narrow and draw_narrow(figure)
    if narrow and narrow.height > pictures[0].height:
        blocks[0] = replace(blocks[0], narrow=narrow.svg())
    return blocks


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

"""Draw figures as SVG, and errors that people marked, also as blocks. A new kind of figure is a case in `drawings`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bolide.data.explanation import Explanation, Explanations
from bolide.data.figures import (
    MINOR,
    AlignmentMatrix,
    Bars,
    EditAlignment,
    Figure,
    MarkedError,
    MarkedText,
    error_label,
    pieces,
)
from bolide.reporting.blocks import Block, Heading, Illustration, Paragraph, Span, small_print
from bolide.reporting.figures import alignment, edits
from bolide.reporting.figures.canvas import Picture, heading, sheet, text
from bolide.reporting.figures.plots import draw_bars
from bolide.reporting.render.text import columns_wide
from bolide.system.errors import OptionError, visible

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


# --- errors that people marked ----------------------------------------------------------------------------------------

NONE = "Nobody marked an error in this segment."


def marked_blocks(figure: MarkedText) -> list[Block]:
    """The text with each error in numbered brackets, and a line about each error."""
    blocks: list[Block] = [Heading(figure.title)]
    if not figure.errors:
        return blocks + small_print(NONE)
    numbers = [str(number) for number in range(1, len(figure.errors) + 1)]
    blocks.append(Paragraph(marked_spans(figure.text, figure.errors, numbers)))
    return [*blocks, *(Paragraph.of(Span(f"[{k}] ", "strong"), error_label(e)) for k, e in enumerate(figure.errors, 1))]


def marked_spans(text: str, errors: Sequence[MarkedError], names: Sequence[str]) -> tuple[Span, ...]:
    """The text with each error in brackets that begin with its name; if several overlap, closing ones are named too."""
    spans: list[Span] = []
    for piece in pieces(text, errors):
        single = len(piece.errors) == 1
        spans.append(Span("".join(f"[{names[number - 1]}:" for number in piece.starts), "strong"))
        spans.append(Span(piece.text, _style([errors[number - 1] for number in piece.errors])))
        spans.append(Span("".join("]" if single else f"]{names[number - 1]}" for number in piece.ends), "strong"))
    return tuple(span for span in spans if span.text)


def _style(errors: Sequence[MarkedError]) -> str:
    """The style of the most severe of several errors: `bad` for major, `half` for minor."""
    minor = {error.severity.strip().lower() in MINOR for error in errors}
    return "" if not minor else "bad" if False in minor else "half"


# --- as a picture -----------------------------------------------------------------------------------------------------

_WIDEST, _LETTER, _LINE = 110, 7.8, 24  # letters of a line, width of a letter and height of a line


def draw_marked(figure: MarkedText) -> Picture:
    """The text with its errors in numbered brackets, and a line about each error."""
    from textwrap import wrap  # which most explanations do without

    paragraphs = [block for block in marked_blocks(figure) if isinstance(block, Paragraph)]
    texts = ["".join(span.text for span in block.spans) for block in paragraphs]
    rows = [row for words in texts for row in wrap(visible(words), _WIDEST)]
    parts = [heading((0, 16), figure.title), *(text((0, 44 + _LINE * k), row) for k, row in enumerate(rows))]
    width = _LETTER * max(map(columns_wide, (figure.title, *rows)))
    return Picture(width, 44 + _LINE * len(rows), figure.title, figure.description, tuple(parts))

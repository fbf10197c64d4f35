"""A translation with human error annotations, as blocks and as a picture. Numbers and brackets carry all
information, so colour is not needed."""

from __future__ import annotations

from textwrap import wrap

from bolide.data.figures import MarkedText, error_label, is_minor, pieces
from bolide.reporting.blocks import Block, Heading, Paragraph, Span, small_print
from bolide.reporting.figures.canvas import Picture, heading, written
from bolide.reporting.render.text import columns_wide
from bolide.system.messages import visible

NONE = "Nobody marked an error in this segment."


def marked_blocks(figure: MarkedText) -> list[Block]:
    """The text with each error in numbered brackets, and a line about each error.

    If several errors overlap, closing brackets are numbered too.
    """
    blocks: list[Block] = [Heading(figure.title)]
    if not figure.errors:
        return blocks + small_print(NONE)
    spans: list[Span] = []
    for piece in pieces(figure.text, figure.errors):
        single = len(piece.errors) == 1
        spans.append(Span("".join(f"[{number}:" for number in piece.starts), "strong"))
        spans.append(Span(piece.text, _style(figure, piece.errors)))
        spans.append(Span("".join("]" if single else f"]{number}" for number in piece.ends), "strong"))
    blocks.append(Paragraph(tuple(span for span in spans if span.text)))
    return [*blocks, *(Paragraph.of(Span(f"[{k}] ", "strong"), error_label(e)) for k, e in enumerate(figure.errors, 1))]


def _style(figure: MarkedText, numbers: tuple[int, ...]) -> str:
    """The style of the most severe of several errors: `bad` for major, `half` for minor."""
    minor = {is_minor(figure.errors[number - 1]) for number in numbers}
    return "" if not minor else "bad" if False in minor else "half"


# --- as a picture -----------------------------------------------------------------------------------------------------

_WIDEST, _LETTER, _LINE = 110, 7.8, 24  # letters of a line, width of a letter and height of a line


def draw_marked(figure: MarkedText) -> Picture:
    """The text with its errors in numbered brackets, and a line about each error."""
    texts = [
        "".join(span.text for span in block.spans) for block in marked_blocks(figure) if isinstance(block, Paragraph)
    ]
    rows = [row for words in texts for row in wrap(visible(words), _WIDEST)]
    parts = [heading((0, 16), figure.title), *(written((0, 44 + _LINE * k), row) for k, row in enumerate(rows))]
    width = _LETTER * max(map(columns_wide, (figure.title, *rows)))
    return Picture(width, 44 + _LINE * len(rows), figure.title, figure.description, tuple(parts))

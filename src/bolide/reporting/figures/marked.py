"""Errors that people marked in a text: in brackets, as blocks and as a picture."""

from __future__ import annotations

from collections.abc import Sequence

from bolide.data.figures import MINOR, MarkedError, MarkedText, error_label, pieces
from bolide.reporting.blocks import Block, Heading, Paragraph, Span, small_print
from bolide.reporting.figures.canvas import Picture, heading, text as drawn_text
from bolide.reporting.render.text import columns_wide
from bolide.system.errors import visible

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


_WIDEST, _LETTER, _LINE = 110, 7.8, 24  # letters of a line, width of a letter and height of a line


def draw_marked(figure: MarkedText) -> Picture:
    """The text with its errors in numbered brackets, and a line about each error."""
    from textwrap import wrap  # which most explanations do without

    paragraphs = [block for block in marked_blocks(figure) if isinstance(block, Paragraph)]
    texts = ["".join(span.text for span in block.spans) for block in paragraphs]
    rows = [row for words in texts for row in wrap(visible(words), _WIDEST)]
    parts = [heading((0, 16), figure.title), *(drawn_text((0, 44 + _LINE * k), row) for k, row in enumerate(rows))]
    width = _LETTER * max(map(columns_wide, (figure.title, *rows)))
    return Picture(width, 44 + _LINE * len(rows), figure.title, figure.description, tuple(parts))

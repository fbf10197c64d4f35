"""A translation with human error annotations, as blocks and as a picture. Numbers and boxes carry all information, so
colour is not needed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from bolide.data.figures import MarkedText
from bolide.data.marks.errors import error_label, is_minor, pieces
from bolide.reporting.blocks import Block, Heading, Paragraph, Span, small_print
from bolide.reporting.figures.canvas import Picture, lines, rect, text, written
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

_WIDTH, _LETTER, _LINE, _TOP = 860, 7.8, 30, 44
_FONT = 'font-family="ui-monospace, monospace" xml:space="preserve"'  # fixed width, for breaking lines


class _Word(NamedTuple):
    """A part of the text within one line: its position, its errors, and the numbers of the errors that end there."""

    text: str
    left: float
    top: float
    errors: tuple[int, ...]
    ends: str

    @property
    def width(self) -> float:
        return _LETTER * columns_wide(self.text)


def draw_marked(figure: MarkedText) -> Picture:
    """The text in lines, with numbered boxes around errors, and a line about each error below."""
    words = list(_words(figure))
    parts = [text((0, 16), figure.title, more='font-weight="bold"')]
    for word in words:
        if word.errors:
            heavy = 0.26 if _style(figure, word.errors) == "bad" else 0.13
            parts.append(rect((word.left, word.top - 15), (word.width, 20), f'fill-opacity="{heavy}"'))
            parts.append(lines(f"M{word.left:g} {word.top + 5:g}h{word.width:g}"))
        parts.append(written((word.left, word.top), word.text, more=f'textLength="{word.width:.6g}" {_FONT}'))
        parts.append(text((word.left + word.width + 1, word.top - 7), word.ends, more='font-size="9"'))
    top = max((word.top for word in words), default=_TOP) + _LINE
    notes = [f"{number}  {error_label(error)}" for number, error in enumerate(figure.errors, 1)] or [NONE]
    for line, note in enumerate(notes):
        parts.append(text((0, top + 20 * line), note))
    widths = [word.left + word.width + 40 for word in words] + [_LETTER * columns_wide(note) for note in notes]
    return Picture(max(widths, default=0), top + 20 * len(notes), figure.title, figure.description, tuple(parts))


def _words(figure: MarkedText) -> Iterator[_Word]:
    """The text split before white space, in lines no wider than the picture, unless a single word is wider."""
    left, top = 0.0, float(_TOP)
    for piece in pieces(figure.text, figure.errors):
        parts = re.findall(r"\s*\S+|\s+", visible(piece.text)) or [""]
        for number, part in enumerate(parts):
            ends = ",".join(map(str, piece.ends)) if number == len(parts) - 1 else ""
            room = _LETTER * columns_wide(part) + 6 * len(ends)
            if left and left + room > _WIDTH:
                left, top = 0.0, top + _LINE
                part = part.lstrip()
            word = _Word(part, left, top, piece.errors, ends)
            left += word.width + 6 * len(ends)
            yield word

"""A translation with the errors that people marked in it: as blocks and as a picture. Numbers and boxes say everything
that colour could."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from bolide.data.figures import MarkedText
from bolide.data.marks import error_label, pieces
from bolide.data.marks.errors import is_minor
from bolide.reporting.blocks import Block, Heading, Paragraph, Span
from bolide.reporting.figures.canvas import Picture, lines, rect, text
from bolide.reporting.render.text import columns_wide
from bolide.system.messages import visible

NONE = "Nobody marked an error in this segment."


def marked_blocks(figure: MarkedText) -> list[Block]:
    """The text with each error in brackets, after its number, and a line about each.

    Where several errors are open the bracket that closes one has its number too.
    """
    blocks: list[Block] = [Heading(figure.title)]
    if not figure.errors:
        return [*blocks, Paragraph.of(Span(NONE, "dim"))]
    spans: list[Span] = []
    for piece in pieces(figure.text, figure.errors):
        alone = len(piece.errors) == 1
        spans.append(Span("".join(f"[{number}:" for number in piece.starts), "strong"))
        spans.append(Span(piece.text, _style(figure, piece.errors)))
        spans.append(Span("".join("]" if alone else f"]{number}" for number in piece.ends), "strong"))
    blocks.append(Paragraph(tuple(span for span in spans if span.text)))
    return [*blocks, *(Paragraph.of(Span(f"[{k}] ", "strong"), error_label(e)) for k, e in enumerate(figure.errors, 1))]


def _style(figure: MarkedText, numbers: tuple[int, ...]) -> str:
    """Major errors are bad, minor ones half so; of several the worst counts."""
    found = {is_minor(figure.errors[number - 1]) for number in numbers}
    return "" if not found else "bad" if False in found else "half"


# --- as a picture -----------------------------------------------------------------------------------------------------

_WIDTH, _LETTER, _LINE, _TOP = 860, 7.8, 30, 44
_FONT = 'font-family="ui-monospace, monospace" xml:space="preserve"'  # letters of one width: lines are broken by them


class _Word(NamedTuple):
    """A part of the text that stays in one line: where it stands, the errors that it is part of, and the numbers
    behind it."""

    text: str
    left: float
    top: float
    errors: tuple[int, ...]
    ends: str

    @property
    def width(self) -> float:
        return _LETTER * columns_wide(self.text)


def draw_marked(figure: MarkedText) -> Picture:
    """The text in lines, boxes under the errors with their numbers, and below a line about each."""
    words = list(_words(figure))
    parts = [text((0, 16), figure.title, more='font-weight="bold"')]
    for word in words:
        if word.errors:
            heavy = 0.26 if _style(figure, word.errors) == "bad" else 0.13
            parts.append(rect((word.left, word.top - 15), (word.width, 20), f'fill-opacity="{heavy}"'))
            parts.append(lines(f"M{word.left:g} {word.top + 5:g}h{word.width:g}"))
        parts.append(text((word.left, word.top), word.text, more=f'textLength="{word.width:.6g}" {_FONT}'))
        parts.append(text((word.left + word.width + 1, word.top - 7), word.ends, more='font-size="9"'))
    top = max((word.top for word in words), default=_TOP) + _LINE
    told = [f"{number}  {error_label(error)}" for number, error in enumerate(figure.errors, 1)] or [NONE]
    for line, said in enumerate(told):
        parts.append(text((0, top + 20 * line), said))
    widths = [word.left + word.width + 40 for word in words] + [_LETTER * columns_wide(said) for said in told]
    return Picture(max(widths, default=0), top + 20 * len(told), figure.title, figure.description, tuple(parts))


def _words(figure: MarkedText) -> Iterator[_Word]:
    """The pieces of the text cut before blanks, in lines that are no wider than the picture unless one word is."""
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

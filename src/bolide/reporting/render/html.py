"""Blocks as HTML: the renderer beside Markdown and LaTeX. Classes say what is meant, the style sheet how it looks."""

from __future__ import annotations

from collections.abc import Sequence

from bolide.reporting.blocks import Block, Cell, Drawing, Heading, Illustration, Paragraph, Span, Table, spans_of
from bolide.reporting.figures.canvas import escape


def markup(blocks: Sequence[Block]) -> str:
    """Blocks as HTML, without the page around them."""
    return "\n".join(_block(block) for block in blocks) + "\n"


def isolated(text: str) -> str:
    """A text of the user's: it may be written in any direction, and turns nothing around it."""
    return f"<bdi>{escape(text)}</bdi>"


def scrolled(table: str, label: str) -> str:
    """A table that is moved sideways where it is too wide for the screen, by keyboard too."""
    return f'<div class="scroll" role="group" tabindex="0" aria-label="{escape(label)}">{table}</div>'


def _block(block: Block) -> str:
    match block:
        case Heading():
            level = min(block.level, 4)
            return f"<h{level}>{isolated(block.text)}</h{level}>"
        case Paragraph():
            return f"<p>{_spans(block.spans)}</p>"
        case Table():
            return _table(block)
        case Drawing():
            lines = "\n".join(_spans(line) for line in block.lines)
            return scrolled(f"<pre>{lines}</pre>", "drawing")
        case Illustration():
            kind = "picture small" if block.small else "picture"
            return f'<figure class="{kind}">{block.svg}</figure>'


def _table(table: Table) -> str:
    sides = ['class="num"' if side == "r" else "" for side in table.align]
    head = "".join(
        f'<th scope="col" {side}>{isolated(name)}</th>' for name, side in zip(table.header, sides, strict=True)
    )
    rows = "".join(f"<tr>{_row(row, sides)}</tr>" for row in table.rows)
    label = " ".join(filter(None, table.header))
    return scrolled(f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>", f"table: {label}")


def _row(row: Sequence[Cell], sides: Sequence[str]) -> str:
    return "".join(f"<td {side}>{_spans(spans_of(cell))}</td>" for cell, side in zip(row, sides, strict=True))


def _spans(spans: Sequence[Span]) -> str:
    return "".join(_span(span) for span in spans)


def _span(span: Span) -> str:
    text = escape(span.text)
    if not span.style:
        return f"<bdi>{text}</bdi>" if text.strip() else text
    tag = "strong" if span.style == "strong" else "bdi"
    return f"<{tag}>{text}</{tag}>" if tag == "strong" else f'<bdi class="{span.style}">{text}</bdi>'

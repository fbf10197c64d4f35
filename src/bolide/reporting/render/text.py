"""Blocks as plain text, Markdown, TSV and CSV."""

from __future__ import annotations

import io
import re
import unicodedata
from collections.abc import Sequence
from csv import writer

from bolide.reporting.blocks import (
    Block,
    Cell,
    Details,
    Drawing,
    Heading,
    Illustration,
    Layout,
    Paragraph,
    Span,
    TableBlock,
    spans_of,
    unfolded,
)
from bolide.system.errors import visible


def plain(blocks: Sequence[Block], layout: Layout | None = None) -> str:
    """Text with aligned columns, for pipes and files."""
    text = "\n".join(_plain_block(block) for block in blocks) + "\n"
    return re.sub("\n{3,}", "\n\n", text).lstrip("\n")


def markdown(blocks: Sequence[Block], layout: Layout | None = None) -> str:
    """Markdown with pipe tables."""
    return "\n\n".join(_markdown_block(block) for block in blocks) + "\n"


def tsv(blocks: Sequence[Block], layout: Layout | None = None) -> str:
    """The main table, or the first, as tab-separated values.

    A cell that a spreadsheet would evaluate as a formula is prefixed with an apostrophe.
    """
    return "".join("\t".join(row) + "\n" for row in _cells(blocks))


def csv(blocks: Sequence[Block], layout: Layout | None = None) -> str:
    """The same as comma-separated values."""
    out = io.StringIO()
    writer(out, lineterminator="\n").writerows(_cells(blocks))
    return out.getvalue()


def _cells(blocks: Sequence[Block]) -> list[list[str]]:
    """The main table, or the first; what a spreadsheet would evaluate as a formula is prefixed with an apostrophe."""
    tables = [block for block in blocks if isinstance(block, TableBlock)]
    tables.sort(key=lambda table: not table.main)
    rows = [list(map(one_line, row)) for table in tables[:1] for row in all_rows(table)]
    odd = {cell for row in rows for cell in row if cell.lstrip()[:1] in _FORMULAS and not re.fullmatch(_NUMBERS, cell)}
    return [[f"'{cell}" if cell in odd else cell for cell in row] for row in rows]


def columns_wide(text: str) -> int:
    """The width of a text on a terminal: two columns for East Asian wide characters, none for combining marks."""
    wide = sum(unicodedata.east_asian_width(c) in "WF" for c in text) if not text.isascii() else 0
    marks = sum(unicodedata.combining(c) > 0 for c in text) if not text.isascii() else 0
    return len(text) + wide - marks


def shortened(text: str, most: int) -> str:
    """The text or, if it has more than so many characters, its beginning and an ellipsis."""
    return text if len(text) <= most else text[: most - 1] + "…"


def all_rows(table: TableBlock) -> list[tuple[Cell, ...]]:
    """The header and the rows."""
    return [table.header, *table.rows]


def one_line(cell: Cell) -> str:
    """The text of a cell on one line, without styles."""
    return "".join(visible(span.text) for span in spans_of(cell)).replace("\n", " ")


_FORMULAS = frozenset("=+-@＝＋－＠")  # the wide ones are formulas in the Japanese and Chinese Excel
# A number, or a number with an interval. This and the patterns below are compiled on first use: a table needs none.
_NUMBERS = r"[+-]?[0-9][0-9.]*(?:e[+-]?[0-9]+)?(?: ?[\[(±*†][-+0-9., ±%*†)\]]*)?"


def _plain_block(block: Block) -> str:
    match block:
        case Heading():
            rule = "\n" + "=" * columns_wide(block.text) if block.level < 2 else ""
            return f"\n{visible(block.text)}{rule}\n"
        case Paragraph():
            return "".join(visible(span.text) for span in block.spans if span.style != "about-bold")
        case TableBlock():
            return _aligned(block)
        case Drawing():
            return drawn_lines(block) + "\n"
        case Illustration():
            return visible(block.description)
        case Details():
            return plain(unfolded([block])).rstrip("\n")


def drawn_lines(drawing: Drawing) -> str:
    """A drawing as text."""
    return "\n".join("".join(visible(span.text) for span in line).rstrip() for line in drawing.lines)


def _aligned(table: TableBlock) -> str:
    rows = [[one_line(cell) for cell in row] for row in all_rows(table)]
    widths = [max(columns_wide(row[k]) for row in rows) for k in range(len(table.header))]
    lines = []
    for row in rows:
        cells = []
        for text, width, side in zip(row, widths, table.align, strict=True):
            gap = " " * (width - columns_wide(text))
            cells.append(gap + text if side == "r" else text + gap)
        lines.append("  ".join(cells).rstrip())
    lines.insert(1, "  ".join("-" * width for width in widths))
    return "\n".join(lines) + "\n"


def _markdown_block(block: Block) -> str:
    match block:
        case Heading():
            return "#" * block.level + " " + _markdown(block.text).replace("\n", " ")
        case Paragraph():
            return re.sub(_LIST, r"\1\\\2", _markdown_spans(block.spans))
        case TableBlock():
            rule = ["---:" if side == "r" else "---" for side in block.align]
            rows = [[_markdown_spans(spans_of(cell)).replace("\n", " ") for cell in row] for row in all_rows(block)]
            return "\n".join("| " + " | ".join(row) + " |" for row in (rows[0], rule, *rows[1:]))
        case Drawing():
            return "".join(f"    {line}\n" for line in drawn_lines(block).split("\n"))
        case Illustration():
            return _markdown(block.description)
        case Details():
            inside = "\n\n".join(map(_markdown_block, block.blocks))
            return f"<details><summary>{_markdown(block.summary)}</summary>\n\n{inside}\n\n</details>"


def _markdown_spans(spans: Sequence[Span]) -> str:
    texts = ((_markdown(span.text), span.style == "strong") for span in spans)
    return "".join(f"**{text}**" if strong and text.strip() else text for text, strong in texts)


def _markdown(text: str) -> str:
    escaped = "".join("\\" + c if c in "\\`*_|<>[]#&~@" else c for c in visible(text))
    return re.sub(_ADDRESS, r"\1\\\2", escaped)


_ADDRESS = r"(?i)([a-z]|\bwww)((?<=[a-z])://|(?<=www)\.)"  # many Markdown readers turn these into links
_LIST = r"(?m)^( *[0-9]*)([-+=.)])(?= |=|-|$)"  # list items, and underlines of headings

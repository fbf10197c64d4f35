"""Blocks on a terminal, with colour and tables by rich; plain text if output is redirected or NO_COLOR is set."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, TextIO

from bolide.reporting.blocks import Block, Cell, Drawing, Heading, Illustration, Paragraph, TableBlock, spans_of
from bolide.reporting.render.text import columns_wide, one_line, plain
from bolide.system.messages import visible
from bolide.system.stdio import watched

if TYPE_CHECKING:
    from rich.console import Console, RenderableType
    from rich.text import Text

_LOOKS = {
    "": "", "about-bold": "", "strong": "bold", "good": "green", "half": "yellow", "bad": "red", "dim": "dim",
    "group0": "black on blue", "group1": "black on bright_red", "group2": "black on cyan",
    "group3": "black on green", "group4": "black on magenta", "group5": "black on yellow",
}  # fmt: skip


def show(blocks: Sequence[Block], stream: TextIO | None = None) -> None:
    """Print the blocks in colour on a terminal, as plain text elsewhere."""
    out = stream or sys.stdout
    if not watched(out):
        out.write(plain(blocks))
        return
    from rich.console import Console

    console = Console(file=out, highlight=False)
    for block in blocks:
        _print(console, block)


def _print(console: Console, block: Block) -> None:
    """Print a block. Strings are wrapped in Text, since rich reads plain strings as markup."""
    from rich.text import Text

    match block:
        case Heading():
            console.print()
            console.print(Text(visible(block.text), "bold underline" if block.level < 2 else "bold"))
        case Paragraph():
            console.print(_text(block.spans))
        case TableBlock():
            for part in fitted(block, console.width):
                console.print(_table(part))
        case Drawing():
            for line in block.lines:
                console.print(_text(line), no_wrap=True, overflow="ellipsis")
        case Illustration():
            console.print(visible(block.description), markup=False)


def fitted(table: TableBlock, width: int) -> list[TableBlock]:
    """Split a table into parts that fit the width, each with the key columns.

    If a column contains sentences, or is too wide by itself, its lines are wrapped instead.
    """
    lines = [table.header, *table.rows]
    sizes = [max(columns_wide(one_line(row[k])) for row in lines) + _GAP for k in range(len(table.header))]
    keys = sum(sizes[: table.keys])
    if sum(sizes) - 1 <= width or max(sizes) > _SENTENCE or keys + max(sizes[table.keys :], default=0) - 1 > width:
        return [table]
    parts: list[list[int]] = [[]]
    for k in range(table.keys, len(sizes)):
        if parts[-1] and keys + sum(sizes[other] for other in parts[-1]) + sizes[k] - 1 > width:
            parts.append([])
        parts[-1].append(k)
    return table.parts(parts)


# In characters: the gap between two columns of a table in rich (one less at both edges together), and the width from
# which a column is taken for one of sentences.
_GAP, _SENTENCE = 3, 45


def _table(table: TableBlock) -> RenderableType:
    from rich import box
    from rich.table import Table as RichTable
    from rich.text import Text

    rich_table = RichTable(box=box.SIMPLE_HEAD, pad_edge=False, header_style="bold")
    for name, side in zip(table.header, table.align, strict=True):
        rich_table.add_column(Text(visible(name)), justify="right" if side == "r" else "left", overflow="fold")
    for row in table.rows:
        rich_table.add_row(*(_text(cell) for cell in row))
    return rich_table


def _text(cell: Cell) -> Text:
    from rich.text import Text

    return Text.assemble(*((visible(span.text), _LOOKS[span.style]) for span in spans_of(cell)))

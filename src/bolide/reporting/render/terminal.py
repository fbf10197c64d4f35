"""Blocks on a terminal, with colour and tables by rich, which nothing else waits for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TextIO

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from bolide.reporting.blocks import Block, Cell, Drawing, Heading, Illustration, Paragraph, TableBlock, spans_of
from bolide.reporting.render.text import columns_wide, one_line
from bolide.system.errors import visible

_LOOKS = {
    "": "",
    "about-bold": "",
    "code": "",
    "strong": "bold",
    "good": "green",
    "half": "yellow",
    "bad": "red",
    "dim": "dim",
    "group0": "black on blue",
    "group1": "black on bright_red",
    "group2": "black on cyan",
    "group3": "black on green",
    "group4": "black on magenta",
    "group5": "black on yellow",
}


def show(blocks: Sequence[Block], out: TextIO) -> None:
    """Print the blocks. Strings are wrapped in Text, since rich reads plain strings as markup."""
    console = Console(file=out, highlight=False)
    for block in blocks:
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
    parts = [list(range(table.keys))]
    for k in range(table.keys, len(sizes)):
        if len(parts[-1]) > table.keys and sum(sizes[other] for other in parts[-1]) + sizes[k] - 1 > width:
            parts.append(list(range(table.keys)))
        parts[-1].append(k)
    return [
        TableBlock.of(
            [table.header[k] for k in part],
            [[row[k] for k in part] for row in table.rows],
            "".join(table.align[k] for k in part),
            table.keys,
        )
        for part in parts
    ]


# In characters: the gap between two columns of a table in rich (one less at both edges together), and the width from
# which a column is taken for one of sentences.
_GAP, _SENTENCE = 3, 50


def _table(block: TableBlock) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, header_style="bold")
    for name, side in zip(block.header, block.align, strict=True):
        table.add_column(Text(visible(name)), justify="right" if side == "r" else "left", overflow="fold")
    for row in block.rows:
        table.add_row(*map(_text, row))
    return table


def _text(cell: Cell) -> Text:
    return Text.assemble(*((visible(span.text), _LOOKS[span.style]) for span in spans_of(cell)))

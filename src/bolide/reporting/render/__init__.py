"""Blocks in every output format. A format is one function of blocks and a layout."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from bolide.program.stdio import watched
from bolide.reporting.blocks import Block, Layout, unfolded

# The formats of `-f` that `render` writes. On a terminal, `table` is in colour.
RENDERED = ("table", "text", "tsv", "csv", "latex", "markdown", "html")

# What the end of a file's name asks for, and endings of pictures that are not drawn.
ENDINGS = {
    ".json": "json",
    ".csv": "csv",
    ".tsv": "tsv",
    ".tex": "latex",
    ".md": "markdown",
    ".html": "html",
    ".htm": "html",
    ".txt": "text",
    ".svg": "svg",
}
PICTURES = (".png", ".jpg", ".jpeg", ".pdf", ".gif")


def render(blocks: Sequence[Block], form: str, layout: Layout | None = None) -> str:
    """Blocks as text of a format."""
    layout = layout or Layout()
    if form == "html":
        from bolide.reporting.render.html import html_document

        return html_document(blocks, layout)
    if form == "latex":
        from bolide.reporting.render.latex import latex

        return latex(unfolded(blocks), layout)
    from bolide.reporting.render import text

    return {"csv": text.csv, "tsv": text.tsv, "markdown": text.markdown}.get(form, text.plain)(blocks, layout)


def show(blocks: Sequence[Block]) -> None:
    """Print the blocks on standard output, in colour on a terminal unless NO_COLOR is set."""
    if watched(sys.stdout):
        from bolide.reporting.render import terminal

        terminal.show(unfolded(blocks), sys.stdout)
    else:
        sys.stdout.write(render(blocks, "table"))

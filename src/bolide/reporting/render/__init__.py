"""Blocks in every output format. A format is one function of blocks and a layout, and one line in RENDERERS."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from bolide.data.display import call_by_name
from bolide.system.stdio import watched
from bolide.system.strict import escaped

if TYPE_CHECKING:
    from bolide.reporting.blocks import Block


class Layout(NamedTuple):
    """Settings of a document: the title of a page, the caption of a float, and whether to print only tables."""

    title: str = "Bolide"
    caption: str = ""
    tables_only: bool = False


# The formats of `-f` and the functions that write them, imported on first use. On a terminal, `table` is in colour.
RENDERERS = {
    "table": "bolide.reporting.render.text:plain",
    "text": "bolide.reporting.render.text:plain",
    "tsv": "bolide.reporting.render.text:tsv",
    "csv": "bolide.reporting.render.text:csv",
    "latex": "bolide.reporting.render.latex:latex",
    "markdown": "bolide.reporting.render.text:markdown",
    "html": "bolide.reporting.render.html:html_document",
}

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


# How a letter that standard output lacks is written in formats of which `\\u4e2d` would mean something else.
ESCAPES: dict[str, Callable[[str], str]] = {
    "json": escaped,
    "html": lambda letter: f"&#{ord(letter)};",
    "latex": lambda letter: f"\\textbackslash{{}}u{ord(letter):04x}",
}


def render(blocks: Sequence[Block], form: str, layout: Layout | None = None) -> str:
    """Blocks as text of a format."""
    return str(call_by_name(RENDERERS[form], blocks, layout or Layout()))


def show(blocks: Sequence[Block]) -> None:
    """Print the blocks on standard output, in colour on a terminal unless NO_COLOR is set."""
    if watched(sys.stdout):
        call_by_name("bolide.reporting.render.terminal:show", blocks, sys.stdout)
    else:
        sys.stdout.write(render(blocks, "table"))

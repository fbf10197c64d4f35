"""How the commands print: blocks on the terminal, as text of a format, or into a file."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence

from bolide import limits
from bolide.cli.options import Parser, whole_number
from bolide.cli.targets import OUTPUT_HELP, write
from bolide.errors import InputError
from bolide.plain_json import escaped
from bolide.report import renderers, terminal
from bolide.report.blocks import Block
from bolide.streams import encodable

RENDER: dict[str, Callable[[Sequence[Block]], str]] = {
    "table": renderers.plain,
    "tsv": renderers.tsv,
    "latex": renderers.latex,
    "markdown": renderers.markdown,
}


def add_output(parser: Parser, width: int = 1, drawn: str = "") -> None:
    """`-f`, `-o` and `-w`; `drawn` is the option for a picture whose numbers have the same decimals."""
    formats = (*RENDER, "html", "json")
    parser.add_argument("-f", "--format", choices=formats, default="table", help="how to show it (default: table)")
    parser.add_argument("-o", "--output", metavar="FILE", help=OUTPUT_HELP)
    parser.add_argument(
        "-w",
        "--width",
        type=whole_number(0, limits.DIGITS),
        default=width,
        metavar="N",
        help=f"decimals (default: {width})",
    )
    parser.clashes("-w", "-f json", unless=drawn)


def put_out(
    blocks: Callable[[], Sequence[Block]], json: Callable[[], str], options: argparse.Namespace, title: str = "Bolide"
) -> None:
    """Print what the options ask for: only that is made. `title` is that of a page whose blocks have none."""
    if options.format == "table" and not options.output:
        terminal.show(blocks())
        return
    if options.format == "html":
        from bolide.report.document import page_of

        put_text(page_of(blocks(), title), options)
        return
    put_text(json() + "\n" if options.format == "json" else RENDER[options.format](blocks()), options)


# How a letter that standard output lacks is written in formats of which `\\u4e2d` would mean something else.
_ESCAPES: dict[str, Callable[[str], str]] = {
    "json": escaped,
    "html": lambda letter: f"&#{ord(letter)};",
    "latex": lambda letter: f"\\textbackslash{{}}u{ord(letter):04x}",
}


def put_text(text: str, options: argparse.Namespace) -> None:
    """Write a text into the file that the options name, or to standard output."""
    if options.output:
        write(options.output, text, options)
    else:
        sys.stdout.write(encodable(text, sys.stdout, _ESCAPES.get(getattr(options, "format", ""))))


def put_data(text: str, options: argparse.Namespace) -> None:
    """The same for what programs read on: refused where standard output lacks a letter of it."""
    if not options.output and encodable(text, sys.stdout) != text:
        raise InputError(
            f"Standard output is in {sys.stdout.encoding}, which lacks letters of this text; write to a file with -o."
        )
    put_text(text, options)

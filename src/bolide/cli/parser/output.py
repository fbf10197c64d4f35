"""How a command prints: its result on the terminal, as text of a format, or into a file; its pictures; its progress."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from bolide.cli.parser import Parser, inputs_of, whole_number
from bolide.data.display import call_by_name
from bolide.data.results import Result
from bolide.reporting.render import ESCAPES, RENDERERS, Layout, render
from bolide.system import files, limits
from bolide.system.errors import InputError
from bolide.system.stdio import encodable

if TYPE_CHECKING:
    from bolide.reporting.blocks import Block


# The same in every command that prints.
FORMATS = (*RENDERERS, "json")

OUTPUT_HELP = "write to this file instead of standard output (-)"


def add_format(parser: Parser, text: str = "", default: str = "table", output: str = OUTPUT_HELP) -> None:
    """`-f` and `-o`; `text` says what the format text has, in commands where it is not the table in plain letters."""
    description = f"output format (default: {default}){f'; text is {text}' if text else ''}"
    parser.add_argument("-f", "--format", choices=FORMATS, default=default, help=description)
    parser.add_argument("-o", "--output", metavar="FILE", help=output)


def add_output(parser: Parser, width: int = 1, drawn: str = "", text: str = "", default: str = "table") -> None:
    """`-f`, `-o` and `-w`; `drawn` is the option for a picture whose numbers have the same decimals."""
    add_format(parser, text, default)
    add_width(parser, width)
    parser.clashes("-w", "-f json", unless=drawn)


def add_width(parser: Parser, width: int = 1) -> None:
    """`-w`."""
    parser.add_argument(
        "-w", "--width", type=whole_number(0, limits.DIGITS), default=width, metavar="N",
        help=f"decimals (default: {width})",
    )  # fmt: skip


def add_paper(parser: Parser) -> None:
    """What a table for a paper may need: nothing besides it, and a caption."""
    parser.add_argument(
        "--only", action="store_true", help="print only the table of scores: no notes, tests or signatures"
    )
    parser.add_argument(
        "--caption",
        metavar="TEXT",
        help="with -f latex: a float with this caption, what † and brackets mean, and a label",
    )
    parser.needs("--caption", "-f latex")
    parser.clashes("--only", "-f json")


def put_result(result: Result, options: argparse.Namespace, title: str = "Bolide", *details: Any, **more: Any) -> None:
    """Print a result as the options ask for; `details` are what its view takes, such as the number of decimals."""
    drawn = {"drawn": options.format == "html"} if result._pictures else {}
    put_out(lambda: call_by_name(result._view, result, *details, **drawn, **more), result.to_json, options, title)


def put_out(
    blocks: Callable[[], Sequence[Block]], json: Callable[[], str], options: argparse.Namespace, title: str = "Bolide"
) -> None:
    """Print what the options ask for: only that is made. `title` is that of a page whose blocks have none."""
    if options.format == "json":
        put_text(json() + "\n", options)
        return
    from bolide.reporting.blocks import TableBlock

    document = blocks()
    only = bool(getattr(options, "only", None))
    if only:
        document = [block for block in document if isinstance(block, TableBlock) and block.main]
    if options.format == "table" and not options.output:
        from bolide.reporting.render import terminal

        terminal.show(document)
    else:
        layout = Layout(title, getattr(options, "caption", None) or "", only)
        put_text(render(document, options.format, layout), options)


def put_text(text: str, options: argparse.Namespace) -> None:
    """Write a text into the file that the options name, or to standard output."""
    if options.output:
        write(options.output, text, options)
    else:
        sys.stdout.write(encodable(text, sys.stdout, ESCAPES.get(getattr(options, "format", ""))))


def put_data(text: str, options: argparse.Namespace) -> None:
    """The same for what programs read on: refused where standard output lacks a letter of it."""
    if not options.output and encodable(text, sys.stdout) != text:
        raise InputError(
            f"Standard output is in {sys.stdout.encoding}, which lacks letters of this text; write to a file with -o."
        )
    put_text(text, options)


def write(name: str, text: str, options: argparse.Namespace) -> None:
    """Write a text where the options ask for it."""
    files.write_text(name, text, inputs_of(options))


def width_of(options: argparse.Namespace) -> int | None:
    """The decimals that were asked for, if any."""
    return options.width if "width" in options.explicit else None


def put_several(name: str, texts: Mapping[str, str], options: argparse.Namespace) -> None:
    """Write one text to the file `name`, or each of several to a file with its own name behind the stem."""
    files.write_several(name, texts, inputs_of(options))

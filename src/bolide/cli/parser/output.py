"""How a command prints: its result on the terminal, as text of a format, or into a file; its pictures; its progress."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from typing import Any

from bolide.cli.parser import Options, Parser, put_several, whole_number
from bolide.data.results import Report, Result
from bolide.reporting.blocks import Block, Layout, TableBlock
from bolide.reporting.render import RENDERED, render, show
from bolide.system import limits
from bolide.system.stored import escaped

# The same in every command that prints.
FORMATS = (*RENDERED, "json")
DATA = ("csv", "tsv")  # one table, for programs

OUTPUT = "write to this file instead of standard output (-)"


def add_format(parser: Parser, text: str = "", default: str = "table", output: str = OUTPUT, more: str = "") -> None:
    """`-f`, with one `more` format, and `-o`; `text` describes that format if it is not a table."""
    choices = sorted([*FORMATS, *more.split()], key=lambda name: name != default)
    about = f"; text is {text}" if text else ""
    parser.option(
        "-f --format", f"{', '.join(choices)} (default: {default}, or by the ending of -o){about}", choices=choices
    )
    parser.option("-o --output FILE", output)


def add_output(parser: Parser, width: int | None = 1, **formats: str) -> None:
    """`-f`, `-o` and `-w`."""
    add_format(parser, **formats)
    parser.option("-w --width N", f"decimals (default: {width or 1})", whole_number(0, limits.DIGITS), width)


def add_paper(parser: Parser) -> None:
    """What a table for a paper may need: nothing besides it, and a caption."""
    parser.option("--only", "print only the table of scores: no notes, tests or signatures")
    parser.option(
        "--caption TEXT", "with -f latex: a float with this caption; it says what † and brackets mean, and has a label"
    )


def put_result(
    result: Result,
    options: Options,
    title: str = "Bolide",
    *details: Any,
    text: Callable[[Any], str] | None = None,
    **more: Any,
) -> None:
    """Print a result as the options ask for; `details` are what its view takes, such as the number of decimals.

    `text` makes what programs read on, in the format of that name, or the picture of `-f svg`.
    """
    if text is not None and options.format in ("text", "svg"):
        put_text(text(result), options)
        return
    if options.format in DATA:
        from bolide.reporting.views.data_tables import TABLES

        if table := TABLES.get(type(result).__name__):
            put_out(lambda: [table(result, *details[:1])], result.to_json, options)
            return
    drawn = options.format == "html"
    put_out(lambda: result.blocks(*details, drawn=drawn, **more), result.to_json, options, title)


def put_out(
    blocks: Callable[[], Sequence[Block]], json: Callable[[], str], options: Options, title: str = "Bolide"
) -> None:
    """Print what the options ask for: only that is made. `title` is that of a page whose blocks have none."""
    if options.format == "json":
        put_text(json() + "\n", options)
        return
    document = blocks()
    only = bool(getattr(options, "only", None)) and options.format not in DATA
    if only:
        document = [block for block in document if isinstance(block, TableBlock) and block.main]
    if options.format == "table" and not options.output:
        show(document)
    else:
        layout = Layout(title, getattr(options, "caption", None) or "", only)
        put_text(render(document, options.format, layout), options)


def put_text(text: str, options: Options) -> None:
    """Write a text into the file that the options name, or to standard output.

    JSON cannot act on a terminal: what does not print is written as an escape, which means the same.
    """
    if getattr(options, "format", "") == "json":
        text = text.translate({ord(c): escaped(c) for c in set(text) if not c.isprintable() and c != "\n"})
    if options.output:
        put_several(options.output, {"": text}, options)
    else:
        sys.stdout.write(text)


def put_report(report: Report, options: Options) -> None:
    """Print scores."""
    from bolide.reporting.views.scores import report_blocks

    if options.format in DATA:
        from bolide.reporting.views.data_tables import scores_table

        put_out(lambda: [scores_table(report, options.width)], report.to_json, options)
    else:
        put_out(lambda: report_blocks(report, options.width), report.to_json, options, "Scores")

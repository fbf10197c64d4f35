"""How a command prints: its result on the terminal, as text of a format, or into a file; its pictures; its progress."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from bolide.cli.parser import Parser, inputs_of, whole_number
from bolide.reporting.render import RENDERERS, Layout, render
from bolide.system import files, limits
from bolide.system.errors import InputError, OptionError
from bolide.system.stdio import encodable, watched

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
        "-w",
        "--width",
        type=whole_number(0, limits.DIGITS),
        default=width,
        metavar="N",
        help=f"decimals (default: {width})",
    )


def add_paper(parser: Parser) -> None:
    """What a table for a paper may need: nothing besides it, and a caption."""
    parser.add_argument(
        "--only", choices=("scores",), help="scores: the table of scores by itself, without notes, tests or signatures"
    )
    parser.add_argument(
        "--caption", metavar="TEXT", help="with -f latex: put the tables into a float with this caption"
    )
    parser.needs("--caption", "-f latex")
    parser.clashes("--only", "-f json")


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


def _escaped_json(letter: str) -> str:
    from bolide.system.strict import escaped

    return escaped(letter)


# How a letter that standard output lacks is written in formats of which `\\u4e2d` would mean something else.
_ESCAPES: dict[str, Callable[[str], str]] = {
    "json": _escaped_json,
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


def write(name: str, text: str, options: argparse.Namespace) -> None:
    """Write a text where the options ask for it."""
    files.write_text(name, text, inputs_of(options))


def one_of_several(name: str, after: str) -> str:
    """One of several files: the name with `after` behind its stem; a device or FIFO takes them all."""
    if name == files.STDOUT:
        raise OptionError("There are several files to write, and standard output (-) takes only one; name a file.")

    from pathlib import Path  # few commands draw, and it takes a while

    path = Path(name)
    return name if path.exists() and not path.is_file() else str(path.with_stem(f"{path.stem}-{after}"))


@contextmanager
def progress(label: str, total: int | None) -> Iterator[Callable[[int], None]]:
    """Yields a function that is told how many of the `total` steps were just done; the bar appears after a second.

    Where nobody knows the total, it is None.
    """
    if not watched(sys.stderr):
        yield lambda steps: None
        return
    done = 0
    bar = None
    task = None

    def appear() -> None:
        nonlocal bar, task
        from rich.console import Console
        from rich.progress import Progress

        bar = Progress(console=Console(file=sys.stderr), transient=True)
        bar.start()
        task = bar.add_task(label, total=total, completed=done)

    def step(steps: int) -> None:
        nonlocal done
        done += steps
        if bar is not None and task is not None:
            bar.update(task, completed=done)

    from threading import Timer  # most runs are over before anybody could watch

    timer = Timer(1.0, appear)
    timer.daemon = True
    timer.start()
    try:
        yield step
    finally:
        timer.cancel()
        timer.join()  # a bar that is just appearing has appeared, and can be taken away
        if bar is not None:
            bar.stop()

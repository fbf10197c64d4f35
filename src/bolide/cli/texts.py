"""Where a command's texts come from: a file each, or with `--table` the columns of one file."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from functools import partial

from bolide.corpus import Corpus
from bolide.files import read_lines, read_systems
from bolide.table_files import read_column, read_systems_of


def add_table(parser: argparse._ActionsContainer, names: str) -> None:
    """`--table`; `names` are the arguments that then name columns."""
    parser.add_argument(
        "--table", metavar="FILE", help=f"TSV with a header, or JSON lines: {names} name columns of it, not files"
    )


def systems_from(options: argparse.Namespace, hyps: Sequence[str], refs: Sequence[str]) -> list[Corpus]:
    """The systems whose outputs are these files or columns, each with these references."""
    if options.table:
        return read_systems_of(options.table, hyps, refs)
    return read_systems(hyps, refs)


def lines_from(options: argparse.Namespace) -> Callable[[str], list[str]]:
    """What reads the lines of a file, or of a column."""
    return partial(read_column, options.table) if options.table else read_lines

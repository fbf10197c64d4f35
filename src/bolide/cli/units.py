"""`bolide units`: plain text to the `++` format and back."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from bolide.cli.options import Parser, language_of, whole_number
from bolide.cli.progress import progress
from bolide.cli.targets import OUTPUT_HELP, write
from bolide.cli.texts import add_table
from bolide.cli.unit_options import add_units, units_from
from bolide.errors import InputError, OptionError
from bolide.files import read_lines
from bolide.metrics.rgbf import FILE
from bolide.table_files import read_columns
from bolide.text.analysis.views import Plan, unit_texts
from bolide.text.units import ALTERNATIVE, split_units, unguarded

EXAMPLES = """  bolide units system.txt --units word stem char -l en -o system.units
  bolide units ref1.txt ref2.txt --units ws -l en -o ref.units
  bolide units reference --table texts.tsv --units wc -o ref.units
  bolide units system.units --take 2"""

ABOUT = """Write the units of a text in one line each, separated by ++, for `bolide score -m rgbf` and for `rgbF`.

Several files are alternative references: their lines are joined by #. A word ++ or # of the text itself is written
with a backslash, and --take, which reads one unit back, takes it off."""


def parser() -> Parser:
    """The options of the command."""
    made = Parser("units", ABOUT, EXAMPLES, "TEXT [TEXT …] ")
    made.add_argument("texts", nargs="+", metavar="TEXT", help="files, plain or gzipped; - is standard input")
    add_table(made, "TEXT")
    add_units(made)
    made.add_argument("-l", "--language-pair", metavar="LANGUAGE", help="the text's language, for the analysers")
    made.add_argument("-tok", "--tokenize", default="13a", metavar="NAME", help="cuts the words (default: 13a)")
    made.add_argument("--take", type=whole_number(1), metavar="K", help="read units and print the K-th of every line")
    made.add_argument("-o", "--output", metavar="FILE", help=OUTPUT_HELP)
    made.add_argument("-j", "--jobs", type=whole_number(0), default=0, metavar="N", help="processes; 0: all cores")
    return made


def run(arguments: Sequence[str]) -> int:
    """Make the units, or take one out."""
    options = parser().read(arguments)
    if bool(options.units) == bool(options.take):
        raise OptionError("Say which units to make with --units, or which to read with --take.")
    groups = _read(options)
    if options.take:
        lines = [_taken(group[0], number, options.take) for number, group in enumerate(groups, 1)]
    else:
        fields = units_from(options, language_of(options))
        if FILE in fields["analysers"]:
            raise OptionError("pos=FILE is for `bolide score`; here units are made of the text alone.")
        lines = _made(groups, Plan(fields["units"], fields["analysers"], options.tokenize), options)
    text = "".join(f"{line}\n" for line in lines)
    if options.output:
        write(options.output, text, options)
    else:
        sys.stdout.write(text)
    return 0


def _read(options: argparse.Namespace) -> list[list[str]]:
    """The alternatives of every line."""
    if options.table:
        return read_columns(options.table, options.texts)
    files = [read_lines(name) for name in options.texts]
    if len({len(lines) for lines in files}) > 1:
        raise InputError(
            f"The files have {' and '.join(str(len(lines)) for lines in files)} lines; "
            "alternatives must pair up line by line."
        )
    return [list(group) for group in zip(*files, strict=True)]


def _made(groups: list[list[str]], plan: Plan, options: argparse.Namespace) -> list[str]:
    texts = [text for group in groups for text in group]
    with progress("analysing", len(texts)) as step:
        found = iter(unit_texts(texts, plan, jobs=options.jobs, done=step))
    return [f" {ALTERNATIVE} ".join(next(found) for _ in group) for group in groups]


def _taken(line: str, number: int, place: int) -> str:
    views = split_units(line, place)
    if len(views) < place:
        raise InputError(f"Line {number} has {len(views)} units; there is no unit {place} to take.")
    return " ".join(map(unguarded, views[place - 1]))

"""`bolide units`: plain text to the `++` format and back."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from bolide.cli.parser import Parser, whole_number
from bolide.cli.parser.metric_options import add_units, language_of
from bolide.cli.parser.output import add_format, progress, put_data, put_out
from bolide.cli.parser.texts import add_table, groups_from
from bolide.reporting.blocks import Block, TableBlock
from bolide.system import threads
from bolide.system.errors import InputError, OptionError
from bolide.system.messages import counted
from bolide.system.strict import to_json
from bolide.text.units import FILE, expand_letters, parse_units, wants_language
from bolide.text.units.parallel import ALTERNATIVE, split_units, unescaped_mark
from bolide.text.units.views import UnitPlan, unit_texts

EXAMPLES = """  bolide units system.txt --units word stem char -l en -o system.units
  bolide units ref1.txt ref2.txt --units ws -l en -o ref.units
  bolide units reference --table texts.tsv --units wc -o ref.units
  bolide units system.units --take 2"""

ABOUT = """Write the units of every sentence on one line, separated by ++, for `bolide score -m rgbf` and `rgbF`.

Several files are alternative references: their lines are joined by #. A word ++ or # of the text itself is written
with a backslash, which --take, which reads one unit back, removes."""


def parser() -> Parser:
    """The options of the command."""
    command = Parser("units", ABOUT, EXAMPLES, "TEXT [TEXT …] ", files=("texts",))
    command.add_argument("texts", nargs="+", metavar="TEXT", help="files, plain or gzipped; - is standard input")
    add_table(command, "TEXT")
    add_units(command)
    command.add_argument("-l", "--language-pair", metavar="LANGUAGE", help="the text's language, for the analysers")
    command.add_argument(
        "-tok", "--tokenize", default="13a", metavar="NAME", help="tokenizer that splits the words (default: 13a)"
    )
    command.add_argument(
        "--take", type=whole_number(1), metavar="K", help="read units and print the K-th of every line"
    )
    add_format(command, text="units as rgbF reads them, one line per segment", default="text")
    command.add_argument(
        "-j", "--jobs", type=whole_number(0, threads.MOST), default=0, metavar="N", help="processes; 0: all cores"
    )
    command.needs("-l", "--units")
    command.needs("-tok", "--units")
    return command


def run(arguments: Sequence[str]) -> int:
    """Make the units, or take one out."""
    options = parser().read(arguments)
    if options.units and options.take:
        raise OptionError("--units makes units and --take reads one back; leave one of them out.")
    if not options.units and not options.take:
        raise OptionError("Say which units to make with --units, or which to read with --take.")
    if options.take and len(options.texts) > 1:
        raise OptionError("--take reads the units of one TEXT; name one.")
    if "language_pair" in options.explicit and not any(map(wants_language, expand_letters(options.units))):
        raise OptionError(f"-l has no effect on the units {', '.join(options.units)}; leave it out.")
    groups = groups_from(options, options.texts)  # the alternatives of every line
    if options.take:
        names: Sequence[str] = (f"unit {options.take}",)
        alternatives = [[_unit(group[0], number, options.take)] for number, group in enumerate(groups, 1)]
    else:
        names, tools = parse_units(options.units, language_of(options))
        if FILE in tools:
            raise OptionError("pos=FILE is for `bolide score`; here units are made of the text alone.")
        alternatives = _analysed(groups, UnitPlan(tuple(names), tools, options.tokenize), options)
    if options.format == "text":
        put_data("".join(f"{f' {ALTERNATIVE} '.join(group)}\n" for group in alternatives), options)
        return 0
    cells = [[[text] if options.take else _apart(text, len(names)) for text in group] for group in alternatives]
    put_out(lambda: [_table(names, cells)], lambda: _json(names, cells), options, "Units")
    return 0


def _analysed(groups: list[list[str]], plan: UnitPlan, options: argparse.Namespace) -> list[list[str]]:
    """The units of every text in one line, those of alternatives together."""
    texts = [text for group in groups for text in group]
    with progress("analysing", len(texts)) as step:
        lines = iter(unit_texts(texts, plan, jobs=options.jobs, progress=step))
    return [[next(lines) for _ in group] for group in groups]


def _unit(line: str, number: int, number_of_unit: int) -> str:
    views = split_units(line, number_of_unit)
    if len(views) < number_of_unit:
        raise InputError(f"Line {number} has {counted(len(views), 'unit')}; there is no unit {number_of_unit} to take.")
    return " ".join(map(unescaped_mark, views[number_of_unit - 1]))


def _apart(text: str, units: int) -> list[str]:
    """The units of a text, each as it is read: without the backslashes that guard its marks."""
    return [" ".join(map(unescaped_mark, view)) for view in split_units(text, units)]


def _table(names: Sequence[str], cells: list[list[list[str]]]) -> Block:
    """One row per text; where lines have alternatives, they are numbered."""
    several = any(len(group) > 1 for group in cells)
    rows = [
        (str(line), *([str(rank)] if several else []), *units)
        for line, group in enumerate(cells, 1)
        for rank, units in enumerate(group, 1)
    ]
    numbers = ("line", "text") if several else ("line",)
    return TableBlock.of((*numbers, *names), rows, "r" * len(numbers) + "l" * len(names))


def _json(names: Sequence[str], cells: list[list[list[str]]]) -> str:
    texts = [[dict(zip(names, units, strict=True)) for units in group] for group in cells]
    return to_json({"units": list(names), "lines": texts})

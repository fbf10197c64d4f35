"""Make a worksheet: pairs of short sentences whose score can be computed on paper, each about one idea.

Every step of the derivation has a blank; --key fills them in. The same seed gives the same worksheet.

examples:
  bolide exercise -m bleu -n 10 --seed 7
  bolide exercise -m bleu -n 10 --seed 7 --key
  bolide exercise -m meteor -f latex -o worksheet.tex
  bolide exercise -m ter -f html -o worksheet.html
"""

from __future__ import annotations

from collections.abc import Sequence

from bolide.classroom.worksheet import COURSES, exercises
from bolide.cli.parser import Parser, whole_number
from bolide.cli.parser.output import add_format, put_out
from bolide.reporting.views.classroom import worksheet_blocks


def parser() -> Parser:
    """The options of the command."""
    command = Parser("exercise", __doc__, "-m METRIC ")
    command.add_argument("-m", "--metric", choices=tuple(COURSES), default="bleu", help="the metric (default: bleu)")
    command.add_argument(
        "-n", "--number", type=whole_number(1, 100), default=8, metavar="N", help="exercises (default: 8)"
    )
    command.add_argument("--seed", type=whole_number(0), default=1, metavar="N", help="which ones (default: 1)")
    command.add_argument("--key", action="store_true", help="print the solutions")
    add_format(command)
    return command


def run(arguments: Sequence[str]) -> int:
    """Make the worksheet and print it."""
    options = parser().read(arguments)
    sheet = exercises(options.metric, number=options.number, seed=options.seed, key=options.key)
    put_out(lambda: worksheet_blocks(sheet), sheet.to_json, options, f"{sheet.metric.name} by hand")
    return 0

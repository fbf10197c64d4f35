"""Make a worksheet: pairs of short sentences whose score can be computed on paper, each about one idea.

Every step of the derivation has a blank; --key fills them in. The same seed gives the same worksheet.

examples:
  bolide exercise bleu -n 10 --seed 7
  bolide exercise bleu -n 10 --seed 7 --key
  bolide exercise meteor -f latex -o worksheet.tex
  bolide exercise ter -f html -o worksheet.html
"""

from bolide.classroom.worksheet import COURSES, exercises
from bolide.cli.parser import Options, Parser, invoke, whole_number
from bolide.cli.parser.output import add_format, put_result


def parser() -> Parser:
    """The options of the command."""
    command = Parser("exercise", __doc__, "METRIC ")
    command.option("named [METRIC]", "the metric, by position", choices=tuple(COURSES))
    command.option("-m --metric", "the metric", None, "bleu", choices=tuple(COURSES))
    command.option("-n --number N", "exercises", whole_number(1, 100), 8)
    command.option("--seed N", "which ones", whole_number(0), 1)
    command.option("--key", "print the solutions")
    add_format(command)
    return command


def run(options: Options) -> None:
    """Make the worksheet and print it."""
    sheet = invoke(exercises, options, metric=options.named or options.metric)
    put_result(sheet, options, f"{sheet.metric.name} by hand")

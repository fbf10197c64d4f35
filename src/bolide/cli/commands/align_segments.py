"""Re-segment an output, with other line breaks than its reference or none, to match the reference.

The line breaks are those with the fewest word edits over all lines, as is usual for speech translation. The lines are
written to standard output and the number of edits to standard error. Extra words between two lines go to the earlier
one. Only the line breaks change: score the result like any other output.

examples:
  bolide align-segments ref.txt -i stream.txt -o system.txt
  bolide align-segments ref.txt -i stream.txt -lc -f table
  bolide align-segments ref.zh -i stream.zh --unit char -o system.zh
"""

from __future__ import annotations

from collections.abc import Sequence

from bolide.calls.explain import resegment
from bolide.cli.parser import Parser, warn
from bolide.cli.parser.output import add_output, put_data, put_result
from bolide.cli.parser.texts import warn_if_waiting
from bolide.corpus.lines import STDIN
from bolide.evaluation.resegment import UNITS
from bolide.reporting.views.texts import resegmented_text, summary_sentence


def parser() -> Parser:
    """The options of the command."""
    command = Parser("align-segments", __doc__, "REF [-i HYP] ")
    command.add_argument("reference", metavar="REF", help="the reference, one line per segment; plain or gzipped")
    command.add_argument("-i", "--input", default=STDIN, metavar="HYP", help="the output (default: standard input)")
    command.add_argument("--unit", choices=tuple(UNITS), default="word",
                      help="what is compared: words between spaces, or characters, for text without spaces; there line "
                      "breaks of the output are dropped (default: word)")  # fmt: skip
    command.add_argument("-lc", "--lowercase", action="store_true", help="ignore case in what is compared")
    add_output(command, text="the lines alone", default="text")
    command.clashes("-w", "-f text")
    return command


def run(arguments: Sequence[str]) -> int:
    """Read, cut, print."""
    options = parser().read(arguments)
    if "input" not in options.explicit:
        warn_if_waiting("the output", " Or name a file with -i.")
    result = resegment(options.input, options.reference, unit=options.unit, lowercase=options.lowercase)
    if options.format == "text":
        warn(summary_sentence(result))
        put_data(resegmented_text(result), options)
    else:
        put_result(result, options, "Bolide", options.width)
    return 0

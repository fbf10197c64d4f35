"""`bolide align-segments`: an output with other lines than its reference, cut into the reference's lines."""

from __future__ import annotations

from collections.abc import Sequence

from bolide.cli.parser import Parser, warn
from bolide.cli.parser.output import add_output, put_data, put_out
from bolide.cli.parser.texts import warn_if_waiting
from bolide.corpus.lines import STDIN, read_lines, read_text
from bolide.evaluation.resegment import UNITS, resegment
from bolide.reporting.views.resegmented import resegmented_blocks, resegmented_text, summary_sentence
from bolide.system.errors import InputError

EXAMPLES = """  bolide align-segments ref.txt -i stream.txt -o system.txt
  bolide align-segments ref.txt -i stream.txt -lc -f table
  bolide align-segments ref.zh -i stream.zh --unit char -o system.zh"""

ABOUT = """Re-segment an output, with other line breaks than its reference or none, to match the reference.

The line breaks are those with the fewest word edits over all lines, as is usual for speech translation. The lines are
written to standard output and the number of edits to standard error. Extra words between two lines go to the earlier
one. Only the line breaks change: score the result like any other output."""


def parser() -> Parser:
    """The options of the command."""
    command = Parser("align-segments", ABOUT, EXAMPLES, "REF [-i HYP] ")
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
    if options.input == options.reference == STDIN:
        raise InputError("Standard input (-) can be read only once; give the reference or the output as a file.")
    references = read_lines(options.reference)
    if "input" not in options.explicit:
        warn_if_waiting("the output", " Or name a file with -i.")
    output = read_text(options.input)
    if not output.strip():
        raise InputError(f"{'standard input' if options.input == STDIN else options.input} is empty; give an output.")
    segments = resegment(output, references, unit=options.unit, lowercase=bool(options.lowercase))
    if options.format == "text":
        warn(summary_sentence(segments))
        put_data(resegmented_text(segments), options)
    else:
        put_out(lambda: resegmented_blocks(segments, options.width), segments.to_json, options)
    return 0

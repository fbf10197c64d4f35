"""Re-segment an output, with other line breaks than its reference or none, to
match the reference.

The line breaks are those with the fewest word edits over all lines, as is usual
for speech translation. The lines are written to standard output and the number
of edits to standard error. Extra words between two lines go to the earlier one.
Only the line breaks change: score the result like any other output.

examples:
  bolide align-segments ref.txt -i stream.txt -o system.txt
  bolide align-segments ref.txt -i stream.txt -lc -f table
  bolide align-segments ref.zh -i stream.zh --unit char -o system.zh
"""

from bolide.cli.parser import Options, Parser, warn
from bolide.cli.parser.inputs import warn_if_waiting
from bolide.cli.parser.output import add_output, put_result
from bolide.corpus.inputs import TextReader
from bolide.corpus.lines import display_name, read_lines, read_text, refuse_shared_files
from bolide.corpus.table_files import STDIN
from bolide.evaluation.resegmentation import UNITS, resegment
from bolide.reporting.views.texts import resegmented_text, summary_sentence
from bolide.system.errors import InputError


def parser() -> Parser:
    """The options of the command."""
    command = Parser("align-segments", __doc__, "REF [-i HYP] ")
    command.option("reference REF", "the reference, one line per segment; plain or gzipped")
    command.option("-i --input HYP", "the output (default: standard input)", None)
    command.option(
        "--unit",
        "what is compared: words between spaces, or characters, for text without spaces; there line breaks of the "
        "output are dropped",
        None,
        "word",
        choices=tuple(UNITS),
    )
    command.option("-lc --lowercase", "ignore case in what is compared")
    add_output(command, text="the lines alone", default="text")
    return command


def run(options: Options) -> None:
    """Read, cut, print."""
    if options.input is None:
        warn_if_waiting([options.reference], TextReader())
    name = options.input or STDIN
    if name == options.reference == STDIN:
        raise InputError("Standard input (-) can be read only once; give the reference or the output as a file.")
    refuse_shared_files([name], [options.reference], "reference and the output")
    refs, output = read_lines(options.reference), read_text(name)
    if not output.strip():
        raise InputError(f"{display_name(name)} is empty; give an output.")
    result = resegment(output, refs, unit=options.unit, lowercase=options.lowercase)
    if options.format == "text":
        warn(summary_sentence(result))
    put_result(result, options, "Bolide", options.width, text=resegmented_text)

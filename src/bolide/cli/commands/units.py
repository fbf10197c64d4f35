"""Write the units of every sentence on one line, separated by ++, for `bolide
score -m rgbf` and `rgbF`.

Several files are alternative references: their lines are joined by #. A word ++
or # of the text itself is written with a backslash, which --take, which reads
one unit back, removes.

examples:
  bolide units system.txt --units word stem char -l en -o system.units
  bolide units ref1.txt ref2.txt --units ws -l en -o ref.units
  bolide units reference --table texts.tsv --units wc -o ref.units
  bolide units system.units --take 2
"""

from bolide.cli.parser import Options, Parser, whole_number
from bolide.cli.parser.inputs import add_table, reader_from
from bolide.cli.parser.metrics import add_units_of_rgbf, split_names
from bolide.cli.parser.output import add_format, put_out, put_text
from bolide.program.stdio import progress
from bolide.reporting.views.texts import units_blocks
from bolide.system.errors import OptionError
from bolide.text.languages import target_language
from bolide.text.units.views import make_units, take_unit


def parser() -> Parser:
    """The options of the command."""
    command = Parser("units", __doc__, "TEXT [TEXT …] ")
    command.option("texts TEXT …", "files, plain or gzipped; - is standard input")
    add_table(command, "TEXT")
    add_units_of_rgbf(command)
    command.option("-l --language-pair LANGUAGE", "the text's language, for the analysers")
    command.option("-tok --tokenize NAME", "tokenizer that splits the words", None, "13a")
    command.option("--take K", "read units and print the K-th of every line", whole_number(1))
    add_format(command, text="units as rgbF reads them, one line per segment", default="text")
    command.add_jobs(0, "processes")
    return command


def run(options: Options) -> None:
    """Make the units, or take one out."""
    if bool(options.units) == bool(options.take):
        raise OptionError("Say which units to make with --units, or which to read with --take, and not both.")
    if options.take and len(options.texts) > 1:
        raise OptionError("--take reads the units of one TEXT; name one.")
    groups = reader_from(options).groups(options.texts)  # the alternatives of every line
    if options.take:
        result = take_unit([group[0] for group in groups], options.take)
    else:
        units = split_names(options.units)
        language = target_language(options.language_pair) if options.language_pair else None
        with progress("analysing", None) as step:
            result = make_units(groups, units, language, tokenize=options.tokenize, jobs=options.jobs, progress=step)
    if options.format == "text":
        put_text(result.to_text(), options)
    else:
        put_out(lambda: units_blocks(result.names, result.cells), result.to_json, options, "Units")

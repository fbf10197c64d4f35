"""Write the units of every sentence on one line, separated by ++, for `bolide score -m rgbf` and `rgbF`.

Several files are alternative references: their lines are joined by #. A word ++ or # of the text itself is written
with a backslash, which --take, which reads one unit back, removes.

examples:
  bolide units system.txt --units word stem char -l en -o system.units
  bolide units ref1.txt ref2.txt --units ws -l en -o ref.units
  bolide units reference --table texts.tsv --units wc -o ref.units
  bolide units system.units --take 2
"""

from bolide.cli.parser import Options, Parser, invoke, whole_number
from bolide.cli.parser.metric_options import add_units
from bolide.cli.parser.output import add_format, put_data, put_out
from bolide.cli.parser.texts import add_table, reader_from
from bolide.reporting.views.texts import units_blocks
from bolide.system.errors import OptionError
from bolide.text.languages import target_language
from bolide.text.units import expand_letters, wants_language
from bolide.text.units.views import make_units, take_unit


def parser() -> Parser:
    """The options of the command."""
    command = Parser("units", __doc__, "TEXT [TEXT …] ", files=("texts",))
    command.option("texts TEXT …", "files, plain or gzipped; - is standard input")
    add_table(command, "TEXT")
    add_units(command)
    command.option("-l --language-pair LANGUAGE", "the text's language, for the analysers", needs=["--units"])
    command.option("-tok --tokenize NAME", "tokenizer that splits the words", None, "13a", needs=["--units"])
    command.option("--take K", "read units and print the K-th of every line", whole_number(1))
    add_format(command, text="units as rgbF reads them, one line per segment", default="text")
    command.add_jobs(0, "processes")
    return command


def run(options: Options) -> None:
    """Make the units, or take one out."""
    if options.units and options.take:
        raise OptionError("--units makes units and --take reads one back; leave one of them out.")
    if not options.units and not options.take:
        raise OptionError("Say which units to make with --units, or which to read with --take.")
    if options.take and len(options.texts) > 1:
        raise OptionError("--take reads the units of one TEXT; name one.")
    if options.language_pair and not any(map(wants_language, expand_letters(options.units))):
        raise OptionError(f"-l has no effect on the units {', '.join(options.units)}; leave it out.")
    groups = reader_from(options).groups(options.texts)  # the alternatives of every line
    if options.take:
        result = take_unit([group[0] for group in groups], options.take)
    else:
        language = target_language(options.language_pair) if options.language_pair else None
        result = invoke(make_units, options, "analysing", groups=groups, language=language)
    if options.format == "text":
        put_data(result.to_text(), options)
    else:
        put_out(lambda: units_blocks(result.names, result.cells), result.to_json, options, "Units")

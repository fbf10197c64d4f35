"""Check what is installed and whether it computes the published number of every worked example.

Exit code 1 if something is broken; what is merely absent is not a fault. With a reference and outputs, look at these
texts instead: normal forms, tokenized text, empty or repeated outputs, copies, scripts, markup, invisible characters.

examples:
  bolide doctor
  bolide doctor -f json
  bolide doctor ref.txt -i a.txt b.txt
"""

from bolide.calls.doctor import examine
from bolide.cli.parser import Options, Parser
from bolide.cli.parser.output import add_format, put_out, put_result
from bolide.corpus.inputs import TextReader
from bolide.evaluation.health import health
from bolide.program.stdio import EXIT_DONE, EXIT_FAILED
from bolide.system.errors import OptionError


def parser() -> Parser:
    """The options of the command."""
    command = Parser("doctor", __doc__, "[REF … -i HYP …] ", files=("references", "input"))
    command.option("references [REF …]", "the references of texts to check, one segment a line")
    command.option("-i --input HYP …", "the outputs to check")
    add_format(command)
    return command


def run(options: Options) -> int:
    """Print the verdict, then one line per check; exit code 1 if something is broken."""
    if bool(options.references) != bool(options.input):
        raise OptionError("To check texts, give references and outputs: bolide doctor ref.txt -i system.txt")
    if options.references:
        put_result(health(TextReader().systems(options.input, options.references)), options, "Text health")
        return EXIT_DONE
    installation = examine()
    put_out(installation.blocks, installation.to_json, options)
    return EXIT_DONE if installation.usable else EXIT_FAILED

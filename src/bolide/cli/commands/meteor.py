"""`bolide meteor`: the METEOR 1.5 tool's own command line."""

import sys
from collections.abc import Sequence

from bolide.cli.parser import Options, Parser, warn
from bolide.compat import meteor15
from bolide.compat.meteor15.arguments import read_arguments
from bolide.compat.meteor15.plain import answer_lines, score_plain
from bolide.compat.meteor15.sgml import score_sgml
from bolide.system.progress import progress
from bolide.system.stdio import EXIT_DONE, EXIT_ERROR


class _Usage(Parser):
    """The tool's options are not written as others are; the help says them in one piece."""

    def format_help(self) -> str:
        return f"usage: bolide meteor TEST REFERENCE [OPTIONS]\n\n{meteor15.__doc__}"

    def read(self, arguments: Sequence[str]) -> Options:
        return Options(arguments=arguments)


def parser() -> Parser:
    """What `--help` and the reference page show."""
    return _Usage("meteor", meteor15.__doc__, "TEST REFERENCE ")


def run(options: Options) -> int:
    """Score files, or answer lines until they end."""
    if not options.arguments or options.arguments[0] in ("-h", "--help"):
        (sys.stdout if options.arguments else sys.stderr).write(parser().format_help())
        return EXIT_DONE if options.arguments else EXIT_ERROR
    command = read_arguments(options.arguments, warn)
    with progress("reading paraphrases", 100) as step:
        command.counts.prepare([""] * 100, progress=step)
    if command.has("-stdio", "-mira"):
        answer_lines(command, sys.stdin, sys.stdout)
    else:
        (score_sgml if command.has("-sgml") else score_plain)(command, sys.stdout, sys.stderr)
    return EXIT_DONE

"""`bolide meteor`: the METEOR 1.5 tool's own command line."""

import sys
from collections.abc import Sequence

from bolide.cli.parser import Options, Parser, warn
from bolide.peers import meteor15
from bolide.program.stdio import progress
from bolide.system.errors import OptionError


class _Usage(Parser):
    """The tool's options, which are not written as others are."""

    def format_help(self) -> str:
        return meteor15.parser().format_help()

    def full_help(self) -> str:
        return self.format_help()

    def read(self, arguments: Sequence[str]) -> Options:
        if {"-sgml", "-mira"} & set(arguments):
            raise OptionError("SGML and the input of MIRA are not read; write plain text, one segment per line.")
        return meteor15.parser().parse_args(arguments)


def parser() -> Parser:
    """What `--help` and the reference page show."""
    usage = _Usage("meteor", "", "TEST REFERENCE ")
    usage._actions = meteor15.parser()._actions
    return usage


def run(options: Options) -> None:
    """Score files, or answer lines until they end."""
    tool = meteor15.tool_from(options, warn)
    with progress("reading paraphrases", 100) as step:
        tool.counts.prepare([""] * 100, progress=step)
    if options.stdio:
        meteor15.answer_lines(tool, options.coco, sys.stdin, sys.stdout)
    else:
        meteor15.score_files(tool, options, sys.stdout, sys.stderr)

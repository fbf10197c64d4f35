"""`bolide meteor`: the METEOR 1.5 tool's own command line."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from bolide.cli.parser import Parser, warn
from bolide.compat.meteor15.arguments import USAGE, read_arguments
from bolide.compat.meteor15.plain import answer_lines, score_plain
from bolide.compat.meteor15.sgml import score_sgml
from bolide.system.progress import progress


class _Usage(Parser):
    """The tool's options are not written as others are; the help says them in one piece."""

    def format_help(self) -> str:
        return USAGE


def parser() -> Parser:
    """What `--help` and the reference page show."""
    usage, _, examples = USAGE.partition("examples:\n")
    options = "".join(f"  {line}\n" for line in usage.splitlines() if line.startswith("  -"))
    about = " ".join(usage.split("\n\n")[1].splitlines())
    return _Usage("meteor", f"{about}\n\n{options.rstrip()}\n\nexamples:\n{examples}", "TEST REFERENCE ")


def run(arguments: Sequence[str]) -> int:
    """Score files, or answer lines until they end."""
    if not arguments:
        sys.stderr.write(USAGE)
        return 2
    if arguments[0] in ("-h", "--help"):
        sys.stdout.write(USAGE)
        return 0
    command = read_arguments(arguments, warn)
    with progress("reading paraphrases", 100) as step:
        command.counts.prepare([""] * 100, progress=step)
    if command.has("-stdio", "-mira"):
        answer_lines(command, sys.stdin, sys.stdout)
        return 0
    score = score_sgml if command.has("-sgml") else score_plain
    score(command, sys.stdout, sys.stderr)
    return 0

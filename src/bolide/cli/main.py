"""The command line: options → one library call → one renderer. No arithmetic here.

Commands are imported when they are called, so that `bolide --help` starts as fast as Python itself.
"""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Callable

from bolide._version import __version__
from bolide.kernels import COMPILED
from bolide.kernels._notice import warn_once
from bolide.system.errors import OptionError, unknown
from bolide.system.stdio import EXIT_DONE, guarded, say

# Each command, whose module lies in cli/commands, with one line of help.
COMMANDS = {
    "score": "score system outputs against references",
    "combine": "add up the rows that several runs wrote, and score the sums",
    "compare": "compare systems: confidence intervals, paired tests, clusters, and where they differ",
    "report": "show a whole test set in one HTML file: systems, pairs, groups, every segment",
    "correlate": "measure how well metrics agree with human judgments",
    "spans": "score predicted error spans against those that people marked",
    "people": "summarise human judgments of systems, and how well the annotators agree",
    "units": "write the units of rgbF for a text, and read them back",
    "tune": "find the weights and parameters that agree best with human judgments",
    "explain": "show every step from a translation to its score",
    "align-segments": "re-segment an output to match the lines of its reference",
    "mbr": "choose among several candidates for each sentence by minimum Bayes risk",
    "meteor": "the command line of the METEOR 1.5 tool, without Java",
    "demo": "score and explain a small built-in corpus: start here",
    "list": "list the available metrics, tokenizers and units",
    "web": "open the calculators in your browser; nothing is uploaded",
    "completion": "print a shell script that completes commands, options and their values",
    "doctor": "check the installation and recompute every worked example; how to fix what fails",
}

# What numpy reads when it is imported, which is when the command is. The search of `tune` has threads of its own, and
# other matrices are many and small: with two threads, `compare` and `correlate` took half as much time again.
ENVIRONMENT = {"OPENBLAS_NUM_THREADS": "1"}

HELP = """usage: bolide COMMAND [OPTIONS]

Scores machine translation and shows its work.

commands:
{commands}

  bolide help COMMAND says more about each; bolide --version shows the version and whether the core is compiled.

examples:
  bolide demo
  bolide explain "the cat is on mat" "the cat is on the mat"
  bolide score ref.txt -i system.txt
  bolide score ref1.txt ref2.txt -i a.txt b.txt -f latex
"""

UNCOMPILED = "interpreted core: the same numbers, slower; bolide doctor says how to compile it"


def main(arguments: list[str] | None = None) -> int:
    """Run a command; errors are one line on stderr and exit code 2."""
    words = sys.argv[1:] if arguments is None else arguments
    if arguments is not None or not words or words[0] not in COMMANDS:
        return guarded("bolide", lambda: _run(words))
    from bolide.system import signals  # a process of its own

    def run() -> int:
        signals.install_handlers()
        return _run(words)

    try:
        return guarded("bolide", run)
    finally:
        signals.ignore_signals()


def _run(arguments: list[str]) -> int:
    first = arguments[0] if arguments else "--help"
    if first == "help" and len(arguments) > 1:
        if len(arguments) > 2:
            raise OptionError(f"help is for one command at a time: bolide help {arguments[1]}")
        return _run([arguments[1], "--help"])
    if first in ("-h", "--help", "help"):
        lines = "\n".join(f"  {name:<14} {text}" for name, text in COMMANDS.items())
        sys.stdout.write(HELP.format(commands=lines))
        return EXIT_DONE
    if first in ("-V", "--version"):
        print(f"bolide {__version__} ({'compiled core' if COMPILED else UNCOMPILED})")
        return EXIT_DONE
    if first not in COMMANDS:
        raise unknown("command", first, COMMANDS)
    if first != "doctor":  # which has more to say about it
        warn_once(lambda notice: say("bolide", notice))
    for name, value in ENVIRONMENT.items():
        os.environ.setdefault(name, value)
    return int(_command(first)(arguments[1:]))


def _command(name: str) -> Callable[[list[str]], int]:
    """What runs a command. While it is imported nothing becomes garbage, so nobody goes looking for any."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        return __import__(module_of(name), fromlist=["run"]).run  # type: ignore[no-any-return]
    finally:
        if collecting:
            gc.enable()


def module_of(command: str) -> str:
    """The module in which a command lives."""
    return f"bolide.cli.commands.{command.replace('-', '_')}"

"""The command line: options → one library call → one renderer. No arithmetic here.

Commands are imported when they are called, so that `bolide --help` starts as fast as Python itself.
"""

import os
import sys
from importlib import import_module
from types import ModuleType

from bolide._version import __version__
from bolide.kernels import COMPILED, warn_once
from bolide.program.stdio import EXIT_DONE, EXIT_ERROR, guarded, say
from bolide.system.errors import BolideError, InputError, OptionError, most_similar, unknown

# Each command, whose module lies in cli/commands, with one line of help, by heading.
HEADINGS = {
    "first": {
        "score": "score system outputs against references",
        "explain": "show every step from a translation to its score",
        "compare": "test which systems differ, with intervals, and show where",
        "gate": "fail a pipeline if a new output is worse than an old one",
        "power": "say which differences a test set finds",
        "report": "show a whole test set in one HTML file",
        "web": "open the calculators in a browser; nothing is uploaded",
    },
    "human judgments": {
        "correlate": "measure how well metrics agree with people",
        "people": "rank systems by human judgments; agreement of annotators",
        "spans": "score predicted error spans against human ones",
        "tune": "find the parameters that agree best with people",
    },
    "courses": {
        "check": "check an implementation of a metric against its definition",
        "exercise": "make a worksheet of scores to be computed on paper",
    },
    "more": {
        "mbr": "choose among candidates by minimum Bayes risk",
    },
    "set-up": {
        "demo": "score and explain a small built-in corpus",
        "list": "list the available metrics, tokenizers and units",
        "doctor": "check the installation, or texts before scoring",
    },
    "also": {  # in `bolide help` alone, so that the first list fits a screen
        "accelerate": "run a Python program with sacreBLEU, NLTK or jiwer made faster",
        "align-segments": "re-segment an output to match the lines of its reference",
        "units": "write the units of rgbF for a text, and read them back",
        "combine": "add up the rows that several runs wrote, and score the sums",
        "meteor": "the command line of the METEOR 1.5 tool, without Java",
        "completion": "print a shell script that completes commands and options",
    },
}
COMMANDS = {name: text for commands in HEADINGS.values() for name, text in commands.items()}

HELP = """usage: bolide COMMAND [OPTIONS]    scores translations; start with: bolide demo
{commands}
{last}
"""

MEANT = {"serve": "web", "version": "--version", "evaluate": "score", "significance": "compare"}  # by other words

UNCOMPILED = "interpreted core: the same numbers, slower; bolide doctor says how to compile it"


def main(arguments: list[str] | None = None) -> int:
    """Run a command; errors are one line on stderr and exit code 2."""
    words = sys.argv[1:] if arguments is None else arguments
    return guarded("bolide", lambda: _run(words))


def _run(arguments: list[str]) -> int:
    first = arguments[0] if arguments else "--help"
    if first == "help" and len(arguments) > 1:
        if len(arguments) > 2:
            raise OptionError(f"help is for one command at a time: bolide help {arguments[1]}")
        sys.stdout.write(_help(arguments[1]))
        return EXIT_DONE
    if first in ("-h", "--help", "help"):
        every = first == "help"
        last = f"details: bolide help NAME{'' if every else '; all commands: bolide help'}"
        sys.stdout.write(HELP.format(commands="\n".join(_listed(every)), last=last))
        return EXIT_DONE
    if first in ("-V", "--version"):
        print(f"bolide {__version__} ({'compiled core' if COMPILED else UNCOMPILED})")
        return EXIT_DONE
    if first not in COMMANDS:
        raise _no_command(first, arguments)
    if first != "doctor":  # which has more to say about it
        warn_once(lambda notice: say("bolide", notice))
    if first == "accelerate":  # another program, whose surroundings stay as they are
        return int(module_of(first).run(arguments[1:]))
    command = module_of(first)
    parser = command.parser()
    refused: list[InputError] = []
    try:
        options = parser.read(arguments[1:])
        refused = getattr(options, "refused", refused)  # the command line of METEOR 1.5 has none
        code = int(command.run(options) or EXIT_DONE)
    finally:
        for refusal in refused:
            where = f"{refusal.system}, " if refusal.system else ""
            say("bolide", f"{refusal.metric.title} is left out: {where}{refusal}")
    return EXIT_ERROR if refused else code


def _listed(every: bool) -> list[str]:
    """The commands under their headings, the first ones without one."""
    lines = []
    for heading, commands in HEADINGS.items():
        if heading == "also" and not every:
            continue
        if heading != "first":
            lines.append(f"{heading}:")
        lines.extend(f"  {name:<14} {text}" for name, text in commands.items())
    return lines


def _help(name: str) -> str:
    """All that there is to say of a command, or the options of a metric."""
    if name in COMMANDS:
        return str(module_of(name).parser().full_help())
    from bolide.cli.parser.help import metric_help
    from bolide.metrics import METRICS

    if name.lower() in METRICS:
        return metric_help(
            name.lower(), METRICS[name.lower()].name, module_of("score").parser().complete([name.lower()])
        )
    raise unknown("command or metric", name, dict.fromkeys([*COMMANDS, *METRICS]))


def _no_command(word: str, arguments: list[str]) -> BolideError:
    """The error for a word that is no command, with the command that was meant, if it can be guessed."""
    if word.startswith("-"):
        from bolide.cli.parser import no_option

        return no_option(word, ["--version", "--help"], "bolide")
    score = os.path.isfile(word) or ("-i" in arguments and not most_similar(word, COMMANDS, cutoff=0.75))
    text = "explain" if " " in word or not word.isascii() else ""
    meant = "score" if score else "report" if os.path.exists(word) else text or MEANT.get(word, "")
    if not meant:
        from bolide.metrics import METRICS

        if word.lower() in METRICS:
            return OptionError(
                f"{word} is a metric. Did you mean: bolide score ref.txt -i system.txt -m {word.lower()}"
            )
        return unknown("command", word, COMMANDS)
    from shlex import join

    words = [f"{text[:40]}…" if len(text) > 60 else text for text in arguments[word in MEANT :]]
    return OptionError(f"{join([word[:60]])} is not a command. Did you mean: bolide {join([meant, *words])}")


def module_of(command: str) -> ModuleType:
    """The module in which a command lives."""
    return import_module(f"bolide.cli.commands.{command.replace('-', '_')}")

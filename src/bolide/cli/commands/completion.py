"""Print a shell script that completes commands, options and their values.

bash: source the file from ~/.bashrc. zsh: name it _bolide and put it into a
folder of $fpath. fish: put it into ~/.config/fish/completions.

examples:
  bolide completion bash -o bolide-completion.bash
  bolide completion zsh -o _bolide
  bolide completion fish -o bolide.fish
"""

import argparse
from collections.abc import Iterable, Sequence
from importlib.resources import files

from bolide.cli.main import COMMANDS, module_of
from bolide.cli.parser import Options, Parser
from bolide.cli.parser.output import OUTPUT, put_text
from bolide.metrics import METRICS
from bolide.metrics.options import options_of
from bolide.text.tokenize import TOKENIZERS
from bolide.text.units import UNITS

ASK = "--words"  # what the scripts call: the words of the command line so far, the last of which is to be completed
SHELLS = ("bash", "zsh", "fish")


class _Shells(Parser):
    """Takes what a script asks for as it stands."""

    def read(self, arguments: Sequence[str]) -> Options:
        if arguments[:1] == [ASK]:
            return Options(words=arguments[1:])
        return super().read(arguments)


def parser() -> Parser:
    """The options of the command."""
    command = _Shells("completion", __doc__, "SHELL ")
    command.option("shell SHELL", "the shell", choices=SHELLS)
    command.option("-o --output FILE", OUTPUT)
    return command


def run(options: Options) -> None:
    """Print the script, or what a script asks for."""
    if "words" in options:
        print("\n".join(completions(options.words)))
    else:
        put_text(files("bolide.cli").joinpath("shells", f"bolide.{options.shell}").read_text("utf-8"), options)


def completions(words: Sequence[str]) -> list[str]:
    """What the last of the words may become."""
    *before, current = words or [""]
    return [word for word in _candidates(before, current) if word.startswith(current)]


def _candidates(before: list[str], current: str) -> Iterable[str]:
    if not before or before == ["help"]:
        return [*COMMANDS, "help"]
    if before[0] not in COMMANDS:
        return []
    command: Parser = module_of(before[0]).parser().complete()
    actions = {flag: action for action in command._actions for flag in action.option_strings}
    if current.startswith("-"):
        return [flag for flag, action in actions.items() if action.help != argparse.SUPPRESS]
    last = max((index for index, word in enumerate(before) if word.startswith("-")), default=0)
    action = actions.get(before[last])
    if action is None or action.nargs == 0 or (action.nargs is None and len(before[last:]) > 1):
        return []
    return values_of(action)


def values_of(action: argparse.Action) -> tuple[str, ...]:
    """The values that an option may have, if they can be listed."""
    if action.choices is not None:
        return tuple(map(str, action.choices))
    metric, _, field = action.dest.rpartition(".")
    if field == "preset":
        return tuple(METRICS[metric]().presets)
    for item, record in options_of(METRICS[metric]) if metric in METRICS else ():
        if item.name == field and record.choices and record.kind != "texts":
            return tuple(map(str, record.choices))
    known: dict[str, Iterable[str]] = {"metrics": METRICS, "tokenize": TOKENIZERS, "units": UNITS}
    return () if action.nargs == 0 or "--rgbf.unit" in action.option_strings else tuple(known.get(field, ()))

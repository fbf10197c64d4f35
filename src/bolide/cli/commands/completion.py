"""Print a shell script that completes commands, options and their values.

It is made by shtab: pip install shtab. bash: source the file from ~/.bashrc.
zsh: name it _bolide and put it into a folder of $fpath. fish: put it into
~/.config/fish/completions.

examples:
  bolide completion bash -o bolide-completion.bash
  bolide completion zsh -o _bolide
  bolide completion fish -o bolide.fish
"""

from argparse import ArgumentParser

from bolide.cli.main import COMMANDS, module_of
from bolide.cli.parser import Options, Parser
from bolide.cli.parser.output import OUTPUT, put_text
from bolide.metrics import METRICS
from bolide.system.errors import need
from bolide.text.tokenize import TOKENIZERS

SHELLS = ("bash", "zsh", "fish")


def parser() -> Parser:
    """The options of the command."""
    command = Parser("completion", __doc__, "SHELL ")
    command.option("shell SHELL", "the shell", choices=SHELLS)
    command.option("-o --output FILE", OUTPUT)
    return command


def run(options: Options) -> None:
    """Print the script."""
    need("completion", "shtab")
    import shtab

    every = ArgumentParser("bolide")
    commands = every.add_subparsers()
    for name, text in COMMANDS.items():
        command = commands.add_parser(name, help=text, parents=[module_of(name).parser().complete()], add_help=False)
        for action in command._actions:
            if action.dest in ("metrics", "tokenize"):  # which take other words, too
                action.choices = list(METRICS if action.dest == "metrics" else TOKENIZERS)
    put_text(shtab.complete(every, options.shell), options)

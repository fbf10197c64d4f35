"""Print a shell script that completes commands, options and their values.

bash: source the file from ~/.bashrc. zsh: name it _bolide and put it into a folder of $fpath. fish: put it into
~/.config/fish/completions.

examples:
  bolide completion bash -o bolide-completion.bash
  bolide completion zsh -o _bolide
  bolide completion fish -o bolide.fish
"""

from collections.abc import Sequence
from importlib.resources import files

from bolide.cli.parser import Options, Parser
from bolide.cli.parser.completion import completions
from bolide.cli.parser.output import OUTPUT, put_data

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
        put_data(files("bolide.cli").joinpath("shells", f"bolide.{options.shell}").read_text("utf-8"), options)

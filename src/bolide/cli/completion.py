"""`bolide completion`: a script for the shell, written from the commands' own records."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Sequence

from bolide.cli import COMMANDS
from bolide.cli.described import ONE, SEVERAL, Command, Option, commands
from bolide.cli.options import Parser
from bolide.cli.output import put_data
from bolide.cli.targets import OUTPUT_HELP

EXAMPLES = """  bolide completion bash -o bolide-completion.bash
  bolide completion zsh -o _bolide
  bolide completion fish -o bolide.fish"""

ABOUT = """Print a shell script that completes commands, options and their values.

bash: source the file from ~/.bashrc. zsh: name it _bolide and put it into a folder of $fpath. fish: put it into
~/.config/fish/completions. Write it again if options have changed after an upgrade."""


def parser() -> Parser:
    """The options of the command."""
    made = Parser("completion", ABOUT, EXAMPLES, "SHELL ")
    made.add_argument("shell", choices=tuple(WRITERS), metavar="SHELL", help=f"one of {', '.join(WRITERS)}")
    made.add_argument("-o", "--output", metavar="FILE", help=OUTPUT_HELP)
    return made


def run(arguments: Sequence[str]) -> int:
    """Print the script."""
    options = parser().read(arguments)
    put_data(WRITERS[options.shell](commands()), options)
    return 0


# What bash and zsh share: which option the word at hand belongs to. An option that takes several words takes all words
# up to the next option; one that takes one word takes that one.
_BASH = """# Completion of bolide for bash, written by `bolide completion bash`.
_bolide() {{
    local current="${{COMP_WORDS[COMP_CWORD]}}" command="${{COMP_WORDS[1]}}" options="" values="" place last=""
    COMPREPLY=()
    if [[ $COMP_CWORD -eq 1 || ( $command == help && $COMP_CWORD -eq 2 ) ]]; then
        COMPREPLY=($(compgen -W "{names}" -- "$current"))
        return
    fi
    for ((place = COMP_CWORD - 1; place > 1; place--)); do
        if [[ ${{COMP_WORDS[place]}} == -* ]]; then
            last="$command ${{COMP_WORDS[place]}} $((COMP_CWORD - place > 1 ? 2 : 1))"
            break
        fi
    done
    case "$command" in
{options}
    esac
    case "$last" in
{values}
    esac
    if [[ $current == -* ]]; then
        COMPREPLY=($(compgen -W "$options" -- "$current"))
    elif [[ -n $values ]]; then
        COMPREPLY=($(compgen -W "$values" -- "$current"))
    fi
}}
complete -o default -F _bolide bolide
"""

_ZSH = """#compdef bolide
# Completion of bolide for zsh, written by `bolide completion zsh`.
_bolide() {{
    local -a names options values
    local place last=""
    names=(
{names}
    )
    if (( CURRENT == 2 )) || [[ $words[2] == help && CURRENT -eq 3 ]]; then
        _describe command names
        return
    fi
    for (( place = CURRENT - 1; place > 2; place-- )); do
        if [[ $words[place] == -* ]]; then
            last="$words[2] $words[place] $(( CURRENT - place > 1 ? 2 : 1 ))"
            break
        fi
    done
    case "$words[2]" in
{options}
    esac
    case "$last" in
{values}
    esac
    if [[ $words[CURRENT] == -* ]]; then
        _describe -o option options
    elif (( $#values )); then
        compadd -a values
    else
        _files
    fi
}}
if [[ $funcstack[1] == _bolide ]]; then
    _bolide "$@"
else
    compdef _bolide bolide
fi
"""


def _values(found: Sequence[Command], line: str) -> str:
    """A branch for each list of values, with every option that has it: `score -m 1` is the first word behind -m."""
    branches: dict[tuple[str, ...], list[str]] = {}
    for command in found:
        for option in command.options:
            if option.values:
                places = (1, 2) if option.takes == SEVERAL else (1,)
                keys = [f"'{command.name} {flag} {place}'" for flag in option.flags for place in places]
                branches.setdefault(option.values, []).extend(keys)
    return "\n".join(f"    {'|'.join(keys)}) {line.format(' '.join(values))} ;;" for values, keys in branches.items())


def bash(found: Sequence[Command]) -> str:
    """A function for `complete -F`."""
    flags = {command.name: " ".join(flag for option in command.options for flag in option.flags) for command in found}
    branches = "\n".join(f"    {name}) options={shlex.quote(listed)} ;;" for name, listed in flags.items())
    names = " ".join([*COMMANDS, "help"])
    return _BASH.format(names=names, options=branches, values=_values(found, "values='{}'"))


def zsh(found: Sequence[Command]) -> str:
    """A function for `compdef`, which shows the help beside each option."""
    names = [*COMMANDS.items(), ("help", "the help of a command")]
    branches = []
    for command in found:
        listed = [_described(flag, option.help) for option in command.options for flag in option.flags]
        branches.append(f"    {command.name}) options=({' '.join(listed)}) ;;")
    shown = "\n".join(f"        {_described(name, text)}" for name, text in names)
    return _ZSH.format(names=shown, options="\n".join(branches), values=_values(found, "values=({})"))


def _described(name: str, text: str) -> str:
    return shlex.quote(f"{name.replace(':', chr(92) + ':')}:{text}")


def fish(found: Sequence[Command]) -> str:
    """A line for every option."""
    lines = ["# Completion of bolide for fish, written by `bolide completion fish`."]
    for name, text in [*COMMANDS.items(), ("help", "the help of a command")]:
        lines.append(f"complete -c bolide -n __fish_use_subcommand -f -a {name} -d {_fish_quoted(text)}")
    helped = "__fish_seen_subcommand_from help"
    lines.append(f"complete -c bolide -n '{helped}' -f -a {_fish_quoted(' '.join(COMMANDS))}")
    for command in found:
        lines += [_fish_option(command.name, option) for option in command.options]
    return "\n".join(lines) + "\n"


def _fish_option(command: str, option: Option) -> str:
    parts = [f"complete -c bolide -n '__fish_seen_subcommand_from {command}'"]
    for flag in option.flags:
        kind = "l" if flag.startswith("--") else "s" if len(flag) == 2 else "o"
        parts.append(f"-{kind} {flag.lstrip('-')}")
    if option.values:
        parts.append(f"-x -a {_fish_quoted(' '.join(option.values))}")
    elif option.takes in (ONE, SEVERAL):
        parts.append("-r")
    return " ".join([*parts, "-d", _fish_quoted(option.help)])


def _fish_quoted(text: str) -> str:
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"


WRITERS: dict[str, Callable[[Sequence[Command]], str]] = {"bash": bash, "zsh": zsh, "fish": fish}

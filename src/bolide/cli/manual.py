"""The manual pages, one per command, in the macros of man(7), written from the commands' own records."""

from __future__ import annotations

from collections.abc import Sequence

from bolide._version import __version__
from bolide.cli import COMMANDS
from bolide.cli.described import Command, Option

_EXIT = (
    ("0", "Done."),
    ("1", "A check failed."),
    ("2", "An error, described in one line on standard error."),
    ("130", "Interrupted by Ctrl\\-C or SIGTERM."),
)


def manual(found: Sequence[Command]) -> dict[str, str]:
    """Every page by the name of its file: bolide.1, bolide-score.1 …"""
    pages = {"bolide.1": _overview()}
    return pages | {f"bolide-{command.name}.1": _page(command) for command in found}


def _page(command: Command) -> str:
    title = f"bolide-{command.name}"
    lines = [_head(title), ".SH NAME", f"{_escaped(title)} \\- {_escaped(command.summary)}"]
    lines += [".SH SYNOPSIS", f".B {_escaped(command.usage)}", ".SH DESCRIPTION", *_paragraphs(command.about)]
    for group in command.groups:
        lines.append(f".SH {_escaped(group.title.upper())}")
        for option in group.options:
            lines += [".TP", _spelled(option), _escaped(option.help + _one_of(option))]
    lines += [".SH EXAMPLES", ".nf", *map(_escaped, command.examples), ".fi", *_exit_codes()]
    return "\n".join([*lines, ".SH SEE ALSO", ".BR bolide (1)", ""])


def _overview() -> str:
    lines = [_head("bolide"), ".SH NAME", "bolide \\- scores machine translation and shows its work"]
    lines += [".SH SYNOPSIS", ".B bolide", "COMMAND [OPTIONS]", ".SH COMMANDS"]
    for name, summary in COMMANDS.items():
        lines += [".TP", f".BR bolide\\-{_escaped(name)} (1)", _escaped(summary)]
    return "\n".join([*lines, *_exit_codes(), ""])


def _head(title: str) -> str:
    return f'.TH "{_escaped(title.upper())}" 1 "" "bolide {__version__}" "Bolide"'


def _exit_codes() -> list[str]:
    lines = [".SH EXIT STATUS"]
    for code, text in _EXIT:
        lines += [".TP", code, text]
    return lines


def _spelled(option: Option) -> str:
    """The spellings in bold, and the value in italics."""
    flags = ", ".join(f"\\fB{_escaped(flag)}\\fR" for flag in option.flags)
    value = f"\\fI{_escaped(option.metavar)}\\fR" if option.metavar else ""
    return " ".join(filter(None, (flags, value)))


def _one_of(option: Option) -> str:
    """The values of an option, where its help does not name them all."""
    named = all(value in option.help for value in option.values)
    return "" if named else f" (one of {', '.join(option.values)})"


def _paragraphs(text: str) -> list[str]:
    """Paragraphs as they are; what is indented keeps its lines."""
    lines = []
    for paragraph in text.split("\n\n"):
        lines.append(".PP")
        for line in paragraph.splitlines():
            lines += [*([".br"] if line.startswith(" ") else []), _escaped(line.strip())]
    return lines


def _escaped(text: str) -> str:
    """Text that troff prints as it is: backslashes and hyphens, and a dot or an apostrophe where a line begins."""
    shown = text.replace("\\", "\\e").replace("-", "\\-")
    return f"\\&{shown}" if shown.startswith((".", "'")) else shown

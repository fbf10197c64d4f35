"""The commands as plain records, taken from their parsers: what completion and the manual are made from."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from importlib import import_module

from bolide.cli import COMMANDS, module_of
from bolide.metrics import METRICS
from bolide.metrics.options import options_of
from bolide.text.analysis import UNITS
from bolide.text.tokenize import TOKENIZERS


@dataclass(frozen=True)
class Option:
    """One option: its spellings, what its value is called, its help, and its values where they are known.

    `takes` is how many words may follow: none, one, or more than one.
    """

    flags: tuple[str, ...]
    metavar: str
    help: str
    values: tuple[str, ...]
    takes: int


@dataclass(frozen=True)
class Group:
    """Options that stand together under a title."""

    title: str
    options: tuple[Option, ...]


@dataclass(frozen=True)
class Command:
    """One command."""

    name: str
    summary: str
    about: str
    usage: str
    groups: tuple[Group, ...]
    examples: tuple[str, ...]

    @property
    def options(self) -> Iterator[Option]:
        """Its options, arguments without a flag left out."""
        return (option for group in self.groups for option in group.options if option.flags)


NONE, ONE, SEVERAL = range(3)


def commands() -> list[Command]:
    """All commands, with the options of every metric there is."""
    return [_command(name, summary) for name, summary in COMMANDS.items()]


def _command(name: str, summary: str) -> Command:
    parser = import_module(module_of(name)).parser().complete()
    groups = []
    for group in parser._action_groups:
        found = tuple(_option(action) for action in group._group_actions if action.help != argparse.SUPPRESS)
        if found:
            groups.append(Group(group.title or "", found))
    about, listed = _listed_in(parser.description or "")
    if listed:
        groups.append(Group("options of the tool", listed))
    examples = tuple(line.strip() for line in (parser.epilog or "").splitlines()[1:])
    return Command(name, summary, about, parser.usage or "", tuple(groups), examples)


def _option(action: argparse.Action) -> Option:
    takes = NONE if action.nargs == 0 else ONE if action.nargs is None else SEVERAL
    names = action.metavar if isinstance(action.metavar, str) else action.dest.upper()
    metavar = names if takes and (action.metavar or action.option_strings) else ""
    return Option(tuple(action.option_strings), metavar, (action.help or "").replace("%%", "%"), _values(action), takes)


def _values(action: argparse.Action) -> tuple[str, ...]:
    """The values that an option may have, where they can be listed."""
    if action.choices is not None:
        return tuple(map(str, action.choices))
    key, dot, field = action.dest.partition(".")
    if dot and key in METRICS and field != "preset":
        record = next((record for item, record in options_of(METRICS[key]) if item.name == field), None)
        if record is not None and record.choices and record.kind != "texts":
            return tuple(map(str, record.choices))
    if dot and field == "preset":
        return tuple(METRICS[key].PRESETS)
    known: dict[str, Iterable[str]] = {"metrics": METRICS, "tokenize": TOKENIZERS, "units": UNITS}
    last = field if dot else key if "--rgbf.unit" not in action.option_strings else ""
    return tuple(known[last]) if last in known and action.nargs != 0 else ()


def _listed_in(description: str) -> tuple[str, tuple[Option, ...]]:
    """A description without the options that it lists line by line, as that of `bolide meteor` does; and these."""
    kept, found = [], []
    for line in description.splitlines():
        listed = re.match(r" +(-\S+?(?:, -\S+)*)(?: (?! )(.+?))?  +(.*)$", line)
        if listed is None:
            kept.append(line)
        else:
            flags, value, told = listed.groups()
            found.append(Option(tuple(flags.split(", ")), value or "", told, (), ONE if value else NONE))
    return "\n".join(kept).strip(), tuple(found)

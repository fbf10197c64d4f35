"""What was given on a command line: every option once, and none that has no effect beside the others."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Any, NamedTuple

from bolide.errors import OptionError


class Store(argparse.Action):
    """Keeps a value. An option that takes a list may be given again, and then means all of it; any other may not."""

    def __call__(
        self, parser: argparse.ArgumentParser, namespace: argparse.Namespace, values: Any, option: str | None = None
    ) -> None:
        known = getattr(namespace, self.dest, None)
        if option is None or known is None:
            setattr(namespace, self.dest, values)
        elif self.nargs == argparse.ONE_OR_MORE:
            setattr(namespace, self.dest, [*known, *values])
        else:
            raise OptionError(f"{option} is given twice; give it once.")


class Again(argparse.Action):
    """Keeps a list of what is given one by one, each time with the option before it."""

    def __call__(
        self, parser: argparse.ArgumentParser, namespace: argparse.Namespace, values: Any, option: str | None = None
    ) -> None:
        setattr(namespace, self.dest, [*(getattr(namespace, self.dest, None) or []), values])


class Flag(argparse._StoreTrueAction):
    """A flag, once."""

    def __call__(
        self, parser: argparse.ArgumentParser, namespace: argparse.Namespace, values: Any, option: str | None = None
    ) -> None:
        if getattr(namespace, self.dest, None) is not None:
            raise OptionError(f"{option} is given twice; give it once.")
        super().__call__(parser, namespace, values, option)


class Switch(argparse.BooleanOptionalAction):
    """A flag with its opposite: one of the two, once."""

    def __call__(
        self, parser: argparse.ArgumentParser, namespace: argparse.Namespace, values: Any, option: str | None = None
    ) -> None:
        if getattr(namespace, self.dest, None) is not None:
            raise OptionError(f"{' and '.join(self.option_strings)}: give one of them, once.")
        super().__call__(parser, namespace, values, option)


class Rule(NamedTuple):
    """When an option has no effect: without any of these others (`needs`), or together with one of them.

    An option may be written with a value, as in `-f json`. Beside `unless` it has an effect in any case.
    """

    option: str
    others: tuple[str, ...]
    needs: bool
    unless: str = ""


def check_rules(rules: Sequence[Rule], options: argparse.Namespace, dests: dict[str, str]) -> None:
    """Refuse options that have no effect beside the others; `dests` has the name of each flag in `options`."""

    def found(text: str) -> bool:
        flag, _, value = text.partition(" ")
        given = getattr(options, dests[flag])
        return bool(given == value if value else dests[flag] in options.given and given)

    for option, others, needs, unless in rules:
        flag, _, value = option.partition(" ")
        if dests[flag] not in options.given or (value and not found(option)) or (unless and found(unless)):
            continue
        if needs and not any(map(found, others)):
            raise OptionError(f"{option} has no effect without {' or '.join(others)}; leave it out.")
        for other in () if needs else filter(found, others):
            raise OptionError(f"{option} has no effect together with {other}; leave one of them out.")

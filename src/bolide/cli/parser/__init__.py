"""The parser of every command: argparse with errors of one line, and nothing given in vain."""

from __future__ import annotations

import argparse
import contextlib
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from math import isfinite
from typing import Any, NamedTuple, NoReturn

from bolide.corpus.lines import is_file
from bolide.corpus.table_files import parts_of
from bolide.metrics import METRICS, metric_key
from bolide.system import files, limits
from bolide.system.errors import InputError, OptionError
from bolide.system.stdio import say
from bolide.system.strict import plain_float

TARGETS = {"output": "-o", "plot": "--plot", "svg": "--svg", "matrix": "--matrix", "write": "--write"}

_PATTERNS = ("table", "rows")  # may be patterns and folders

# With --table these are columns of it and not files.
_COLUMNS = (
    "references", "input", "texts", "candidate", "hyp", "ref", "labels", "documents", "source", "units", "by", "join",
)  # fmt: skip


class Parser(argparse.ArgumentParser):
    """argparse with errors of one line, a suggestion if an option is mistyped, and no option without an effect.

    `files` are the lists of files in which patterns are expanded, `texts` the options whose values may be empty,
    `rest` the list of arguments that may continue after an option, `answers` what to say to options of another tool.
    """

    def __init__(
        self,
        command: str,
        description: str,
        examples: str,
        usage: str = "",
        *,
        files: tuple[str, ...] = (),
        texts: tuple[str, ...] = (),
        rest: str = "",
        answers: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(
            prog=f"bolide {command}",
            usage=f"bolide {command} {usage}[OPTIONS]",
            description=description,
            epilog=f"examples:\n{examples}",
            # argparse makes a formatter for every option that is added, and lets it import shutil to ask how wide the
            # terminal is, which takes longer than all options together; `format_help` asks when there is help to write.
            formatter_class=partial(argparse.RawDescriptionHelpFormatter, width=78),
            allow_abbrev=False,
        )
        self.rules: list[Rule] = []
        self._metric_flags: Callable[[Iterable[str]], None] | None = None
        self._files, self._texts, self._rest, self._answers = files, texts, rest, answers or {}
        self._has_options = False  # among the arguments
        for name in (None, "store"):
            self.register("action", name, StoreOnce)
        self.register("action", "store_true", FlagOnce)

    def needs(self, option: str, *others: str) -> None:
        """The option is refused where none of the others is given: it would have no effect."""
        self.rules.append(Rule(option, others, needs=True))

    def clashes(self, option: str, *others: str, unless: str = "") -> None:
        """The option is refused where one of the others is given, beside which it would have no effect."""
        self.rules.append(Rule(option, others, needs=False, unless=unless))

    def add_metric_flags(self, add: Callable[[Iterable[str]], None]) -> None:
        """`add` adds the flags of the metrics with these names: when a command line mentions them, or for help."""
        self._metric_flags = add

    def read(self, arguments: Sequence[str]) -> argparse.Namespace:
        """The options, with the names of those that were given as `given`; or an error."""
        self._has_options = any(word.startswith("-") for word in arguments)
        if self._metric_flags is not None and not {"-h", "--help"} & set(arguments):
            self._metric_flags(_metrics_in(arguments))
        actions = [action for action in self._actions if action.default is not argparse.SUPPRESS]
        start = argparse.Namespace(**{action.dest: None for action in actions})
        options, rest = self.parse_known_args(arguments, start)
        self._refuse_unknown(rest)
        if rest:
            setattr(options, self._rest, [*(getattr(options, self._rest) or []), *rest])
        options.explicit = {action.dest for action in actions if getattr(options, action.dest) not in (None, [])}
        for action in actions:
            if getattr(options, action.dest) is None:
                setattr(options, action.dest, action.default)
        for name in self._files:
            if getattr(options, name) and (name == "scores" or not getattr(options, "table", None)):
                setattr(options, name, with_patterns(getattr(options, name)))
        dests = {flag: action.dest for flag, action in self._option_string_actions.items()}
        check_rules(self.rules, options, dests)
        check_targets(options)
        self._refuse_empty(options)
        return options

    def _refuse_empty(self, options: argparse.Namespace) -> None:
        """An option that is given nothing is a slip, as of a variable that is not set; an empty text is a text."""
        for action in self._actions:
            value = getattr(options, action.dest, None)
            if (
                action.dest not in self._texts
                and action.option_strings
                and ("" in value if isinstance(value, list) else value == "")
            ):
                raise OptionError(f"{action.option_strings[0]} is given an empty value; name one, or leave it out.")

    def complete(self) -> Parser:
        """With the flags of every metric, as help and docs show them; reading takes those of the metrics named."""
        if self._metric_flags is not None:
            self._metric_flags(METRICS)
        return self

    def format_help(self) -> str:
        self.formatter_class = argparse.RawDescriptionHelpFormatter
        self.complete()
        return super().format_help()

    def _get_option_tuples(self, option_string: str) -> list[Any]:
        """What a word that is no option may stand for. argparse would take the beginning of an option's name for the
        option; here a value may follow a short option directly, as in -w4, and that is all."""
        action = self._option_string_actions.get(option_string[:2])
        if action is None or not option_string[2:].isdecimal():
            return []
        tuples: list[Any] = super()._get_option_tuples(option_string)
        return [choice for choice in tuples if choice[0] is action]

    def _refuse_unknown(self, rest: Sequence[str]) -> None:
        for word in rest:
            flag = word.partition("=")[0]
            if flag in self._answers:
                raise OptionError(f"{flag} is an option of sacreBLEU, not of Bolide: {self._answers[flag]}.")
            if word.startswith("-") and len(word) > 1:
                known = [name for action in self._actions for name in action.option_strings]
                from difflib import get_close_matches

                by_name = {name.lstrip("-"): name for name in reversed(known)}  # dashes are alike in all of them
                near = get_close_matches(flag.lstrip("-"), by_name, n=1)
                hint = f" Did you mean {by_name[near[0]]}?" if near else f" See {self.prog} --help."
                raise OptionError(f"There is no option {word}.{hint}")
        if rest and not self._rest:
            raise OptionError(f"Unexpected argument {rest[0]!r}. See {self.prog} --help.")

    def _print_message(self, message: str, file: Any = None) -> None:
        """argparse would not say that the help cannot be written."""
        sys.stdout.write(message)

    def error(self, message: str) -> NoReturn:
        swallowed = "are required" in message and self._has_options
        greedy = " An option like -m takes every word after it: put it last." if swallowed else ""
        raise OptionError(f"{message}.{greedy} See {self.prog} --help.")


def _metrics_in(arguments: Sequence[str]) -> list[str]:
    """The metrics that a command line mentions, in -m or by a flag of theirs; only these need be loaded."""
    names, listing = ["bleu"], False
    for word in arguments:
        if word.startswith("-"):
            flag, _, value = word.partition("=")
            listing = flag in ("-m", "--metrics")
            key = flag.lstrip("-").removeprefix("no-").partition(".")[0]
            names += [key] if "." in flag else [value] if listing and value else []
        elif listing:
            names.append(word)
    keys = []
    for name in names:
        try:
            keys.append(metric_key(name.partition("|")[0]))
        except OptionError:  # said where the metrics are made
            continue
    return keys


class StoreOnce(argparse.Action):
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


class Append(argparse.Action):
    """Keeps a list of what is given one by one, each time with the option before it."""

    def __call__(
        self, parser: argparse.ArgumentParser, namespace: argparse.Namespace, values: Any, option: str | None = None
    ) -> None:
        setattr(namespace, self.dest, [*(getattr(namespace, self.dest, None) or []), values])


class FlagOnce(argparse._StoreTrueAction):
    """A flag, once."""

    def __call__(
        self, parser: argparse.ArgumentParser, namespace: argparse.Namespace, values: Any, option: str | None = None
    ) -> None:
        if getattr(namespace, self.dest, None) is not None:
            raise OptionError(f"{option} is given twice; give it once.")
        super().__call__(parser, namespace, values, option)


class BooleanOnce(argparse.BooleanOptionalAction):
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

    def is_set(text: str) -> bool:
        flag, _, value = text.partition(" ")
        current = getattr(options, dests[flag])
        return bool(current == value if value else dests[flag] in options.explicit and current)

    for option, others, needs, unless in rules:
        flag, _, value = option.partition(" ")
        if dests[flag] not in options.explicit or (value and not is_set(option)) or (unless and is_set(unless)):
            continue
        if needs and not any(map(is_set, others)):
            raise OptionError(f"{option} has no effect without {' or '.join(others)}; leave it out.")
        for other in () if needs else filter(is_set, others):
            raise OptionError(f"{option} has no effect together with {other}; leave one of them out.")


def with_patterns(names: Sequence[str]) -> list[str]:
    """The names with patterns such as `*.txt` expanded; a file of that very name comes first, and so does no match."""
    expanded: list[str] = []
    for name in names:
        expanded += _matching(name) or [name]
    return expanded


def _matching(name: str) -> list[str]:
    if not any(mark in name for mark in "*?[") or is_file(name):
        return []
    from glob import glob

    return sorted(glob(name))


def check_targets(options: argparse.Namespace) -> None:
    """Refuse a target that cannot be written, or is read; `-o -` is taken as no `-o` at all."""
    targets = {flag: getattr(options, name, None) for name, flag in TARGETS.items()}
    named = {flag: target for flag, target in targets.items() if target is not None}
    inputs = inputs_of(options)
    for flag, target in named.items():
        if not target.strip():
            raise OptionError(f"{flag} needs the name of a file.")
        files.check_target(target, inputs)
    if len(set(named.values())) < len(named):
        raise OptionError(f"{' and '.join(named)} name the same file; give each its own.")
    if targets["-o"] == files.STDOUT:
        options.output = None


def inputs_of(options: argparse.Namespace) -> list[str]:
    """Everything among the options that may name a file to be read."""
    tables = getattr(options, "table", None)
    skipped = {*TARGETS, *(_COLUMNS if tables else ())}
    paths = [name for key, value in vars(options).items() if key not in skipped for name in _names(value)]
    return [*paths, *(part for key in _PATTERNS for part in _matched(getattr(options, key, None) or ()))]


def _matched(names: Sequence[str]) -> list[str]:
    """The files that patterns and folders stand for; what is wrong with them is said where they are read."""
    if not names:
        return []

    with contextlib.suppress(InputError):
        return parts_of(names)
    return []


def _names(value: object) -> Iterator[str]:
    """The strings in a value, and what may name files in `pos=FILE,FILE` and `spm:FILE`."""
    if isinstance(value, str):
        yield value
        yield from value.partition("=")[2].split(",")
        yield value.partition(":")[2]
    elif isinstance(value, list | tuple):
        for one in value:
            yield from _names(one)


def check_known(option: str, wanted: Sequence[str], known: Sequence[str]) -> None:
    """Refuse a name that nothing has, or one given twice: it is a slip, and would change nothing."""
    for name in wanted:
        if wanted.count(name) > 1:
            raise OptionError(f"{option} {name}: the name is given twice.")
        if name not in known:
            names = ", ".join(dict.fromkeys(known)) or "none"
            raise OptionError(f"{option} {name}: unknown name; expected one of {names}.")


def whole_number(least: int, most: int = limits.LISTED) -> Any:
    """A reader of integers ≥ `least`, and no larger than can be meant."""

    def read(text: str) -> int:
        try:
            return limits.whole_number(text, least, most)
        except ValueError as problem:
            raise argparse.ArgumentTypeError(str(problem)) from None

    return read


def number(text: str) -> float:
    """A reader of numbers."""
    try:
        value = plain_float(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r:.80} is not a number") from None
    if not isfinite(value):
        raise argparse.ArgumentTypeError(f"{text!r:.80} is not a finite number")
    return value


def warn(message: str) -> None:
    """One line on stderr."""
    say("bolide", message)

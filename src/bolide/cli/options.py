"""Flags that several commands share, and the flags that every metric's own fields become."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import MISSING
from functools import partial
from math import isfinite
from typing import Any, NoReturn

from bolide import limits
from bolide.cli.given import Flag, Rule, Store, Switch, check_rules
from bolide.cli.patterns import with_patterns
from bolide.cli.targets import check_targets
from bolide.cli.unit_options import add_units
from bolide.errors import OptionError
from bolide.metrics import METRICS, metric_key
from bolide.metrics.base import Metric
from bolide.metrics.options import options_of, write_plain
from bolide.plain_numbers import plain_float
from bolide.streams import say


class Parser(argparse.ArgumentParser):
    """argparse with errors of one line, the nearest option where one is mistyped, and nothing given in vain."""

    def __init__(self, command: str, description: str, examples: str, usage: str = "") -> None:
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
        self.groups: Callable[[Iterable[str]], None] | None = None  # adds the flags of metrics, by their names
        self.answers: Mapping[str, str] = {}  # to options of another tool
        self.files: tuple[str, ...] = ()  # lists of files, in which patterns are expanded
        self.texts: tuple[str, ...] = ()  # options whose values are texts, which may be empty
        self.has_options = False  # among what was typed
        self.rest = ""  # a list of arguments that may go on behind an option
        for name in (None, "store"):
            self.register("action", name, Store)
        self.register("action", "store_true", Flag)

    def needs(self, option: str, *others: str) -> None:
        """The option is refused where none of the others is given: it would have no effect."""
        self.rules.append(Rule(option, others, needs=True))

    def clashes(self, option: str, *others: str, unless: str = "") -> None:
        """The option is refused where one of the others is given, beside which it would have no effect."""
        self.rules.append(Rule(option, others, needs=False, unless=unless))

    def read(self, arguments: Sequence[str]) -> argparse.Namespace:
        """The options, with the names of those that were given as `given`; or an error."""
        self.has_options = any(word.startswith("-") for word in arguments)
        if self.groups is not None and not {"-h", "--help"} & set(arguments):
            self.groups(_metrics_in(arguments))
        actions = [action for action in self._actions if action.default is not argparse.SUPPRESS]
        start = argparse.Namespace(**{action.dest: None for action in actions})
        found, rest = self.parse_known_args(arguments, start)
        self._refuse_unknown(rest)
        if rest:
            setattr(found, self.rest, [*(getattr(found, self.rest) or []), *rest])
        found.given = {action.dest for action in actions if getattr(found, action.dest) not in (None, [])}
        for action in actions:
            if getattr(found, action.dest) is None:
                setattr(found, action.dest, action.default)
        for name in self.files:
            if getattr(found, name) and (name == "scores" or not getattr(found, "table", None)):
                setattr(found, name, with_patterns(getattr(found, name)))
        dests = {flag: action.dest for flag, action in self._option_string_actions.items()}
        check_rules(self.rules, found, dests)
        check_targets(found)
        self._refuse_empty(found)
        return found

    def _refuse_empty(self, found: argparse.Namespace) -> None:
        """An option that is given nothing is a slip, as of a variable that is not set; an empty text is a text."""
        for action in self._actions:
            value = getattr(found, action.dest, None)
            if (
                action.dest not in self.texts
                and action.option_strings
                and ("" in value if isinstance(value, list) else value == "")
            ):
                raise OptionError(f"{action.option_strings[0]} is given an empty value; name one, or leave it out.")

    def complete(self) -> Parser:
        """With the flags of every metric, as help and docs show them; reading takes those of the metrics named."""
        if self.groups is not None:
            self.groups(METRICS)
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
        found: list[Any] = super()._get_option_tuples(option_string)
        return [choice for choice in found if choice[0] is action]

    def _refuse_unknown(self, rest: Sequence[str]) -> None:
        for word in rest:
            flag = word.partition("=")[0]
            if flag in self.answers:
                raise OptionError(f"{flag} is an option of sacreBLEU, not of Bolide: {self.answers[flag]}.")
            if word.startswith("-") and len(word) > 1:
                known = [name for action in self._actions for name in action.option_strings]
                from difflib import get_close_matches

                by_name = {name.lstrip("-"): name for name in reversed(known)}  # dashes are alike in all of them
                near = get_close_matches(flag.lstrip("-"), by_name, n=1)
                hint = f" Did you mean {by_name[near[0]]}?" if near else f" See {self.prog} --help."
                raise OptionError(f"There is no option {word}.{hint}")
        if rest and not self.rest:
            raise OptionError(f"Unexpected argument {rest[0]!r}. See {self.prog} --help.")

    def _print_message(self, message: str, file: Any = None) -> None:
        """argparse would not say that the help cannot be written."""
        sys.stdout.write(message)

    def error(self, message: str) -> NoReturn:
        swallowed = "are required" in message and self.has_options
        greedy = " An option like -m takes every word after it: put it last." if swallowed else ""
        raise OptionError(f"{message}.{greedy} See {self.prog} --help.")


def add_metrics(parser: Parser, more: str = "") -> None:
    """`-m`, the short flags of the field, and one flag for every option of every metric; `more`: what -m also takes."""
    chosen = parser.add_argument("-m", "--metrics", nargs="+", default=["bleu"], metavar="METRIC")
    parser.add_argument("-lc", "--lowercase", action="store_true", help="ignore case, in every metric that supports it")
    parser.add_argument("-tok", "--tokenize", metavar="NAME", help="tokenizer, for every metric that uses one")
    parser.add_argument(
        "-l", "--language-pair", metavar="SRC-TGT",
        help="language pair, or only the target language: chooses the tokenizer as sacreBLEU does, METEOR's language, "
        "and the analysers of --units",
    )  # fmt: skip
    add_units(parser)
    added: set[str] = set()

    def add_groups(names: Iterable[str]) -> None:
        for name in dict.fromkeys(names):
            if name not in added:
                added.add(name)
                _add_group(parser, name)
        if names is METRICS:
            others = f"; {more}" if more else ""
            chosen.help = f"metrics by name or signature: {', '.join(METRICS)} (default: bleu){others}"

    parser.groups = add_groups


def _add_group(parser: Parser, name: str) -> None:
    """The flags of one metric."""
    cls = METRICS[name]
    group = parser.add_argument_group(f"options of {cls.name}")
    if cls.PRESETS:
        names = " or ".join(cls.PRESETS)
        group.add_argument(f"--{name}.preset", metavar="NAME", help=f"named settings: {names}")
    for item, record in options_of(cls):
        _add_option(group, name, item, record)


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
    found = []
    for name in names:
        try:
            found.append(metric_key(name.partition("|")[0]))
        except OptionError:  # said where the metrics are made
            continue
    return found


def _add_option(group: argparse._ArgumentGroup, name: str, item: Any, record: Any) -> None:
    flag = f"--{name}.{item.name.replace('_', '-')}"
    default = "" if item.default in (None, MISSING, ()) else f" (default: {write_plain(item.default)})"
    text = record.help.rstrip(".").replace("%", "%%") + default
    if record.kind == "switch":
        group.add_argument(flag, dest=f"{name}.{item.name}", action=Switch, help=text)
        return
    choices = f"; one of {', '.join(record.choices)}" if record.choices and record.kind != "texts" else ""
    metavar = item.name.rpartition("_")[2].upper()
    group.add_argument(flag, dest=f"{name}.{item.name}", metavar=metavar, help=text + choices)


def language_of(options: argparse.Namespace) -> str | None:
    """The target language: the second of a pair, or the only one named."""
    if options.language_pair is None:
        return None
    codes = options.language_pair.split("-")
    if len(codes) > 2 or not all(code.isalpha() and len(code) in (2, 3) for code in codes):
        raise OptionError(f"-l {options.language_pair} is not a language pair; write it like en-de, or just de.")
    return str(codes[-1])


def check_known(option: str, given: Sequence[str], known: Sequence[str]) -> None:
    """Refuse a name that nothing has, or one given twice: it is a slip, and would change nothing."""
    for name in given:
        if given.count(name) > 1:
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
        found = plain_float(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r:.80} is not a number") from None
    if not isfinite(found):
        raise argparse.ArgumentTypeError(f"{text!r:.80} is not a finite number")
    return found


def warn(message: str) -> None:
    """One line on stderr."""
    say("bolide", message)


def warn_of_settings(metrics: Sequence[Metric]) -> None:
    """One line for each metric that has something to say of its settings."""
    for notice in dict.fromkeys(metric.notice for metric in metrics):
        if notice:
            warn(notice)


def warn_of_tokenizers(metrics: Sequence[Metric], texts: Sequence[str]) -> None:
    """One line where a tokenizer plainly does not suit the text."""
    from bolide.text.tokenize.suitability import better_tokenizer

    for metric in metrics:
        tokenize = metric.tokenizer_name
        found = better_tokenizer(texts, tokenize) if tokenize else None
        if found:
            language, better = found
            warn(f"this looks like {language}, of which {tokenize} makes one long token; try -tok {better}.")
            return

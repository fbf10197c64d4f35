"""The parser of every command: argparse with errors of one line, and nothing given in vain."""

from __future__ import annotations

import argparse
import contextlib
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from importlib import import_module
from math import isfinite
from typing import Any, NamedTuple, NoReturn

from bolide.corpus.table_files import expanded, parts_of
from bolide.metrics import METRICS, metric_key
from bolide.system import files, limits, threads
from bolide.system.errors import BolideError, ErrorWithHint, InputError, OptionError, unknown
from bolide.system.stdio import say
from bolide.system.strict import plain_float

TARGETS = {"output": "-o", "plot": "--plot", "svg": "--svg", "matrix": "--matrix", "write": "--write"}

PARAMETERS = {
    "systems": "input",
    "refs": "references",
    "size": "candidates",
}  # of calls, whose options are called otherwise

_PATTERNS = ("table", "rows")  # may be patterns and folders

# With --table these are columns of it and not files.
_COLUMNS = (
    "references", "input", "texts", "candidate", "hyp", "ref", "labels", "documents", "source", "units", "by", "join",
    "system_column",
)  # fmt: skip


class Parser(argparse.ArgumentParser):
    """argparse with errors of one line, a suggestion if an option is mistyped, and no option without an effect.

    `help_text`, a command's docstring, has a description and examples. `files` are the lists of files in which patterns
    are expanded, `texts` the options whose values may be empty, `rest` the list of arguments that may continue after an
    option, `answers` the module that says what to write instead of another tool's options, `hints` the options that
    errors may advise.
    """

    def __init__(
        self,
        command: str,
        help_text: str | None,
        usage: str = "",
        *,
        files: tuple[str, ...] = (),
        texts: tuple[str, ...] = (),
        rest: str = "",
        answers: str = "",
        hints: tuple[str, ...] = (),
    ) -> None:
        about, _, examples = (help_text or "").partition("\n\nexamples:\n")
        super().__init__(
            prog=f"bolide {command}",
            usage=f"bolide {command} {usage}[OPTIONS]",
            description=about,
            epilog=f"examples:\n{examples.rstrip()}",
            # argparse makes a formatter for every option that is added, and lets it import shutil to ask how wide the
            # terminal is, which takes longer than all options together; `format_help` asks when there is help to write.
            formatter_class=partial(argparse.RawDescriptionHelpFormatter, width=78),
            allow_abbrev=False,
        )
        self.rules: list[Rule] = []
        self._hints = hints
        self._metric_flags: Callable[[Iterable[str]], None] | None = None
        self._files, self._texts, self._rest, self._answers = files, texts, rest, answers
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
        arguments = self._with_aliases(arguments)
        if self._metric_flags is not None and not {"-h", "--help"} & set(arguments):
            arguments = metrics_last(arguments, bool(self._rest or self._positional))
            self._metric_flags(_metrics_in(arguments))
        actions = [action for action in self._actions if action.default is not argparse.SUPPRESS]
        start = argparse.Namespace(**{action.dest: None for action in actions})
        options, rest = self.parse_known_args(arguments, start)
        self._refuse_unknown(rest, arguments)
        if rest:
            setattr(options, self._rest, [*(getattr(options, self._rest) or []), *rest])
        options.explicit = {action.dest for action in actions if getattr(options, action.dest) not in (None, [])}
        for action in actions:
            if getattr(options, action.dest) is None:
                setattr(options, action.dest, action.default)
        for name in self._files:
            if getattr(options, name) and (name == "scores" or not getattr(options, "table", None)):
                setattr(options, name, expanded(getattr(options, name)))
        dests = {flag: action.dest for flag, action in self._option_string_actions.items()}
        choose_format(options)
        check_rules(self.rules, options, dests)
        check_targets(options)
        self._refuse_empty(options)
        return options

    def _with_aliases(self, arguments: Sequence[str]) -> list[str]:
        """The arguments with `--hyp` as `-i`, and `--ref` as the arguments REF if the command has only these."""
        known = self._option_string_actions
        if "--hyp" not in known and "-i" in known:
            arguments = ["-i" if word == "--hyp" else word for word in arguments]
        if "-r" in known or not any(action.metavar == "REF" for action in self._actions if not action.option_strings):
            return list(arguments)
        end = list(arguments).index("--") if "--" in arguments else len(arguments)
        refs: list[str] = []
        left: list[str] = []
        listing = False
        for word in arguments[:end]:
            listing = word in ("-r", "--ref") or (listing and not word.startswith("-"))
            if word not in ("-r", "--ref"):
                (refs if listing else left).append(word)
        return [*refs, *left, *arguments[end:]]

    @property
    def _positional(self) -> bool:
        return any(not action.option_strings for action in self._actions)

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

    def in_flags(self, error: BolideError) -> BolideError:
        """An error of the library in the words of this command: `names`, a parameter, becomes --names."""
        if isinstance(error, ErrorWithHint):
            error = error.for_flags([flag for flag in self._hints if flag in self._option_string_actions])
        flags = {action.dest: (*action.option_strings, action.metavar)[0] for action in reversed(self._actions)}
        flags |= {parameter: flags[dest] for parameter, dest in PARAMETERS.items() if dest in flags}
        message = re.sub("`([\\w.]+)`", lambda match: _flag(match[1], flags) or match[0], str(error))
        return error if message == str(error) else OptionError(message)

    def complete(self) -> Parser:
        """With the flags of every metric, as help and docs show them; reading takes those of the metrics named."""
        if self._metric_flags is not None:
            self._metric_flags(METRICS)
        return self

    def format_help(self) -> str:
        from bolide.cli.parser.help import short_help  # rarely asked for

        self._describe_metrics()
        return short_help(self)

    def full_help(self) -> str:
        """Everything but the options of metrics, examples first."""
        self.formatter_class = argparse.RawDescriptionHelpFormatter
        self._describe_metrics()
        options, examples = super().format_help().rsplit("examples:\n", 1)
        usage, _, rest = options.partition("\n\n")
        return f"{usage}\n\nexamples:\n{examples}\n{rest}"

    def _describe_metrics(self) -> None:
        """Name the metrics in the help of -m."""
        if self._metric_flags is not None:
            self._metric_flags(())

    def _get_option_tuples(self, option_string: str) -> list[Any]:
        """What a word that is no option may stand for. argparse would take the beginning of an option's name for the
        option; here a value may follow a short option directly, as in -w4, and that is all."""
        action = self._option_string_actions.get(option_string[:2])
        if action is None or not option_string[2:].isdecimal():
            return []
        tuples: list[Any] = super()._get_option_tuples(option_string)
        return [choice for choice in tuples if choice[0] is action]

    def _refuse_unknown(self, rest: Sequence[str], arguments: Sequence[str]) -> None:
        before = arguments[: list(arguments).index(rest[0])] if rest else ()
        answers = import_module(self._answers).ANSWERS if rest and self._answers else {}
        for word in rest:
            flag = word.partition("=")[0]
            if flag in answers:
                raise OptionError(f"{flag} is an option of sacreBLEU, not of Bolide: {answers[flag]}.")
            if word.startswith("-") and len(word) > 1:
                known = [name for action in self._actions for name in action.option_strings]
                from difflib import get_close_matches

                by_name = {name.lstrip("-"): name for name in reversed(known)}  # dashes are alike in all of them
                longer = [name for name in by_name if name.startswith(flag.lstrip("-"))]
                near = longer if len(longer) == 1 else get_close_matches(flag.lstrip("-"), by_name, n=1, cutoff=0.7)
                hint = f" Did you mean {by_name[near[0]]}?" if near else f" See {self.prog} --help."
                raise OptionError(f"There is no option {word}.{hint}")
        if rest and not self._rest:
            flag = next((word for word in reversed(before) if word.startswith("-")), "")
            list_hint = f" Lists of {flag} are written with commas: {before[-1]},{rest[0]}." if "." in flag else ""
            raise OptionError(f"Unexpected argument {rest[0]!r}.{list_hint} See {self.prog} --help.")

    def _print_message(self, message: str, file: Any = None) -> None:
        """argparse would not say that the help cannot be written."""
        sys.stdout.write(message)

    def error(self, message: str) -> NoReturn:
        swallowed = "are required" in message and self._has_options
        greedy = " Options such as -i take every word that follows; put other arguments first." if swallowed else ""
        raise OptionError(f"{message}.{greedy} See {self.prog} --help.")


def _flag(parameter: str, flags: Mapping[str, Any]) -> str | None:
    """The flag of a parameter, or of an option of a metric, `bleu.smooth_method`."""
    metric, dot, _ = parameter.partition(".")
    return f"--{parameter.replace('_', '-')}" if dot and metric in METRICS else flags.get(parameter)


LEARNED = ("comet", "cometkiwi", "xcomet", "bleurt", "bertscore", "metricx", "yisi", "prism", "unite", "moverscore")


def metrics_last(arguments: Sequence[str], positional: bool) -> list[str]:
    """The arguments with -m and the metrics after it at the end, so that it takes no texts for metrics.

    -m ends at the first word that is no metric; one that is nearly a metric's name is refused.
    """
    end = list(arguments).index("--") if "--" in arguments else len(arguments)
    left: list[str] = []
    names: list[str] = []
    listing = False
    for word in arguments[:end]:
        if word in ("-m", "--metrics"):
            listing = True
            names.append(word)
        elif listing and not word.startswith("-") and (names[-1] in ("-m", "--metrics") or _is_metric(word)):
            names.extend(_split_names(word))
        else:
            if listing and positional and not word.startswith("-"):
                check_metric_name(word, near=True)
            listing = False
            left.append(word)
    return [*left, *names, *arguments[end:]]


def _split_names(word: str) -> list[str]:
    """`bleu,chrf` as two names; a signature has commas of its own."""
    names = [word] if "|" in word else [name for name in word.split(",") if name]
    for name in names or [word]:
        check_metric_name(name)
    return names or [word]


def _is_metric(word: str) -> bool:
    if "|" in word:
        return True
    try:
        return all(metric_key(name) for name in word.split(",") if name)
    except OptionError:
        return False


def check_metric_name(name: str, near: bool = False) -> None:
    """Refuse what is no metric: one that another tool computes; and with `near` only what is close to a name."""
    plain = name.lower().replace("-", "").replace("_", "")
    if any(plain.startswith(learned) for learned in LEARNED) and len(plain) < 20:
        raise OptionError(f"{name} is not computed here; compute it with its own tool, and add it with --scores FILE.")
    if near and not _is_metric(name):
        from difflib import get_close_matches

        if get_close_matches(name.lower(), METRICS, n=1, cutoff=0.75):
            raise unknown("metric", name, METRICS)


def _metrics_in(arguments: Sequence[str]) -> list[str]:
    """The metrics that a command line mentions, in -m or by a flag of theirs; only these need be loaded."""
    names, listing = ["bleu"], False
    for word in arguments:
        if word.startswith("-"):
            flag, _, value = word.partition("=")
            listing = flag in ("-m", "--metrics")
            key = flag.lstrip("-").removeprefix("no-").partition(".")[0]
            names.extend([key] if "." in flag else [value] if listing and value else [])
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

    def __call__(self, parser: Any, namespace: argparse.Namespace, values: Any, option: str | None = None) -> None:
        known = getattr(namespace, self.dest, None)
        if option is not None and known is not None and self.nargs != argparse.ONE_OR_MORE:
            raise OptionError(f"{option} is given twice; give it once.")
        setattr(namespace, self.dest, values if option is None or known is None else [*known, *values])


class Append(argparse.Action):
    """Keeps a list of what is given one by one, each time with the option before it."""

    def __call__(self, parser: Any, namespace: argparse.Namespace, values: Any, option: str | None = None) -> None:
        setattr(namespace, self.dest, [*(getattr(namespace, self.dest, None) or []), values])


class FlagOnce(argparse._StoreTrueAction):
    """A flag, once."""

    def __call__(self, parser: Any, namespace: argparse.Namespace, values: Any, option: str | None = None) -> None:
        if getattr(namespace, self.dest, None) is not None:
            raise OptionError(f"{option} is given twice; give it once.")
        super().__call__(parser, namespace, values, option)


class BooleanOnce(argparse.BooleanOptionalAction):
    """A flag with its opposite: one of the two, once."""

    def __call__(self, parser: Any, namespace: argparse.Namespace, values: Any, option: str | None = None) -> None:
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


# What the end of a file's name asks for.
ENDINGS = {
    ".json": "json", ".csv": "csv", ".tsv": "tsv", ".tex": "latex", ".md": "markdown", ".html": "html", ".htm": "html",
    ".txt": "text",
}  # fmt: skip


def choose_format(options: argparse.Namespace) -> None:
    """Let the name of a file choose its format; refuse names that promise another one."""
    name = getattr(options, "output", None) or ""
    ending = name[name.rfind(".") :].lower() if "." in name else ""
    if ending in (".xlsx", ".xls", ".ods"):
        raise OptionError(f"-o {name}: no workbooks are written; write CSV, which spreadsheets open: {name[:-4]}csv")
    if hasattr(options, "format") and ending in ENDINGS:
        if "format" not in options.explicit:
            options.format = ENDINGS[ending]
            options.explicit.add("format")
        elif options.format != ENDINGS[ending] and {options.format, ENDINGS[ending]} != {"table", "text"}:
            raise OptionError(f"-f {options.format} and -o {name} contradict each other; leave -f out or rename it.")
    for flag in ("plot", "svg"):
        target = getattr(options, flag, None) or ""
        if target.lower().endswith((".png", ".jpg", ".jpeg", ".pdf", ".gif")):
            raise OptionError(f"--{flag} {target}: pictures are SVG; call it {target.rpartition('.')[0]}.svg.")


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


def whole_number(least: int, most: int = limits.LISTED) -> Any:
    """A reader of integers ≥ `least`, and no larger than can be meant."""

    def read(text: str) -> int:
        try:
            return limits.whole_number(text, least, most)
        except ValueError as problem:
            raise argparse.ArgumentTypeError(str(problem)) from None

    return read


def add_jobs(parser: argparse._ActionsContainer, default: int = 1) -> None:
    """`-j`."""
    read = whole_number(0, threads.MOST)
    parser.add_argument("-j", "--jobs", type=read, default=default, metavar="N", help="threads; 0: all cores")


def add_trials(parser: argparse._ActionsContainer, default: str = "10000", what: str = "random permutations") -> None:
    """`-n`; `default` is in words."""
    read = whole_number(1, limits.TRIALS)
    parser.add_argument("-n", "--trials", type=read, metavar="N", help=f"{what} per test (default: {default})")


def picked(options: argparse.Namespace, names: str) -> dict[str, Any]:
    """Options by name, as parameters of a call that has the same names for them."""
    return {name: getattr(options, name) for name in names.split()}


def add_seed(parser: argparse._ActionsContainer, default: str = "12345") -> None:
    """`--seed`."""
    read = whole_number(0, limits.SEED)
    parser.add_argument("--seed", type=read, metavar="N", help=f"random seed (default: {default})")


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

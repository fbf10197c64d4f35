"""The parser of every command: argparse with errors of one line, and nothing given in vain."""

from __future__ import annotations

import argparse
import contextlib
import inspect
import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain
from math import isfinite
from typing import Any, NamedTuple, NoReturn, TypeVar

from bolide.corpus.table_files import expanded, parts_of
from bolide.metrics import METRICS, metric_key
from bolide.metrics.base import Metric
from bolide.metrics.scorer import Scorer
from bolide.program.progress import progress
from bolide.program.stdio import say
from bolide.reporting.render import ENDINGS, PICTURES
from bolide.system import files, limits, threads
from bolide.system.errors import BolideError, ErrorWithHint, InputError, OptionError, most_similar, unknown
from bolide.system.stored import plain_float

Answer = TypeVar("Answer")
# `explicit` has the names of the options that were given, `arguments` all words; `refuse` raises an error.
# `refused` are the errors of metrics that are left out.
Options = argparse.Namespace

TARGETS = {"output": "-o", "plot": "--plot", "svg": "--svg", "matrix": "--matrix", "write": "--write"}

# Parameters whose options are called otherwise.
PARAMETERS = {
    "systems": "input",
    "refs": "references",
    "size": "candidates",
    "rows": "output",
    "segments": "sentence_level",
    "texts": "no_text",
    "language": "language_pair",
    "hyp_first": "order",
    "weights": "severity_weights",
}

OTHER_NAMES = {"--hyp": "-i", "-i": "--hyp", "--ref": "-r"}  # for commands that have only one of the two

# Endings of what no command writes, and of what only the command with an option of this name does.
FOREIGN = (*PICTURES, ".gz", ".bz2", ".xz", ".zst", ".zip", ".xlsx", ".xls", ".ods")
SPECIAL = {".parquet": "counts", ".jsonl": "cases"}
WRITTEN = {"--plot": ["svg"], "--svg": ["svg"], "--write": ["text", "tsv"]}  # by options other than -o

JUDGMENTS = ("--pair", "--mqm-weights", "--documents")  # what errors about files of judgments advise

NUMBER = re.compile(r"[-+]?\.?\d|[-+](inf|nan)$")  # how a number begins; a word such as info may be a file

READ_WHOLE = ("table", "rows", "resume")  # options that may name a folder, of which all files are read
FOLDERS = (*READ_WHOLE, "folder")

PATHS = ("HYP", "REF", "FILE", "DIR")  # of which lists are not of names

# With --table these are columns of it and not files.
_COLUMNS = (
    "references",
    "input",
    "texts",
    "candidate",
    "hyp",
    "ref",
    "labels",
    "documents",
    "source",
    "units",
    "by",
    "join",
    "system_column",
)


class Parser(argparse.ArgumentParser):
    """argparse with errors of one line, a suggestion if an option is mistyped, and no option without an effect.

    `help_text`, a command's docstring, has a description and examples. `files` are the lists of files in which patterns
    are expanded, `texts` the options whose values may be empty, `rest` the option to which arguments belong that have
    none, `answers` what to write instead of another tool's options, `harmless` why its switches are ignored.
    """

    def __init__(
        self,
        command: str,
        help_text: str | None,
        usage: str = "",
        *,
        files: Sequence[str] = (),
        texts: Sequence[str] = (),
        rest: str = "",
        answers: Mapping[str, str] | None = None,
        harmless: Mapping[str, str] | None = None,
    ) -> None:
        about, _, examples = (help_text or "").partition("\n\nexamples:\n")
        super().__init__(
            prog=f"bolide {command}",
            usage=f"bolide {command} {usage}[OPTIONS]",
            description=about,
            epilog=f"examples:\n{examples.rstrip()}",
            # argparse makes a formatter for every option that is added, and without a width lets it import shutil to
            # ask how wide the terminal is, which takes longer than all options together.
            formatter_class=partial(argparse.RawDescriptionHelpFormatter, width=78),
            allow_abbrev=False,
        )
        self._negative_number_matcher = NUMBER  # argparse would take -1e-5 for an option
        self.rules: list[Rule] = []
        self._section: argparse._ActionsContainer = self
        self.add_metric_flags: Callable[[Iterable[str]], None] = lambda names: None  # of metrics with these names
        self._files, self._texts, self._rest = files, texts, rest
        self._answers, self._harmless = answers or {}, harmless or {}
        self._has_options = False  # among the arguments
        self._names: dict[str, Names] = {}  # those that lists may have, by option

    def option(
        self,
        words: str,
        help_text: str,
        reader: Any = None,
        default: Any = None,
        *,
        needs: Sequence[str] = (),
        clashes: Sequence[str] = (),
        names: Names | None = None,
        **more: Any,
    ) -> argparse.Action:
        """Add an option, `-n --trials N`, with a list, `--names NAME …`, with a value at will, `--confidence [N]`, or a
        switch, `--only`; or an argument with the name of its attribute, `references REF …`.

        The help ends with the default, unless it names one. `needs` and `clashes` are as in the methods of these names,
        `names` those that a list may have; `more` is passed to argparse.
        """
        flags = [word for word in words.split() if word.startswith("-")] or [words.split()[0]]
        value = words.removeprefix(" ".join(flags)).strip()
        if default and "(default: " not in help_text:
            help_text = f"{help_text} (default: {default})"
        if value or reader or "choices" in more:
            metavar = value.strip("[]").removesuffix(" …")
            several = value.rstrip("]").endswith(" …")
            nargs = ("*" if several else "?") if value.startswith("[") else "+" if several else None
            more = {"type": reader, "nargs": nargs, "metavar": metavar or None, **more}
            more["default"] = [] if several and default is None else default
        elif "action" not in more:
            more = {"nargs": 0, "const": True, "default": False, **more}
        section = self._section if flags[0].startswith("-") else self
        for others, needed in ((needs, True), (clashes, False)):
            if others:
                self.rules.append(Rule(flags[0], tuple(others), needed))
        action = section.add_argument(*flags, help=help_text, **{"action": StoreOnce, **more})
        if names is not None:
            self._names[action.dest] = names
        return action

    def section(self, title: str = "") -> None:
        """Put the options that follow under a title, or with those that have none."""
        self._section = self.add_argument_group(title) if title else self

    def needs(self, option: str, *others: str) -> None:
        """Refuse the option if none of the others is given: it would have no effect."""
        self.rules.append(Rule(option, others, needs=True))

    def clashes(self, option: str, *others: str, unless: str = "", harmless: str = "") -> None:
        """Refuse the option if one of the others is given, beside which it would have no effect; if that is `harmless`,
        for this reason, only say so."""
        self.rules.append(Rule(option, others, needs=False, unless=unless, harmless=harmless))

    def add_trials(self, default: str = "10000", what: str = "random permutations") -> None:
        """`-n`; `default` is in words."""
        self.option("-n --trials N", f"{what} per test (default: {default})", whole_number(1, limits.TRIALS))

    def add_seed(self, default: str = "12345", **rules: Any) -> None:
        """`--seed`; `default` is in words."""
        self.option("--seed N", f"random seed (default: {default})", whole_number(0, limits.SEED), **rules)

    def add_jobs(self, default: int = 1, what: str = "threads", more: str = "") -> None:
        """`-j`."""
        self.option("-j --jobs N", f"{what}; 0: all cores{more}", whole_number(0, threads.MOST), default)

    def read(self, arguments: Sequence[str]) -> argparse.Namespace:
        """The options, or an error."""
        words = tuple(arguments)
        self._has_options = any(word.startswith("-") for word in arguments)
        if not {"-h", "--help"} & set(arguments):
            self.add_metric_flags(_metrics_in(arguments))
            arguments = self._options_last(arguments)
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
                setattr(options, name, expanded(getattr(options, name)))
        formats = next((list(action.choices or ()) for action in actions if action.dest == "format"), [])
        choose_format(options, formats)
        self._check_rules(options)
        check_targets(options, formats)
        self._refuse_empty(options)
        options.arguments, options.refuse, options.refused = words, self.error, []
        return options

    def _options_last(self, arguments: Sequence[str]) -> list[str]:
        """The words that no option takes, in their order, then the options with their values, then `--` and the rest.

        `-r` and `--ref` are names of the arguments REF in commands that do not have these options.
        """
        known = self._option_string_actions
        positional = [action.metavar for action in self._get_positional_actions()]
        by_name = ("-r", "--ref") if "REF" in positional and "-r" not in known else ()
        of_folders = self._rest and not {"-i", "--input", "--hyp"} & set(arguments)  # metrics of any name
        lists = {dest: names for dest, names in self._names.items() if not (of_folders and dest == "metrics")}
        end = list(arguments).index("--") if "--" in arguments else len(arguments)
        may_be_column = "-" in arguments or any(word.startswith("--table") for word in arguments)
        free: list[str] = []
        bound: list[str] = []
        action: argparse.Action | None = None
        values: list[str] = []
        before, named = 0, False  # how much was bound at the last free word; whether -r names what follows
        for word in chain.from_iterable(self._list_and_value(word, by_name) for word in arguments[:end]):
            if self._parse_optional(word) is not None:
                is_known = word.partition("=")[0] in (*known, *by_name) or self._get_option_tuples(word)
                harmless = not is_known and self._is_harmless(word)
                self._refuse_unknown([] if is_known or harmless else [word])
                action, values, named = known.get(word), [], word in by_name
                bound.extend(() if harmless or named else [word])
            elif action is not None and self._takes(action, len(values), word, lists.get(action.dest), bool(free)):
                bound.extend(split_names(word) if action.dest in self._names else [word])
                values.append(word)
            else:
                may_be_number = action is not None and action.nargs == argparse.OPTIONAL and not values
                if may_be_number and not (may_be_column or os.path.exists(word) or expanded([word]) != [word]):
                    raise OptionError(f"{word!r:.80} is neither a number for {bound[-1]} nor a file.")
                form, first = str(action and action.metavar), (values or [""])[0]
                if free and first and "," in form and ("=" in form) == ("=" in first):
                    listed = f"Lists of {bound[-2]} are written with commas: {first},{word}."
                    raise OptionError(f"Unexpected argument {word!r}. {listed} See {self.prog} --help.")
                if (
                    free
                    and len(bound) > before
                    and not named
                    and "=" not in form
                    and {"-i", "REF"} <= {*known, *positional}
                ):
                    flag = next((other for other in reversed(bound) if other in known), bound[-1])
                    raise OptionError(
                        f"{word!r:.80} after {flag} would be a second reference. References stand side by side, "
                        f"{free[-1]} {word}; an output stands after -i."
                    )
                free.append(word)
                action, values, before = None, [], len(bound)
        return [*free, *bound, *arguments[end:]]

    def _list_and_value(self, word: str, by_name: Sequence[str]) -> Sequence[str]:
        """`--metrics=bleu` as two words, if the option takes a list; an option by its name in this command."""
        flag, equals, value = word.partition("=")
        if flag not in self._option_string_actions and OTHER_NAMES.get(flag) in self._option_string_actions:
            flag = OTHER_NAMES[flag]
        action = self._option_string_actions.get(flag)
        several = flag in by_name or (action is not None and action.nargs == argparse.ONE_OR_MORE)
        return (flag, value) if equals and several else (f"{flag}{equals}{value}",)

    def _takes(self, action: argparse.Action, values: int, word: str, names: Names | None, has_arguments: bool) -> bool:
        """Whether a word is a further value of the option.

        A list of `names`, or of NAME=VALUE, ends at the first word that is none; of others, at a file or folder, if the
        command has no arguments yet.
        """
        if action.nargs == argparse.OPTIONAL:
            return values == 0 and NUMBER.match(word) is not None
        if action.nargs != argparse.ONE_OR_MORE:
            return values < (1 if action.nargs is None else int(action.nargs))
        if values == 0 or action.metavar in PATHS or not (self._rest or self._get_positional_actions()):
            return True
        if "=" in str(action.metavar):
            return "=" in word
        if names is not None:
            return names.include(word)
        return has_arguments or not (os.path.isdir if self._rest else os.path.isfile)(word)

    def _refuse_empty(self, options: Options) -> None:
        """Refuse empty values, a slip as of a shell variable that is not set; an empty text is a text."""
        for action in self._actions:
            value = getattr(options, action.dest, None) if action.dest in options.explicit else None
            empty = "" in value if isinstance(value, list) else value == ""
            if empty and action.option_strings and action.dest not in self._texts:
                raise OptionError(f"{action.option_strings[0]} is given an empty value; name one, or leave it out.")

    def _check_rules(self, options: Options) -> None:
        """Refuse options that have no effect beside the others."""

        def is_set(text: str) -> bool:
            flag, _, value = text.partition(" ")
            dest = self._option_string_actions[flag].dest
            current = getattr(options, dest)
            return bool(current == value if value else dest in options.explicit and current)

        for option, others, needs, unless, harmless in self.rules:
            flag, _, value = option.partition(" ")
            explicit = self._option_string_actions[flag].dest in options.explicit
            if not explicit or (value and not is_set(option)) or (unless and is_set(unless)):
                continue
            if needs and not any(map(is_set, others)):
                needed = " or ".join(others)
                raise OptionError(f"{option} has no effect without {needed}; add that, or leave it out.")
            for other in () if needs else filter(is_set, others):
                if option == "-f" and ENDINGS.get(_ending(options.output or "")) == options.format:
                    option = f"-f {options.format}, as in -o {options.output},"
                if harmless:
                    warn(f"{option} has no effect together with {other}: {harmless}.")
                    continue
                raise OptionError(f"{option} has no effect together with {other}; leave one of them out.")

    def in_flags(self, error: BolideError) -> BolideError:
        """An error of the library in the words of this command: `names`, a parameter, becomes --names."""
        if isinstance(error, ErrorWithHint):
            known = self._option_string_actions
            advised = [flag for flag in JUDGMENTS if flag in known and "--pair" in known]
            error = error.for_flags(["--help", *advised])  # the first of which every command has
        flags = {action.dest: (*action.option_strings, action.metavar)[0] for action in reversed(self._actions)}
        flags = {parameter: flags[dest] for parameter, dest in PARAMETERS.items() if dest in flags} | flags
        flags["bolide"] = self.prog
        message = re.sub("`([\\w.]+)`", lambda match: str(flags.get(match[1]) or match[0]), str(error))
        return error if message == str(error) else OptionError(message)

    def complete(self, names: Iterable[str] = METRICS) -> Parser:
        """With the flags of these metrics, as docs show them, and the metrics named in the help of -m."""
        self.add_metric_flags(names)
        return self

    def format_help(self) -> str:
        from bolide.cli.parser.help import short_help  # rarely asked for

        return short_help(self.complete(()))

    def full_help(self) -> str:
        """Everything but the options of metrics, examples first."""
        from bolide.cli.parser.help import WrappedHelp, examples_of

        examples, self.epilog, self.formatter_class = examples_of(self), None, WrappedHelp
        usage, _, rest = argparse.ArgumentParser.format_help(self.complete(())).partition("\n\n")
        return "\n".join([usage, "", "examples:", *examples, "", rest])

    def _get_option_tuples(self, option_string: str) -> list[Any]:
        """What a word that is no option may stand for. argparse would take the beginning of an option's name for the
        option; here a value may follow a short option directly, as in -w4, and that is all."""
        action = self._option_string_actions.get(option_string[:2])
        if action is None or not option_string[2:].isdecimal():
            return []
        tuples: list[Any] = super()._get_option_tuples(option_string)
        return [choice for choice in tuples if choice[0] is action]

    def _is_harmless(self, word: str) -> bool:
        """Whether another tool's flag may be ignored, which is said."""
        if word in self._harmless:
            warn(f"{word} is ignored: {self._harmless[word]}.")
        return word in self._harmless

    def _refuse_unknown(self, rest: Sequence[str]) -> None:
        for word in rest:
            flag = word.partition("=")[0]
            if flag in self._answers:
                raise OptionError(f"{flag} is an option of sacreBLEU, not of Bolide: {self._answers[flag]}.")
            if word.startswith("-") and len(word) > 1:
                raise no_option(word, self._option_string_actions, self.prog)
        if rest and not self._rest:
            raise OptionError(f"Unexpected argument {rest[0]!r}. See {self.prog} --help.")

    def _get_value(self, action: argparse.Action, arg_string: str) -> Any:
        """What the reader of an option makes of a word; it raises ValueError with what is wrong."""
        try:
            return (action.type or str)(arg_string)  # type: ignore[operator]
        except ValueError as problem:
            raise argparse.ArgumentError(action, str(problem)) from None

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        if action.choices is not None and value not in (names := list(map(str, action.choices))):
            hint = f" Did you mean {near}?" if (near := closest(str(value), names)) else ""
            flag = (*action.option_strings, action.metavar)[0]
            raise OptionError(f"{flag}: invalid choice {value!r:.80}.{hint} Choose from {', '.join(names)}.")

    def _print_message(self, message: str, file: Any = None) -> None:
        """argparse would not say that the help cannot be written."""
        sys.stdout.write(message)

    def error(self, message: str) -> NoReturn:
        if "are required" not in message:
            raise OptionError(f"{message}. See {self.prog} --help.")
        greedy = " Options such as -i take every word that follows; put other arguments first." * self._has_options
        raise OptionError(f"{message}.{greedy} Usage: {str(self.usage).removesuffix(' [OPTIONS]')}")


def no_option(word: str, known: Iterable[str], program: str) -> OptionError:
    """The error for a word that is no option, with the option that was meant, if it can be guessed."""
    by_name = {name.lstrip("-"): name for name in reversed(list(known))}  # dashes are alike in all of them
    near = closest(word.partition("=")[0].lstrip("-"), by_name)
    hint = f"Did you mean {by_name[near]}?" if near else f"See {program} --help."
    return OptionError(f"There is no option {word}. {hint}")


def closest(word: str, known: Iterable[str]) -> str:
    """The known word that this one begins, or else the one most like it; empty if there is none."""
    longer = [other for other in known if other.startswith(word)]
    return longer[0] if len(longer) == 1 else "".join(most_similar(word, known, cutoff=0.7))


class Names(NamedTuple):
    """The names that a list may have: what they are, whether a word is one of them, and those it may be close to."""

    what: str
    is_one: Callable[[str], bool]
    known: Callable[[], Iterable[str]]

    def include(self, word: str) -> bool:
        """Whether a word continues a list of such names; one that is nearly such a name is refused."""
        if self.is_one(word):
            return True
        if most_similar(word.lower(), known := list(self.known()), cutoff=0.7):
            raise unknown(self.what, word, known)
        return False


def split_names(word: str) -> list[str]:
    """`bleu,chrf` as two names; a signature and `pos=FILE,FILE` have commas of their own."""
    return [word] if "|" in word or "=" in word else [name for name in word.split(",") if name] or [word]


def is_metric(word: str) -> bool:
    """Whether a word is a metric's name or signature, or several with commas."""
    try:
        return "|" in word or all(map(metric_key, split_names(word)))
    except OptionError:
        return False


def _metrics_in(arguments: Sequence[str]) -> list[str]:
    """The metrics that a command line mentions, in -m or by a flag of theirs; only these need be loaded."""
    keys, listed = ["bleu"], False
    for word in arguments:
        flag, _, value = word.partition("=")
        if word.startswith("-"):
            listed = flag in ("-m", "--metrics")
            names = [flag.lstrip("-").removeprefix("no-").partition(".")[0]] if "." in flag else split_names(value)
        else:
            names = split_names(word)
        for name in names if listed or (word.startswith("-") and "." in flag) else ():
            try:
                keys.append(metric_key(name.partition("|")[0]))
            except OptionError:  # said where the metrics are made, if it is no text
                listed = False
    return keys


class StoreOnce(argparse.Action):
    """Keeps a value. An option that takes a list may be given again, and then means all of it; any other may not."""

    def __call__(self, parser: Any, namespace: Options, values: Any, option: str | None = None) -> None:
        known = getattr(namespace, self.dest, None)
        if option is not None and known is not None and self.nargs != argparse.ONE_OR_MORE:
            raise OptionError(f"{option} is given twice; give it once.")
        values = self.const if self.nargs == 0 else values
        setattr(namespace, self.dest, values if option is None or known is None else [*known, *values])


class StoreNamed(argparse.Action):
    """Keeps values by name, from `NAME=VALUE …`, or lists of them, from `NAME=VALUE,VALUE …`."""

    def __call__(self, parser: Any, namespace: Options, values: Any, option: str | None = None) -> None:
        known, several = dict(getattr(namespace, self.dest) or {}), "," in str(self.metavar)
        for text in values:
            name, _, value = text.partition("=")
            parts = value.split(",") if several else [value]
            if not name or not all(parts) or name in known:
                raise OptionError(f"{option}: {text!r:.80} must be {self.metavar}, with a name of its own for each.")
            known[name] = parts if several else value
        setattr(namespace, self.dest, known)


class BooleanOnce(argparse.BooleanOptionalAction):
    """A flag with its opposite: one of the two, once."""

    def __call__(self, parser: Any, namespace: argparse.Namespace, values: Any, option: str | None = None) -> None:
        if getattr(namespace, self.dest, None) is not None:
            raise OptionError(f"{' and '.join(self.option_strings)}: give one of them, once.")
        super().__call__(parser, namespace, values, option)


class Rule(NamedTuple):
    """When an option has no effect: without any of these others (`needs`), or together with one of them.

    An option may be written with a value, as in `-f json`. Beside `unless` it has an effect in any case. What is
    `harmless` is ignored, which is said with this reason, and else refused.
    """

    option: str
    others: tuple[str, ...]
    needs: bool
    unless: str = ""
    harmless: str = ""


def choose_format(options: Options, formats: Sequence[str]) -> None:
    """Let the name of a file choose its format, of those that the command writes; refuse a contradiction."""
    name = getattr(options, "output", None) or ""
    asked = ENDINGS.get(_ending(name))
    if asked not in formats:
        return
    if "format" not in options.explicit:
        options.format = asked
        if asked != "text":  # which nothing contradicts
            options.explicit.add("format")
    elif options.format != asked and {options.format, asked} != {"table", "text"}:
        raise OptionError(f"-f {options.format} and -o {name} contradict each other; leave -f out or rename it.")


def _ending(name: str) -> str:
    return name[name.rfind(".") :].lower() if "." in name else ""


def _check_ending(flag: str, name: str, options: Options, formats: Sequence[str]) -> None:
    """Refuse the name of a file whose ending promises what the option does not write."""
    ending, written = _ending(name), WRITTEN.get(flag, formats or ["text"])
    if flag == "-o" and hasattr(options, SPECIAL.get(ending, "")):
        return
    if ending in FOREIGN or ending in SPECIAL or ENDINGS.get(ending, written[0]) not in written:
        raise OptionError(f"{flag} {name}: this writes {', '.join(written)}; give the file another ending.")


def check_targets(options: Options, formats: Sequence[str]) -> None:
    """Refuse a target that cannot be written, is read, or is called like what it is not; `-o -` is no `-o` at all."""
    targets, resume = targets_of(options), getattr(options, "resume", None)
    if not targets and not resume:
        return
    inputs = inputs_of(options)
    folders = [name for key in READ_WHOLE for name in _names(getattr(options, key, None))]
    for flag, target in targets.items():
        if not target.strip():
            raise OptionError(f"{flag} needs the name of a file.")
        files.check_target(target, inputs)
        files.check_outside(target, folders)
        _check_ending(flag, target, options, formats)
        check_alone(flag, target, options)
    if resume:
        files.check_outside(resume, folders)
    if getattr(options, "output", None) == files.STDOUT:
        options.output = None


def targets_of(options: Options) -> dict[str, str]:
    """The files that the options name for what is written, by flag."""
    return {flag: name for dest, flag in TARGETS.items() if (name := getattr(options, dest, None)) is not None}


def check_alone(flag: str, target: str, options: Options) -> None:
    """Refuse a file of this option that another one names, too; without -o standard output takes the result."""
    for other, name in ({"-o": files.STDOUT} | targets_of(options)).items():
        if other != flag and files.same_target(target, name):
            if name == files.STDOUT:
                besides = other if flag == "-o" else flag
                raise OptionError(f"{besides} - and the result would both go to standard output; name a file for one.")
            raise OptionError(f"{flag} and {other} name the same file, {target}; give each its own.")


def put_several(name: str, texts: Mapping[str, str], options: Options) -> None:
    """Write one text to the file `name`, or each of several to a file with its own name behind the stem."""
    flag = next(flag for flag, target in targets_of(options).items() if target == name)
    paths, inputs = files.names_of_several(name, list(texts)), inputs_of(options)
    for path in paths:
        check_alone(flag, path, options)
    for path, text in zip(paths, texts.values(), strict=True):
        files.write_text(path, text, inputs)


def inputs_of(options: Options) -> list[str]:
    """Everything among the options that may name a file to be read, or a folder where one may be named."""
    tables = getattr(options, "table", None)
    skipped = {*TARGETS, "arguments", *(_COLUMNS if tables else ())}
    paths = [
        name
        for key, value in vars(options).items()
        if value and key not in skipped
        for name in _names(value)
        if key in FOLDERS or not os.path.isdir(name)
    ]
    for patterns in filter(None, (tables, getattr(options, "rows", None))):
        with contextlib.suppress(InputError):  # what is wrong with them is said where they are read
            paths.extend(parts_of(patterns))
    return paths


def _names(value: object) -> Iterator[str]:
    """The strings in a value, and what may name files in `pos=FILE,FILE` and `spm:FILE`."""
    if isinstance(value, str):
        yield from (value, *value.partition("=")[2].split(","), value.partition(":")[2])
    elif isinstance(value, list | tuple):
        for one in value:
            yield from _names(one)
    elif isinstance(value, dict):
        yield from _names([*value.values()])


def whole_number(least: int, most: int = limits.LISTED) -> Any:
    """A reader of integers ≥ `least`, and no larger than can be meant."""
    return partial(limits.whole_number, least=least, most=most)


def invoke(
    call: Callable[..., Answer], options: Options, doing: str = "", steps: int | None = None, /, **values: Any
) -> Answer:
    """Call a function of the library with these values, and with every other option that is a parameter of it.

    If it is said what the call is `doing`, a bar shows how many of its steps are done. One of several metrics that
    cannot measure the texts is left out; `refused` is what it says. Finished work on a disk is that of all of them.
    """
    names = inspect.signature(call).parameters
    warned: list[str] = []

    def warn_once(message: str) -> None:
        if message not in warned:
            warned.append(message)
            warn(message)

    known = {name: value for name, value in (*vars(options).items(), ("warn", warn_once)) if name in names}

    def run(metrics: Any, step: Any) -> Answer:
        named = {"progress": step} if doing else {}
        return call(**{**known, **named, **values, **({"metrics": metrics} if "metrics" in values else {})})

    return measured(options, doing, steps, values.get("metrics"), run)


def measured(
    options: Options, doing: str, steps: int | None, metrics: Any, call: Callable[[Any, Any], Answer]
) -> Answer:
    """What a call returns for these metrics; a bar shows how many steps are done.

    One of several metrics that cannot measure the texts is left out; `refused` is what it says. Finished work on a disk
    is that of all of them.
    """
    while True:
        try:
            with progress(doing, steps) if doing else contextlib.nullcontext() as step:
                return call(metrics, step)
        except InputError as error:
            if not metrics or error.metric is None or getattr(options, "resume", None):
                raise
            left = [metric for metric in metrics if not _has_counts(metric, error.metric.counts)]
            if not (left or getattr(options, "scores", None)):
                raise
            metrics = left
            options.refused.append(error)


def _has_counts(metric: Any, counts: object) -> bool:
    """Whether a metric measures with these counts, which scores of other tools do not."""
    return isinstance(metric, str | Metric | Scorer) and Scorer.of(metric).corpus.counts == counts


def number(text: str) -> float:
    """A reader of numbers."""
    try:
        value = plain_float(text)
    except ValueError:
        raise ValueError(f"{text!r:.80} is not a number") from None
    if not isfinite(value):
        raise ValueError(f"{text!r:.80} is not a finite number")
    return value


def named_number(text: str) -> tuple[str, float]:
    """A reader of `name=1.5`."""
    name, sign, value = text.partition("=")
    if not name or not sign:
        raise ValueError(f"{text!r:.80} must be a name and a number, NAME=N")
    return name, number(value)


def warn(message: str) -> None:
    """One line on stderr."""
    say("bolide", message)

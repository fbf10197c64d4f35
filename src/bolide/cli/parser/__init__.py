"""The parser of every command: argparse, with errors of one line."""

from __future__ import annotations

import argparse
import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import nullcontext, suppress
from functools import partial
from math import isfinite
from typing import Any, NoReturn, TypeVar

from bolide.corpus.table_files import parts_of
from bolide.metrics import METRICS
from bolide.metrics.base import Metric
from bolide.metrics.scorer import Scorer
from bolide.program.stdio import progress, say
from bolide.reporting.render import ENDINGS, PICTURES
from bolide.system import files, limits, threads
from bolide.system.errors import InputError, OptionError, most_similar
from bolide.system.stored import plain_float

Answer = TypeVar("Answer")
Options = argparse.Namespace  # `arguments` are all words, `refused` the errors of metrics that are left out

TARGETS = {"output": "-o", "plot": "--plot", "svg": "--svg", "matrix": "--matrix", "write": "--write"}
# Endings of what no command writes, but for rows, which a command with --counts does.
FOREIGN = (*PICTURES, ".gz", ".bz2", ".xz", ".zst", ".zip", ".xlsx", ".xls", ".ods", ".parquet")


class Parser(argparse.ArgumentParser):
    """argparse with errors of one line and a suggestion if an option is mistyped.

    `help_text`, a command's docstring, has a description and examples; `answers` say what to write instead of another
    tool's options.
    """

    def __init__(
        self, command: str, help_text: str | None, usage: str = "", answers: Mapping[str, str] | None = None
    ) -> None:
        about, _, examples = (help_text or "").partition("\n\nexamples:\n")
        super().__init__(
            prog=f"bolide {command}",
            usage=f"bolide {command} {usage}[OPTIONS]",
            description=about,
            epilog=f"examples:\n{examples.rstrip()}",
            # argparse makes a formatter for every option that is added, and without a width lets it import shutil to
            # ask how wide the terminal is, which takes longer than all options together.
            formatter_class=partial(argparse.RawDescriptionHelpFormatter, width=80),
            allow_abbrev=False,
        )
        self._answers = answers or {}
        self._section: argparse._ActionsContainer = self
        self.add_metric_flags: Callable[[Iterable[str]], None] = lambda names: None  # of metrics with these names

    def option(
        self, words: str, help_text: str, reader: Any = None, default: Any = None, **more: Any
    ) -> argparse.Action:
        """Add an option, `-n --trials N`, with a list, `--names NAME …`, with a value at will, `--confidence [N]`, or a
        switch, `--only`; or an argument with the name of its attribute, `references REF …`.

        The help ends with the default, unless it names one; `more` is passed to argparse.
        """
        flags = [word for word in words.split() if word.startswith("-")] or [words.split()[0]]
        value = words.removeprefix(" ".join(flags)).strip()
        choices = list(map(str, more.get("choices", ())))
        if not all(choice in help_text for choice in choices):
            help_text = f"{help_text}; one of {', '.join(choices)}"
        if default and "(default: " not in help_text:
            help_text = f"{help_text} (default: {default})"
        if value or reader or choices:
            several = value.rstrip("]").endswith(" …")
            nargs = ("*" if several else "?") if value.startswith("[") else "+" if several else None
            usual: Any = {"action": "extend"} if several else {}
            name = value.strip("[]").removesuffix(" …") or flags[-1].strip("-").upper()
            usual |= {"nargs": nargs, "metavar": name, "type": reader}
            more = {**usual, "default": [] if several and default is None else default, **more}
        else:
            more = {"action": "store_true"} | more
        section = self._section if flags[0].startswith("-") else self
        return section.add_argument(*flags, help=help_text, **more)

    def section(self, title: str = "") -> None:
        """Put the options that follow under a title, or with those that have none."""
        self._section = self.add_argument_group(title) if title else self

    def one_of(self) -> None:
        """Let at most one of the options that follow be given, until the next section."""
        self._section = self.add_mutually_exclusive_group()

    def add_trials(self, default: str = "10000", what: str = "random permutations") -> None:
        """`-n`; `default` is in words."""
        self.option("-n --trials N", f"{what} per test (default: {default})", whole_number(1, limits.TRIALS))

    def add_seed(self, default: str = "12345") -> None:
        """`--seed`; `default` is in words."""
        self.option("--seed N", f"random seed (default: {default})", whole_number(0, limits.SEED))

    def add_jobs(self, default: int | None = 1, what: str = "threads", more: str = "") -> None:
        """`-j`."""
        self.option("-j --jobs N", f"{what}; 0: all cores{more}", whole_number(0, threads.MOST), default)

    def read(self, arguments: Sequence[str]) -> Options:
        """The options, or an error."""
        flags = [word[2:].removeprefix("no-") for word in arguments if word.startswith("--")]
        self.add_metric_flags(flag.partition(".")[0] for flag in flags)
        options, rest = self.parse_known_args(arguments)
        for word in rest:
            flag = word.partition("=")[0]
            if flag in self._answers:
                raise OptionError(f"{flag} is an option of sacreBLEU, not of Bolide: {self._answers[flag]}.")
            if word.startswith("-") and len(word) > 1:
                raise no_option(word, self._option_string_actions, self.prog)
            raise OptionError(f"Unexpected argument {word!r}; see {self.prog} --help.")
        options.arguments, options.refused = tuple(arguments), []
        check_targets(options, next((list(one.choices or ()) for one in self._actions if one.dest == "format"), []))
        return options

    def complete(self, names: Iterable[str] = METRICS) -> Parser:
        """With the options of these metrics."""
        self.add_metric_flags(names)
        return self

    def format_help(self) -> str:
        from bolide.cli.parser.help import short_help  # rarely asked for

        return short_help(self)

    def full_help(self) -> str:
        """Everything but the options of metrics, examples first."""
        from bolide.cli.parser.help import examples_of

        self.epilog, examples = None, "\n".join(["examples:", *examples_of(self)])
        self.description = f"{examples}\n\n{self.description}"
        return super().format_help()

    def _get_option_tuples(self, option_string: str) -> list[Any]:
        """What a word that is no option may stand for. argparse would read sacreBLEU's -ol as -o l, and write a file
        called l; here only a number may follow a short option directly, as in -w4."""
        return super()._get_option_tuples(option_string) if option_string[2:].isdecimal() else []

    def error(self, message: str) -> NoReturn:
        raise OptionError(f"{message}. See {self.prog} --help.")


def no_option(word: str, known: Iterable[str], program: str) -> OptionError:
    """The error for a word that is no option, with the option that was meant, if it can be guessed."""
    by_name = {name.lstrip("-"): name for name in reversed(list(known))}  # dashes are alike in all of them
    asked = word.partition("=")[0].lstrip("-")
    longer = [name for name in by_name if name.startswith(asked)]
    near = longer if len(longer) == 1 else most_similar(asked, by_name, cutoff=0.7)
    hint = f"Did you mean {by_name[near[0]]}?" if near else f"See {program} --help."
    return OptionError(f"There is no option {word}. {hint}")


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


def whole_number(least: int, most: int = limits.MAX_LISTED) -> Callable[[str], int]:
    """A reader of integers ≥ `least`, and no larger than can be meant."""

    def read(text: str) -> int:
        try:
            return limits.whole_number(text, least=least, most=most)
        except ValueError as problem:
            raise argparse.ArgumentTypeError(str(problem)) from None

    return read


def number(text: str) -> float:
    """A reader of numbers."""
    with suppress(ValueError):
        if isfinite(value := plain_float(text)):
            return value
    raise argparse.ArgumentTypeError(f"{text!r:.80} is not a finite number")


def named_number(text: str) -> tuple[str, float]:
    """A reader of `bleu=0.5`, and of `0.5` without a name."""
    name, _, value = text.rpartition("=")
    return name, number(value)


# --- what is written --------------------------------------------------------------------------------------------------


def check_targets(options: Options, formats: Sequence[str]) -> None:
    """Refuse a target that cannot be written, is read, or is called like what it is not.

    Without -f the ending of the file's name says the format, or it is the first; `-o -` is no `-o` at all.
    """
    for dest, flag in TARGETS.items():
        target = getattr(options, dest, None) or ""
        ending = os.path.splitext(target)[1].lower()
        if target:
            files.check_target(target, inputs_of(options))
        if ending in FOREIGN and not (ending == ".parquet" and hasattr(options, "counts")):
            wanted = ", ".join(formats) if flag == "-o" else "SVG" if flag in ("--plot", "--svg") else "text"
            raise OptionError(f"{flag} {target}: this writes {wanted}; give the file another ending.")
        if dest == "output" and formats and options.format is None:
            options.format = ENDINGS.get(ending) if ENDINGS.get(ending) in formats else formats[0]
    if getattr(options, "output", None) == files.STDOUT:
        options.output = None


def put_several(name: str, texts: Mapping[str, str], options: Options) -> None:
    """Write one text to the file `name`, or each of several to a file with its own name behind the stem."""
    for path, text in zip(files.names_of_several(name, list(texts)), texts.values(), strict=True):
        files.write_text(path, text, inputs_of(options))


def inputs_of(options: Options) -> list[str]:
    """Every file that is named among the options, but for those that are written: none of these may be lost."""
    words = list(_words([value for name, value in vars(options).items() if name not in (*TARGETS, "arguments")]))
    with suppress(InputError):  # what is wrong with tables is said where they are read
        words += parts_of([*(getattr(options, "table", None) or ()), *(getattr(options, "rows", None) or ())])
    return [*filter(os.path.isfile, words), *(getattr(options, "folder", None) or ())]


def _words(value: object) -> Iterator[str]:
    """The strings in a value, and what may name files in `pos=FILE,FILE` and `spm:FILE`."""
    if isinstance(value, str):
        yield from (value, *re.split("[=,:]", value))
    elif isinstance(value, list | dict):
        for one in value.values() if isinstance(value, dict) else value:
            yield from _words(one)


# --- calls ------------------------------------------------------------------------------------------------------------


def measured(
    options: Options, doing: str, steps: int | None, metrics: Any, call: Callable[[Any, Any], Answer]
) -> Answer:
    """What a call returns for these metrics; a bar shows how many steps are done.

    One of several metrics that cannot measure the texts is left out; `refused` is what it says. Finished work on a disk
    is that of all of them.
    """
    while True:
        try:
            with progress(doing, steps) if doing else nullcontext() as step:
                return call(metrics, step)
        except InputError as error:
            if error.metric is None or getattr(options, "resume", None):
                raise
            lost = error.metric.counts
            left = [
                one
                for one in metrics
                if not (isinstance(one, str | Metric | Scorer) and Scorer.of(one).corpus.counts == lost)
            ]
            if not left:
                raise
            metrics = left
            options.refused.append(error)


def warn(message: str) -> None:
    """One line on stderr."""
    say("bolide", message)

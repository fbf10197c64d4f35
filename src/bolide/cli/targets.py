"""Where a command writes, checked before it computes anything: nothing that it reads may be written over."""

from __future__ import annotations

import argparse
import contextlib
from collections.abc import Iterator, Sequence

from bolide import outputs
from bolide.errors import InputError, OptionError

OUTPUT_HELP = "write to this file instead of standard output (-)"
TARGETS = {"output": "-o", "plot": "--plot", "svg": "--svg", "matrix": "--matrix", "write": "--write"}
_PATTERNS = ("table", "rows")  # may be patterns and folders
# With --table these are columns of it and not files.
_COLUMNS = (
    "references", "input", "texts", "candidate", "hyp", "ref", "labels", "documents", "source", "units", "by", "join",
)  # fmt: skip


def check_targets(options: argparse.Namespace) -> None:
    """Refuse a target that cannot be written, or is read; `-o -` is taken as no `-o` at all."""
    given = {flag: getattr(options, name, None) for name, flag in TARGETS.items()}
    named = {flag: target for flag, target in given.items() if target is not None}
    inputs = inputs_of(options)
    for flag, target in named.items():
        if not target.strip():
            raise OptionError(f"{flag} needs the name of a file.")
        outputs.check_target(target, inputs)
    if len(set(named.values())) < len(named):
        raise OptionError(f"{' and '.join(named)} name the same file; give each its own.")
    if given["-o"] == outputs.STDOUT:
        options.output = None


def write(name: str, text: str, options: argparse.Namespace) -> None:
    """Write a text where the options ask for it."""
    outputs.write_text(name, text, inputs_of(options))


def one_of_several(name: str, after: str) -> str:
    """The file for one of several pictures: the name with `after` behind its stem; a device or FIFO takes them all."""
    if name == outputs.STDOUT:
        raise OptionError("There are several pictures, one per metric; --plot - shows only one.")
    from pathlib import Path

    path = Path(name)
    return name if path.exists() and not path.is_file() else str(path.with_stem(f"{path.stem}-{after}"))


def inputs_of(options: argparse.Namespace) -> list[str]:
    """Everything among the options that may name a file to be read."""
    tables = getattr(options, "table", None)
    skipped = {*TARGETS, *(_COLUMNS if tables else ())}
    found = [name for key, value in vars(options).items() if key not in skipped for name in _names(value)]
    return [*found, *(part for key in _PATTERNS for part in _matched(getattr(options, key, None) or ()))]


def _matched(names: Sequence[str]) -> list[str]:
    """The files that patterns and folders stand for; what is wrong with them is said where they are read."""
    if not names:
        return []
    from bolide.corpus.parts import parts_of

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

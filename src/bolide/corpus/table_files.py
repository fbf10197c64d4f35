"""The files of a table (one file, those that match a pattern, or those in a folder), how they are read, and the records
that every reader of tables yields."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from bolide.system.errors import InputError

Record = dict[str, Any]
Records = Iterable[tuple[int, Record]]
Lines = Iterable[str]  # without line ends; they can be iterated more than once
CSV, TEXT = "csv", "text"  # quotes belong to the format, as in CSV, or to the text
QUOTES = (CSV, TEXT)
ERROR, EMPTY, SKIP = "error", "empty", "skip"
NULLS = (ERROR, EMPTY, SKIP)  # a null among the texts is refused, is an empty text, or its row is left out


Warn = Callable[[str], None]


def ignore(message: str) -> None:
    """Say nothing."""


class TableOptions(NamedTuple):
    """Options for reading a table: what quotes belong to ("csv", "text", or None: the content decides), a callback for
    warnings, the column its files are joined by (None: they are parts of one table), what becomes of nulls ("error",
    "empty" or "skip"), and the column that names the system of each row of a long table."""

    quotes: str | None = None
    warn: Warn = ignore
    join: str | None = None
    nulls: str = ERROR
    systems: str | None = None


STDIN = "-"


def parts_of(names: str | Sequence[str]) -> list[str]:
    """The files of a table, in order. In a folder, names that begin with a dot or an underscore (`_SUCCESS`) are
    skipped."""
    parts: list[str] = []
    for name in [names] if isinstance(names, str) else names:
        if name != STDIN and os.path.isdir(name):
            parts += _inside(name)
        elif any(mark in name for mark in "*?[") and not os.path.exists(name):
            from glob import glob

            files = sorted(path for path in glob(name, recursive=True) if os.path.isfile(path))
            if not files:
                raise InputError(f"No file matches {name}.")
            parts += files
        else:
            parts.append(name)
    refuse_repeated(parts)
    return parts


def expanded(names: Sequence[str]) -> list[str]:
    """The names with patterns such as `*.txt` expanded; a file of that very name comes first, and so does no match."""
    files: list[str] = []
    for name in names:
        if any(mark in name for mark in "*?[") and (not os.path.exists(name) or os.path.isdir(name)):
            from glob import glob

            files += sorted(glob(name)) or [name]
        else:
            files.append(name)
    return files


def refuse_repeated(names: Sequence[str], what: str = "") -> None:
    """Raise InputError if two of these names lead to the same file or folder; `what` they are: " as an output"."""
    known: dict[object, str] = {}
    for name in names:
        identity = file_identity(name)
        if identity in known:
            alias = "" if known[identity] == name else f" (as {known[identity]}, too)"
            raise InputError(f"{name} is given twice{what}{alias}; leave one of them out.")
        known[identity] = name


def file_identity(name: str) -> object:
    """A file's identity whatever leads to it, `-` too: device and inode; of a folder its real path; or the name."""
    try:
        status = os.stat(sys.stdin.fileno() if name == STDIN and sys.stdin is not None else name)
    except (OSError, ValueError):
        return name
    if stat.S_ISDIR(status.st_mode):
        return os.path.realpath(name)
    return (status.st_dev, status.st_ino) if stat.S_ISREG(status.st_mode) else name


def _inside(folder: str) -> list[str]:
    leaves = sorted(os.listdir(folder))
    paths = [os.path.join(folder, leaf) for leaf in leaves if leaf[0] not in "._"]
    if below := [path for path in paths if os.path.isdir(path)]:
        what = f"{folder} has folders in it, as {below[0]}, and a table in a folder is the files directly in it"
        raise InputError(f"{what}. Name all files by a pattern: '{os.path.join(folder, '**', '[!_]*')}'.")
    files = [path for path in paths if os.path.isfile(path)]
    if not files:
        raise InputError(f"{folder} is a folder without files; a table in a folder is the files in it.")
    return files

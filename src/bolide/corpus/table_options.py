"""How a table is read: its options, and the records that every reader of tables yields."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

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
    warnings, the column its files are joined by (None: they are parts of one table), the name of the command-line
    option for quotes, if any, for messages, what becomes of nulls ("error", "empty" or "skip"), and the column that
    names the system of each row of a long table."""

    quotes: str | None = None
    warn: Warn = ignore
    join: str | None = None
    option: str | None = None
    nulls: str = ERROR
    systems: str | None = None

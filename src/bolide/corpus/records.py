"""What every reader of tables gives: the lines of a table by number, each with its texts by column."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

Record = dict[str, Any]
Records = Iterable[tuple[int, Record]]
Lines = Iterable[str]  # without their ends; they can be gone through more than once
CSV, TEXT = "csv", "text"  # what quotes belong to: the format, as in CSV, or the text
QUOTES = (CSV, TEXT)


class Reading(NamedTuple):
    """How a table is read: what quotes belong to ("csv", "text", or None: the content decides), where warnings go, and
    by which column its files are joined (None: they are parts of one table). `option` is by which a user can say what
    quotes belong to, where there is one."""

    quotes: str | None = None
    warn: Callable[[str], None] = lambda message: None
    join: str | None = None
    option: str | None = None


class TableFormat(NamedTuple):
    """A kind of table: whether a text is one, and its lines.

    `read` is called with the file's name and its text, or, where the format is read line by line, with its lines;
    then `fits` is asked of the first lines alone. `unit` is what the numbers of its lines count.
    """

    fits: Callable[[str], bool]
    read: Callable[[str, Any, Reading], Records]
    unit: str = "line"
    by_line: bool = False

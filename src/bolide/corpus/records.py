"""What every reader of tables gives: the lines of a table by number, each with its texts by column."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

Record = dict[str, Any]
Records = list[tuple[int, Record]]


@dataclass(frozen=True)
class Reading:
    """How a table is read: what quotes belong to ("csv", "text", or None: the content decides), where warnings go, and
    by which column its files are joined (None: they are parts of one table)."""

    quotes: str | None = None
    warn: Callable[[str], None] = lambda message: None
    join: str | None = None


class TableFormat(NamedTuple):
    """A kind of table: whether a text is one, and its lines; `read` is called with the file's name and its text.

    `unit` is what the numbers of its lines count.
    """

    fits: Callable[[str], bool]
    read: Callable[[str, str, Reading], Records]
    unit: str = "line"

"""Joins of tables by a key column."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

from bolide.corpus.batches import ABSENT, Batch
from bolide.system.errors import InputError, unknown
from bolide.system.limits import check_filled
from bolide.system.messages import counted

WHAT = ("row", "column")


def join(
    tables: Sequence[Sequence[Batch]], key: str, warn: Callable[[str], None]
) -> tuple[Batch, dict[str, list[str]]]:
    """One batch of all columns; its rows are those of the first table, in its order, and the others must have them all.

    A column that several tables have becomes `FILE:COLUMN` for each, with the file's name without its extensions. These
    names are returned, too, by column.
    """
    named = [(_stem(batches[0].name), _whole(batches)) for batches in tables]
    first = named[0][1]
    keys = _keys(first, key)
    columns: dict[str, list[Any]] = {key: first.cells(key)}
    shared: dict[str, list[str]] = {}
    everywhere = Counter(column for _, table in named for column in table.columns if column != key)
    for stem, table in named:
        rows = _keys(table, key)
        absent = next((label for label in keys if label not in rows), None)
        if absent is not None:
            raise InputError(
                f"{first.location(keys[absent])}: {table.name} has no row whose {key} is {absent!r}; "
                "every row needs one."
            )
        if len(rows) > len(keys):
            more = counted(len(rows) - len(keys), "row")
            warn(f"{table.name} has {more} whose {key} is not in {first.name}; left out.")
        order = [rows[label] for label in keys]
        for column in table.columns:
            if column == key:
                continue
            name = f"{stem}:{column}" if everywhere[column] > 1 else column
            if name in columns:
                raise InputError(f"Two files give a column {name!r}; files that are joined need different names.")
            if name != column:
                shared.setdefault(column, []).append(name)
            cells = table.cells(column)
            columns[name] = [cells[row] for row in order]
    return Batch(first.name, columns, first.numbers, first.unit), shared


def _whole(batches: Sequence[Batch]) -> Batch:
    """All batches of one file as a single one."""
    names: Iterable[str] = dict.fromkeys(column for batch in batches for column in batch.columns)
    rows = sum(map(len, batches))
    check_filled(batches[0].name, rows, len(dict.fromkeys(names)), sum(len(b) * len(b.columns) for b in batches), WHAT)
    cells = {
        name: [cell for b in batches for cell in (b.cells(name) if name in b.columns else [ABSENT] * len(b))]
        for name in names
    }
    numbers = [number for batch in batches for number in batch.numbers]
    return Batch(batches[0].name, cells, numbers, batches[0].unit)


def _keys(table: Batch, key: str) -> dict[str, int]:
    if key not in table.columns:
        raise unknown(f"column of {table.name}", key, table.columns)
    rows: dict[str, int] = {}
    for row, label in enumerate(table.labels(key)):
        if label in rows:
            raise InputError(
                f"{table.location(row)}: {key} is {label!r}, as {table.unit} {table.numbers[rows[label]]} has it."
            )
        rows[label] = row
    return rows


def _stem(name: str) -> str:
    return Path(name).name.partition(".")[0]

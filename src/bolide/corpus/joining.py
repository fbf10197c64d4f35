"""Joins of tables by a key column, and of the systems of a long table."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from bolide.corpus.batches import ABSENT, Batch
from bolide.system.errors import InputError, unknown
from bolide.system.limits import check_filled
from bolide.system.messages import counted

WHAT = ("row", "column")
Joined = tuple[Batch, dict[str, list[str]]]  # all columns, and the names of those that several tables have


def join(tables: Sequence[Sequence[Batch]], key: str, warn: Callable[[str], None]) -> Joined:
    """One batch of all columns; its rows are those of the first table, in its order, and the others must have them all.

    A column that several tables have becomes `FILE:COLUMN` for each, with the file's name without its extensions. These
    names are returned, too, by column.
    """
    return _join([(file_stem(batches[0].name), _whole(batches)) for batches in tables], key, warn)


def pivot(batches: Sequence[Batch], systems: str, key: str | None, warn: Callable[[str], None]) -> Joined:
    """Join the rows of each system of a long table, of which the column `systems` names the system.

    Rows of one segment have the same `key`; by default the same `id` or, without such a column, the same place among
    the rows of their system. A column becomes `SYSTEM:COLUMN` for each.
    """
    table = _whole(batches)
    if systems not in table.columns:
        raise unknown(f"column of {table.name}", systems, table.columns)
    rows: dict[str, list[int]] = {}
    for row, system in enumerate(table.labels(systems)):
        rows.setdefault(system, []).append(row)
    explicit, key = key, key or next((name for name in ("id", "item_id") if name in table.columns), None)
    sizes = {system: len(indices) for system, indices in rows.items()}
    if key is None and len(set(sizes.values())) > 1:
        described = ", ".join(f"{system} {size}" for system, size in list(sizes.items())[:5])
        what = f"the systems have different numbers of rows ({described})"
        raise InputError(f"{table.name}: {what}; name the column that identifies a segment with `join`.")
    named = [(system, replace(table.rows(indices), name=system)) for system, indices in rows.items()]
    advice = f" If {key} does not identify segments, name the column that does with `join`." if explicit is None else ""
    return _join(named, key, warn, advice)


def _join(named: Sequence[tuple[str, Batch]], key: str | None, warn: Callable[[str], None], advice: str = "") -> Joined:
    first = named[0][1]
    keys = _keys(first, key)
    columns: dict[str, list[Any]] = {} if key is None else {key: first.cells(key)}
    locations = {} if key is None else {key: first.locations[key]}
    inner: set[str] = set()
    shared: dict[str, list[str]] = {}
    everywhere = Counter(column for _, table in named for column in table.columns if column != key)
    for stem, table in named:
        rows = _keys(table, key)
        if (absent := next((label for label in keys if label not in rows), None)) is not None:
            what = f"{table.name} has no row whose {key} is {absent!r}; every row needs one"
            raise InputError(f"{first.location(keys[absent], key or '')}: {what}.{advice}")
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
            columns[name] = list(map(table.cells(column).__getitem__, order))
            locations[name] = [table.locations[column][row] for row in order]
            inner |= {name} if column in table.inner else set()
    return Batch(first.name, columns, first.numbers, first.unit, inner, locations), shared


def _whole(batches: Sequence[Batch]) -> Batch:
    """All batches of one table as a single one."""
    names: Iterable[str] = dict.fromkeys(column for batch in batches for column in batch.columns)
    rows = sum(map(len, batches))
    check_filled(batches[0].name, rows, len(dict.fromkeys(names)), sum(len(b) * len(b.columns) for b in batches), WHAT)
    cells = {
        name: [cell for b in batches for cell in (b.cells(name) if name in b.columns else [ABSENT] * len(b))]
        for name in names
    }
    numbers = [number for batch in batches for number in batch.numbers]
    inner = {column for batch in batches for column in batch.inner}
    locations = [batch.location(row) for batch in batches for row in range(len(batch))]
    return Batch(batches[0].name, cells, numbers, batches[0].unit, inner, dict.fromkeys(cells, locations))


def _keys(table: Batch, key: str | None) -> dict[str, int]:
    if key is None:
        return {str(row): row for row in range(len(table))}
    if key not in table.columns:
        raise unknown(f"column of {table.name}", key, table.columns)
    rows: dict[str, int] = {}
    for row, label in enumerate(table.labels(key)):
        if label in rows:
            here, earlier = table.location(row, key), table.location(rows[label], key).removeprefix(f"{table.name}, ")
            raise InputError(f"{here}: {key} is {label!r}, as {earlier} has it; every row needs its own.")
        rows[label] = row
    return rows


def file_stem(name: str) -> str:
    """The name of a file without its folder and extensions. A number behind a dot is part of it, as in Qwen2.5.tsv."""
    return re.split(r"\.(?!\d)", Path(name).name, maxsplit=1)[0]

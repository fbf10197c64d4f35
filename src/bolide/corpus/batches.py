"""Batches: the rows of a table that are read at a time, and checks of their cells."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from itertools import chain
from pathlib import Path
from typing import Any, NoReturn

from bolide.corpus import Corpus
from bolide.corpus.table_files import SKIP
from bolide.system.errors import InputError, SegmentError, counted, unknown
from bolide.system.limits import check_filled

EVERY = ".*"  # ends the name of a column that stands for all inside an object
ABSENT = object()  # the cell of a JSON object that lacks the name


def refuse_late(where: str, columns: Collection[str], known: Collection[str], wanted: Sequence[str]) -> None:
    """Raise InputError for a column that is not known, although one that is wanted, such as `refs.*`, stands for it."""
    for pattern in (column for column in wanted if column.endswith(EVERY)):
        late = next((name for name in columns if name.startswith(pattern[:-1]) and name not in known), None)
        if late is not None:
            what = f"which the first rows lack, so that {pattern} does not stand for it"
            advice = "Name the columns, or begin with a row that has all of them."
            raise InputError(f"{where} has {late!r}, {what}. {advice}")


def texts_in(column: str, cells: Sequence[Any], optional: bool = False) -> list[list[str]]:
    """The texts in each cell of a column, which is one or a list of them; SegmentError names the row of anything else.

    A cell that is `optional` may be null, and has none.
    """
    groups = []
    for row, cell in enumerate(cells):
        texts = cell if isinstance(cell, list) else [] if optional and _is_null(cell) else [cell]
        if cell == [] or not all(isinstance(text, str) for text in texts):
            raise _no_text(row, column, cell)
        groups.append(texts)
    return groups


def _no_text(row: int, column: str, cell: Any) -> SegmentError:
    what, advice = f"the column {column!r} is {cell!r:.100}, not text", "write it as text"
    if cell is ABSENT or cell is None or (isinstance(cell, list) and None in cell):
        what = (
            f"the column {column!r} has a null in its list"
            if isinstance(cell, list)
            else f"the column {column!r} is null"
        )
        what, advice = f"there is no {column!r}" if cell is ABSENT else what, "an empty text is an empty string"
    elif cell == []:
        what, advice = f"the column {column!r} is an empty list", "every segment needs a reference"
    return SegmentError(row, f"{what}; {advice}.", "row")


@dataclass(frozen=True)
class Batch:
    """Rows of the file `name`, a list of cells for each column.

    `numbers` has the number of each row in the file, in `unit`s. A row may lack the `inner` columns, which are names
    inside objects, if it has one of those asked for.
    """

    name: str
    columns: Mapping[str, list[Any]]
    numbers: Sequence[int]
    unit: str = "line"
    inner: Set[str] = frozenset()
    locations: Mapping[str, list[str]] = field(default_factory=dict)  # of the cells of columns from several files

    def __len__(self) -> int:
        return len(self.numbers)

    def with_refs(self, refs: Sequence[str]) -> Batch:
        """The rows that have a reference; only names inside objects may be missing from a row."""
        if not self.inner or not all(ref in self.inner for ref in refs):
            return self
        cells = zip(*(self.columns[ref] for ref in refs), strict=True)
        return self.rows([row for row, texts in enumerate(cells) if not all(map(_is_null, texts))])

    def rows(self, rows: Sequence[int]) -> Batch:
        """The rows with these indices."""
        if len(rows) == len(self):
            return self
        columns, locations = (
            {name: [cells[k] for k in rows] for name, cells in some.items()} for some in (self.columns, self.locations)
        )
        return replace(self, columns=columns, numbers=[self.numbers[k] for k in rows], locations=locations)

    def without_nulls(self, columns: Sequence[str], nulls: str) -> tuple[Batch, int]:
        """The rows with nulls in these columns as empty texts, or without such rows; and how many they are."""
        rows = {k for column in columns for k, cell in enumerate(self.columns[column]) if _is_null(cell)}
        if nulls == SKIP:
            return self.rows([k for k in range(len(self)) if k not in rows]), len(rows)
        filled = {name: ["" if _is_null(cell) else cell for cell in self.columns[name]] for name in columns}
        return replace(self, columns={**self.columns, **filled}) if rows else self, len(rows)

    def location(self, row: int, column: str = "") -> str:
        """The file and the line (or other unit) of a row or, in joined tables, of a cell, for messages."""
        if column in self.locations:
            return self.locations[column][row]
        return f"{self.name}, {self.unit} {self.numbers[row]}"

    def texts(self, column: str) -> list[str]:
        """The texts of a column, one per row."""
        for row, cell in enumerate(self.columns[column]):
            if isinstance(cell, list) and len(cell) > 1:
                raise InputError(f"{self.location(row, column)}: {column} is a list; a translation is one text.")
        return [group if isinstance(group, str) else group[0] for group in self.groups([column])]

    def groups(self, columns: Sequence[str]) -> list[Any]:
        """The texts of several columns as one list per row, with at least one; of a single column of texts, these."""
        if len(columns) == 1 and {*map(type, self.columns[columns[0]])} <= {str}:  # the usual case
            return self.columns[columns[0]]
        lists = []
        for column in columns:
            try:
                lists.append(texts_in(column, self.columns[column], column in self.inner))
            except SegmentError as error:
                self.refuse(error, column)
        groups = [list(chain.from_iterable(row)) for row in zip(*lists, strict=True)]
        if [] in groups:
            row = groups.index([])
            self.refuse(_no_text(row, columns[0], self.columns[columns[0]][row]), columns[0])
        return groups

    def known(self, column: str) -> list[str]:
        """The values of a column as texts, if it exists and all are texts or integers; otherwise none."""
        values = self.columns.get(column, [])
        return list(map(str, values)) if {*map(type, values)} <= {str, int} else []

    def labels(self, column: str) -> list[str]:
        """The cells of a column of labels, as texts: texts, integers, true or false."""
        cells = self.columns[column]
        for row, cell in enumerate(cells):
            if not isinstance(cell, str | int):
                what = "null" if _is_null(cell) else f"{cell!r:.100}, not text"
                raise InputError(f"{self.location(row, column)}: {column} is {what}; a label is a text or an integer.")
            if type(cell) is not type(cells[0]):
                what = f"{column} is {cell!r:.40}, and {cells[0]!r:.40} above is of another type"
                advice = "a column of labels has texts only, or numbers only"
                raise InputError(f"{self.location(row, column)}: {what}; {advice}.")
        return [cell if isinstance(cell, str) else str(cell).lower() for cell in cells]

    def corpus(self, hyp: str, refs: Sequence[str], name: str) -> Corpus:
        """The corpus with the outputs of one column and the references of others."""
        return Corpus.of(self.texts(hyp), self.groups(refs), name)

    def refuse(self, error: InputError, column: str = "") -> NoReturn:
        """Raise an error in a row of this batch, or in its cell of a column, with its file and line."""
        if isinstance(error, SegmentError):
            advice = " Or choose with `nulls`: empty or skip." if "is null" in error.what else ""
            located = InputError(f"{self.location(error.segment, column)}: {error.what}{advice}")
        else:
            located = InputError(f"{self.name}: {error}")
        located.metric = error.metric
        raise located from None


def _is_null(cell: object) -> bool:
    return cell is None or cell is ABSENT


# --- tables joined ---------------------------------------------------------------------------------------------------

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
    columns: dict[str, list[Any]] = {} if key is None else {key: first.columns[key]}
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
            columns[name] = [table.columns[column][row] for row in order]
            locations[name] = [table.locations[column][row] for row in order]
            inner |= {name} if column in table.inner else set()
    return Batch(first.name, columns, first.numbers, first.unit, inner, locations), shared


def _whole(batches: Sequence[Batch]) -> Batch:
    """All batches of one table as a single one."""
    names: Iterable[str] = dict.fromkeys(column for batch in batches for column in batch.columns)
    rows = sum(map(len, batches))
    check_filled(batches[0].name, rows, len(dict.fromkeys(names)), sum(len(b) * len(b.columns) for b in batches), WHAT)
    cells = {name: [cell for b in batches for cell in b.columns.get(name, [ABSENT] * len(b))] for name in names}
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

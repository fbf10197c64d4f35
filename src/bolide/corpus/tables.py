"""Texts from tables with named columns: Parquet, Arrow, CSV, TSV, JSON, xlsx, and files of WMT and of translators.

What a file is, its content says. Parquet and Arrow files are read a few thousand rows at a time, the others file by
file.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain

from bolide.corpus import Corpus
from bolide.corpus.arrow_files import PARQUET, arrow_batches, is_arrow, rows_in
from bolide.corpus.batches import Batch
from bolide.corpus.decoding import MARK, text_of, unpacked
from bolide.corpus.delimited import Row, read_rows
from bolide.corpus.formats import XLSX, foreign_bytes, foreign_markup, is_json, table_separator
from bolide.corpus.joining import join
from bolide.corpus.json_tables import json_batches
from bolide.corpus.lines import STDIN, read_bytes
from bolide.corpus.markup import markup_batch
from bolide.corpus.parts import parts_of
from bolide.corpus.spreadsheets import sheet_rows
from bolide.errors import InputError, OptionError, unknown

HEAD = 4096  # bytes that tell a format


@dataclass(frozen=True)
class Reading:
    """How a table is read: whose its quotes are ("csv", "text", or None where the content tells), by which column its
    files are joined (None: they are parts of one table), and who is warned."""

    quotes: str | None = None
    warn: Callable[[str], None] = lambda message: None
    join: str | None = None


AS_TOLD = Reading()  # by the content
Names = str | Sequence[str]


class Table:
    """A table in one file or in several: parts of it one after the other, or files joined by a column."""

    def __init__(self, names: Names, how: Reading = AS_TOLD) -> None:
        self.parts = parts_of(names)
        self._how = how
        self._joined = self._join(how.join) if how.join is not None else None

    def systems(self, hyps: Sequence[str]) -> list[tuple[str, str]]:
        """The systems that these columns of outputs mean, each with its column: one, or one per joined file."""
        if self._joined is None:
            return [(column, column) for column in hyps]
        shared = self._joined[1]
        return [
            (name.removesuffix(f":{column}") if column in shared else column, name)
            for column in hyps
            for name in shared.get(column, [column])
        ]

    def batches(self, columns: Sequence[str]) -> Iterator[Batch]:
        """The rows, with at least these columns; refused where there is none."""
        if self._joined is not None:
            found = self._joined[0]
            for column in columns:
                if column in self._joined[1]:
                    raise InputError(f"{column!r} is in several files; name one: {', '.join(self._joined[1][column])}.")
                if column not in found.columns:
                    raise unknown("column", column, found.columns)
            yield found
            return
        rows = 0
        for part in self.parts:
            for batch in part_batches(part, self._how, list(dict.fromkeys(columns))):
                rows += len(batch)
                if len(batch):
                    yield batch
        if not rows:
            raise InputError(f"{' and '.join(self.parts[:3])} holds no row; a table has at least one.")

    def part(self, number: int, columns: Sequence[str], skip: int = 0) -> Iterator[Batch]:
        """The rows of one part, without the first `skip`."""
        wanted = list(dict.fromkeys(columns))
        for batch in part_batches(self.parts[number], self._how, wanted, skip):
            if len(batch):
                yield batch

    def _join(self, key: str) -> tuple[Batch, dict[str, list[str]]]:
        if len(self.parts) < 2:
            raise OptionError("--join is for several files; give --table once for each, or a pattern or folder.")
        return join([list(part_batches(part, self._how, None)) for part in self.parts], key, self._how.warn)


def read_systems_of(names: Names, hyps: Sequence[str], refs: Sequence[str], how: Reading = AS_TOLD) -> list[Corpus]:
    """The systems whose outputs are the columns `hyps`, with the references of the columns `refs`.

    A reference may be a list of texts, of any length; the ones of all columns are taken together.
    """
    table = Table(names, how)
    systems = table.systems(hyps)
    texts: list[list[str]] = [[] for _ in systems]
    groups: list[list[str]] = []
    for batch in table.batches([*(column for _, column in systems), *refs]):
        for found, (_, column) in zip(texts, systems, strict=True):
            found += batch.texts(column)
        groups += batch.groups(refs)
    return [Corpus.of(found, groups, shown) for found, (shown, _) in zip(texts, systems, strict=True)]


def read_column(names: Names, column: str, how: Reading = AS_TOLD) -> list[str]:
    """The texts of a column, one per row."""
    return [text for batch in Table(names, how).batches([column]) for text in batch.texts(column)]


def read_columns(names: Names, columns: Sequence[str], how: Reading = AS_TOLD) -> list[list[str]]:
    """The texts of several columns, those of one row together; a cell may hold a list of texts."""
    return [group for batch in Table(names, how).batches(columns) for group in batch.groups(columns)]


def rows_of(names: Names) -> int | None:
    """How many rows a table has, where that is known without reading it: of Parquet files."""
    found = 0
    for part in parts_of(names):
        count = rows_in(part) if part != STDIN and _head(part).startswith(PARQUET) else None
        if count is None:
            return None
        found += count
    return found


def part_batches(name: str, how: Reading, columns: Sequence[str] | None, skip: int = 0) -> Iterator[Batch]:
    """The rows of one file, with these columns or with all; the first `skip` are left out."""
    for batch in _part_batches(name, how, columns):
        if skip >= len(batch):
            skip -= len(batch)
            continue
        yield batch.after(skip) if skip else batch
        skip = 0


def _part_batches(name: str, how: Reading, columns: Sequence[str] | None) -> Iterator[Batch]:
    shown = "standard input" if name == STDIN else name
    head = b"" if name == STDIN else _head(name)
    if is_arrow(head):
        yield from _without_quotes(arrow_batches(shown, name, head, columns), shown, how)
        return
    raw = unpacked(read_bytes(name), shown)
    if is_arrow(raw[:HEAD]):
        found: Iterator[Batch] = arrow_batches(shown, raw, raw[:HEAD], columns)
    elif foreign_bytes(raw) == XLSX:
        found = _under_header(shown, sheet_rows(shown, raw, how.warn), "row")
    else:
        text = text_of(raw, shown, markup=True).removeprefix(MARK)
        if not text.strip():
            raise InputError(f"{shown} is empty; a table has a header and one line per segment, or JSON lines.")
        kind = foreign_markup(text)
        separator = None if kind or is_json(text) else table_separator(text)
        if separator is not None:
            rows = read_rows(shown, text, separator, how.quotes, how.warn)
            yield from _with_columns(_under_header(shown, rows, "line"), shown, columns)
            return
        found = iter([markup_batch(shown, text, kind)]) if kind else json_batches(shown, text, columns)
    yield from _without_quotes(_with_columns(found, shown, columns), shown, how)


def _head(name: str) -> bytes:
    """How a file begins; where it cannot be opened, that is said when it is read."""
    try:
        with open(name, "rb") as file:
            return file.read(HEAD)
    except (OSError, ValueError):
        return b""


def _without_quotes(batches: Iterator[Batch], name: str, how: Reading) -> Iterator[Batch]:
    if how.quotes:
        raise InputError(f"{name} is not TSV or CSV; --table-quotes is for these.")
    return batches


def _with_columns(batches: Iterator[Batch], name: str, columns: Sequence[str] | None) -> Iterator[Batch]:
    first = next(batches, None)
    if first is None:
        return iter(())
    for column in columns or ():
        if column not in first.columns:
            raise unknown(f"column of {name}", column, first.columns)
    return chain([first], batches)


def _under_header(name: str, rows: list[Row], unit: str) -> Iterator[Batch]:
    if not rows:
        return
    header = [str(cell) for cell in rows[0].cells]
    for column in header:
        if header.count(column) > 1:
            raise InputError(f"{name} has two columns called {column!r}; give each its own name.")
    if len(rows) == 1:
        raise InputError(f"{name} has a header and no line below it.")
    cells = {column: [row.cells[place] for row in rows[1:]] for place, column in enumerate(header)}
    yield Batch(name, cells, [row.line for row in rows[1:]], unit)

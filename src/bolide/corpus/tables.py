"""Texts from tables with named columns: Parquet, Arrow, CSV, TSV, JSON, xlsx, and files of WMT and of translators.

What a file is, its content says. Parquet, Arrow, CSV, TSV and JSON lines are read a few thousand rows at a time, the
others file by file, and so is what comes through a pipe.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from bolide.corpus import Corpus
from bolide.corpus.arrow_files import PARQUET, arrow_batches, head_of, is_arrow, rows_in
from bolide.corpus.batches import ABSENT, Batch, Reading, Record, Records, TableFormat
from bolide.corpus.decoding import MARK, split_lines, text_of, unpacked
from bolide.corpus.delimited import read_delimited
from bolide.corpus.formats import XLSX, foreign_bytes
from bolide.corpus.joining import join
from bolide.corpus.json_tables import is_json_array, is_json_lines, read_json_array, read_json_lines
from bolide.corpus.lines import STDIN, read_bytes, refuse_shared_columns
from bolide.corpus.markup import is_markup, read_markup
from bolide.corpus.table_files import parts_of
from bolide.corpus.text_files import text_file
from bolide.corpus.xlsx import read_sheet
from bolide.system.errors import InputError, OptionError, unknown
from bolide.system.limits import check_filled

# Of tables that are text. The first that fits is taken, so the last one fits always.
FORMATS: dict[str, TableFormat] = {
    "json-lines": TableFormat(is_json_lines, read_json_lines, by_line=True),
    "json-array": TableFormat(is_json_array, read_json_array, "item"),
    "markup": TableFormat(is_markup, read_markup, "segment"),
    "delimited": TableFormat(lambda text: True, read_delimited, by_line=True),
}

AS_TOLD = Reading()  # by the content
ROWS, CHARACTERS = 1 << 12, 1 << 23  # the most of a batch of what is read line by line
ABOUT = ("source", "id")  # columns that become the segments' own where a table has them
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

    def batches(self, columns: Sequence[str], optional: Sequence[str] = ()) -> Iterator[Batch]:
        """The rows, with at least these columns and the optional ones that there are; refused where there is no row."""
        if self._joined is not None:
            yield self._checked_join(columns)
            return
        rows = 0
        for number in range(len(self.parts)):
            for batch in self.part(number, columns, optional):
                rows += len(batch)
                yield batch
        if not rows:
            raise InputError(f"{' and '.join(self.parts[:3])} holds no row; a table has at least one.")

    def part(self, number: int, columns: Sequence[str], optional: Sequence[str] = (), skip: int = 0) -> Iterator[Batch]:
        """The rows of one part, without the first `skip`."""
        for batch in part_batches(self.parts[number], self._how, list(dict.fromkeys(columns)), optional):
            if skip >= len(batch):
                skip -= len(batch)
                continue
            yield batch.take(slice(skip, None)) if skip else batch
            skip = 0

    def _join(self, key: str) -> tuple[Batch, dict[str, list[str]]]:
        if len(self.parts) < 2:
            raise OptionError("--join is for several files; give --table once for each, or a pattern or folder.")
        return join([list(part_batches(part, self._how, None)) for part in self.parts], key, self._how.warn)

    def _checked_join(self, columns: Sequence[str]) -> Batch:
        assert self._joined is not None
        found, shared = self._joined
        for column in columns:
            if column in shared:
                raise InputError(f"{column!r} is in several files; name one: {', '.join(shared[column])}.")
            if column not in found.columns:
                raise unknown("column", column, found.columns)
        return found


def read_systems_of(names: Names, hyps: Sequence[str], refs: Sequence[str], how: Reading = AS_TOLD) -> list[Corpus]:
    """The systems whose outputs are the columns `hyps`, with the references of the columns `refs`.

    A reference may be a list of texts, of any length; the ones of all columns are taken together. Where the table has
    columns called `source` and `id`, segments have a source and an id.
    """
    table = Table(names, how)
    systems = table.systems(hyps)
    refuse_shared_columns([column for _, column in systems], refs)
    texts: list[list[str]] = [[] for _ in systems]
    groups: list[list[str]] = []
    about: dict[str, list[str]] = {name: [] for name in ABOUT}
    for batch in table.batches([*(column for _, column in systems), *refs], ABOUT):
        for found, (_, column) in zip(texts, systems, strict=True):
            found += batch.texts(column)
        groups += batch.groups(refs)
        for name in ABOUT:
            about[name] += batch.known(name)
    sources, ids = (tuple(found) if len(found) == len(groups) else () for found in about.values())
    made = [Corpus.of(found, groups, shown) for found, (shown, _) in zip(texts, systems, strict=True)]
    return [replace(system, sources=sources, ids=ids) for system in made] if sources or ids else made


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
        count = rows_in(part) if part != STDIN and head_of(part).startswith(PARQUET) else None
        if count is None:
            return None
        found += count
    return found


def part_batches(
    name: str, how: Reading, columns: Sequence[str] | None, optional: Sequence[str] = ()
) -> Iterator[Batch]:
    """The rows of one file, with at least these columns, or with all; the optional ones where there are such."""
    shown = "standard input" if name == STDIN else name
    if name != STDIN and is_arrow(head_of(name)):
        _refuse_quotes(shown, how)
        yield from arrow_batches(shown, name, columns, optional)
        return
    file = text_file(name) if name != STDIN else None
    if file is not None and (form := _format(file.head)).by_line:
        yield from _batches(shown, form.read(shown, file, how), form.unit, columns, optional)
        return
    raw = unpacked(read_bytes(name), shown)
    if is_arrow(head_of(raw)):
        _refuse_quotes(shown, how)
        yield from arrow_batches(shown, raw, columns, optional)
    elif foreign_bytes(raw) == XLSX:
        _refuse_quotes(shown, how)
        yield from _batches(shown, read_sheet(shown, raw, how.warn), "row", columns, optional)
    else:
        text = text_of(raw, shown, markup=True).removeprefix(MARK)
        if not text.strip():
            raise InputError(f"{shown} is empty; a table has a header and one line per segment, or JSON lines.")
        form = _format(text)
        read = split_lines(text) if form.by_line else text
        yield from _batches(shown, form.read(shown, read, how), form.unit, columns, optional)


def _format(text: str) -> TableFormat:
    """The format of a table that begins so."""
    return next(form for form in FORMATS.values() if form.fits(text))


def _batches(
    name: str, records: Records, unit: str, columns: Sequence[str] | None, optional: Sequence[str]
) -> Iterator[Batch]:
    """The rows of a file, column by column, some at a time: the columns asked for, or all."""
    first = True
    for some in _some_at_a_time(records):
        for column in columns or () if first else ():
            if column not in some[0][1]:
                raise unknown(f"column of {name}", column, some[0][1])
        first = False
        if columns is None:
            names = dict.fromkeys(column for _, record in some for column in record)
            check_filled(name, len(some), len(names), sum(len(record) for _, record in some), ("row", "column"))
        else:
            there = [column for column in optional if any(column in record for _, record in some)]
            names = dict.fromkeys([*columns, *there])
        cells = {column: [record.get(column, ABSENT) for _, record in some] for column in names}
        yield Batch(name, cells, [number for number, _ in some], unit)
    if first:
        raise InputError(f"{name} has a header and no line below it.")


def _some_at_a_time(records: Records) -> Iterator[list[tuple[int, Record]]]:
    """The records in lists that take little memory."""
    found: list[tuple[int, Record]] = []
    size = 0
    for number, record in records:
        found.append((number, record))
        size += sum(len(cell) for cell in record.values() if isinstance(cell, str))
        if len(found) == ROWS or size > CHARACTERS:
            yield found
            found, size = [], 0
    if found:
        yield found


def _refuse_quotes(name: str, how: Reading) -> None:
    if how.quotes:
        raise InputError(f"{name} is not TSV or CSV; --table-quotes is for these.")

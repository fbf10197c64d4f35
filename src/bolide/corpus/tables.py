"""Texts from tables with named columns: Parquet, Arrow, CSV, TSV, JSON, xlsx, WMT's SGML and XML, TMX, XLIFF.

The format is recognised by the content. Parquet, Arrow, CSV, TSV and JSON lines are read a few thousand rows at a time;
other formats, and any format from a pipe, are read whole.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from bolide.corpus import Corpus
from bolide.corpus.arrow_files import PARQUET, arrow_batches, head_of, is_arrow, parquet_row_count
from bolide.corpus.batches import ABSENT, Batch, Record, Records, TableFormat, TableOptions
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

# Formats of tables that are text. The first that fits is used; the last one always fits.
FORMATS: dict[str, TableFormat] = {
    "json-lines": TableFormat(is_json_lines, read_json_lines, by_line=True),
    "json-array": TableFormat(is_json_array, read_json_array, "item"),
    "markup": TableFormat(is_markup, read_markup, "segment"),
    "delimited": TableFormat(lambda text: True, read_delimited, by_line=True),
}

BY_CONTENT = TableOptions()  # the content decides what quotes belong to
ROWS, CHARACTERS = 1 << 12, 1 << 23  # limits of a batch of a table that is read line by line
SEGMENT_COLUMNS = ("source", "id")  # optional columns that become fields of the segments
Names = str | Sequence[str]


class TextTable:
    """A table in one file or in several, which are its parts in order or are joined by a column."""

    def __init__(self, names: Names, options: TableOptions = BY_CONTENT) -> None:
        self.parts = parts_of(names)
        self._options = options
        self._joined = self._join(options.join) if options.join is not None else None

    def systems(self, hyps: Sequence[str]) -> list[tuple[str, str]]:
        """The systems in these columns of outputs, each with its column: one per column, or one per joined file."""
        if self._joined is None:
            return [(column, column) for column in hyps]
        shared = self._joined[1]
        return [
            (name.removesuffix(f":{column}") if column in shared else column, name)
            for column in hyps
            for name in shared.get(column, [column])
        ]

    def batches(self, columns: Sequence[str], optional: Sequence[str] = ()) -> Iterator[Batch]:
        """The rows, with at least these columns and those of the optional ones that exist; InputError if there are
        none."""
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
        for batch in part_batches(self.parts[number], self._options, list(dict.fromkeys(columns)), optional):
            if skip >= len(batch):
                skip -= len(batch)
                continue
            yield batch.take(slice(skip, None)) if skip else batch
            skip = 0

    def _join(self, key: str) -> tuple[Batch, dict[str, list[str]]]:
        if len(self.parts) < 2:
            raise OptionError("--join is for several files; give --table once for each, or a pattern or folder.")
        return join([list(part_batches(part, self._options, None)) for part in self.parts], key, self._options.warn)

    def _checked_join(self, columns: Sequence[str]) -> Batch:
        assert self._joined is not None
        batch, shared = self._joined
        for column in columns:
            if column in shared:
                raise InputError(f"{column!r} is in several files; name one: {', '.join(shared[column])}.")
            if column not in batch.columns:
                raise unknown("column", column, batch.columns)
        return batch


def read_systems_of(
    names: Names, hyps: Sequence[str], refs: Sequence[str], options: TableOptions = BY_CONTENT
) -> list[Corpus]:
    """The systems whose outputs are the columns `hyps`, with the references of the columns `refs`.

    A cell with references may be a list of texts of any length; those of all columns are put together. If the table
    has columns called `source` and `id`, the segments have a source and an id.
    """
    table = TextTable(names, options)
    systems = table.systems(hyps)
    refuse_shared_columns([column for _, column in systems], refs)
    texts: list[list[str]] = [[] for _ in systems]
    groups: list[list[str]] = []
    metadata: dict[str, list[str]] = {name: [] for name in SEGMENT_COLUMNS}
    for batch in table.batches([*(column for _, column in systems), *refs], SEGMENT_COLUMNS):
        for outputs, (_, column) in zip(texts, systems, strict=True):
            outputs += batch.texts(column)
        groups += batch.groups(refs)
        for name in SEGMENT_COLUMNS:
            metadata[name] += batch.known(name)
    sources, ids = (tuple(values) if len(values) == len(groups) else () for values in metadata.values())
    corpora = [Corpus.of(outputs, groups, name) for outputs, (name, _) in zip(texts, systems, strict=True)]
    return [replace(system, sources=sources, ids=ids) for system in corpora] if sources or ids else corpora


def read_column(names: Names, column: str, options: TableOptions = BY_CONTENT) -> list[str]:
    """The texts of a column, one per row."""
    return [text for batch in TextTable(names, options).batches([column]) for text in batch.texts(column)]


def read_columns(names: Names, columns: Sequence[str], options: TableOptions = BY_CONTENT) -> list[list[str]]:
    """The texts of several columns, those of one row together; a cell may hold a list of texts."""
    return [group for batch in TextTable(names, options).batches(columns) for group in batch.groups(columns)]


def row_count(names: Names) -> int | None:
    """The number of rows, if it is known without reading the table (Parquet files only); otherwise None."""
    total = 0
    for part in parts_of(names):
        count = parquet_row_count(part) if part != STDIN and head_of(part).startswith(PARQUET) else None
        if count is None:
            return None
        total += count
    return total


def part_batches(
    name: str, options: TableOptions, columns: Sequence[str] | None, optional: Sequence[str] = ()
) -> Iterator[Batch]:
    """The rows of one file, with at least these columns (None: all) and those of the optional ones that exist."""
    source = "standard input" if name == STDIN else name
    if name != STDIN and is_arrow(head_of(name)):
        _refuse_quotes(source, options)
        yield from arrow_batches(source, name, columns, optional)
        return
    file = text_file(name) if name != STDIN else None
    if file is not None and (form := _format(file.head)).by_line:
        yield from _batches(source, form.read(source, file, options), form.unit, columns, optional)
        return
    raw = unpacked(read_bytes(name), source)
    if is_arrow(head_of(raw)):
        _refuse_quotes(source, options)
        yield from arrow_batches(source, raw, columns, optional)
    elif foreign_bytes(raw) == XLSX:
        _refuse_quotes(source, options)
        yield from _batches(source, read_sheet(source, raw, options.warn), "row", columns, optional)
    else:
        text = text_of(raw, source, markup=True).removeprefix(MARK)
        if not text.strip():
            raise InputError(f"{source} is empty; a table has a header and one line per segment, or JSON lines.")
        form = _format(text)
        read = split_lines(text) if form.by_line else text
        yield from _batches(source, form.read(source, read, options), form.unit, columns, optional)


def _format(text: str) -> TableFormat:
    """The format of a table that begins with this text."""
    return next(form for form in FORMATS.values() if form.fits(text))


def _batches(
    name: str, records: Records, unit: str, columns: Sequence[str] | None, optional: Sequence[str]
) -> Iterator[Batch]:
    """The records of a file as batches, with the requested columns (None: all)."""
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
            present = [column for column in optional if any(column in record for _, record in some)]
            names = dict.fromkeys([*columns, *present])
        cells = {column: [record.get(column, ABSENT) for _, record in some] for column in names}
        yield Batch(name, cells, [number for number, _ in some], unit)
    if first:
        raise InputError(f"{name} has a header and no line below it.")


def _some_at_a_time(records: Records) -> Iterator[list[tuple[int, Record]]]:
    """The records in lists of limited size."""
    chunk: list[tuple[int, Record]] = []
    size = 0
    for number, record in records:
        chunk.append((number, record))
        size += sum(len(cell) for cell in record.values() if isinstance(cell, str))
        if len(chunk) == ROWS or size > CHARACTERS:
            yield chunk
            chunk, size = [], 0
    if chunk:
        yield chunk


def _refuse_quotes(name: str, options: TableOptions) -> None:
    if options.quotes:
        raise InputError(f"{name} is not TSV or CSV; --table-quotes is for these.")

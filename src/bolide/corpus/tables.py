"""Texts from tables with named columns: Parquet, Arrow, CSV, TSV, JSON, xlsx, WMT's SGML and XML, TMX, XLIFF.

The format is recognised by the content. Parquet, Arrow, CSV, TSV and JSON lines are read a few thousand rows at a time;
other formats, and any format from a pipe, are read whole.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from filecmp import cmp
from itertools import chain
from typing import Any, NamedTuple

from bolide.corpus import Corpus
from bolide.corpus.arrow_files import arrow_batches, head_of, is_arrow
from bolide.corpus.batches import ABSENT, EVERY, Batch, join, pivot, refuse_late
from bolide.corpus.decoding import MARK, XLSX, foreign_bytes, foreign_markup, split_lines, text_of, unpacked
from bolide.corpus.lines import display_name, read_bytes, refuse_shared_columns, text_file
from bolide.corpus.markup import read_markup
from bolide.corpus.table_files import ERROR, SKIP, Record, Records, TableOptions, ignore, parts_of
from bolide.corpus.text_tables import is_json_array, is_json_lines, read_delimited, read_json_array, read_json_lines
from bolide.corpus.xlsx import read_sheet
from bolide.system.errors import InputError, OptionError, counted, first_repeated, unknown
from bolide.system.limits import check_filled


class TableFormat(NamedTuple):
    """A format of tables: a test whether a text is in it, and a reader.

    `read` is called with the file's name, its text and the options. If the format is read line by line, `read` gets the
    lines, and `fits` the first lines only. `unit` is what its records are numbered by.
    """

    fits: Callable[[str], bool]
    read: Callable[[str, Any, TableOptions], Records]
    unit: str = "line"
    by_line: bool = False


# Formats of tables that are text. The first that fits is used; the last one always fits.
FORMATS: dict[str, TableFormat] = {
    "json-lines": TableFormat(is_json_lines, read_json_lines, by_line=True),
    "json-array": TableFormat(is_json_array, read_json_array, "item"),
    "markup": TableFormat(lambda text: foreign_markup(text) is not None, read_markup, "segment"),
    "delimited": TableFormat(lambda text: True, read_delimited, by_line=True),
}

BY_CONTENT = TableOptions()  # the content decides what quotes belong to
ROWS, CHARACTERS = 1 << 12, 1 << 23  # limits of a batch of a table that is read line by line
SEGMENT_COLUMNS = ("source", "id", "item_id")  # optional columns that become fields of the segments
Names = str | Sequence[str]
NULL, NO_REFERENCE = "row with a null", "row without a reference"
UNFAIR = {"postedit": "post-edited", "pseudo": "pseudo"}  # kinds of references in WMT26's files


class TextTable:
    """A table in one file or in several, which are its parts in order or are joined by a column."""

    def __init__(self, names: Names, options: TableOptions = BY_CONTENT) -> None:
        self.parts = parts_of(names)
        self._options = options
        self._piped: dict[str, bytes] = {}  # what has been read of pipes, which can be read once
        self._counts = Counter[str]()  # rows by what they lack, and references by their kind
        self._patterns: set[str] = set()  # names of columns that stand for all inside an object
        self._texts: tuple[list[str], list[str]] = [], []  # the columns of outputs and references that were read
        self._joined = self._join(options) if options.join is not None or options.systems is not None else None

    def systems(self, hyps: Sequence[str]) -> list[tuple[str, str]]:
        """The systems in these columns of outputs, each with its column: one per column, or one per joined file.

        `hyps.*` are all columns whose name begins so, each called by the rest of it. If two systems would be called
        alike, all are called by their columns.
        """
        shared = self._joined[1] if self._joined is not None else {}
        systems: list[tuple[str, str]] = []
        for column in hyps:
            start = column[:-1] if column.endswith(EVERY) else ""
            for name in (name for each in self.expanded([column]) for name in shared.get(each, [each])):
                file, _, inside = name.rpartition(":")
                systems.append((file if inside in shared else name.removeprefix(start), name))
        if (twice := first_repeated(column for _, column in systems)) is not None:
            raise OptionError(f"{twice} is given twice as an output; leave one of them out.")
        alike = first_repeated(name for name, _ in systems) is not None
        return [(column, column) for _, column in systems] if alike else systems

    def expanded(self, columns: Sequence[str]) -> list[str]:
        """The columns, with every name that a pattern such as `refs.*` stands for."""
        if not any(column.endswith(EVERY) for column in columns):
            return list(columns)
        known = self.first_columns() if self._joined is None else [*self._joined[0].columns, *self._joined[1]]
        names: list[str] = []
        for column in columns:
            matching = [name for name in known if name.startswith(column[:-1])] if column.endswith(EVERY) else [column]
            if not matching:
                raise unknown(f"column of {self.parts[0]}", column, known)
            names += matching
        self._patterns.update(column for column in columns if column.endswith(EVERY))
        return names

    def first_columns(self) -> Collection[str]:
        """The names of all columns in the first rows."""
        return next(iter(part_batches(self.parts[0], self._options, None, piped=self._piped))).columns

    def corpora(self, hyps: Sequence[str], refs: Sequence[str]) -> list[Corpus]:
        """The systems whose outputs are the columns `hyps`, with the references of the columns `refs`.

        A cell with references may be a list of texts of any length; those of all columns are put together. If the table
        has columns called `source` and `id`, or `item_id`, the segments have a source and an id.
        """
        systems, refs = self.systems(hyps), self.expanded(refs)
        columns = [column for _, column in systems]
        refuse_shared_columns(columns, refs)
        texts: list[list[str]] = [[] for _ in systems]
        groups: list[Any] = []
        metadata: dict[str, list[str]] = {name: [] for name in SEGMENT_COLUMNS}
        for batch in self.batches([*columns, *refs], SEGMENT_COLUMNS, refs):
            for outputs, column in zip(texts, columns, strict=True):
                outputs += batch.texts(column)
            groups += batch.groups(refs)
            for name in SEGMENT_COLUMNS:
                metadata[name] += batch.known(name)
        sources, ids, items = (tuple(values) if len(values) == len(groups) else () for values in metadata.values())
        self.warn_of_repeated(len(items) - len(set(items)))
        self._texts, self._options = (columns, refs), self._options._replace(warn=ignore)  # all has been said
        corpora = [Corpus.of(outputs, groups, name) for outputs, (name, _) in zip(texts, systems, strict=True)]
        return [replace(system, sources=sources, ids=ids or items) for system in corpora]

    def column(self, name: str) -> list[str]:
        """The texts of a column, one per row that `corpora` has read."""
        hyps, refs = self._texts
        batches = self.batches([*hyps, *refs], refs=refs, labels=[name])
        return [label for batch in batches for label in batch.labels(name)]

    def groups(self, columns: Sequence[str]) -> list[list[str]]:
        """The texts of several columns, those of one row together; a cell may hold a list of texts."""
        names = self.expanded(columns)
        groups = (group for batch in self.batches(names) for group in batch.groups(names))
        return [[group] if isinstance(group, str) else group for group in groups]

    def batches(
        self, columns: Sequence[str], optional: Sequence[str] = (), refs: Sequence[str] = (), labels: Sequence[str] = ()
    ) -> Iterator[Batch]:
        """The rows, with at least these columns of texts, those of labels, and those of the optional ones that exist;
        InputError if there are none. Rows without any of the references `refs` are left out, and their number is said,
        as is that of rows with a null, unless it is refused."""
        rows, self._counts = 0, Counter()
        wanted, others = list(dict.fromkeys([*columns, *labels])), (*optional, *_types(refs), *self._patterns)
        found: Iterable[Batch] = chain.from_iterable(
            part_batches(part, self._options, wanted, others, self._piped) for part in self.parts
        )
        if self._joined is not None:
            found = [self._checked_join(wanted)]
        else:
            for first, copy in _copies(self.parts):
                self._options.warn(f"{first} and {copy} have the same content, which is counted twice.")
        for batch in found:
            settled = self._settled(batch, columns, refs)
            rows += len(settled)
            if len(settled):
                yield settled
        self._warn_of_rows()
        if not rows:
            raise InputError(f"{' and '.join(self.parts[:3])} holds no row; a table has at least one.")

    def _warn_of_rows(self) -> None:
        """Say, once all are read, how many rows had a null or no reference, and how many references were made from
        outputs."""
        where, counts = " and ".join(self.parts[:3]), self._counts
        if counts[NULL]:
            rows = counted(counts[NULL], "row")
            skipped = self._options.nulls == SKIP
            done = f"left out {rows} with a null" if skipped else f"took nulls in {rows} for empty texts"
            self._options.warn(f"{where}: {done}.")
        if counts[NO_REFERENCE]:
            self._options.warn(f"{where}: {counted(counts[NO_REFERENCE], 'row')} without a reference left out.")
        if unfair := [counted(counts[kind], f"{name} reference") for kind, name in UNFAIR.items() if counts[kind]]:
            what = f"{' and '.join(unfair)}; such references favour the systems that they were made from"
            self._options.warn(f"{where} has {what}.")

    def warn_of_repeated(self, rows: int) -> None:
        """Say that so many rows have the item_id of an earlier one."""
        if rows:
            what = f"{counted(rows, 'row')} with the item_id of an earlier one, counted again"
            self._options.warn(f"{' and '.join(self.parts[:3])}: {what}.")

    def _settled(self, batch: Batch, columns: Sequence[str], refs: Sequence[str]) -> Batch:
        """The batch without nulls and without rows that lack every reference, both of which are counted.

        A row may lack references inside objects, if it has one.
        """
        if self._options.nulls != ERROR:
            texts = [column for column in columns if column not in batch.inner or column not in refs]
            batch, rows = batch.without_nulls(texts, self._options.nulls)
            self._counts[NULL] += rows
        rated = batch.with_refs(refs) if refs else batch
        self._counts[NO_REFERENCE] += len(batch) - len(rated)
        self._counts.update(kind for name in _types(refs) for kind in rated.known(name))
        return rated

    def _join(self, options: TableOptions) -> tuple[Batch, dict[str, list[str]]]:
        parts = [list(part_batches(part, options, None)) for part in self.parts]
        if options.systems is not None:
            return pivot([batch for batches in parts for batch in batches], options.systems, options.join, options.warn)
        if len(parts) < 2:
            raise OptionError("`join` is for several files; name each of them after `table`, or a pattern or folder.")
        return join(parts, str(options.join), options.warn)

    def _checked_join(self, columns: Sequence[str]) -> Batch:
        assert self._joined is not None
        batch, shared = self._joined
        for column in columns:
            names = shared.get(column, [])
            if names and self._options.systems is None:
                raise InputError(f"{column!r} is in several files; name one: {', '.join(names)}.")
            if names:
                batch = _with_common(batch, column, names)
            if column not in batch.columns:
                raise unknown("column", column, batch.columns)
        return batch


def _with_common(batch: Batch, column: str, names: Sequence[str]) -> Batch:
    """The batch with a column that all systems of a long table share, each under one of these names."""
    first = names[0]
    cells = batch.columns[first]
    for name in names[1:]:
        for one, other in zip(cells, batch.columns[name], strict=True):
            if one != other:
                systems = " and ".join(each.removesuffix(f":{column}") for each in (first, name))
                what = f"{column!r} of a segment differs between {systems}: {one!r:.60} and {other!r:.60}"
                advice = "If rows are in another order, name the column that identifies a segment with `join`."
                raise InputError(f"{what}. {advice}")
    locations = {**batch.locations, column: batch.locations[first]}
    inner = {*batch.inner, *([column] if first in batch.inner else [])}
    return replace(batch, columns={**batch.columns, column: cells}, locations=locations, inner=inner)


def _types(refs: Sequence[str]) -> list[str]:
    """The columns that may say of what kind these references are."""
    return [f"{ref.rpartition('.')[0]}.type" for ref in refs if "." in ref]


def _copies(parts: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Files with the content of one before them; only those of the same size are read for it."""
    by_size: dict[int, list[str]] = {}
    for part in parts:
        size = os.path.getsize(part) if os.path.isfile(part) else 0
        originals = by_size.setdefault(size, []) if size else []
        original = next((other for other in originals if cmp(other, part, shallow=False)), None)
        if original is None:
            originals.append(part)
        else:
            yield original, part


def part_batches(
    name: str,
    options: TableOptions,
    columns: Sequence[str] | None,
    optional: Sequence[str] = (),
    piped: dict[str, bytes] | None = None,
) -> Iterator[Batch]:
    """The rows of one file, with at least these columns (None: all) and those of the optional ones that exist.

    An optional `refs.*` makes sure that there are no other columns of that kind than those asked for.
    """
    source = display_name(name)
    file = text_file(name)
    if file is not None and (form := _format(file.head)).by_line:
        found = _read(form, source, file, options)
    else:
        content: str | bytes = name
        if not is_arrow(head_of(name)):
            piped = {} if piped is None or os.path.isfile(name) else piped
            content = unpacked(piped.get(name) or piped.setdefault(name, read_bytes(name)), source)
        if is_arrow(head_of(content)):
            yield from arrow_batches(source, content, columns, optional)
            return
        assert isinstance(content, bytes)
        found = records_of(source, content, options)
    yield from _batches(source, *found, columns, optional)


def records_of(name: str, raw: bytes, options: TableOptions) -> tuple[Records, str]:
    """The rows in the unpacked bytes of a file of text or a workbook, and the unit that they are numbered by."""
    if foreign_bytes(raw) == XLSX:
        _check_nulls(name, options)
        return read_sheet(name, raw, options.warn), "row"
    text = text_of(raw, name, markup=True).removeprefix(MARK)
    if not text.strip():
        raise InputError(f"{name} is empty; a table has a header and one line per segment, or JSON lines.")
    form = _format(text)
    return _read(form, name, split_lines(text) if form.by_line else text, options)


def _format(text: str) -> TableFormat:
    """The format of a table that begins with this text."""
    return next(form for form in FORMATS.values() if form.fits(text))


def _read(form: TableFormat, name: str, content: Any, options: TableOptions) -> tuple[Records, str]:
    if form.read is read_delimited:
        _check_nulls(name, options)
    return form.read(name, content, options), form.unit


def _check_nulls(name: str, options: TableOptions) -> None:
    """Refuse to leave out nulls of a format that has none, unless it is joined with others."""
    if options.nulls != ERROR and (options.join is None or options.systems is not None):
        what = "of a format in which an empty cell is an empty text, not a null"
        raise InputError(f"{name} is {what}; leave out `nulls`, and remove rows that should not be scored.")


def _batches(
    name: str, records: Records, unit: str, columns: Sequence[str] | None, optional: Sequence[str]
) -> Iterator[Batch]:
    """The records of a file as batches, with the requested columns (None: all)."""
    first, patterns = True, [column for column in optional if column.endswith(EVERY)]
    for some in _some_at_a_time(records):
        for column in columns or () if first else ():
            if not any(column in record for _, record in some):
                raise unknown(f"column of {name}", column, some[0][1])
        first = False
        if columns is None:
            names = dict.fromkeys(column for _, record in some for column in record)
            check_filled(name, len(some), len(names), sum(len(record) for _, record in some), ("row", "column"))
        else:
            present = [column for column in optional if any(column in record for _, record in some)]
            names = dict.fromkeys([*columns, *present])
            for number, record in some if patterns else ():
                refuse_late(f"{name}, {unit} {number}", record, names, patterns)
        cells = {column: [record.get(column, ABSENT) for _, record in some] for column in names}
        yield Batch(name, cells, [number for number, _ in some], unit, {column for column in cells if "." in column})
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

"""TSV and CSV with a header, and whether quotes belong to the format or to the texts.

CSV is quoted by the rules of the `csv` module. TSV may or may not be: csv.writer, pandas and spreadsheets quote cells
that hold a quote, a tab or a line break and double the quotes inside, while others, WMT's files among them, write texts
unquoted. So the whole file is examined before it is read. A row that fits the header in only one way decides. If all
rows fit in both ways:

- every cell with a quote in it is quoted, and some cell is `""` or has doubled quotes inside, or the header is quoted:
  the quotes are the format's;
- some cell has a quote and is not quoted, and none is `""` or has doubled quotes: the quotes are the texts';
- anything else is ambiguous. The quotes are taken as text, with a warning.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator
from typing import Any

from bolide.corpus.decoding import allow_long_cells, only_returns
from bolide.corpus.table_files import CSV, TEXT, Lines, Record, Records, TableOptions
from bolide.system.errors import InputError, counted, first_repeated
from bolide.system.stored import from_json

_QUOTED = re.compile(r'"[^"]*(?:""[^"]*)*"')


Row = tuple[int, list[str]]  # the number of the line where it begins, and its cells


def read_delimited(name: str, lines: Lines, options: TableOptions) -> Records:
    """Every row below the header with its line number, as a dictionary by column."""
    first = next(iter(lines))
    if "\r" in first:
        raise only_returns(name)
    rows = read_rows(name, lines, table_separator(first), options)
    _, header = next(rows)
    if (twice := first_repeated(header)) is not None:
        raise InputError(f"{name} has two columns called {twice!r}; give each its own name.")
    return ((line, dict(zip(header, cells, strict=True))) for line, cells in rows)


def table_separator(header: str) -> str:
    """The separator of a table: a tab if its header has one, otherwise the commoner of comma and semicolon."""
    if "\t" in header or not ("," in header or ";" in header):
        return "\t"
    return ";" if header.count(";") > header.count(",") else ","


def read_rows(name: str, lines: Lines, separator: str, options: TableOptions) -> Iterator[Row]:
    """The rows, the header first; InputError if one is not as wide as the header."""
    quoted = options.quotes != TEXT and any('"' in line for line in lines)
    if quoted and (options.quotes == CSV or separator != "\t" or _quotes_of(name, lines, options) == CSV):
        return _checked(name, _read_csv(name, lines, separator), separator)
    return _checked(name, _plain(lines, separator), separator)


def _quotes_of(name: str, lines: Lines, options: TableOptions) -> str:
    """What the quotes in a TSV file belong to, CSV or TEXT, by the rules of this module's docstring."""
    if _misfit(_plain(lines, "\t")):
        try:
            return TEXT if _misfit(_read_csv(name, lines, "\t")) else CSV
        except InputError:
            return TEXT
    bare = doubled = quoted = 0  # the first line with such a cell
    for line, cells in _plain(lines, "\t"):
        for cell in cells:
            if '"' not in cell:
                continue
            if not _QUOTED.fullmatch(cell):
                bare = bare or line
            else:
                quoted = quoted or line
                doubled = doubled or (line if cell == '""' or '""' in cell[1:-1] else 0)
    if not bare and (doubled or all(_QUOTED.fullmatch(cell) for cell in next(_plain(lines, "\t"))[1])):
        return CSV
    if quoted and (doubled or not bare):
        options.warn(
            f"{name}: the quotes around a cell of line {doubled or quoted} may be the text's or the format's; they are "
            "scored as text. Say which with `quotes` (--table-quotes): text or csv."
        )
    return TEXT


def _plain(lines: Lines, separator: str) -> Iterator[Row]:
    return ((number, line.split(separator)) for number, line in enumerate(lines, 1))


def _read_csv(name: str, lines: Lines, separator: str) -> Iterator[Row]:
    allow_long_cells()
    reader = csv.reader((f"{line}\n" for line in lines), delimiter=separator, strict=True)
    first = 1
    try:
        for cells in reader:
            yield first, cells or [""]  # csv reads an empty line as no cells
            first = reader.line_num + 1
    except csv.Error as error:
        raise InputError(
            f"{name}, line {first}: the quotes cannot be read as CSV ({error}). A cell in quotes ends with one and has "
            "its own quotes doubled; if quotes are part of the text, say so with `quotes` (--table-quotes): text."
        ) from None


def _misfit(rows: Iterator[Row]) -> bool:
    """Whether some row is not as wide as the header."""
    _, header = next(rows)
    return any(len(cells) != len(header) for _, cells in rows)


def _checked(name: str, rows: Iterator[Row], separator: str) -> Iterator[Row]:
    """The rows; InputError at the first that is not as wide as the header."""
    wide = 0
    for line, cells in rows:
        wide = wide or len(cells)
        if len(cells) != wide:
            mark = {"\t": "tab", ",": "comma", ";": "semicolon"}[separator]
            raise InputError(
                f"{name}, line {line} has {counted(len(cells), 'column')} and the header {wide}; "
                f"an empty text still needs its {mark}, and a text with a {mark} in it needs quotes around it."
            )
        yield line, cells


# --- tables in JSON ---------------------------------------------------------------------------------------------------


def is_json_lines(text: str) -> bool:
    """Whether the text begins with an object, or with an array in a line of its own, which is no row of a table."""
    first, _, rest = text.lstrip().partition("\n")
    array = is_json_array(first) and first.rstrip().endswith("]")
    return first.startswith("{") or (array and rest.lstrip().startswith(("[", "{")))


def read_json_lines(name: str, lines: Lines, options: TableOptions) -> Records:
    """Every line with its number; InputError if one is not an object or repeats a name."""
    for number, line in enumerate(lines, 1):
        where = f"{name}, line {number}"
        yield number, _flat(_parsed(line, where), where)


def _parsed(text: str, where: str) -> Any:
    try:
        return from_json(text, strict=False)
    except ValueError as error:
        raise InputError(f"{where} is not JSON: {error}.") from None


def _flat(record: Any, where: str) -> Record:
    """The record with the contents of inner objects under their paths."""
    if not isinstance(record, dict):
        kind = "a text" if isinstance(record, str) else "an array" if isinstance(record, list) else "a single value"
        row = '{"ref": "…", "hyp": "…"}'
        raise InputError(f"{where} is not a JSON object but {kind}; a row of a table has a name for every text: {row}.")
    if not any(isinstance(value, dict) for value in record.values()):
        return record
    flat: Record = {}
    left = [(name, value) for name, value in reversed(record.items())]
    while left:
        path, value = left.pop()
        if isinstance(value, dict):
            left += [(f"{path}.{name}", inner) for name, inner in reversed(value.items())]
        elif path in flat:
            raise InputError(f"{where}: there are two texts called {path!r}; give each its own name.")
        else:
            flat[path] = value
    return flat


def is_json_array(text: str) -> bool:
    """Whether the text begins with an array; the header of another table may begin with a bracket, as in [ref]."""
    return bool(re.match(r'\s*\[\s*([\[\]{"]|(-?[\d.]+|true|false|null)\s*,)', text))


def read_json_array(name: str, text: str, options: TableOptions) -> Records:
    """Every item with its 1-based number; InputError if one is not an object."""
    items = _parsed(text, name)
    if not items:
        raise InputError(f"{name} is an empty array; a table has at least one row.")
    return [(number, _flat(item, f"{name}, item {number}")) for number, item in enumerate(items, 1)]

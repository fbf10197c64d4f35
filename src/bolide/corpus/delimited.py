"""Rows of TSV and CSV with a header, and whether their quotes belong to the format or to the texts.

CSV is quoted by the rules of the `csv` module. In TSV that is not certain: csv.writer, pandas and spreadsheets quote
cells that hold a quote, a tab or a line break and double the quotes inside, while others, WMT's files among them, write
texts as they are. So the whole file is looked at. A row that fits the header only one way decides. Where both ways fit:

- every cell with a quote in it is quoted, and some cell is `""` or has doubled quotes inside, or the header is quoted:
  the quotes are the format's;
- some cell has a quote and is not quoted, and none is `""` or has doubled quotes: the quotes are the texts';
- anything else could be either. The quotes are taken as text, with a warning.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Callable
from typing import NamedTuple

from bolide.corpus.decoding import allow_long_cells, split_lines
from bolide.corpus.records import Reading, Records
from bolide.errors import InputError, first_repeated

CSV, TEXT = "csv", "text"  # what quotes belong to: the format, as in CSV, or the text
QUOTES = (CSV, TEXT)
_QUOTED = re.compile(r'"[^"]*(?:""[^"]*)*"')


class Row(NamedTuple):
    """The cells of a row, and the number of the line where it begins."""

    line: int
    cells: list[str]


def read_delimited(name: str, text: str, how: Reading) -> Records:
    """Every line below the header with its number, by the header's names."""
    rows = read_rows(name, text, table_separator(text), how.quotes, how.warn)
    header = rows[0].cells
    twice = first_repeated(header)
    if twice is not None:
        raise InputError(f"{name} has two columns called {twice!r}; give each its own name.")
    return [(row.line, dict(zip(header, row.cells, strict=True))) for row in rows[1:]]


def table_separator(text: str) -> str:
    """What separates the columns of a table with a header: a tab, a comma or a semicolon.

    A tab in the header decides; without one, the commoner of comma and semicolon.
    """
    header = text.partition("\n")[0]
    if "\t" in header or not ("," in header or ";" in header):
        return "\t"
    return ";" if header.count(";") > header.count(",") else ","


def read_rows(name: str, text: str, separator: str, quotes: str | None, warn: Callable[[str], None]) -> list[Row]:
    """The rows, the header first, each as wide as it; `quotes` says what quotes belong to, or None."""
    plain = [Row(number, line.split(separator)) for number, line in enumerate(split_lines(text), 1)]
    if '"' not in text or quotes == TEXT:
        return _checked(name, plain, separator)
    if quotes == CSV or separator != "\t":
        return _checked(name, _read_csv(name, text, separator), separator)
    return _told_apart(name, text, plain, warn)


def _told_apart(name: str, text: str, plain: list[Row], warn: Callable[[str], None]) -> list[Row]:
    """The rows of a TSV file with quotes in it, by the rules above."""
    if _misfit(plain):
        try:
            rows = _read_csv(name, text, "\t")
        except InputError:
            rows = plain
        return _checked(name, plain if _misfit(rows) else rows, "\t")
    bare = doubled = quoted = 0  # the first line with such a cell
    for line, cells in plain:
        for cell in cells:
            if '"' not in cell:
                continue
            if not _QUOTED.fullmatch(cell):
                bare = bare or line
            else:
                quoted = quoted or line
                doubled = doubled or (line if cell == '""' or '""' in cell[1:-1] else 0)
    if not bare and (doubled or all(_QUOTED.fullmatch(cell) for cell in plain[0].cells)):
        return _checked(name, _read_csv(name, text, "\t"), "\t")
    if quoted and (doubled or not bare):
        warn(
            f"{name}: the quotes around a cell of line {doubled or quoted} may be the text's or the format's; they are "
            "scored as text. Say which with --table-quotes text or --table-quotes csv."
        )
    return plain


def _read_csv(name: str, text: str, separator: str) -> list[Row]:
    lines = [f"{line}\n" for line in split_lines(text)]
    allow_long_cells(text)
    reader = csv.reader(lines, delimiter=separator, strict=True)
    rows, first = [], 1
    try:
        for cells in reader:
            rows.append(Row(first, cells or [""]))  # csv takes an empty line for no cell at all
            first = reader.line_num + 1
    except csv.Error as error:
        raise InputError(
            f"{name}, line {first}: the quotes cannot be read as CSV ({error}). A cell in quotes ends with one and has "
            "its own quotes doubled; where quotes are part of the text, say so with --table-quotes text."
        ) from None
    return rows


def _misfit(rows: list[Row]) -> Row | None:
    """The first row that is not as wide as the header."""
    return next((row for row in rows if len(row.cells) != len(rows[0].cells)), None)


def _checked(name: str, rows: list[Row], separator: str) -> list[Row]:
    wrong = _misfit(rows)
    if wrong is None:
        return rows
    mark = {"\t": "tab", ",": "comma", ";": "semicolon"}[separator]
    raise InputError(
        f"{name}, line {wrong.line} has {len(wrong.cells)} columns and the header {len(rows[0].cells)}; "
        f"an empty text still needs its {mark}, and a text with a {mark} in it needs quotes around it."
    )

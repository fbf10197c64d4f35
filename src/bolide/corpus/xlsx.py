"""The first sheet of an Excel workbook as rows, read with the standard library only, as in the browser."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from io import BytesIO
from typing import TYPE_CHECKING, Any

from bolide.corpus.table_files import Records
from bolide.system.errors import InputError, counted, first_repeated
from bolide.system.limits import check_filled, check_ratio, check_unpacked

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element
    from zipfile import ZipFile

_MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
_LINK = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"
_RELATION = "{http://schemas.openxmlformats.org/package/2006/relationships}Relationship"
_ESCAPED = re.compile("_x([0-9A-Fa-f]{4})_")  # how a workbook writes what XML cannot hold (ST_Xstring)
BLANK = 100_000  # consecutive rows
MOST_ROWS, MOST_COLUMNS = 1_048_576, 16_384  # of a sheet
RATIO, SMALL = 100, 1 << 20  # of a packed workbook: elements take up to a hundred times the memory of their XML


class NoResult:
    """A cell with a formula that has an error, such as #N/A, or no stored result; refused if its column is used."""

    def __init__(self, error: str = "") -> None:
        self._error = error

    def __repr__(self) -> str:
        unstored = "a formula without a stored result (open the workbook in a spreadsheet program and save it)"
        return f"the error {self._error}" if self._error else unstored


def read_sheet(name: str, raw: bytes, warn: Callable[[str], None]) -> Records:
    """Every row below the header with its number, as a dictionary by column.

    An empty cell is an empty text; a number stays one, as a date is, and is rejected if a text is needed.
    """
    from zipfile import ZipFile  # here, as `xml` below, for a faster start

    try:
        with ZipFile(BytesIO(raw)) as book:
            check_ratio(name, sum(part.file_size for part in book.infolist()), len(raw), RATIO, SMALL)
            titles, path = _sheets(book)
            shared = [_text(item) for item in _elements(book, "xl/sharedStrings.xml", f"{_MAIN}si")]
            rows = dict(_filled(name, _rows(book, path, shared)))
            texts = (cell for row in rows.values() for cell in row.values() if isinstance(cell, str))
            check_unpacked(name, sum(map(len, texts)), len(raw))  # many cells may share one long text
    except InputError:
        raise
    except Exception as error:  # zipfile and the XML parsers raise many kinds for damaged files
        message = str(error).partition("\n")[0].rstrip(".") or type(error).__name__
        raise InputError(f"{name} is an Excel workbook that cannot be read: {message:.200}.") from None
    if len(titles) > 1:
        warn(f"{name} has {counted(len(titles), 'sheet')}; the first, {titles[0]!r}, is read.")
    if not rows:
        raise InputError(f"{name} is empty; a table has a header and one row per segment.")
    return _records(name, rows)


def _records(name: str, rows: dict[int, dict[int, Any]]) -> Records:
    first, last = min(rows), max(rows)
    header = {column: str(cell) for column, cell in rows[first].items()}
    if (twice := first_repeated(header.values())) is not None:
        raise InputError(f"{name} has two columns called {twice!r}; give each its own name.")
    for number, row in rows.items():
        if row.keys() - header.keys():
            raise InputError(f"{name}, row {number} has a cell in a column without a name; give every column a name.")
    below = range(first + 1, last + 1)
    check_filled(name, len(below), len(header), sum(map(len, rows.values())), ("row", "column"))
    return [(n, {title: rows.get(n, {}).get(column, "") for column, title in header.items()}) for n in below]


def _filled(name: str, rows: Iterator[tuple[int, dict[int, Any]]]) -> Iterator[tuple[int, dict[int, Any]]]:
    """The rows and cells that are not empty; InputError if there are too many blank rows between them."""
    last = 0
    for number, row in rows:
        cells = {column: cell for column, cell in row.items() if cell != ""}
        if not cells:
            continue
        if number <= last:
            raise ValueError(f"row {number} comes after row {last}")
        if last and number - last > BLANK:
            gap = f"more than {BLANK:,} blank rows from row {last + 1:,} on"
            raise InputError(f"{name} has {gap}; delete them, and what stands below.")
        last = number
        yield number, cells


def _elements(book: ZipFile, path: str, tag: str) -> Iterator[Element]:
    """The elements of one kind in a part of the workbook, if it has the part, each cleared when the next is read."""
    from xml.etree.ElementTree import iterparse

    data = book.read(path) if path in book.namelist() else b"<empty/>"
    if b"<!ENTITY" in data:
        raise ValueError("it defines its own entities")
    open_elements: list[Element] = []
    inside = 0
    for event, element in iterparse(BytesIO(data), ("start", "end")):
        if event == "start":
            open_elements.append(element)
            inside += element.tag == tag
            continue
        open_elements.pop()
        if element.tag == tag:
            yield element
            inside -= 1
        if open_elements and not inside:
            open_elements[-1].remove(element)  # what was read takes no memory


def _sheets(book: ZipFile) -> tuple[list[str], str]:
    """The titles of all sheets, and the part that holds the first one."""
    relations = _elements(book, "xl/_rels/workbook.xml.rels", _RELATION)
    sheets = (one for one in relations if one.get("Type", "").endswith("/worksheet"))  # not charts
    targets = {one.get("Id"): one.get("Target", "") for one in sheets}
    named = [(one.get("name", ""), one.get(_LINK)) for one in _elements(book, "xl/workbook.xml", f"{_MAIN}sheet")]
    worksheets = [(title, targets[key]) for title, key in named if key in targets]
    path = worksheets[0][1]
    return [title for title, _ in worksheets], path[1:] if path.startswith("/") else f"xl/{path}"


def _text(item: Element) -> str:
    """The text of all runs, without phonetic annotations."""
    runs = [item, *item.findall(f"{_MAIN}r")]
    return _unescaped("".join(part.text or "" for run in runs for part in run.findall(f"{_MAIN}t")))


def _unescaped(text: str) -> str:
    return _ESCAPED.sub(lambda code: chr(int(code[1], 16)), text)


def _rows(book: ZipFile, path: str, shared: Sequence[str]) -> Iterator[tuple[int, dict[int, Any]]]:
    """The rows with their numbers, as dictionaries of cells by column."""
    number = 0
    for row in _elements(book, path, f"{_MAIN}row"):
        number = int(row.get("r", number + 1))
        if not 0 < number <= MOST_ROWS or len(row) > MOST_COLUMNS:
            raise ValueError(f"row {number:,} has {len(row):,} cells, beyond what a sheet has")
        values: dict[int, Any] = {}
        column = -1
        for cell in row.findall(f"{_MAIN}c"):
            column = _column(cell.get("r", ""), column + 1)
            if column in values:
                raise ValueError(f"the cell {cell.get('r')} stands there twice")
            values[column] = _value(cell, shared)
        yield number, values


def _column(name: str, otherwise: int) -> int:
    """The 0-based column of a cell such as AB12; `otherwise` if it has no name."""
    letters = re.match(r"[A-Z]{1,3}", name)
    if letters is None:
        return otherwise
    number = 0
    for letter in letters[0]:
        number = 26 * number + ord(letter) - 64
    return number - 1


def _value(cell: Element, shared: Sequence[str]) -> Any:
    kind, value = cell.get("t", "n"), cell.findtext(f"{_MAIN}v")
    if kind == "inlineStr":
        inline = cell.find(f"{_MAIN}is")
        return "" if inline is None else _text(inline)
    if not value:
        unstored = kind != "str" and cell.find(f"{_MAIN}f") is not None  # a text may be empty
        return NoResult() if unstored else ""
    if kind == "n":
        return int(value) if re.fullmatch(r"-?\d+", value) else float(value)
    if kind == "s":
        return shared[int(value)]
    if kind == "e":
        return NoResult(value)
    return value == "1" if kind == "b" else _unescaped(value)

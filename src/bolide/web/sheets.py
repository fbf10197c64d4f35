"""The first sheet of an Excel workbook in the page, which has no openpyxl: texts and numbers, as they are stored."""

from __future__ import annotations

import re
import zipfile
from collections.abc import Callable, Iterator
from io import BytesIO
from typing import Any
from xml.etree import ElementTree

from bolide.corpus.records import Records
from bolide.errors import InputError, first_repeated
from bolide.wording import counted

_MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
_LINK = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"
_RELATION = "{http://schemas.openxmlformats.org/package/2006/relationships}Relationship"
_MOST = 1 << 28  # bytes of one part, unpacked


def read_sheet(name: str, raw: bytes, warn: Callable[[str], None]) -> Records:
    """Every row below the header with its number, by the header's names; an empty cell is an empty text."""
    try:
        with zipfile.ZipFile(BytesIO(raw)) as book:
            titles, path = _first_sheet(book)
            rows = dict(_rows(_part(book, path), _shared(book)))
    except (zipfile.BadZipFile, KeyError, ValueError, IndexError, ElementTree.ParseError, OSError) as error:
        raise InputError(f"{name} is an Excel workbook that cannot be read: {error}.") from None
    if len(titles) > 1:
        warn(f"{name} has {counted(len(titles), 'sheet')}; the first, {titles[0]!r}, is read.")
    rows = {number: row for number, row in rows.items() if any(cell != "" for cell in row.values())}
    if not rows:
        raise InputError(f"{name} is empty; a table has a header and one row per segment.")
    first, last = min(rows), max(rows)
    header = {place: str(cell) for place, cell in rows[first].items() if cell != ""}
    twice = first_repeated(header.values())
    if twice is not None:
        raise InputError(f"{name} has two columns called {twice!r}; give each its own name.")
    for number, row in rows.items():
        if any(cell != "" and place not in header for place, cell in row.items()):
            raise InputError(f"{name}, row {number} has a cell in a column without a name; give every column a name.")
    below = range(first + 1, last + 1)
    return [(n, {title: rows.get(n, {}).get(place, "") for place, title in header.items()}) for n in below]


def _part(book: zipfile.ZipFile, path: str) -> ElementTree.Element:
    if book.getinfo(path).file_size > _MOST:
        raise ValueError(f"{path} is larger than a page can read")
    return ElementTree.fromstring(book.read(path))


def _first_sheet(book: zipfile.ZipFile) -> tuple[list[str], str]:
    """The titles of all sheets, and where the first one is."""
    sheets = _part(book, "xl/workbook.xml").findall(f"{_MAIN}sheets/{_MAIN}sheet")
    targets = {
        one.get("Id"): one.get("Target", "") for one in _part(book, "xl/_rels/workbook.xml.rels").iter(_RELATION)
    }
    target = targets[sheets[0].get(_LINK)]
    return [sheet.get("name", "") for sheet in sheets], target.lstrip("/") if target.startswith("/") else f"xl/{target}"


def _shared(book: zipfile.ZipFile) -> list[str]:
    """The texts that cells refer to by number."""
    if "xl/sharedStrings.xml" not in book.namelist():
        return []
    return [_text(item) for item in _part(book, "xl/sharedStrings.xml").findall(f"{_MAIN}si")]


def _text(item: ElementTree.Element) -> str:
    """The runs of a text; what is beside it, such as readings of Japanese, is left out."""
    runs = [item, *item.findall(f"{_MAIN}r")]
    return "".join(found.text or "" for run in runs for found in run.findall(f"{_MAIN}t"))


def _rows(sheet: ElementTree.Element, shared: list[str]) -> Iterator[tuple[int, dict[int, Any]]]:
    """Rows by number, cells by column."""
    number = 0
    for row in sheet.iter(f"{_MAIN}row"):
        number = int(row.get("r", number + 1))
        cells: dict[int, Any] = {}
        place = -1
        for cell in row.findall(f"{_MAIN}c"):
            place = _place(cell.get("r", ""), place + 1)
            cells[place] = _value(cell, shared)
        yield number, cells


def _place(name: str, otherwise: int) -> int:
    """The column of a cell called AB12."""
    letters = re.match(r"[A-Z]+", name)
    if letters is None:
        return otherwise
    found = 0
    for letter in letters[0]:
        found = 26 * found + ord(letter) - 64
    return found - 1


def _value(cell: ElementTree.Element, shared: list[str]) -> Any:
    kind, value = cell.get("t", "n"), cell.findtext(f"{_MAIN}v")
    if kind == "inlineStr":
        inline = cell.find(f"{_MAIN}is")
        return "" if inline is None else _text(inline)
    if not value:  # nothing, or a formula whose result nobody has stored
        return ""
    if kind == "s":
        return shared[int(value)]
    if kind in ("str", "e", "d"):
        return value
    if kind == "b":
        return value == "1"
    return int(value) if re.fullmatch(r"-?\d+", value) else float(value)

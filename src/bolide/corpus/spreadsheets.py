"""The first sheet of an Excel workbook as rows; openpyxl reads it."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterable, Sequence
from io import BytesIO
from typing import Any
from zipfile import ZipFile

from bolide.corpus.records import Records
from bolide.errors import InputError, first_repeated, need
from bolide.limits import check_unpacked
from bolide.wording import counted

BLANK = 100_000  # rows in a row


def read_sheet(name: str, raw: bytes, warn: Callable[[str], None]) -> Records:
    """Every row below the header with its number, by the header's names.

    An empty cell is an empty text; a number stays one, and is refused where a text should be.
    """
    cells = _cells(name, raw, warn)
    while cells and _is_blank(cells[-1]):
        cells.pop()
    if not cells:
        raise InputError(f"{name} is empty; a table has a header and one row per segment.")
    header = [str(cell) for cell in cells[0] if cell not in (None, "")]
    if any(cell not in (None, "") for cell in cells[0][len(header) :]):
        raise InputError(f"{name} has a column without a name between others; give every column a name.")
    twice = first_repeated(header)
    if twice is not None:
        raise InputError(f"{name} has two columns called {twice!r}; give each its own name.")
    return [
        (number, dict(zip(header, _fitted(name, number, row, len(header)), strict=True)))
        for number, row in enumerate(cells[1:], 2)
    ]


def _cells(name: str, raw: bytes, warn: Callable[[str], None]) -> list[list[Any]]:
    """The first sheet as it is."""
    need("xlsx", "openpyxl")
    from openpyxl import load_workbook

    try:
        with ZipFile(BytesIO(raw)) as parts:
            check_unpacked(name, sum(part.file_size for part in parts.infolist()), len(raw))
        with warnings.catch_warnings():  # of styles and the like, which do not matter here
            warnings.simplefilter("ignore")
            book = load_workbook(BytesIO(raw), read_only=True, data_only=True)
            sheets = book.worksheets
            for sheet in sheets[:1]:  # which may say that it is smaller than it is
                sheet.reset_dimensions()
            cells = _rows(name, sheets[0].iter_rows(values_only=True)) if sheets else []
            titles = [sheet.title for sheet in sheets]
            book.close()
    except InputError:
        raise
    except Exception as error:  # openpyxl, zipfile and their parsers stumble over damage in many ways
        said = str(error).partition("\n")[0].rstrip(".") or type(error).__name__
        raise InputError(f"{name} is an Excel workbook that cannot be read: {said:.200}.") from None
    if len(titles) > 1:
        warn(f"{name} has {counted(len(titles), 'sheet')}; the first, {titles[0]!r}, is read.")
    return cells


def _rows(name: str, given: Iterable[Sequence[Any]]) -> list[list[Any]]:
    """The rows; refused where a great many blank ones stand between others, of which a small file may tell."""
    found: list[list[Any]] = []
    blank = 0
    for row in given:
        found.append(list(row))
        blank = blank + 1 if _is_blank(row) else 0
        if blank > BLANK:
            raise InputError(
                f"{name} has more than {BLANK:,} blank rows from row {len(found) - blank + 1:,} on; delete them, and "
                "what stands below."
            )
    return found


def _is_blank(row: Sequence[Any]) -> bool:
    return all(cell in (None, "") for cell in row)


def _fitted(name: str, number: int, row: list[Any], width: int) -> list[Any]:
    """The cells below the header."""
    if any(cell not in (None, "") for cell in row[width:]):
        raise InputError(f"{name}, row {number} has a cell to the right of the header; give every column a name.")
    cells = [*row[:width], *[None] * (width - len(row))]
    return ["" if cell is None else cell for cell in cells]

"""Files that are given to the page, read as the command line reads them."""

from __future__ import annotations

from base64 import b64decode
from pathlib import PurePath
from typing import Any

from bolide.agreement.annotations import read_annotations
from bolide.agreement.annotations.ratings import Annotations
from bolide.corpus.batches import ABSENT, Record, Records, TableOptions
from bolide.corpus.decoding import MARK, mark_notice, split_lines, text_of, unpacked
from bolide.corpus.formats import XLSX, foreign_bytes
from bolide.corpus.tables import FORMATS
from bolide.corpus.xlsx import read_sheet
from bolide.system.errors import InputError

# On the command line --table says that a file is a table; here its name does, behind .gz.
TABLES = {".tsv", ".csv", ".jsonl", ".json", ".ndjson", ".xlsx", ".tmx", ".xlf", ".xliff", ".sgm", ".sgml", ".xml"}


def read(name: str, base64: str, quotes: str | None = None) -> dict[str, Any]:
    """The lines of a file given by its bytes in base 64, the columns of a table, or what a file of marked errors holds;
    notices say what is doubtful."""
    raw = b64decode(base64)
    annotations = _annotations(name, raw)
    if annotations is not None:
        return annotations
    if not is_table(name):
        lines = split_lines(text_of(raw, name))
        marked = bool(lines) and lines[0].startswith(MARK)
        return {"lines": lines, "notice": f"{mark_notice(name)}, as on the command line." if marked else None}
    warnings: list[str] = []
    columns = _columns(name, list(_records(name, raw, TableOptions(quotes=quotes, warn=warnings.append))))
    return {"columns": columns, "notice": " ".join(warnings) or None}


def _annotations(name: str, raw: bytes) -> dict[str, Any] | None:
    """What a file of annotations holds, for the list of files; None where it is none."""
    try:
        text = text_of(raw, name)
    except InputError:  # a workbook or markup, which a table may be; what is refused as well is refused below
        return None
    found = read_annotations(name, text=text.removeprefix(MARK))
    if found is None:
        return None
    errors = sum(len(found.errors_of(rating)) for rating in found.ratings)
    facts = {"systems": found.systems, "outputs": len(found.ratings), "errors": errors}
    return {"annotations": facts, "notice": " ".join(found.notes) or None}


def read_marks(name: str, base64: str) -> Annotations:
    """The errors that somebody marked, from a file that `read` has told to hold some."""
    found = read_annotations(name, text=text_of(b64decode(base64), name).removeprefix(MARK))
    if found is None:
        raise InputError(f"{name} has no errors that anybody marked.")
    return found


def is_table(name: str) -> bool:
    """Whether a file of this name holds a table."""
    path = PurePath(name.lower())
    return (PurePath(path.stem) if path.suffix in (".gz", ".zst") else path).suffix in TABLES


def _records(name: str, raw: bytes, options: TableOptions) -> Records:
    raw = unpacked(raw, name)
    if foreign_bytes(raw) == XLSX:
        return read_sheet(name, raw, options.warn)
    text = text_of(raw, name, markup=True).removeprefix(MARK)
    if not text.strip():
        raise InputError(f"{name} is empty; a table has a header and one line per segment, or JSON lines.")
    form = next(form for form in FORMATS.values() if form.fits(text))
    return form.read(name, split_lines(text) if form.by_line else text, options)


def _columns(name: str, records: list[tuple[int, Record]]) -> list[dict[str, Any]]:
    """The columns that hold text in every row, or lists of texts; `why` says why another cannot be scored."""
    if not records:
        raise InputError(f"{name} has a header and no line below it.")
    found = []
    for column in dict.fromkeys(key for _, record in records for key in record):
        cells = [record.get(column, ABSENT) for _, record in records]
        wrong = next((k for k, cell in enumerate(cells) if not _is_text(cell)), None)
        if wrong is None:
            found.append({"name": column, "lines": cells})
        elif all(isinstance(cell, str | int) for cell in cells):  # numbers, such as ids
            found.append(
                {"name": column, "lines": list(map(str, cells)), "why": f"line {records[wrong][0]} is a number"}
            )
    if not found:
        raise InputError(f"{name} has no column that holds a text in every row.")
    return found


def _is_text(cell: Any) -> bool:
    if isinstance(cell, list):
        return bool(cell) and all(isinstance(text, str) for text in cell)
    return isinstance(cell, str)

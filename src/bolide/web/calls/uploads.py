"""Files dropped on the page, read as by the command line."""

from __future__ import annotations

import re
from base64 import b64decode
from collections.abc import Callable
from math import isfinite
from pathlib import PurePath
from typing import Any

from bolide.agreement.annotations import read_annotations
from bolide.agreement.annotations.ratings import Annotations
from bolide.corpus.batches import ABSENT
from bolide.corpus.decoding import MARK, mark_notice, split_lines, text_of, unpacked
from bolide.corpus.table_files import Record, TableOptions
from bolide.corpus.tables import records_of
from bolide.system.errors import InputError
from bolide.web.calls.describe import words

# On the command line, --table says that a file is a table; in the page, its suffix does (before .gz).
TABLES = {".tsv", ".csv", ".jsonl", ".json", ".ndjson", ".xlsx", ".tmx", ".xlf", ".xliff", ".sgm", ".sgml", ".xml"}


def read(name: str, base64: str) -> dict[str, Any]:
    """The lines of a file (bytes in base 64), the columns of a table, or the contents of an annotation file; with a
    notice on anything doubtful."""
    if annotations := annotations_of(name, base64):
        errors = [len(rating.counted_errors) for rating in annotations.ratings]
        facts = {"systems": annotations.systems, "outputs": len(errors), "errors": sum(errors)}
        return {"annotations": facts, "notice": " ".join(annotations.notes) or None}
    raw = b64decode(base64)
    if documents := _documents(name, raw):
        return {"columns": documents, "notice": None}
    if not is_table(name):
        lines, stem = split_lines(text_of(raw, name)), _ENDINGS.sub("", name)
        marked, numeric = bool(lines) and lines[0].startswith(MARK), bool(lines) and all(map(_is_number, lines))
        notice = f"{mark_notice(name)}, as on the command line." if marked else None
        return {"lines": lines, "stem": stem, "role": role_of(stem), "only_numbers": numeric, "notice": notice}
    warnings: list[str] = []
    records = list(records_of(name, unpacked(raw, name), TableOptions(warn=warnings.append))[0])
    columns = _columns(name, records, warnings.append)
    return {"columns": columns, "notice": " ".join(warnings) or None}


_ENDINGS = re.compile(r"(\.(txt|hyps?|out|gz|zst))+$", re.IGNORECASE)


def role_of(name: str) -> str | None:
    """What a file or a column is, by the first or last word of its name, aside from languages and numbers."""
    parts = re.findall(r"[a-z]+", re.sub(r"([a-z])([A-Z])", r"\1 \2", name).lower())
    parts = [part for part in parts if len(part) > 2 or part == "id"]
    known = {word: role for role, of_role in words("roles").items() for word in of_role.split()}
    return next((known[part] for part in parts[:1] + parts[-1:] if part in known), None)


def _documents(name: str, raw: bytes) -> list[dict[str, Any]] | None:
    """The domain and the document of each segment, if a file called so has no header and these columns, as WMT's."""
    role = role_of(re.sub(r"\.tsv\b", "", _ENDINGS.sub("", name), flags=re.I))
    if role != "document" or (is_table(name) and ".tsv" not in name.lower()):
        return None
    rows = [line.split("\t") for line in split_lines(text_of(raw, name))]
    if not rows or any(len(row) != 2 for row in rows) or any(map(role_of, rows[0])):
        return None
    domains, documents = zip(*rows, strict=True)
    return [
        {"name": "domain", "role": "none", "lines": domains},
        {"name": "document", "role": "document", "lines": documents},
    ]


def _is_number(line: str) -> bool:
    try:
        return isfinite(float(line))
    except ValueError:
        return False


def annotations_of(name: str, base64: str) -> Annotations | None:
    """The annotated errors in a file; None if it has none."""
    try:
        text = text_of(b64decode(base64), name)
    except InputError:  # perhaps a workbook or markup; otherwise reading it as a table raises the error
        return None
    return read_annotations(name, text=text.removeprefix(MARK))


def is_table(name: str) -> bool:
    """Whether a file of this name is a table."""
    path = PurePath(name.lower())
    return (PurePath(path.stem) if path.suffix in (".gz", ".zst") else path).suffix in TABLES


def _columns(name: str, records: list[tuple[int, Record]], warn: Callable[[str], None]) -> list[dict[str, Any]]:
    """The columns with a text, a list of texts or a whole number in every row; `warn` is told of the others."""
    if not records:
        raise InputError(f"{name} has a header and no line below it.")
    columns = []
    for column in dict.fromkeys(key for _, record in records for key in record):
        cells = [record.get(column, ABSENT) for _, record in records]
        wrong = next((k for k, cell in enumerate(cells) if not _is_text(cell)), None)
        if wrong is None or all(isinstance(cell, str | int) for cell in cells):  # numbers, such as ids
            lines = cells if wrong is None else list(map(str, cells))
            numeric = wrong is not None or all(isinstance(cell, str) and _is_number(cell) for cell in lines)
            columns.append({"name": column, "role": role_of(column), "only_numbers": numeric, "lines": lines})
        else:
            warn(f"{name}: {column} is left out, because line {records[wrong][0]} has no text in it.")
    if not columns:
        raise InputError(f"{name} has no column with a text in every row.")
    return columns


def _is_text(cell: Any) -> bool:
    if isinstance(cell, list):
        return bool(cell) and all(isinstance(text, str) for text in cell)
    return isinstance(cell, str)

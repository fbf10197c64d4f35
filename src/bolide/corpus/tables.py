"""Texts from one file with named columns: TSV or CSV with a header, or JSON lines."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from bolide.corpus import Corpus
from bolide.corpus.decoding import split_lines
from bolide.corpus.delimited import Row, read_rows
from bolide.corpus.formats import foreign_table, table_separator
from bolide.corpus.lines import read_text
from bolide.errors import InputError, unknown

Record = dict[str, Any]


@dataclass(frozen=True)
class Reading:
    """How a table is read: whose its quotes are ("csv", "text", or None where the content tells), and who is warned."""

    quotes: str | None = None
    warn: Callable[[str], None] = lambda message: None


AS_TOLD = Reading()  # by the content


def read_systems_of(name: str, hyps: Sequence[str], refs: Sequence[str], how: Reading = AS_TOLD) -> list[Corpus]:
    """The systems whose outputs are the columns `hyps`, with the references of the columns `refs`.

    In JSON lines a reference may be a list of texts, of any length; the ones of all columns are taken together.
    """
    records = _records(name, [*hyps, *refs], how)
    groups = _groups(name, records, refs)
    return [Corpus.of([_text(name, *record, column) for record in records], groups, column) for column in hyps]


def read_column(name: str, column: str, how: Reading = AS_TOLD) -> list[str]:
    """The texts of a column, one per line."""
    return [_text(name, *record, column) for record in _records(name, [column], how)]


def read_columns(name: str, columns: Sequence[str], how: Reading = AS_TOLD) -> list[list[str]]:
    """The texts of several columns, those of one line together; in JSON lines a column may hold a list of texts."""
    return _groups(name, _records(name, columns, how), columns)


def _records(name: str, columns: Sequence[str], how: Reading) -> list[tuple[int, Record]]:
    """Every line with its number; refused where a column is not in the first. A byte-order mark is dropped."""
    text = read_text(name)
    if not text.strip():
        raise InputError(f"{name} is empty; a table has a header and one line per segment, or JSON lines.")
    kind = foreign_table(text)
    if kind is not None:
        raise InputError(f"{name} is {kind.name}. {kind.advice}")
    separator = table_separator(text)
    if separator is None:
        if how.quotes:
            raise InputError(f"{name} holds JSON lines; --table-quotes is for TSV and CSV.")
        records = _json_lines(name, split_lines(text))
    else:
        records = _under_header(name, read_rows(name, text, separator, how.quotes, how.warn))
    if not records:
        raise InputError(f"{name} has a header and no line below it.")
    for column in columns:
        if column not in records[0][1]:
            raise unknown(f"column of {name}", column, records[0][1])
    return records


def _groups(name: str, records: list[tuple[int, Record]], columns: Sequence[str]) -> list[list[str]]:
    return [[text for column in columns for text in _texts(name, *record, column)] for record in records]


def _under_header(name: str, rows: list[Row]) -> list[tuple[int, Record]]:
    header = rows[0].cells
    for column in header:
        if header.count(column) > 1:
            raise InputError(f"{name} has two columns called {column!r}; give each its own name.")
    return [(row.line, dict(zip(header, row.cells, strict=True))) for row in rows[1:]]


def _json_lines(name: str, lines: list[str]) -> list[tuple[int, Record]]:
    records = []
    for number, line in enumerate(lines, 1):
        try:
            record = json.loads(line, object_pairs_hook=_once)
        except InputError as error:
            raise InputError(f"{name}, line {number}: {error}") from None
        except ValueError as error:
            raise InputError(f"{name}, line {number} is not JSON: {error}.") from None
        if not isinstance(record, dict):
            raise InputError(f"{name}, line {number} is not a JSON object; write {{…}} with a name for every text.")
        records.append((number, record))
    return records


def _once(pairs: list[tuple[str, Any]]) -> Record:
    """A JSON object whose names differ; json would silently take the last of two."""
    found: Record = {}
    for key, value in pairs:
        if key in found:
            raise InputError(f"there are two texts called {key!r}; give each its own name.")
        found[key] = value
    return found


def _text(name: str, number: int, record: Record, column: str) -> str:
    found = _texts(name, number, record, column)
    if len(found) != 1:
        raise InputError(f"{name}, line {number}: {column} is a list; a translation is one text.")
    return found[0]


def _texts(name: str, number: int, record: Record, column: str) -> list[str]:
    if column not in record:
        raise InputError(f"{name}, line {number} has no {column!r}; an empty text is written as an empty string.")
    value = record[column]
    found = value if isinstance(value, list) else [value]
    if not found or not all(isinstance(text, str) for text in found):
        wrong = "an empty list" if not found else "null" if None in found else "not text"
        raise InputError(f"{name}, line {number}: {column} is {wrong}; an empty text is written as an empty string.")
    return found

"""Texts from one file with named columns: TSV with a header, or JSON lines."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from bolide.corpus import Corpus
from bolide.errors import InputError, unknown
from bolide.files import read_lines

Record = dict[str, Any]


def read_systems_of(name: str, hyps: Sequence[str], refs: Sequence[str]) -> list[Corpus]:
    """The systems whose outputs are the columns `hyps`, with the references of the columns `refs`.

    In JSON lines a reference may be a list of texts, of any length; the ones of all columns are taken together.
    """
    records = _records(name, [*hyps, *refs])
    groups = _groups(name, records, refs)
    return [Corpus.of([_text(name, *record, column) for record in records], groups, column) for column in hyps]


def read_column(name: str, column: str) -> list[str]:
    """The texts of a column, one a line."""
    return [_text(name, *record, column) for record in _records(name, [column])]


def read_columns(name: str, columns: Sequence[str]) -> list[list[str]]:
    """The texts of several columns, those of one line together; in JSON lines a column may hold a list of texts."""
    return _groups(name, _records(name, columns), columns)


def _records(name: str, columns: Sequence[str]) -> list[tuple[int, Record]]:
    """Every line with its number; refused where a column is not in the first."""
    lines = read_lines(name)
    first = next((line for line in lines if line.strip()), "")
    records = _json_lines(name, lines) if first.lstrip().startswith("{") else _tsv(name, lines)
    if not records:
        raise InputError(f"{name} has a header and no line below it.")
    for column in columns:
        if column not in records[0][1]:
            raise unknown(f"column of {name}", column, records[0][1])
    return records


def _groups(name: str, records: list[tuple[int, Record]], columns: Sequence[str]) -> list[list[str]]:
    return [[text for column in columns for text in _texts(name, *record, column)] for record in records]


def _tsv(name: str, lines: list[str]) -> list[tuple[int, Record]]:
    header = lines[0].split("\t")
    for column in header:
        if header.count(column) > 1:
            raise InputError(f"{name} has two columns called {column!r}; give each its own name.")
    records = []
    for number, line in enumerate(lines[1:], 2):
        cells = line.split("\t")
        if len(cells) != len(header):
            raise InputError(
                f"{name}, line {number} has {len(cells)} columns and the header {len(header)}; "
                "an empty text still needs its tab, and a text may hold none."
            )
        records.append((number, dict(zip(header, cells, strict=True))))
    return records


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
            raise InputError(f"{name}, line {number} is no JSON object; write {{…}} with a name for every text.")
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

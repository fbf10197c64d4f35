"""Texts from one file with named columns: TSV or CSV with a header, or JSON lines."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bolide.corpus import Corpus
from bolide.corpus.delimited import read_delimited
from bolide.corpus.formats import foreign_table
from bolide.corpus.json_lines import is_json_lines, read_json_lines
from bolide.corpus.lines import read_text
from bolide.corpus.records import Reading, Record, Records, TableFormat
from bolide.errors import InputError, unknown

# The first that fits is taken, so the last one fits always.
FORMATS: dict[str, TableFormat] = {
    "json-lines": TableFormat(is_json_lines, read_json_lines),
    "delimited": TableFormat(lambda text: True, read_delimited),
}

AS_TOLD = Reading()  # by the content


def read_systems_of(name: str, hyps: Sequence[str], refs: Sequence[str], how: Reading = AS_TOLD) -> list[Corpus]:
    """The systems whose outputs are the columns `hyps`, with the references of the columns `refs`.

    In JSON lines a reference may be a list of texts, of any length; the ones of all columns are taken together. Where
    the table has columns called `source` and `id`, segments have a source and an id.
    """
    records = _records(name, [*hyps, *refs], how)
    groups = _groups(name, records, refs)
    systems = [Corpus.of([_text(name, *record, column) for record in records], groups, column) for column in hyps]
    sources, ids = _known(records, "source"), _known(records, "id")
    return [replace(system, sources=sources, ids=ids) for system in systems] if sources or ids else systems


def read_column(name: str, column: str, how: Reading = AS_TOLD) -> list[str]:
    """The texts of a column, one per line."""
    return [_text(name, *record, column) for record in _records(name, [column], how)]


def read_columns(name: str, columns: Sequence[str], how: Reading = AS_TOLD) -> list[list[str]]:
    """The texts of several columns, those of one line together; in JSON lines a column may hold a list of texts."""
    return _groups(name, _records(name, columns, how), columns)


def _records(name: str, columns: Sequence[str], how: Reading) -> Records:
    """Every line with its number; refused where a column is not in the first. A byte-order mark is dropped."""
    text = read_text(name)
    if not text.strip():
        raise InputError(f"{name} is empty; a table has a header and one line per segment, or JSON lines.")
    kind = foreign_table(text)
    if kind is not None:
        raise InputError(f"{name} is {kind.name}. {kind.advice}")
    records = next(form.read(name, text, how) for form in FORMATS.values() if form.fits(text))
    if not records:
        raise InputError(f"{name} has a header and no line below it.")
    for column in columns:
        if column not in records[0][1]:
            raise unknown(f"column of {name}", column, records[0][1])
    return records


def _groups(name: str, records: Records, columns: Sequence[str]) -> list[list[str]]:
    return [[text for column in columns for text in _texts(name, *record, column)] for record in records]


def _known(records: Records, column: str) -> tuple[str, ...]:
    """What a column says of every line, if it does: texts, or numbers as they are written."""
    values = [record.get(column) for _, record in records]
    return tuple(map(str, values)) if all(type(value) in (str, int) for value in values) else ()


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

"""Tables in JSON: one object per line, or one array of objects; the names in an object are the columns.

An object inside a row gives a column for each of its names, called by the path to it: `ref.text`, `hyps.A`.
"""

from __future__ import annotations

import re
from typing import Any

from bolide.corpus.table_files import Lines, Record, Records, TableOptions
from bolide.system.errors import InputError
from bolide.system.strict import from_json


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

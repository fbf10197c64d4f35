"""JSON lines and JSON arrays: one object per row, whose names are the columns."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

from bolide.corpus.batches import ABSENT, Batch
from bolide.corpus.decoding import split_lines
from bolide.errors import InputError, unknown

Record = dict[str, Any]
ROWS = 1 << 14  # of a batch


def json_batches(name: str, text: str, columns: Sequence[str] | None) -> Iterator[Batch]:
    """The objects of a text that begins with `{` (one per line) or with `[`, with these columns or with all."""
    listed = text.lstrip().startswith("[")
    records = enumerate(_items(name, text) if listed else _lines(name, split_lines(text)), 1)
    unit = "item" if listed else "line"
    while chunk := list(islice(records, ROWS)):
        first = chunk[0][1]
        names = list(first) if columns is None else columns
        if chunk[0][0] == 1:
            for column in names:
                if column not in first:
                    raise unknown(f"column of {name}", column, first)
        cells = {column: [record.get(column, ABSENT) for _, record in chunk] for column in names}
        yield Batch(name, cells, [number for number, _ in chunk], unit)


def _lines(name: str, lines: list[str]) -> Iterator[Record]:
    for number, line in enumerate(lines, 1):
        try:
            record = json.loads(line, object_pairs_hook=_once)
        except InputError as error:
            raise InputError(f"{name}, line {number}: {error}") from None
        except (ValueError, RecursionError) as error:
            raise InputError(f"{name}, line {number} is not JSON: {error}.") from None
        if not isinstance(record, dict):
            raise InputError(f"{name}, line {number} is not a JSON object; write {{…}} with a name for every text.")
        yield record


def _items(name: str, text: str) -> Iterator[Record]:
    try:
        items = json.loads(text, object_pairs_hook=_once)
    except InputError as error:
        raise InputError(f"{name}: {error}") from None
    except (ValueError, RecursionError) as error:
        raise InputError(f"{name} is not JSON: {error}.") from None
    for number, item in enumerate(items, 1):
        if not isinstance(item, dict):
            raise InputError(f"{name}, item {number} is not a JSON object; write {{…}} with a name for every text.")
        yield item


def _once(pairs: list[tuple[str, Any]]) -> Record:
    """A JSON object whose names differ; json would silently take the last of two."""
    found: Record = {}
    for key, value in pairs:
        if key in found:
            raise InputError(f"there are two texts called {key!r}; give each its own name.")
        found[key] = value
    return found

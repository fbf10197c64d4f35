"""Tables as one JSON array: an object per row, whose names are the columns."""

from __future__ import annotations

import json
import re

from bolide.corpus.json_lines import any_integer, unique_names
from bolide.corpus.records import Reading, Records
from bolide.errors import InputError


def is_json_array(text: str) -> bool:
    """Whether the text begins with an array of objects or of arrays; a header would not."""
    return bool(re.match(r"\s*\[\s*[\[{\]]", text))


def read_json_array(name: str, text: str, how: Reading) -> Records:
    """Every item with its number, from 1; what is not an object is refused."""
    if how.quotes:
        raise InputError(f"{name} is a JSON array; --table-quotes is for TSV and CSV.")
    try:
        items = json.loads(text, object_pairs_hook=unique_names, parse_int=any_integer)
    except InputError as error:
        raise InputError(f"{name}: {error}") from None
    except ValueError as error:
        raise InputError(f"{name} is not JSON: {error}.") from None
    except RecursionError:
        raise InputError(f"{name} is nested too deeply; a text is a string.") from None
    for number, item in enumerate(items, 1):
        if not isinstance(item, dict):
            raise InputError(f"{name}, item {number} is not a JSON object; write {{…}} with a name for every text.")
    if not items:
        raise InputError(f"{name} is an empty array; a table has at least one row.")
    return list(enumerate(items, 1))

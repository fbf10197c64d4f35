"""The parts of a table: a file, the files that a pattern matches, or those of a folder."""

from __future__ import annotations

import os
from collections.abc import Sequence

from bolide.errors import InputError, first_repeated

STDIN = "-"


def parts_of(names: str | Sequence[str]) -> list[str]:
    """The files meant, in order. What begins with a dot or an underscore in a folder is not a part (`_SUCCESS`)."""
    found: list[str] = []
    for name in [names] if isinstance(names, str) else names:
        if name != STDIN and os.path.isdir(name):
            inside = [os.path.join(name, leaf) for leaf in sorted(os.listdir(name)) if leaf[0] not in "._"]
            files = [path for path in inside if os.path.isfile(path)]
            if not files:
                raise InputError(f"{name} is a folder without files; a table in a folder is the files in it.")
            found += files
        elif any(mark in name for mark in "*?[") and not os.path.exists(name):
            from glob import glob

            files = sorted(path for path in glob(name, recursive=True) if os.path.isfile(path))
            if not files:
                raise InputError(f"No file matches {name}.")
            found += files
        else:
            found.append(name)
    twice = first_repeated(found)
    if twice is not None:
        raise InputError(f"{twice} is given twice as a part of the table; give it once.")
    return found

"""Patterns in the names of files, for shells that leave them to the program, as on Windows."""

from __future__ import annotations

from collections.abc import Sequence
from glob import glob, has_magic

from bolide.corpus.lines import is_file


def with_patterns(names: Sequence[str]) -> list[str]:
    """The names with patterns such as `*.txt` expanded; a file of that very name comes first, and so does no match."""
    found: list[str] = []
    for name in names:
        matching = sorted(glob(name)) if has_magic(name) and not is_file(name) else []
        found += matching or [name]
    return found

"""Patterns in the names of files, for shells that leave them to the program, as on Windows."""

from __future__ import annotations

from collections.abc import Sequence

from bolide.corpus.lines import is_file


def with_patterns(names: Sequence[str]) -> list[str]:
    """The names with patterns such as `*.txt` expanded; a file of that very name comes first, and so does no match."""
    found: list[str] = []
    for name in names:
        found += _matching(name) or [name]
    return found


def _matching(name: str) -> list[str]:
    if not any(mark in name for mark in "*?[") or is_file(name):
        return []
    from glob import glob

    return sorted(glob(name))

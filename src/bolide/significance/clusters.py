"""Clusters: neighbours in a ranking that cannot be told apart."""

from __future__ import annotations

from collections.abc import Callable, Sequence


def clusters(ranking: Sequence[str], beats: Callable[[str, str], bool]) -> tuple[tuple[str, ...], ...]:
    """Walk down the ranking; a new cluster starts where any member of the current one beats the next."""
    found: list[list[str]] = []
    for name in ranking:
        if not found or any(beats(better, name) for better in found[-1]):
            found.append([])
        found[-1].append(name)
    return tuple(tuple(group) for group in found)

"""Segments by the length of their reference, ten words to a group."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from itertools import pairwise

from bolide.errors import InputError

EDGES = (10, 20, 30, 40, 50, 60)


def length_labels(lengths: Iterable[int], edges: Sequence[int] = EDGES) -> list[str]:
    """The label of each length: `0–10`, `11–20`, …, `61+`."""
    if list(edges) != sorted(set(edges)) or not edges:
        raise InputError(f"The edges {list(edges)} must rise.")
    names = [f"0–{edges[0]}", *(f"{low + 1}–{high}" for low, high in pairwise(edges))]
    names.append(f"{edges[-1] + 1}+")
    return [names[bisect_left(edges, length)] for length in lengths]


def in_order(labels: Iterable[str]) -> list[str]:
    """The labels that there are, the shortest first."""
    return sorted(set(labels), key=lambda label: int(label.rstrip("+").split("–")[0]))

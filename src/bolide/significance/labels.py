"""Segments grouped by label: any text per segment, or the length of the reference in equal steps."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Hashable, Iterable, Sequence
from itertools import pairwise
from typing import Any, TypeVar

STEPS = (10, 20, 50, 100, 200, 500)  # words
GROUPS = 6  # of one step each, before the last one, which has no end


Label = TypeVar("Label", bound=Hashable)


def indices_by_label(labels: Iterable[Label]) -> dict[Label, list[int]]:
    """The indices of each label, in the order in which labels first occur."""
    indices: dict[Label, list[int]] = {}
    for index, label in enumerate(labels):
        indices.setdefault(label, []).append(index)
    return indices


def by_label(samples: Sequence[Any], labels: Iterable[Label]) -> dict[Label, list[Any]]:
    """The samples, of whatever kind, restricted to the segments of each label, in the order of these labels."""
    return {label: [sample.take(rows) for sample in samples] for label, rows in indices_by_label(labels).items()}


def length_labels(lengths: Sequence[int]) -> list[str]:
    """The label of each length: `0–10`, `11–20`, …, `61+`, or in longer steps so that the last group has a quarter at
    most."""
    ordered = sorted(lengths)
    longest = ordered[(3 * len(ordered) - 1) // 4] if ordered else 0
    step = next((step for step in STEPS if GROUPS * step >= longest), STEPS[-1])
    edges = [step * k for k in range(1, GROUPS + 1)]
    names = [f"0–{step}", *(f"{low + 1}–{high}" for low, high in pairwise(edges)), f"{edges[-1] + 1}+"]
    return [names[bisect_left(edges, length)] for length in lengths]


def shortest_first(labels: Iterable[str]) -> list[str]:
    """The distinct labels of lengths, shortest first."""
    return sorted(set(labels), key=lambda label: int(label.rstrip("+").split("–")[0]))

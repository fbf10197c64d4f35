"""The segments that decide a comparison: what the difference would be without each of them, exactly."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from bolide.significance.sample import Sample, Vector, check


@dataclass(frozen=True)
class Deciding:
    """A segment (counted from 0), what it adds to the difference of the corpus scores, and its own scores.

    `influence` above 0 speaks for the first system, whatever way the metric points.
    """

    segment: int
    influence: float
    a: float
    b: float

    def to_dict(self) -> dict[str, Any]:
        return {"line": self.segment + 1, "influence": self.influence, "a": self.a, "b": self.b}


def influences(a: Sample, b: Sample) -> Vector:
    """For every segment, the difference of the scores with it minus the difference without it; positive is for `a`."""
    check([a, b])
    sign = 1 if a.higher_is_better else -1
    without = a.without_each() - b.without_each()
    return sign * ((a.value - b.value) - without)


def deciding(a: Sample, b: Sample, count: int = 5) -> tuple[tuple[Deciding, ...], tuple[Deciding, ...]]:
    """The segments that speak most for `a`, and those that speak most for `b`, strongest first."""
    found = influences(a, b)
    order = np.argsort(-found, kind="stable")

    def described(places: list[int]) -> tuple[Deciding, ...]:
        return tuple(Deciding(i, float(found[i]), float(a.values[i]), float(b.values[i])) for i in places)

    for_a = [int(i) for i in order[:count] if found[i] > 0]
    for_b = [int(i) for i in order[::-1][:count] if found[i] < 0]
    return described(for_a), described(for_b)

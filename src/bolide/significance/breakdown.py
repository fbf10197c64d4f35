"""Where systems differ: the same comparison on parts of the corpus, by length or label, and without each segment."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np

from bolide.significance.labels import EDGES, by_label, length_labels
from bolide.significance.paired import confidence
from bolide.significance.plan import Plan
from bolide.significance.results import Standing
from bolide.significance.sample import Sample, Vector, check
from bolide.system.errors import InputError
from bolide.system.messages import are, counted

QUARTERS = ("lowest quarter", "second quarter", "third quarter", "highest quarter")
NOT_JUDGED = "not judged"


@dataclass(frozen=True)
class Bucket:
    """The systems' scores, with intervals, on the segments that have a label; no interval for a lone segment."""

    label: str
    segments: int
    systems: tuple[Standing, ...]

    def to_dict(self) -> dict[str, Any]:
        return {
            "label": self.label,
            "segments": self.segments,
            "systems": [standing.to_dict() for standing in self.systems],
        }


def bucketed(samples: Sequence[Sample], labels: Sequence[str], plan: Plan | None = None) -> tuple[Bucket, ...]:
    """The scores of each label's segments, in the order in which the labels first occur."""
    check(samples, least=1)
    if len(labels) != len(samples[0]):
        raise InputError(
            f"There {are(len(labels))} {counted(len(labels), 'label')} and {counted(len(samples[0]), 'segment')}; "
            "give one label per line, the same for all lines that belong together."
        )
    plan = plan or Plan(test="bootstrap", trials=1000)
    return tuple(_bucket(label, parts, plan) for label, parts in by_label(samples, labels).items())


def by_length(
    samples: Sequence[Sample], lengths: Sequence[int], edges: Sequence[int] = EDGES, plan: Plan | None = None
) -> tuple[Bucket, ...]:
    """Buckets by the references' lengths, the shortest first."""
    found = bucketed(samples, length_labels(lengths, edges), plan)
    return tuple(sorted(found, key=lambda bucket: int(bucket.label.rstrip("+").split("–")[0])))


def quarters(scores: Sequence[float]) -> tuple[list[str], list[str]]:
    """The quarter that each score lies in, NaN in none, and the names of the quarters, the lowest first.

    No names where scores are so much alike that there are no quarters.
    """
    known = np.array(scores, dtype=np.float64)
    found = known[np.isfinite(known)]
    edges = np.unique(np.quantile(found, (0.25, 0.5, 0.75))) if len(found) else found
    if len(edges) < len(QUARTERS) - 1:
        return [NOT_JUDGED] * len(known), []
    ends = [float(found.min()), *map(float, edges), float(found.max())]
    spans = zip(QUARTERS, pairwise(ends), strict=True)
    names = [f"{name}: {low:.3g} to {high:.3g}".replace("-", "−") for name, (low, high) in spans]
    places = np.searchsorted(edges, known, side="left")
    return [names[k] if v == v else NOT_JUDGED for k, v in zip(places.tolist(), scores, strict=True)], names


def _bucket(label: str, parts: Sequence[Sample], plan: Plan) -> Bucket:
    lone = len(parts[0]) < 2
    return Bucket(
        label,
        len(parts[0]),
        tuple(Standing(part.system, part.value, None if lone else confidence(part, plan)) for part in parts),
    )


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

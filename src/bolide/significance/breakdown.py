"""Breakdowns of a comparison: scores by length, label or human score, and the most influential segments."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from bolide.significance.labels import by_label, length_labels, shortest_first
from bolide.significance.paired import confidence
from bolide.significance.plan import Plan
from bolide.significance.results import SystemResult
from bolide.significance.sample import Sample, Vector, check
from bolide.significance.units import DOCUMENT
from bolide.system.errors import InputError, are, counted

QUARTERS = ("lowest quarter", "second quarter", "third quarter", "highest quarter")
NOT_JUDGED = "not judged"


@dataclass(frozen=True)
class Bucket:
    """The systems' scores on the segments with one label, with intervals if there are two to draw."""

    label: str
    segments: int
    systems: tuple[SystemResult, ...]


def bucketed(
    samples: Sequence[Sample], labels: Sequence[str], plan: Plan | None = None, order: Iterable[str] | None = None
) -> tuple[Bucket, ...]:
    """The systems' scores by label, in this order, or in that in which labels first occur."""
    check(samples, least=1)
    if len(labels) != len(samples[0]):
        raise InputError(
            f"There {are(len(labels))} {counted(len(labels), 'label')} and {counted(len(samples[0]), 'segment')}; "
            "give one label per line, the same for all lines that belong together."
        )
    plan, groups = plan or Plan(test="bootstrap", trials=1000), by_label(samples, labels)
    buckets = []
    for label in groups if order is None else [label for label in order if label in groups]:
        parts = groups[label]
        units = parts[0].units
        strata = set() if units is None else set(units.strata)
        fixed = len(parts[0].drawn_rows(plan.unit or DOCUMENT)) in (1, len(strata))  # the same would be drawn each time
        systems = [SystemResult(part.system, part.value, None if fixed else confidence(part, plan)) for part in parts]
        buckets.append(Bucket(label, len(parts[0]), tuple(systems)))
    return tuple(buckets)


def by_length(samples: Sequence[Sample], lengths: Sequence[int], plan: Plan | None = None) -> tuple[Bucket, ...]:
    """The systems' scores by reference length, shortest first: up to 10 words, 20 …, or in longer steps if texts are
    long."""
    labels = length_labels(lengths)
    return bucketed(samples, labels, plan, shortest_first(labels))


def by_human(samples: Sequence[Sample], scores: Sequence[float], plan: Plan) -> tuple[Bucket, ...]:
    """The systems' scores by quarter of the human scores, lowest first."""
    labels, names = quarters(scores)
    if not names:
        raise InputError("Too many human scores are equal to divide the segments into quarters.")
    return bucketed(samples, labels, plan, [*names, NOT_JUDGED])


def quarters(scores: Sequence[float]) -> tuple[list[str], list[str]]:
    """The name of each score's quarter (NaN has none), and the names of the quarters, lowest first.

    The list of names is empty if too many scores are equal to form quarters.
    """
    values = np.array(scores, dtype=np.float64)
    finite = values[np.isfinite(values)]
    edges = np.unique(np.quantile(finite, (0.25, 0.5, 0.75))) if len(finite) else finite
    if len(edges) < len(QUARTERS) - 1:
        return [NOT_JUDGED] * len(values), []
    ends = [float(finite.min()), *map(float, edges), float(finite.max())]
    spans = zip(QUARTERS, pairwise(ends), strict=True)
    names = [f"{name}: {low:.3g} to {high:.3g}".replace("-", "−") for name, (low, high) in spans]
    quarter_indices = np.searchsorted(edges, values, side="left")
    return [names[k] if v == v else NOT_JUDGED for k, v in zip(quarter_indices.tolist(), scores, strict=True)], names


@dataclass(frozen=True)
class InfluentialSegment:
    """A segment (0-based) with its influence on the difference and both systems' scores on it.

    Influence is positive if the segment favours the first system, whether or not higher scores are better.
    """

    segment: int
    influence: float
    a: float
    b: float


def influences(a: Sample, b: Sample) -> Vector:
    """The difference with all segments minus the difference without segment i, for every i; positive favours `a`."""
    check([a, b])
    sign = 1 if a.higher_is_better else -1
    without = a.leave_one_out() - b.leave_one_out()
    return sign * ((a.value - b.value) - without)


def most_influential(
    a: Sample, b: Sample, count: int = 5
) -> tuple[tuple[InfluentialSegment, ...], tuple[InfluentialSegment, ...]]:
    """The `count` segments that favour `a` most, and those that favour `b` most."""
    changes = influences(a, b)
    order = np.argsort(-changes, kind="stable")

    def described(indices: list[int]) -> tuple[InfluentialSegment, ...]:
        return tuple(InfluentialSegment(i, float(changes[i]), float(a.values[i]), float(b.values[i])) for i in indices)

    for_a = [int(i) for i in order[:count] if changes[i] > 0]
    for_b = [int(i) for i in order[::-1][:count] if changes[i] < 0]
    return described(for_a), described(for_b)

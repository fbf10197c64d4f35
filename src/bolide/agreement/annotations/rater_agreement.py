"""How well people agree with each other: pairs of annotators who rated the same outputs, and Krippendorff's α."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np

from bolide.agreement.annotations.ratings import Annotations, Rating
from bolide.agreement.statistics.correlation import lacking, product_moment


@dataclass(frozen=True)
class RaterPair:
    """Two annotators: the outputs both rated, Pearson's r of their scores, and how often they order two outputs alike.

    `ordered` counts pairs of outputs of one segment that both rated apart, `same` those put in the same order. None
    where there is nothing to compare.
    """

    a: str
    b: str
    outputs: int
    pearson: float | None
    ordered: int
    same: int

    def to_dict(self) -> dict[str, Any]:
        return dict(vars(self))


def rater_pairs(annotations: Annotations) -> tuple[RaterPair, ...]:
    """Every two annotators who rated an output in common, most outputs first."""
    by_output = _by_output(annotations.ratings)
    shared: dict[tuple[str, str], list[tuple[int, float, float]]] = defaultdict(list)
    for (_, segment), scores in by_output.items():
        for a, b in combinations(sorted(scores), 2):
            shared[a, b].append((segment, scores[a], scores[b]))
    pairs = [_pair(a, b, rows) for (a, b), rows in shared.items()]
    return tuple(sorted(pairs, key=lambda pair: (-pair.outputs, pair.a, pair.b)))


def _by_output(ratings: Sequence[Rating]) -> dict[tuple[str, int], dict[str, float]]:
    """The scores of each output by annotator; a rating without an annotator's name is nobody's in particular."""
    found: dict[tuple[str, int], dict[str, float]] = defaultdict(dict)
    for rating in ratings:
        if rating.annotator:
            found[rating.system, rating.segment][rating.annotator] = rating.score
    return found


def _pair(a: str, b: str, rows: Sequence[tuple[int, float, float]]) -> RaterPair:
    x, y = np.array([row[1] for row in rows]), np.array([row[2] for row in rows])
    r = None if lacking(x, y) else product_moment(x, y)
    ordered = same = 0
    by_segment: dict[int, list[tuple[float, float]]] = defaultdict(list)
    for segment, one, two in rows:
        by_segment[segment].append((one, two))
    for scores in by_segment.values():
        for (one, two), (other_one, other_two) in combinations(scores, 2):
            if one != other_one and two != other_two:
                ordered += 1
                same += (one > other_one) == (two > other_two)
    return RaterPair(a, b, len(rows), r, ordered, same)


def krippendorff(annotations: Annotations) -> float | None:
    """α for scores on an interval scale: 1 − observed over expected disagreement; None where nobody overlaps.

    Disagreement is the mean squared difference: observed within an output, expected among all ratings of outputs that
    have two or more.
    """
    groups = [list(scores.values()) for scores in _by_output(annotations.ratings).values() if len(scores) > 1]
    if not groups:
        return None
    # Σ over ordered pairs of (x − y)² is 2 (n Σ x² − (Σ x)²).
    observed = sum(2 * (len(g) * sum(x * x for x in g) - sum(g) ** 2) / (len(g) - 1) for g in groups)
    values = np.array([value for group in groups for value in group])
    values = values - values.mean()
    count = len(values)
    expected = 2 * (count * float(values @ values) - float(values.sum()) ** 2) / (count - 1)
    return 1 - observed / expected if expected else None

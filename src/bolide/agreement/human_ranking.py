"""What people thought of the systems: scores by system, over all segments and over domains, with clusters.

The macro score is the mean over domains of the mean of each; its tests are Wilcoxon's signed-rank test on the segments
that both systems were rated on, by domain, combined by Stouffer's method. The micro score takes all segments alike. A
cluster ends where every later system is significantly worse than every earlier one, as in WMT24.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from statistics import NormalDist
from typing import Any

import numpy as np

from bolide.agreement.annotations.ratings import Annotations, Rating
from bolide.agreement.statistics.correlation import lacking, product_moment
from bolide.agreement.statistics.ranks import ranks
from bolide.agreement.table import Indices, Table, Vector, means
from bolide.results import Result

ALPHA = 0.05


@dataclass(frozen=True)
class PeoplesScore:
    """One system: mean of segments (micro), mean over domains (macro), each domain's mean, ratings, and its cluster."""

    system: str
    micro: float
    macro: float | None
    domains: dict[str, float | None]
    segments: int
    cluster: int

    def to_dict(self) -> dict[str, Any]:
        return dict(vars(self))


@dataclass(frozen=True)
class PeopleReport(Result):
    """What people said: systems, best first; how the annotators agree; marked errors by severity; what was left out."""

    human: str
    systems: tuple[PeoplesScore, ...]
    raters: tuple[RaterPair, ...]
    alpha: float | None
    errors: dict[str, int]
    annotators: int
    ratings: int
    notes: tuple[str, ...] = ()
    documents: dict[str, dict[str, float | None]] = field(default_factory=dict)

    _view = "bolide.report.peoples_scores:people_blocks"

    def data(self) -> dict[str, Any]:
        return {
            "human": self.human,
            "systems": [system.to_dict() for system in self.systems],
            "raters": [pair.to_dict() for pair in self.raters],
            "krippendorff_alpha": self.alpha,
            "errors": self.errors,
            "annotators": self.annotators,
            "ratings": self.ratings,
            "notes": list(self.notes),
            "documents": self.documents,
        }


def peoples_scores(table: Table, domains: Mapping[str, Indices] | None = None) -> tuple[PeoplesScore, ...]:
    """The systems by their macro score where there are domains, else by the mean of their segments, in clusters."""
    micro = means(table.upward)[:, 0]
    groups = {name: places for name, places in (domains or {}).items() if np.isfinite(table.upward[:, places]).any()}
    by_domain = {name: means(table.upward[:, places])[:, 0] for name, places in groups.items()}
    macro: Vector = np.mean(list(by_domain.values()), axis=0) if by_domain else micro
    order = sorted(range(len(macro)), key=lambda k: (not np.isfinite(macro[k]), -np.nan_to_num(macro[k])))
    parts = [table.upward[:, places] for places in groups.values()] or [table.upward]
    ends = _cluster_ends([[part[k] for part in parts] for k in order])
    counts = np.isfinite(table.upward).sum(1)
    found = []
    for place, k in enumerate(order):
        means_of = {name: _number(values[k]) for name, values in by_domain.items()}
        number = 1 + sum(end <= place for end in ends)
        found.append(PeoplesScore(
            table.systems[k], float(micro[k]), _number(macro[k]) if by_domain else None, means_of, int(counts[k]),
            number,
        ))  # fmt: skip
    return tuple(found)


def _number(value: float) -> float | None:
    return float(value) if np.isfinite(value) else None


def _cluster_ends(systems: Sequence[Sequence[Vector]]) -> list[int]:
    """The places in the order before which a new cluster begins."""
    size = len(systems)
    worse = np.zeros((size, size), dtype=bool)
    for a in range(size):
        for b in range(a + 1, size):
            worse[a, b] = better_p(systems[a], systems[b]) < ALPHA
    return [end for end in range(1, size) if worse[:end, end:].all()]


def better_p(one: Sequence[Vector], two: Sequence[Vector]) -> float:
    """One-sided p that the first system is better: Wilcoxon's test by part, combined by Stouffer's method."""
    found = [p for a, b in zip(one, two, strict=True) if (p := _wilcoxon(a, b)) is not None]
    if not found:
        return 1.0
    if len(found) == 1:
        return found[0]
    return combined_p(found)


def _wilcoxon(a: Vector, b: Vector) -> float | None:
    """None where no segment was rated for both, or none differently."""
    difference = a - b
    difference = difference[np.isfinite(difference)]
    if not (difference != 0).any():
        return None
    return signed_ranks_p(difference)


def segment_lines(table: Table) -> str:
    """The scores of segments as mt-metrics-eval writes them: system, tab, score; None where nobody rated."""
    lines = [
        f"{system}\t{None if score != score else score!r}\n"
        for system, scores in zip(table.systems, table.cells.tolist(), strict=True)
        for score in scores
    ]
    return "".join(lines)


def people_report(
    annotations: Annotations, table: Table, domains: Mapping[str, Indices] | None = None,
    documents: Mapping[str, Indices] | None = None,
) -> PeopleReport:  # fmt: skip
    """Everything about a file of annotations; with documents, each one's scores too."""
    errors: dict[str, int] = {}
    for rating in annotations.ratings:
        for span in annotations.errors_of(rating):
            key = span.severity.strip().lower() or "unrated"
            errors[key] = errors.get(key, 0) + 1
    names = {rating.annotator for rating in annotations.ratings if rating.annotator}
    return PeopleReport(
        annotations.name, peoples_scores(table, domains), rater_pairs(annotations), krippendorff(annotations),
        dict(sorted(errors.items())), len(names), len(annotations.ratings), annotations.notes,
        {name: _by_system(table, places) for name, places in (documents or {}).items()},
    )  # fmt: skip


def _by_system(table: Table, places: Indices) -> dict[str, float | None]:
    """Each system's mean over these segments."""
    return {
        name: _number(value) for name, value in zip(table.systems, means(table.upward[:, places])[:, 0], strict=True)
    }


def signed_ranks_p(differences: Vector) -> float:
    """One-sided p that differences, not all of them 0, are above 0, as scipy.stats.wilcoxon(method="approx") gives it.

    Those of 0 are left out, and the sum of the ranks of those above is taken to be normal, with the variance that ties
    leave it.
    """
    moved = differences[differences != 0]
    size = float(len(moved))
    above = ranks(np.abs(moved))[moved > 0].sum()
    tied = np.unique(np.abs(moved), return_counts=True)[1].astype(float)
    variance = (size * (size + 1) * (2 * size + 1) - (tied**3 - tied).sum() / 2) / 24
    return _upper_tail((above - size * (size + 1) / 4) / math.sqrt(variance))


def combined_p(p_values: Sequence[float]) -> float:
    """One p-value of several independent ones: that of the sum of their z-scores over its standard deviation."""
    normal = NormalDist()
    z = [-normal.inv_cdf(min(max(p, 1e-300), 1 - 1e-16)) for p in p_values]
    return _upper_tail(math.fsum(z) / math.sqrt(len(z)))


def _upper_tail(z: float) -> float:
    """P(Z > z) of a standard normal Z. Before Python 3.12, NormalDist().cdf has no digits left far out in the tail."""
    return math.erfc(z / math.sqrt(2)) / 2


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

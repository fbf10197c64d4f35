"""daRR (WMT 2017–2020): direct assessments that lie far apart, read as one output being better than the other."""

from __future__ import annotations

import numpy as np

from bolide.correlation.table import Matrix, Vector
from bolide.correlation.vectors import pair_differences

LEAST = 25.0  # raw points on the scale from 0 to 100; what lies closer is no judgement


def darr_tau(human: Matrix, metric: Matrix) -> tuple[float | None, int]:
    """(C − D) / (C + D) over the pairs of all segments, and how many pairs there are."""
    balances, sizes = segment_balances(human, metric)
    pairs = int(sizes.sum())
    return (float(balances.sum()) / pairs if pairs else None), pairs


def segment_balances(human: Matrix, metric: Matrix) -> tuple[Vector, Vector]:
    """Per segment C − D and C + D."""
    votes = pair_votes(human, pair_differences(metric))
    return votes.sum(0), np.abs(votes).sum(0)


def pair_votes(human: Matrix, difference: Matrix) -> Matrix:
    """For each pair and segment 1 where the metric's difference has the people's sign, −1 where not, a tie included.

    0 where people's scores are closer than 25, or a score is missing.
    """
    people = pair_differences(human)
    judged = (np.abs(people) >= LEAST) & np.isfinite(difference)
    return np.where(judged, np.where(people * difference > 0, 1.0, -1.0), 0.0)

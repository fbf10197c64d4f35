"""Wilcoxon's signed-rank test, and p-values combined by Stouffer's method."""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import NormalDist

import numpy as np

from bolide.agreement.statistics.ranks import ranks
from bolide.agreement.table import Vector


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

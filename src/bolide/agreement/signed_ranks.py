"""Wilcoxon's signed-rank test, and p-values combined by Stouffer's method."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from bolide.agreement.statistics.ranks import ranks
from bolide.agreement.table import Vector


def signed_ranks_p(differences: Vector) -> float:
    """One-sided p that differences, not all of them 0, are above 0, as scipy.stats.wilcoxon(method="approx") gives it.

    Those of 0 are left out, and the sum of the ranks of those above is taken to be normal, with the variance that ties
    leave it.
    """
    from scipy.special import ndtr

    moved = differences[differences != 0]
    size = float(len(moved))
    above = ranks(np.abs(moved))[moved > 0].sum()
    tied = np.unique(np.abs(moved), return_counts=True)[1].astype(float)
    variance = (size * (size + 1) * (2 * size + 1) - (tied**3 - tied).sum() / 2) / 24
    return float(ndtr(-(above - size * (size + 1) / 4) / np.sqrt(variance)))


def combined_p(found: Sequence[float]) -> float:
    """One p-value of several independent ones: that of the sum of their z-scores over its standard deviation."""
    from scipy.special import ndtr, ndtri

    z = -ndtri(np.clip(found, 1e-300, 1 - 1e-16))
    return float(ndtr(-(z.sum() / np.sqrt(len(z)))))

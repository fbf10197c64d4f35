"""Wilcoxon's signed-rank test of two systems on the segments that both were rated on, by domain and combined.

`sound_test` is exact for up to 50 differences, ties included, and combines domains by Stouffer's method with the signs
of their differences, so that domains that disagree cancel out. With documents, it is whole documents that may turn out
either way. `wmt24_test` is what WMT24's organisers computed: a two-sided test in each domain, combined without regard
to the signs, so that domains that disagree add up.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist

import numpy as np

from bolide.agreement.statistics.ranks import ranks
from bolide.agreement.table import Indices, Vector

EXACT = 50  # differences up to which the distribution of their rank sum is computed, not approximated
DIGITS = 12  # of a difference that count; the rest is rounding


@dataclass(frozen=True)
class SystemTest:
    """A two-sided p-value, and which of the two systems the test favours: 1 the first, −1 the second, 0 neither."""

    p: float
    favours: int


def sound_test(
    one: Sequence[Vector], two: Sequence[Vector], documents: Sequence[Indices] | None = None
) -> SystemTest | None:
    """Test two systems by their scores in each domain; None if no segment was rated for both.

    `documents` has the number of the document of every segment, by domain.
    """
    parts = []
    for index, (a, b) in enumerate(zip(one, two, strict=True)):
        both = np.isfinite(a) & np.isfinite(b)
        if both.any():
            numbers = None if documents is None else documents[index][both]
            parts.append(signed_rank_test(rounded(a[both], b[both]), numbers))
    if not parts:
        return None
    z = math.fsum(part.z for part in parts) / math.sqrt(len(parts))
    return SystemTest(parts[0].p if len(parts) == 1 else two_sided(z), (z > 0) - (z < 0))


def rounded(a: Vector, b: Vector) -> Vector:
    """The differences without what rounding left in them: 0.3 − 0.2 ties with 0.2 − 0.1."""
    largest = max(np.abs(a).max(), np.abs(b).max())
    difference: Vector = np.round(a - b, DIGITS - math.ceil(math.log10(largest))) if largest else a - b
    return difference


@dataclass(frozen=True)
class SignedRanks:
    """The two-sided p-value of one domain, and its normal quantile with the sign of the rank sum."""

    p: float
    z: float


def signed_rank_test(differences: Vector, documents: Indices | None = None) -> SignedRanks:
    """Wilcoxon's test: every difference, or every document's differences together, could have had the other sign."""
    moved = differences != 0
    values = differences[moved]
    doubled = np.sign(values) * np.rint(2 * ranks(np.abs(values)))  # midranks are whole or half numbers
    if documents is not None:
        doubled = np.bincount(np.unique(documents[moved], return_inverse=True)[1], doubled)
    sizes = np.abs(doubled[doubled != 0]).astype(np.int64)
    total = int(doubled.sum())
    if total == 0:
        return SignedRanks(1.0, 0.0)
    if len(sizes) <= EXACT:
        tail = rank_sum_tail(sizes, abs(total))
        return SignedRanks(2 * tail, math.copysign(NormalDist().inv_cdf(tail), total))
    # Ties are in the sum of squares. The correction for continuity is half a rank of those above 0, here 2.
    z = max(abs(total) - 2, 0) / math.sqrt(float((sizes**2).sum()))
    return SignedRanks(two_sided(z), math.copysign(z, total))


def rank_sum_tail(sizes: Sequence[int] | Indices, total: int) -> float:
    """P(|S| ≥ total) / 2 of S = Σ ± size, all signs alike probable, for total > 0; by dynamic programming.

    S ≤ −total says that the sizes with a plus add up to at most (Σ sizes − total) / 2.
    """
    most = (int(np.sum(sizes)) - total) // 2
    counts = np.zeros(most + 1)
    counts[0] = 1.0
    for size in sizes:
        if size <= most:
            counts[size:] += counts[: most + 1 - size].copy()
    return float(counts.sum()) / 2.0 ** len(sizes)  # counts are whole and at most 2^50


def two_sided(z: float) -> float:
    """P(|Z| ≥ |z|) of a standard normal Z. Before Python 3.12, NormalDist().cdf has no digits left far out."""
    return math.erfc(abs(z) / math.sqrt(2))


def wmt24_test(one: Sequence[Vector], two: Sequence[Vector]) -> float:
    """The p-value of WMT24 for two systems by their scores in each domain, or in one part for the micro form.

    1 if no segment was rated for both.
    """
    p = [scipy_p(a[both] - b[both]) for a, b in zip(one, two, strict=True) if (both := np.isfinite(a - b)).any()]
    if len(p) < 2:
        return p[0] if p else 1.0
    if 1.0 in p:  # its z is −∞
        return 1.0
    # 1 − p is rounded to 1 for a very small p, whose z is ∞, as in the published procedure.
    z = [NormalDist().inv_cdf(1 - each) if 1 - each < 1 else math.inf for each in p]
    return math.erfc(math.fsum(z) / math.sqrt(len(z)) / math.sqrt(2)) / 2


def scipy_p(differences: Vector) -> float:
    """Two-sided p as scipy.stats.wilcoxon gave it in 2024: exact for up to 50 differences without a zero or a tie.

    Otherwise zeros are left out, and the rank sum is taken to be normal, with the variance that ties leave it.
    """
    moved = differences[differences != 0]
    if not len(moved):
        return 1.0
    midranks = ranks(np.abs(moved))
    above = float(midranks[moved > 0].sum())
    middle = len(moved) * (len(moved) + 1) / 4
    if len(differences) == len(moved) <= EXACT and len(np.unique(midranks)) == len(moved):
        away = int(abs(2 * above - 2 * middle))
        return min(1.0, 2 * rank_sum_tail(midranks.astype(np.int64), away)) if away else 1.0
    return two_sided((above - middle) / math.sqrt(float((midranks**2).sum()) / 4))

"""The pairs test for acc-eq (WMT23 on): two metrics' outcomes for a pair of systems change places, not their scores.

Exchanging scores while each metric keeps its tie threshold is no valid test: with everything exchanged the lead must be
minus the observed one, and with thresholds that stay behind it is not. An outcome (better, worse or tied, under the
metric's own threshold) takes its threshold with it. The pairs of one segment share systems, which this test ignores, so
its p-values are smaller than those of exchanges of scores with thresholds found anew.
"""

from __future__ import annotations

import numpy as np

from bolide.correlation.leads import Leads, Swaps
from bolide.correlation.table import Matrix, Vector
from bolide.correlation.ties import calibrate, right_pairs


def pair_leads(human: Matrix, a: Matrix, b: Matrix) -> tuple[Leads, tuple[int, ...]]:
    """From exchanges of outcomes to what `a` is ahead under each, and the shape of an exchange.

    Only pairs are exchanged that one metric gets right and the other wrong; the others change nothing.
    """
    best = calibrate(human, a), calibrate(human, b)
    if best[0] is None or best[1] is None:
        return (lambda swaps: np.full(len(swaps), np.nan)), (1,)
    right, pairs = right_pairs(human, a, best[0].epsilon)
    other, _ = right_pairs(human, b, best[1].epsilon)
    weights = 1.0 / np.maximum(pairs, 1) / int((pairs > 0).sum())
    ahead = ((right.astype(float) - other) * weights)[right != other]

    def found(swaps: Swaps) -> Vector:
        lead: Vector = ahead.sum() - 2 * (swaps @ ahead)
        return lead

    return found, ahead.shape

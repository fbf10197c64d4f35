"""Metrics' formulas over many totals at once. Resampling scores thousands of sums; a metric without one here is asked
for each sum in turn, and gives the same number but for the last bits."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bolide.metrics.smoothing import NLTK_METHODS, PLAIN_WHERE_MATCHED

Matrix = NDArray[np.float64]
Vector = NDArray[np.float64]
# Any: each formula knows the options of its own metric.
Formula = Callable[[Any, Matrix], tuple[Vector, NDArray[np.bool_]]]


def bleu(metric: Any, totals: Matrix) -> tuple[Vector, NDArray[np.bool_]]:
    """BLEU where every order has a match and weighs the same; smoothing has nothing to do there."""
    orders = metric.max_order
    columns = dict(zip(metric.columns, totals.T, strict=True))
    matches = np.array([columns[f"match_{n}"] for n in range(1, orders + 1)])
    sizes = np.array([columns[f"total_{n}"] for n in range(1, orders + 1)])
    plain = metric.weights is None and metric.smooth in PLAIN_WHERE_MATCHED and metric.smooth not in NLTK_METHODS
    served: NDArray[np.bool_] = (matches > 0).all(0) & np.full(len(totals), plain)
    with np.errstate(divide="ignore", invalid="ignore"):
        means = np.exp(np.log(matches / sizes).sum(0) / orders)
        penalties = np.exp(np.minimum(0.0, 1 - columns["ref_len"] / columns["hyp_len"]))
    return means * penalties, served


FORMULAS: dict[str, Formula] = {
    "BLEU": bleu,
}


def score_totals(metric: Any, totals: Matrix, one_by_one: Callable[[Matrix], Vector]) -> Vector:
    """The scores of many totals, by formula where there is one that serves, else one by one."""
    if metric.name not in FORMULAS:
        return one_by_one(totals)
    values, served = FORMULAS[metric.name](metric, totals)
    if not served.all():
        values[~served] = one_by_one(totals[~served])
    return values

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


def chrf(metric: Any, totals: Matrix) -> tuple[Vector, NDArray[np.bool_]]:
    """chrF without ε: F of the mean precision and the mean recall."""
    hyps, refs, matches = np.split(totals.T, 3)
    precision, recall = _ratios(matches, hyps).sum(0), _ratios(matches, refs).sum(0)
    used = ((hyps > 0) & (refs > 0)).sum(0)
    f = _ratios((1 + metric.factor) * precision * recall, (metric.factor * precision + recall) * used)
    return f, np.full(len(totals), not metric.eps_smoothing)


def rgbf(metric: Any, totals: Matrix) -> tuple[Vector, NDArray[np.bool_]]:
    """rgbF: the weighted mean of the F-scores of every unit and order."""
    found_hyp, hyps, found_ref, refs = np.split(totals.T, 4)
    f = _ratios(2 * found_hyp * found_ref, found_hyp * refs + found_ref * hyps)
    shares = [unit * order for unit in metric.unit_shares for order in metric.order_shares]
    return np.array(shares) @ f, np.full(len(totals), True)


def meteor(metric: Any, totals: Matrix) -> tuple[Vector, NDArray[np.bool_]]:
    """METEOR where something matches: Fmean less the penalty for being in pieces."""
    definition = metric.definition
    if metric.variant == "1.5":
        return _meteor15(definition.setting.parameters, dict(zip(metric.columns, totals.T, strict=True)))
    _, hyps, refs, *rest = totals.T
    stages = len(definition.stages)
    matches, chunks = np.sum(rest[:stages], axis=0), rest[stages]
    precision, recall = _ratios(matches, hyps), _ratios(matches, refs)
    below = definition.alpha * precision + (1 - definition.alpha) * recall
    penalty = definition.gamma * _ratios(chunks, matches) ** definition.beta
    return (1 - penalty) * _ratios(precision * recall, below), (matches > 0) & (below > 0)


def _meteor15(parameters: Any, columns: dict[str, Vector]) -> tuple[Vector, NDArray[np.bool_]]:
    """1.5: matches weigh by module, and content words against function words."""
    delta, shares = parameters.delta, {}
    matched_as_a_whole = columns["chunks"] == 1
    for side in ("hyp", "ref"):
        kinds = {"content": delta, "function": 1 - delta}
        size, function = columns[f"{side}_len"], columns[f"{side}_function"]
        found = sum(
            columns[f"{side}_{kind}_{stage}"] * weight * share
            for kind, share in kinds.items()
            for stage, weight in enumerate(parameters.weights, 1)
        )
        shares[side] = _ratios(np.asarray(found), delta * (size - function) + (1 - delta) * function)
        counted = sum(columns[f"{side}_{kind}_{stage}"] for kind in kinds for stage in range(1, 5))
        matched_as_a_whole &= counted == size
    words = (columns["hyp_matched"] + columns["ref_matched"]) / 2
    served = (shares["hyp"] > 0) & (shares["ref"] > 0) & (words > 0) & ~matched_as_a_whole
    with np.errstate(divide="ignore", invalid="ignore"):
        fmean = 1 / ((1 - parameters.alpha) / shares["hyp"] + parameters.alpha / shares["ref"])
        penalty = parameters.gamma * _ratios(columns["chunks"], words) ** parameters.beta
        return np.maximum(fmean * (1 - penalty), 0.0), served


def _ratios(above: Matrix, below: Matrix) -> Matrix:
    """above / below, and 0 where there is nothing below."""
    return np.divide(above, below, out=np.zeros_like(above), where=below > 0)


# By the name of the metric's class.
FORMULAS: dict[str, Formula] = {
    "BLEU": bleu,
    "CHRF": chrf,
    "METEOR": meteor,
    "RGBF": rgbf,
}


def score_totals(metric: Any, totals: Matrix, one_by_one: Callable[[Matrix], Vector]) -> Vector:
    """The scores of many totals, by formula where there is one that serves, else one by one."""
    formula = FORMULAS.get(type(metric).__name__)
    if formula is None:
        return one_by_one(totals)
    values, served = formula(metric, totals)
    if not served.all():
        values[~served] = one_by_one(totals[~served])
    return values

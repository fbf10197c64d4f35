"""The F-scores of chrF: from counts of n-grams to one number, for a row or for many rows at once.

Sums of ratios are formed in whole numbers over a common denominator and divided once. They are then the same to the
last bit whether one row or a table of pairs is scored, and a kernel can do the adding.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from math import lcm
from operator import mul
from typing import NamedTuple

EPSILON = 1e-16  # what stands for a ratio without n-grams in chrF++.py, NLTK and Moses


class Weights(NamedTuple):
    """What one match of each order counts, over the common denominator of all orders."""

    common: int
    each: tuple[int, ...]


def weights_of(counts: Sequence[int]) -> Weights:
    """The weights by which matches are added to Σ match / count; an order without n-grams has no match to weigh."""
    filled = [count or 1 for count in counts]
    common = lcm(*filled)
    return Weights(common, tuple([common // count for count in filled]))


def f_of_means(hyps: Sequence[int], refs: Sequence[int], matches: Sequence[int], factor: float) -> float:
    """F of the mean precision and the mean recall over the orders that both texts are long enough for."""
    mine, theirs = weights_of(hyps), weights_of(refs)
    p = sum(map(mul, matches, mine.each)) / mine.common
    r = sum(map(mul, matches, theirs.each)) / theirs.common
    used = sum(map(bool, map(mul, hyps, refs)))
    return (1 + factor) * p * r / ((factor * p + r) * used) if p else 0.0


def f_of_sums(sums: Iterable[int], factor: float) -> array[float]:
    """The same for many rows that a kernel has added up: matches and common denominator for precision, then for
    recall, and the number of orders used, row after row."""
    cells, plus = iter(sums), 1 + factor
    rows = zip(cells, cells, cells, cells, cells, strict=True)
    return array(
        "d",
        [plus * (p := a / d) * (r := b / e) / ((factor * p + r) * n) if a else 0.0 for a, d, b, e, n in rows],
    )


def f_in_order(hyps: Sequence[int], refs: Sequence[int], matches: Sequence[int], factor: float) -> float:
    """`f_of_means` with each ratio added in turn, as sacreBLEU does.

    `sum` rounds differently from Python 3.12 on; of two references that nearly tie, both programs must pick the same.
    """
    precision = recall = 0.0
    used = 0
    for h, r, m in zip(hyps, refs, matches, strict=True):
        if h and r:
            precision += m / h
            recall += m / r
            used += 1
    if not precision:
        return 0.0
    precision /= used
    recall /= used
    return 100 * ((1 + factor) * precision * recall / (factor * precision + recall))


def smoothed_f(hyp: int, ref: int, match: int, factor: float) -> float:
    """F of one order, in which a ratio that cannot be formed is a very small number."""
    precision = match / hyp if hyp else EPSILON
    recall = match / ref if ref else EPSILON
    bottom = factor * precision + recall
    return (1 + factor) * precision * recall / bottom if bottom > 0 else EPSILON

"""The F-scores of chrF: from counts of n-grams to one number, for a row or for many rows at once."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from itertools import repeat
from operator import mul, truediv

EPSILON = 1e-16  # what stands for a ratio without n-grams in chrF++.py, NLTK and Moses


def f_of_means(hyps: Sequence[int], refs: Sequence[int], matches: Sequence[int], factor: float) -> float:
    """F of the mean precision and the mean recall over the orders that both texts are long enough for."""
    used = len(matches)
    if 0 in hyps or 0 in refs:
        used = sum(map(bool, map(mul, hyps, refs)))
        hyps, refs = [h or 1 for h in hyps], [r or 1 for r in refs]  # such an order has no match: it adds 0
    p: float = sum(map(truediv, matches, hyps))
    r: float = sum(map(truediv, matches, refs))
    return (1 + factor) * p * r / ((factor * p + r) * used) if p else 0.0


def f_of_columns(
    hyps: Iterable[Iterable[int]],
    refs: Iterable[Iterable[int]],
    matches: Iterable[Iterable[int]],
    used: Iterable[int],
    factor: float,
) -> array[float]:
    """The same numbers for many rows, given column by column, with 1 for 0 in `hyps` and `refs`; `used` says how many
    orders count in each row."""
    precisions = map(sum, zip(*map(map, repeat(truediv), matches, hyps), strict=True))
    recalls = map(sum, zip(*map(map, repeat(truediv), matches, refs), strict=True))
    plus, rows = 1 + factor, zip(precisions, recalls, used, strict=False)
    return array("d", [plus * p * r / ((factor * p + r) * n) if p else 0.0 for p, r, n in rows])


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

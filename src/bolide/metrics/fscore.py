"""The F-scores of chrF: from counts of n-grams to one number, for a row or for many rows at once."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from itertools import repeat
from operator import mul, truediv

EPSILON = 1e-16  # what stands for a ratio without n-grams in chrF++.py, NLTK and Moses

Columns = Sequence[Sequence[int]]


def f_of_means(hyps: Sequence[int], refs: Sequence[int], matches: Sequence[int], factor: float) -> float:
    """F of the mean precision and the mean recall over the orders that both texts are long enough for."""
    used = len(matches)
    if 0 in hyps or 0 in refs:
        used = sum(map(bool, map(mul, hyps, refs)))
        hyps, refs = [h or 1 for h in hyps], [r or 1 for r in refs]  # such an order has no match: it adds 0
    precision: float = sum(map(truediv, matches, hyps))
    recall: float = sum(map(truediv, matches, refs))
    if not precision:
        return 0.0
    precision /= used
    recall /= used
    return (1 + factor) * precision * recall / (factor * precision + recall)


def f_of_columns(hyps: Columns, refs: Columns, matches: Columns, factor: float) -> array[float]:
    """The same for many rows at once, given column by column: the same numbers to the last bit, in half the time."""
    used = [len(matches)] * len(matches[0])
    for k, (h, r) in enumerate(zip(hyps, refs, strict=True)):
        if 0 in h or 0 in r:
            used = [n - 1 if not (a and b) else n for n, a, b in zip(used, h, r, strict=True)]
            hyps = [*hyps[:k], [n or 1 for n in h], *hyps[k + 1 :]]
            refs = [*refs[:k], [n or 1 for n in r], *refs[k + 1 :]]
    if 0 in used:
        used = [n or 1 for n in used]
    precisions = map(truediv, map(sum, zip(*map(map, repeat(truediv), matches, hyps), strict=True)), used)
    recalls = map(truediv, map(sum, zip(*map(map, repeat(truediv), matches, refs), strict=True)), used)
    plus = 1 + factor
    pairs = zip(precisions, recalls, strict=True)
    return array("d", [plus * p * r / (factor * p + r) if p else 0.0 for p, r in pairs])


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

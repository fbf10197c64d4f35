"""What stands in for an n-gram precision of zero: sacreBLEU's four ways and NLTK's methods 0 to 7.

Chen and Cherry 2014 compare them. Each function takes the clipped matches and the numbers of candidate n-grams of
orders 1..N and returns the N precisions. The two families count differently: NLTK takes an order of which a segment
has no n-gram as one n-gram missed, sacreBLEU as none at all.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log

# Each method with the value it uses where none is given; None where it uses none.
SACREBLEU_METHODS: dict[str, float | None] = {"exp": None, "floor": 0.1, "add-k": 1.0, "none": None}
NLTK_METHODS: dict[str, float | None] = {
    "method0": None,
    "method1": 0.1,
    "method2": None,
    "method3": None,
    "method4": 5.0,
    "method5": None,
    "method6": 5.0,
    "method7": 5.0,
}
METHODS = {**SACREBLEU_METHODS, **NLTK_METHODS}
# These look at one sentence's n-grams (method 5 and 7 at order 5), so they do not exist for a corpus.
SENTENCE_ONLY = ("method5", "method6", "method7")
# These change nothing where every order has a match.
PLAIN_WHERE_MATCHED = ("exp", "floor", "none", "method0", "method1", "method3", "method4")
NEEDS_FIVE = ("method5", "method7")


def sacrebleu_precisions(method: str, k: float, matches: Sequence[int], totals: Sequence[int]) -> list[float]:
    """Precisions up to the last order that has an n-gram at all; later ones are left out."""
    found: list[float] = []
    halvings = 1.0
    for order, (match, total) in enumerate(zip(matches, totals, strict=True)):
        added = k if method == "add-k" and order else 0
        if total + added == 0:
            break
        if match + added:
            found.append((match + added) / (total + added))
        elif method == "exp":
            halvings *= 2
            found.append(1 / (halvings * total))
        else:
            found.append(k / total if method == "floor" else 0.0)
    return found


def nltk_precisions(
    method: str, k: float, matches: Sequence[int], totals: Sequence[int], hyp_len: int, fifth: float = 0.0
) -> list[float]:
    """NLTK's methods; `totals` are at least 1 for every order, `fifth` is the precision of 5-grams."""
    p = [match / total for match, total in zip(matches, totals, strict=True)]
    orders = range(len(p))
    match method:
        case "method1":
            return [p[n] or k / totals[n] for n in orders]
        case "method2":
            return [(matches[n] + 1) / (totals[n] + 1) if n else p[0] for n in orders]
        case "method3":
            return _halved(p, totals, 1.0)
        case "method4":
            return _by_length(p, totals, hyp_len, k)
        case "method5":
            return _averaged(p, fifth)
        case "method6":
            return _interpolated(p, matches, totals, hyp_len, k)
        case "method7":
            return _averaged(_by_length(p, totals, hyp_len, k), fifth)
    return p


def _halved(p: list[float], totals: Sequence[int], scale: float) -> list[float]:
    """A half, a quarter, an eighth … of a match for each order in turn that has none."""
    misses = 0
    for n, precision in enumerate(p):
        if precision == 0:
            misses += 1
            p[n] = scale / (2**misses * totals[n])
    return p


def _by_length(p: list[float], totals: Sequence[int], hyp_len: int, k: float) -> list[float]:
    """The same, smaller for short translations, whose precisions come easily."""
    return _halved(p, totals, log(hyp_len) / k) if hyp_len > 1 else p


def _averaged(p: list[float], fifth: float) -> list[float]:
    """Each precision averaged with its neighbours; the one after the last is always that of order 5."""
    averaged = p[0] + 1
    following = [*p[1:], fifth]
    for n, precision in enumerate(p):
        averaged = (averaged + precision + following[n]) / 3
        p[n] = averaged
    return p


def _interpolated(
    p: list[float], matches: Sequence[int], totals: Sequence[int], hyp_len: int, alpha: float
) -> list[float]:
    """From order 3 on, mixed with what the fall of the two orders before would lead one to expect."""
    for n in range(2, len(p)):
        expected = 0 if p[n - 2] == 0 else p[n - 1] ** 2 / p[n - 2]
        p[n] = (matches[n] + alpha * expected) / (max(0, hyp_len - n) + alpha)
    return p

"""NLTK's BLEU with Bolide's counts and smoothing.

One difference is deliberate: if an order has no match and nothing is smoothed, the score is 0 and not 1e-231
(docs/differences.md).
"""

from __future__ import annotations

import math
import warnings
from array import array
from collections.abc import Callable, Sequence
from fractions import Fraction as _Fraction
from typing import Any, NamedTuple

from bolide.compat.nltk.matches import References, Texts, Tokens, check_corpus, check_orders, check_segment, flattened
from bolide.kernels.formulas import bleu as kernel
from bolide.kernels.ngrams.matches import clipped, clipped_row
from bolide.system.errors import InputError
from bolide.text.tokens import encode_tokens, segment_of

__all__ = [
    "Fraction",
    "SmoothingFunction",
    "brevity_penalty",
    "closest_ref_length",
    "corpus_bleu",
    "modified_precision",
    "sentence_bleu",
]

# NLTK's words, because programs filter warnings by them.
ZERO = (
    "\nThe hypothesis contains 0 counts of {}-gram overlaps.\nTherefore the BLEU score evaluates to 0, independently "
    "of\nhow many N-gram overlaps of lower order it contains.\nConsider using lower n-gram order or use "
    "SmoothingFunction()"
)
Weights = Sequence[float] | Sequence[Sequence[float]]
Ratios = Sequence[Any]  # matches out of n-grams, of each order
Smoothing = Callable[..., Ratios]


class Fraction(_Fraction):
    """Matches out of n-grams, not reduced unless `_normalize`, because smoothing adds to both."""

    __slots__ = ("denominator", "numerator")
    numerator: int
    denominator: int
    _numerator: int
    _denominator: int

    def __new__(cls, numerator: int = 0, denominator: int | None = None, _normalize: bool = False) -> Fraction:
        if type(numerator) is type(denominator) is int and denominator > 0 and not _normalize:  # without its checks
            self = object.__new__(cls)
            divisor = math.gcd(numerator, denominator)
            self._numerator, self._denominator = numerator // divisor, denominator // divisor
            self.numerator, self.denominator = numerator, denominator
            return self
        self = super().__new__(cls, numerator, denominator)
        whole = denominator is not None and not _normalize
        self.numerator, self.denominator = (numerator, denominator) if whole else (self._numerator, self._denominator)  # type: ignore[assignment]
        return self

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Fraction):
            return (self._numerator, self._denominator) == (other._numerator, other._denominator)
        return super().__eq__(other)

    __hash__ = _Fraction.__hash__

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.numerator, self.denominator)

    def __copy__(self) -> Fraction:
        return self

    def __deepcopy__(self, memo: Any) -> Fraction:
        return self


class _Ratio(NamedTuple):
    """Matches out of n-grams, for smoothing that only looks at both."""

    numerator: int
    denominator: int


class SmoothingFunction:
    """Chen and Cherry's smoothing methods under NLTK's names."""

    def __init__(self, epsilon: float = 0.1, alpha: float = 5, k: float = 5) -> None:
        self.epsilon = epsilon
        self.alpha = alpha
        self.k = k

    def method0(self, p_n: Ratios, *_: Any, **__: Any) -> list[float]:
        """No smoothing."""
        for order, precision in enumerate(p_n, 1):
            if not precision.numerator:
                warnings.warn(ZERO.format(order), stacklevel=1)
        return [p.numerator / p.denominator for p in p_n]

    def method1(self, p_n: Ratios, *_: Any, **__: Any) -> list[float]:
        """Replace zero matches with epsilon."""
        return self._apply(1, p_n, value=self.epsilon)

    def method2(self, p_n: Ratios, *_: Any, **__: Any) -> list[float]:
        """Add one to matches and n-grams from order 2 on."""
        return self._apply(2, p_n)

    def method3(self, p_n: Ratios, *_: Any, **__: Any) -> list[float]:
        """NIST's halving sequence."""
        return self._apply(3, p_n)

    def method4(
        self, p_n: Ratios, references: Any, hypothesis: Tokens, hyp_len: int | None = None, *_: Any, **__: Any
    ) -> list[float]:
        """NIST's halving sequence, scaled by the length of the translation."""
        return self._apply(4, p_n, hyp_len or len(hypothesis), self.k)

    def method5(self, p_n: Ratios, references: Any, hypothesis: Tokens, *_: Any, **__: Any) -> list[float]:
        """Average neighbouring orders; of a corpus, only the last hypothesis is used."""
        return self._apply(5, p_n, fifth=modified_precision(references, hypothesis, 5))

    def method6(self, p_n: Ratios, references: Any, hypothesis: Tokens, *_: Any, **__: Any) -> list[float]:
        """Interpolate with the value expected from the lower orders."""
        if not p_n[2].numerator:
            raise AssertionError("method6 needs a matching trigram.")
        return self._apply(6, p_n, len(hypothesis), self.alpha)

    def method7(
        self, p_n: Ratios, references: Any, hypothesis: Tokens, hyp_len: int | None = None, *_: Any, **__: Any
    ) -> list[float]:
        """Method 4, then method 5."""
        fifth = modified_precision(references, hypothesis, 5)
        return self._apply(7, p_n, hyp_len or len(hypothesis), self.k, fifth)

    @staticmethod
    def _apply(
        number: int, p_n: Ratios, hyp_len: int = 0, value: float = 0.0, fifth: _Fraction | int = 0
    ) -> list[float]:
        matches, totals = array("d", [p.numerator for p in p_n]), array("d", [p.denominator for p in p_n])
        smoothed = array("d", bytes(8 * len(p_n)))
        kernel.smooth_as_nltk(number, value, len(matches), hyp_len, matches, totals, float(fifth), smoothed)
        if not value and not all(map(math.isfinite, smoothed)):
            raise ZeroDivisionError(f"method{number} divides by its parameter, k or alpha, which must not be 0.")
        return list(smoothed)


_UNSMOOTHED = SmoothingFunction().method0
_METHODS = {function for name, function in vars(SmoothingFunction).items() if name.startswith("method")}


def sentence_bleu(
    references: Texts,
    hypothesis: Tokens,
    weights: Weights = (0.25, 0.25, 0.25, 0.25),
    smoothing_function: Smoothing | None = None,
    auto_reweigh: bool = False,
) -> float | list[float]:
    """NLTK's `sentence_bleu`."""
    return corpus_bleu([references], [hypothesis], weights, smoothing_function, auto_reweigh)


def corpus_bleu(
    list_of_references: References,
    hypotheses: Texts,
    weights: Weights = (0.25, 0.25, 0.25, 0.25),
    smoothing_function: Smoothing | None = None,
    auto_reweigh: bool = False,
) -> float | list[float]:
    """NLTK's `corpus_bleu`: one score, or a list if there are several tuples of weights."""
    check_corpus(list_of_references, hypotheses)
    if not len(hypotheses):
        raise InputError("There are no segments to score.")
    several = hasattr(weights[0], "__len__")  # also rows of an array
    sets: list[Sequence[float]] = list(weights) if several else [weights]  # type: ignore[list-item, arg-type]
    orders = max(map(len, sets))
    _, hyp_len, ref_len, *columns = clipped_total(list_of_references, hypotheses, orders)
    matches = columns[:orders]
    sizes = list(map(int.__add__, columns[orders : 2 * orders], columns[2 * orders :]))  # one if too short for any
    if not matches[0]:
        return [0] * len(sets) if len(sets) > 1 else 0
    smoothing = smoothing_function or _UNSMOOTHED
    unsmoothed = smoothing_function is None or getattr(smoothing, "__name__", "") == "method0"
    # A smoothing that may be anybody's takes fractions; Bolide's only look at numerators and denominators.
    kind: Any = _Ratio if getattr(smoothing, "__func__", None) in _METHODS else Fraction
    ratios = list(map(kind, matches, sizes))
    precisions = smoothing(ratios, references=list_of_references[-1], hypothesis=hypotheses[-1], hyp_len=hyp_len)
    scores = []
    for each in sets:
        if auto_reweigh and hyp_len < 4 and isinstance(each, tuple) and each == (0.25,) * 4:
            each = (1 / hyp_len,) * hyp_len
        scores.append(brevity_penalty(ref_len, hyp_len) * _mean(each, precisions, unsmoothed))
    return scores if len(scores) > 1 else scores[0]


def _mean(weights: Sequence[float], precisions: Sequence[Any], unsmoothed: bool) -> float:
    """The geometric mean. As in NLTK, zeros left by smoothing are skipped; an unsmoothed zero makes it 0."""
    pairs = [(w, float(p)) for w, p in zip(weights, precisions, strict=False)]
    if unsmoothed and any(w and not p for w, p in pairs):
        return 0.0
    return math.exp(math.fsum(w * math.log(p) for w, p in pairs if p > 0))


def clipped_total(references: References, hypotheses: Texts, orders: int) -> Sequence[int]:
    """The sum of one row of BLEU's or more: segments, both lengths, then matches, n-grams and short segments."""
    if len(hypotheses) == 1:
        segment = segment_of(3 + 3 * orders)
        row = None if segment is None else clipped_row(segment, [hypotheses[0], *references[0]], orders)
        if row is not None:
            return row
    flat, starts = flattened(references)
    width = 3 + 3 * orders
    data = array("q", bytes(8 * width * len(hypotheses)))
    texts = encode_tokens([*hypotheses, *flat])
    rows = memoryview(data).cast("B").cast("q", (len(hypotheses), width))
    clipped(texts.ids, *texts.spans, memoryview(starts), orders, False, rows)
    return [sum(data[k::width]) for k in range(width)]


def brevity_penalty(closest_ref_len: int, hyp_len: int) -> float:
    """NLTK's `brevity_penalty`; the length of the reference comes first."""
    if hyp_len > closest_ref_len:
        return 1
    return math.exp(1 - closest_ref_len / hyp_len) if hyp_len else 0


def closest_ref_length(references: Texts, hyp_len: int) -> int:
    """NLTK's `closest_ref_length`: of two references equally close the shorter one counts."""
    return min(map(len, references), key=lambda size: (abs(size - hyp_len), size))


def modified_precision(references: Texts, hypothesis: Tokens, n: int) -> Fraction:
    """NLTK's `modified_precision`: clipped matches of order n out of the hypothesis' n-grams."""
    check_segment(references, hypothesis)
    check_orders(1, n)
    row = clipped_total([references], [hypothesis], n)
    return Fraction(row[2 + n], max(1, len(hypothesis) - n + 1))

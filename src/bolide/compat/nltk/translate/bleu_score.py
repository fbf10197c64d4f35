"""NLTK's BLEU with Bolide's counts and smoothing.

One difference is deliberate: if an order has no match and nothing is smoothed, the score is 0 and not 1e-231
(docs/differences.md).
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Callable, Sequence
from fractions import Fraction as _Fraction
from typing import Any

from bolide.compat.nltk.notices import notice_zero_counts
from bolide.compat.nltk.shapes import Tokens, check_corpus, check_sentence
from bolide.kernels.formulas import bleu as kernel
from bolide.kernels.ngrams.matches import clipped
from bolide.metrics.bleu.formula import NLTK_METHODS
from bolide.text.vocab import encode_tokens

__all__ = [
    "Fraction",
    "SmoothingFunction",
    "brevity_penalty",
    "closest_ref_length",
    "corpus_bleu",
    "modified_precision",
    "sentence_bleu",
]

Weights = Sequence[float] | Sequence[Sequence[float]]
Smoothing = Callable[..., Sequence[Any]]


class Fraction(_Fraction):
    """Matches out of n-grams, not reduced unless `_normalize`, because smoothing adds to both."""

    __slots__ = ("matches", "total")
    matches: int
    total: int

    def __new__(cls, numerator: int = 0, denominator: int | None = None, _normalize: bool = False) -> Fraction:
        self = super().__new__(cls, numerator, denominator)
        reduced = _normalize or denominator is None
        self.matches = self._numerator if reduced else numerator  # type: ignore[attr-defined]
        self.total = self._denominator if reduced else denominator  # type: ignore[attr-defined, assignment]
        return self

    @property
    def numerator(self) -> int:
        return self.matches

    @property
    def denominator(self) -> int:
        return self.total


class SmoothingFunction:
    """Chen and Cherry's smoothing methods under NLTK's names."""

    def __init__(self, epsilon: float = 0.1, alpha: float = 5, k: float = 5) -> None:
        self.epsilon = epsilon
        self.alpha = alpha
        self.k = k

    def method0(self, p_n: Sequence[Any], *_: Any, **__: Any) -> list[float]:
        """No smoothing."""
        notice_zero_counts(p_n)
        return self._apply("method0", p_n)

    def method1(self, p_n: Sequence[Any], *_: Any, **__: Any) -> list[float]:
        """Replace zero matches with epsilon."""
        return self._apply("method1", p_n, value=self.epsilon)

    def method2(self, p_n: Sequence[Any], *_: Any, **__: Any) -> list[float]:
        """Add one to matches and n-grams from order 2 on."""
        return self._apply("method2", p_n)

    def method3(self, p_n: Sequence[Any], *_: Any, **__: Any) -> list[float]:
        """NIST's halving sequence."""
        return self._apply("method3", p_n)

    def method4(
        self, p_n: Sequence[Any], references: Any, hypothesis: Tokens, hyp_len: int | None = None, *_: Any, **__: Any
    ) -> list[float]:
        """NIST's halving sequence, scaled by the length of the translation."""
        return self._apply("method4", p_n, hyp_len or len(hypothesis), self.k)

    def method5(
        self, p_n: Sequence[Any], references: Any, hypothesis: Tokens, hyp_len: int | None = None, *_: Any, **__: Any
    ) -> list[float]:
        """Average neighbouring orders; of a corpus, only the last hypothesis is used."""
        return self._apply("method5", p_n, fifth=modified_precision(references, hypothesis, 5))

    def method6(
        self, p_n: Sequence[Any], references: Any, hypothesis: Tokens, hyp_len: int | None = None, *_: Any, **__: Any
    ) -> list[float]:
        """Interpolate with the value expected from the lower orders."""
        if not p_n[2]:
            raise AssertionError("method6 needs a matching trigram.")
        return self._apply("method6", p_n, len(hypothesis), self.alpha)

    def method7(
        self, p_n: Sequence[Any], references: Any, hypothesis: Tokens, hyp_len: int | None = None, *_: Any, **__: Any
    ) -> list[float]:
        """Method 4, then method 5."""
        fifth = modified_precision(references, hypothesis, 5)
        return self._apply("method7", p_n, hyp_len or len(hypothesis), self.k, fifth)

    @staticmethod
    def _apply(
        method: str, p_n: Sequence[Any], hyp_len: int = 0, value: float | None = None, fifth: _Fraction | int = 0
    ) -> list[float]:
        matches, totals = array("d", [p.numerator for p in p_n]), array("d", [p.denominator for p in p_n])
        k = NLTK_METHODS[method] if value is None else value
        number, smoothed = tuple(NLTK_METHODS).index(method), array("d", bytes(8 * len(p_n)))
        kernel.smooth_as_nltk(number, k or 0.0, hyp_len, float(fifth), matches, totals, smoothed)
        return list(smoothed)


def sentence_bleu(
    references: Sequence[Tokens],
    hypothesis: Tokens,
    weights: Weights = (0.25, 0.25, 0.25, 0.25),
    smoothing_function: Smoothing | None = None,
    auto_reweigh: bool = False,
) -> float | list[float]:
    """NLTK's `sentence_bleu`."""
    check_sentence(references, hypothesis, "sentence_bleu")
    return corpus_bleu([references], [hypothesis], weights, smoothing_function, auto_reweigh)


def corpus_bleu(
    list_of_references: Sequence[Sequence[Tokens]],
    hypotheses: Sequence[Tokens],
    weights: Weights = (0.25, 0.25, 0.25, 0.25),
    smoothing_function: Smoothing | None = None,
    auto_reweigh: bool = False,
) -> float | list[float]:
    """NLTK's `corpus_bleu`: one score, or a list if there are several tuples of weights."""
    check_corpus(list_of_references, hypotheses, "corpus_bleu")
    several = isinstance(weights[0], Sequence)
    sets: list[Sequence[float]] = list(weights) if several else [weights]  # type: ignore[list-item, arg-type]
    orders = max(map(len, sets))
    ratios, hyp_len, ref_len = _counts(list_of_references, hypotheses, orders)
    if not ratios or ratios[0].numerator == 0:
        return [0] * len(sets) if several else 0
    smoothing = smoothing_function or SmoothingFunction().method0
    precisions = smoothing(ratios, references=list_of_references[-1], hypothesis=hypotheses[-1], hyp_len=hyp_len)
    unsmoothed = smoothing_function is None or getattr(smoothing, "__name__", "") == "method0"
    scores = []
    for wanted in sets:
        used = wanted
        if auto_reweigh and hyp_len < 4 and tuple(wanted) == (0.25, 0.25, 0.25, 0.25):
            used = (1 / hyp_len,) * hyp_len
        scores.append(brevity_penalty(ref_len, hyp_len) * _mean(used, precisions, unsmoothed))
    return scores if several else scores[0]


def _mean(weights: Sequence[float], precisions: Sequence[Any], unsmoothed: bool) -> float:
    """The geometric mean. As in NLTK, zeros left by smoothing are skipped; an unsmoothed zero makes it 0."""
    pairs = [(w, float(p)) for w, p in zip(weights, precisions, strict=False)]
    if unsmoothed and any(w and not p for w, p in pairs):
        return 0.0
    return math.exp(math.fsum(w * math.log(p) for w, p in pairs if p > 0))


def clipped_total(references: Sequence[Sequence[Tokens]], hypotheses: Sequence[Tokens], orders: int) -> list[int]:
    """The sum of BLEU's rows: segments, both lengths, then matches, n-grams and short segments."""
    starts = array("q", [0])
    flat: list[Tokens] = []
    for group in references:
        flat.extend(group)
        starts.append(len(flat))
    width = 3 + 3 * orders
    data = array("q", bytes(8 * width * max(1, len(hypotheses))))
    if hypotheses:
        texts = encode_tokens([*hypotheses, *flat])
        rows = memoryview(data).cast("B").cast("q", (len(hypotheses), width))
        clipped(texts.ids, texts.starts, memoryview(starts), orders, rows)
    return [sum(data[k::width]) for k in range(width)]


def _counts(
    references: Sequence[Sequence[Tokens]], hypotheses: Sequence[Tokens], orders: int
) -> tuple[list[Fraction], int, int]:
    """Matches and n-grams of each order, and both lengths, over all segments."""
    total = clipped_total(references, hypotheses, orders)
    matches, sizes, shorts = total[3 : 3 + orders], total[3 + orders : 3 + 2 * orders], total[3 + 2 * orders :]
    ratios = (
        [Fraction(m, size + short) for m, size, short in zip(matches, sizes, shorts, strict=True)] if hypotheses else []
    )
    return ratios, total[1], total[2]


def brevity_penalty(closest_ref_len: int, hyp_len: int) -> float:
    """NLTK's `brevity_penalty`; the length of the reference comes first."""
    return float(kernel.brevity_penalty(hyp_len, closest_ref_len))


def closest_ref_length(references: Sequence[Tokens], hyp_len: int) -> int:
    """NLTK's `closest_ref_length`: of two references equally close the shorter one counts."""
    return min(map(len, references), key=lambda size: (abs(size - hyp_len), size))


def modified_precision(references: Sequence[Tokens], hypothesis: Tokens, n: int) -> Fraction:
    """NLTK's `modified_precision`: clipped matches of order n out of the hypothesis' n-grams."""
    check_sentence(references, hypothesis, "modified_precision")
    return _counts([references], [hypothesis], n)[0][n - 1]

"""BLEU's formula: smoothed precisions, their geometric mean, the brevity penalty."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import isfinite, prod

from bolide.kernels._common import pow
from bolide.kernels.formulas.bleu import score
from bolide.metrics.formula import INFINITE, Cells, Formula
from bolide.system.errors import InputError, OptionError

# Smoothing methods (compared by Chen and Cherry 2014), each with its default value, or None if it uses none. The kernel
# identifies them by their index. The two families count differently: if a segment has no n-gram of an order, NLTK
# counts one n-gram missed, sacreBLEU none.
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
# These use one sentence's n-grams (methods 5 and 7 those of order 5), so they are not defined for a corpus.
SENTENCE_ONLY = ("method5", "method6", "method7")
NEEDS_FIVE = ("method5", "method7")
SMOOTH_ALL = ("add-k", "method2", "method5", "method6", "method7")  # not only precisions of 0


@dataclass(frozen=True)
class BLEUFormula(Formula):
    """Smoothing, weights and effective order; `max_ngram_order` is the number of precisions."""

    max_ngram_order: int = 4
    effective_order: bool = False
    smooth_method: str = "exp"
    smooth_value: float | None = None
    weights: tuple[float, ...] | None = None

    kernel = score

    @cached_property
    def names(self) -> tuple[str, ...]:
        return (*(f"p_{n}" for n in range(1, self.max_ngram_order + 1)), "used", "bp", "mean", "bleu")

    @cached_property
    def setting(self) -> tuple[float, ...]:
        value = METHODS[self.smooth_method] if self.smooth_value is None else self.smooth_value
        method = tuple(METHODS).index(self.smooth_method)
        weights = self.weights or (0.0,) * self.max_ngram_order
        return (self.max_ngram_order, self.effective_order, method, value or 0.0, self.weights is not None, *weights)

    def fits(self, width: int) -> bool:
        return width % 3 == 0 and width >= 3 + 3 * self.max_ngram_order

    def weights_of(self, used: int) -> tuple[float, ...]:
        """The weights of the first precisions in the mean: those given, divided by their sum if orders are left out."""
        if self.weights is not None and used == self.max_ngram_order:
            return self.weights
        weights = (1.0,) * used if self.weights is None else self.weights[:used]
        return tuple(weight / (sum(weights) or 1.0) for weight in weights)

    def product(self, precisions: Sequence[float]) -> float:
        """The geometric mean as a product of powers: an independent cross-check."""
        weights = self.weights_of(len(precisions))
        terms = [(weight, p) for weight, p in zip(weights, precisions, strict=True) if weight]
        if self.smooth_method in NLTK_METHODS and self.smooth_method != "method0":  # these skip what is still zero
            terms = [(weight, p) for weight, p in terms if p]
        return prod(pow(p, weight) for weight, p in terms) if terms else 0.0

    def evaluate(
        self, rows: Cells, width: int, settings: Sequence[Sequence[float]] | None = None, *, whole: bool = False
    ) -> array[float]:
        if self.smooth_method in SENTENCE_ONLY and any(segments > 1 for segments in rows[::width]):
            raise OptionError(
                f"smooth_method={self.smooth_method!r} is defined for one sentence only; choose another for a corpus."
            )
        numbers = Formula.evaluate(self, rows, width, settings, whole=whole)
        if (self.smooth_value or self.weights) and not all(map(isfinite, numbers)):
            raise InputError(INFINITE.format("BLEU"))
        return numbers

"""From BLEU's counts to BLEU: smoothed precisions, their geometric mean, the brevity penalty."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import prod

from bolide.kernels.formulas.bleu import score
from bolide.metrics.formula import Cells, Formula
from bolide.system.errors import OptionError

# What stands in for a precision of zero (Chen and Cherry 2014 compare them), each with the value it uses where none is
# given; None where it uses none. The kernel knows them by their place here. The two families count differently: NLTK
# takes an order of which a segment has no n-gram as one n-gram missed, sacreBLEU as none at all.
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
# These look at one sentence's n-grams (methods 5 and 7 at order 5), so they do not exist for a corpus.
SENTENCE_ONLY = ("method5", "method6", "method7")
NEEDS_FIVE = ("method5", "method7")


@dataclass(frozen=True)
class BLEUFormula(Formula):
    """Smoothing, weights and effective order; `max_order` says how many precisions there are."""

    max_order: int = 4
    effective_order: bool = False
    smooth: str = "exp"
    smooth_value: float | None = None
    weights: tuple[float, ...] | None = None

    kernel = score

    @cached_property
    def names(self) -> tuple[str, ...]:
        return (*(f"p_{n}" for n in range(1, self.max_order + 1)), "used", "bp", "mean", "bleu")

    @cached_property
    def setting(self) -> tuple[float, ...]:
        value = METHODS[self.smooth] if self.smooth_value is None else self.smooth_value
        method = tuple(METHODS).index(self.smooth)
        weights = self.weights or (0.0,) * self.max_order
        return (self.max_order, self.effective_order, method, value or 0.0, self.weights is not None, *weights)

    def fits(self, width: int) -> bool:
        return width % 3 == 0 and width >= 3 + 3 * self.max_order

    def product(self, precisions: Sequence[float]) -> float:
        """The geometric mean again, by multiplying and taking the root: the deliberately independent cross-check."""
        own = self.weights or (1.0,) * len(precisions)
        whole = sum(own[: len(precisions)])
        terms = [(weight / whole, p) for weight, p in zip(own, precisions, strict=False) if weight]
        if self.weights is not None and len(precisions) == self.max_order:
            terms = [(weight * whole, p) for weight, p in terms]
        if self.smooth in NLTK_METHODS and self.smooth != "method0":  # these pass over what is still zero
            terms = [(weight, p) for weight, p in terms if p]
        return float(prod(p**weight for weight, p in terms)) if terms else 0.0

    def evaluate(
        self, rows: Cells, width: int, settings: Sequence[Sequence[float]] | None = None, *, whole: bool = False
    ) -> array[float]:
        if self.smooth in SENTENCE_ONLY and any(segments > 1 for segments in rows[::width]):
            raise OptionError(
                f"smooth={self.smooth!r} is defined for one sentence only; choose another for a corpus, "
                "or use compat.nltk, which copies what NLTK does there."
            )
        return Formula.evaluate(self, rows, width, settings, whole=whole)

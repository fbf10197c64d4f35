"""chrF's formula: F of the mean precision and the mean recall, or the mean of the orders' F-scores."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from bolide.data.stats import Stats
from bolide.kernels.formulas.chrf import score
from bolide.metrics.formula import Formula
from bolide.metrics.options import write_plain


def chrf_title(beta: float, word_order: int) -> str:
    """The name as sacreBLEU prints it: chrF2, chrF2++."""
    return f"chrF{write_plain(beta)}{'+' * word_order}"


@dataclass(frozen=True)
class CHRFFormula(Formula):
    """The weight of recall, and the treatment of undefined ratios; `kinds` is the number of kinds of n-grams."""

    kinds: int
    beta: float = 2.0
    eps_smoothing: bool = False
    mean_of_segments: bool = False

    kernel = score

    @cached_property
    def names(self) -> tuple[str, ...]:
        by_kind = (f"{what}_{k}" for what in "prf" for k in range(1, self.kinds + 1))
        return (*by_kind, "precision", "recall", "used", "chrf")

    @cached_property
    def factor(self) -> float:
        """The weight of recall relative to that of precision, β²."""
        return self.beta * self.beta

    @cached_property
    def setting(self) -> tuple[float, ...]:
        return (self.factor, self.eps_smoothing)

    def fits(self, width: int) -> bool:
        return width == 3 * self.kinds

    def preferences(self, rows: Stats) -> tuple[array[float], bool]:
        # sacreBLEU compares percentages: values that differ in the last bit may be equal after multiplication by 100.
        return array("d", [100 * value for value in self.values(rows)]), True

    def contributions(self, total: Sequence[int]) -> list[float]:
        """The contribution of one matched n-gram of each kind; matches times contributions add up to the score."""
        numbers, size, factor = self.numbers(total), self.kinds, self.factor
        hyps, refs, matches = total[:size], total[size : 2 * size], total[2 * size :]
        if self.eps_smoothing:
            return [numbers[f"f_{k}"] / match / size if match else 0.0 for k, match in enumerate(matches, 1)]
        p, r, used = numbers["precision"], numbers["recall"], numbers["used"]
        if not p:
            return [0.0] * size
        # F is homogeneous of degree 1 in P and R: the sum of P and R, each times its partial derivative (Euler).
        bottom = (factor * p + r) ** 2
        for_p, for_r = (1 + factor) * r * r / bottom, (1 + factor) * factor * p * p / bottom
        return [(for_p / h + for_r / of) / used if h and of else 0.0 for h, of in zip(hyps, refs, strict=True)]

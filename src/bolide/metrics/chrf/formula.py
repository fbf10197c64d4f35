"""From chrF's counts to chrF: F of the mean precision and the mean recall, or the mean of the orders' F-scores."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from bolide.kernels.chrf_formula import score
from bolide.metrics.formula import Formula


@dataclass(frozen=True)
class CHRFFormula(Formula):
    """How much recall weighs, and what stands in for a ratio that cannot be formed; `kinds` are kinds of n-grams."""

    kinds: int
    beta: float = 2.0
    eps_smoothing: bool = False

    kernel = score

    @cached_property
    def names(self) -> tuple[str, ...]:
        by_kind = (f"{what}_{k}" for what in "prf" for k in range(1, self.kinds + 1))
        return (*by_kind, "precision", "recall", "used", "chrf")

    @cached_property
    def factor(self) -> float:
        """How much the recall weighs where the precision weighs 1."""
        return self.beta * self.beta

    @cached_property
    def setting(self) -> tuple[float, ...]:
        return (self.factor, self.eps_smoothing)

    def fits(self, width: int) -> bool:
        return width == 3 * self.kinds

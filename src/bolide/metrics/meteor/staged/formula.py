"""From the counts of METEOR's variants nltk, 2005 and runs to METEOR: Fmean less a penalty for being in pieces."""

from dataclasses import dataclass
from typing import ClassVar

from bolide.kernels.formulas.meteor import score
from bolide.metrics.formula import Formula


@dataclass(frozen=True)
class StagedFormula(Formula):
    """alpha is the share of recall in Fmean, beta the exponent of the penalty, gamma its weight."""

    stages: int = 3
    alpha: float = 0.9
    beta: float = 3.0
    gamma: float = 0.5

    kernel = score
    names: ClassVar[tuple[str, ...]] = ("precision", "recall", "fmean", "fragmentation", "penalty", "meteor")

    def fits(self, width: int) -> bool:
        return width - self.stages in (4, 5)  # with and without the column `proven`


def cross_check(alpha: float, precision: float, recall: float) -> float:
    """Fmean again, as one over a sum of shares: the deliberately independent cross-check of an explanation."""
    return 1 / (alpha / recall + (1 - alpha) / precision) if precision else 0.0

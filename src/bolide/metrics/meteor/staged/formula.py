"""Formula of METEOR's variants `nltk`, `2005` and `runs`: Fmean reduced by a fragmentation penalty."""

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
    mean_of_segments: bool = False

    kernel = score
    names: ClassVar[tuple[str, ...]] = ("precision", "recall", "fmean", "fragmentation", "penalty", "meteor")

    @property
    def setting(self) -> tuple[float, ...]:
        return (self.stages, self.alpha, self.beta, self.gamma)

    def fits(self, width: int) -> bool:
        return width - self.stages in (4, 5)  # with and without the column `proven`


def cross_check(alpha: float, precision: float, recall: float) -> float:
    """Fmean as a reciprocal: an independent cross-check for explanations."""
    return 1 / (alpha / recall + (1 - alpha) / precision) if precision else 0.0

"""From METEOR 1.5's 23 statistics to its score (Denkowski and Lavie 2014)."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from bolide.kernels.formulas.meteor15 import score
from bolide.kernels.statistics.rows import moderate
from bolide.metrics.formula import Cells, Formula
from bolide.system.errors import InputError

LARGEST = 1 << 53  # up to here a double holds every integer


@dataclass(frozen=True)
class Formula15(Formula):
    """alpha weighs recall, beta and gamma shape the penalty, delta weighs content words; one weight for each stage."""

    alpha: float
    beta: float
    gamma: float
    delta: float
    weights: tuple[float, ...]
    mean_of_segments: bool = False

    kernel = score

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The tool's numbers, behind what the matches of each stage and all words of each side weigh."""
        stages = range(1, len(self.weights) + 1)
        return (
            *(f"{side}_weighted_{stage}" for side in ("hyp", "ref") for stage in stages),
            *("hyp_length", "ref_length"),
            *("precision", "recall", "f1", "fmean", "fragmentation", "penalty", "meteor"),
        )

    @cached_property
    def setting(self) -> tuple[float, ...]:
        return (self.alpha, self.beta, self.gamma, self.delta, *self.weights)

    def fits(self, width: int) -> bool:
        return width == 23 and len(self.weights) <= 4

    def evaluate(
        self, rows: Cells, width: int, settings: Sequence[Sequence[float]] | None = None, *, whole: bool = False
    ) -> array[float]:
        """The kernel adds columns up, so numbers whose sum could pass 64 bits are refused."""
        if isinstance(rows, array) and not moderate(rows, 53) and not -LARGEST <= min(rows) <= max(rows) <= LARGEST:
            raise InputError(f"A row has a number beyond {LARGEST:,}; METEOR's sums would not be exact.")
        return super().evaluate(rows, width, settings, whole=whole)


def cross_check(alpha: float, precision: float, recall: float) -> float:
    """Fmean again, as a product over a weighted sum: the deliberately independent cross-check of an explanation."""
    below = alpha * precision + (1 - alpha) * recall
    return precision * recall / below if below else 0.0

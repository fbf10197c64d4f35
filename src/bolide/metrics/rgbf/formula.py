"""rgbF's formula: the weighted mean of the F-scores of every unit and order."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property, reduce
from operator import add

from bolide.kernels.formulas.rgbf import score
from bolide.metrics.formula import Formula


@dataclass(frozen=True)
class RGBFFormula(Formula):
    """The weights of the units and of the orders, whose numbers are `units` and `max_ngram_order`."""

    units: int
    max_ngram_order: int
    unit_weights: tuple[float, ...] | None = None
    order_weights: tuple[float, ...] | None = None

    kernel = score

    @cached_property
    def names(self) -> tuple[str, ...]:
        kinds = range(1, self.units * self.max_ngram_order + 1)
        return (*(f"{what}_{k}" for what in "fpr" for k in kinds), "precision", "recall", "rgbf")

    @cached_property
    def unit_shares(self) -> tuple[float, ...]:
        """The weights of the units, adding up to 1."""
        return _normalised(self.unit_weights, self.units)

    @cached_property
    def order_shares(self) -> tuple[float, ...]:
        """The weights of the orders, adding up to 1."""
        return _normalised(self.order_weights, self.max_ngram_order)

    @cached_property
    def setting(self) -> tuple[float, ...]:
        return tuple(unit * order for unit in self.unit_shares for order in self.order_shares)

    def fits(self, width: int) -> bool:
        return width == 4 * self.units * self.max_ngram_order


def _normalised(weights: tuple[float, ...] | None, size: int) -> tuple[float, ...]:
    if not weights:
        return (1 / size,) * size
    whole = add_in_turn(weights)
    return tuple(weight / whole for weight in weights)


def add_in_turn(numbers: Iterable[float]) -> float:
    """Their sum, added one after the other as kernels do: from Python 3.12 on, `sum` makes up for rounding errors."""
    return reduce(add, numbers, 0.0)

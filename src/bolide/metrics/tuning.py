"""The parameters of a formula that can be tuned: their names, the options they set, the values they may take."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Generic, TypeVar

from bolide.system.dataclasses import dataclass, replace

M = TypeVar("M")


@dataclass(frozen=True)
class Parameter:
    """One number of a setting. `option` is the field it sets; if that is a tuple, `index` says which of its numbers.

    How values are drawn: `uniform` between low and high; `log`, uniform in the exponent of 10 between low and high;
    `share`, one of the weights of its option, which add up to 1; `fixed`, always `value`. `value` is the one that the
    metric has now.
    """

    label: str
    option: str
    value: float
    draw: str = "uniform"
    index: int | None = None
    low: float = 0.0
    high: float = 1.0


def options_at(parameters: Sequence[Parameter], point: Sequence[float]) -> dict[str, Any]:
    """The options that correspond to the parameters at these values."""
    options: dict[str, Any] = {}
    for parameter, value in zip(parameters, point, strict=True):
        if parameter.index is None:
            options[parameter.option] = float(value)
        else:
            options.setdefault(parameter.option, []).append(float(value))
    return {name: tuple(value) if isinstance(value, list) else value for name, value in options.items()}


@dataclass(frozen=True)
class Tunable(Generic[M]):
    """The parameters of a metric that can be tuned; `grid` has settings to try before random ones."""

    metric: M
    parameters: tuple[Parameter, ...] = ()
    grid: tuple[tuple[float, ...], ...] = ()

    def with_parameters(self, point: Sequence[float]) -> M:
        """The metric with its parameters at these values."""
        metric: Any = self.metric
        tuned: M = replace(metric, **options_at(self.parameters, point))
        return tuned

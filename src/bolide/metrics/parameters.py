"""The parameters of a formula that can be tuned: what they are called, which option they set, what they may be."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Parameter:
    """One number of a setting. `option` is the field it sets, `place` its place there where that field is a tuple.

    How values are drawn: `uniform` between low and high; `log`, uniform in the exponent of 10 between low and high;
    `share`, one of the weights of its option, which add up to 1; `fixed`, always `own`. `own` is the value that the
    metric has now.
    """

    label: str
    option: str
    own: float
    draw: str = "uniform"
    place: int | None = None
    low: float = 0.0
    high: float = 1.0


def placed(parameters: Sequence[Parameter], point: Sequence[float]) -> dict[str, Any]:
    """The options that a setting of the parameters stands for."""
    options: dict[str, Any] = {}
    for parameter, value in zip(parameters, point, strict=True):
        if parameter.place is None:
            options[parameter.option] = float(value)
        else:
            options.setdefault(parameter.option, []).append(float(value))
    return {name: tuple(value) if isinstance(value, list) else value for name, value in options.items()}

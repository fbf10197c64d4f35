"""What can be tuned in a metric, and its scores under many settings at once, from rows of integers."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import product
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from bolide.errors import OptionError
from bolide.metrics.base import Metric
from bolide.metrics.meteor import METEOR
from bolide.metrics.rgbf import RGBF

Matrix = NDArray[np.float64]
Rows = NDArray[Any]  # whole numbers, the last axis the metric's columns


class Space(Protocol):
    """A metric's parameters. A setting is a row of numbers, one a parameter; the first sampled is the metric's own."""

    @property
    def names(self) -> tuple[str, ...]: ...
    def sample(self, size: int, rng: np.random.Generator) -> Matrix: ...
    def features(self, rows: Rows) -> Matrix: ...
    def values(self, features: Matrix, settings: Matrix) -> Matrix: ...
    def metric(self, setting: Matrix) -> Metric: ...


@dataclass(frozen=True)
class Weights:
    """rgbF: the weight of each unit and of each order, in hundredths."""

    start: RGBF

    @property
    def names(self) -> tuple[str, ...]:
        orders = tuple(f"{n}-grams" for n in range(1, self.start.max_order + 1))
        return (*self.start.units, *orders)

    def sample(self, size: int, rng: np.random.Generator) -> Matrix:
        """The metric itself, every choice of units with every choice of longest n-gram, then chance."""
        units, orders = len(self.start.units), self.start.max_order
        own = [*self.start.unit_shares, *self.start.order_shares]
        chosen = [
            [*(np.array(used) / sum(used)), *(np.arange(orders) < longest) / longest]
            for used in product((0, 1), repeat=units) if any(used)
            for longest in range(1, orders + 1)
        ]  # fmt: skip
        drawn = [_hundredths(rng.dirichlet(np.ones(part), size)) for part in (units, orders)]
        found: Matrix = np.concatenate([[own], chosen, np.hstack(drawn)])[:size]
        return found

    def features(self, rows: Rows) -> Matrix:
        """F of every unit and order."""
        found_hyp, hyps, found_ref, refs = np.split(rows.astype(np.float64), 4, axis=-1)
        above, below = 2 * found_hyp * found_ref, found_hyp * refs + found_ref * hyps
        return np.divide(above, below, out=np.zeros_like(above), where=below > 0)

    def values(self, features: Matrix, settings: Matrix) -> Matrix:
        units = len(self.start.units)
        parts = [settings[:, :units], settings[:, units:]]
        unit, order = (part / part.sum(1, keepdims=True) for part in parts)
        shares = (unit[:, :, None] * order[:, None, :]).reshape(len(settings), -1)
        found: Matrix = shares @ features.reshape(-1, shares.shape[1]).T
        return found.reshape(len(settings), *features.shape[:-1])

    def metric(self, setting: Matrix) -> RGBF:
        units = len(self.start.units)
        first, second = setting[:units].tolist(), setting[units:].tolist()
        return replace(self.start, unit_weights=_or_none(first), order_weights=_or_none(second))


@dataclass(frozen=True)
class Penalties:
    """METEOR: the share of recall, the exponent and the weight of the penalty.

    With several references a row is that of the reference which the starting parameters like best.
    """

    start: METEOR
    names: tuple[str, ...] = ("alpha", "beta", "gamma")

    def sample(self, size: int, rng: np.random.Generator) -> Matrix:
        own = self.start.definition
        drawn = np.column_stack([rng.random(size), 10 ** rng.uniform(-1, 1, size), rng.random(size)])
        found: Matrix = np.concatenate([[[own.alpha, own.beta, own.gamma]], np.round(drawn, 2)])[:size]
        return found

    def features(self, rows: Rows) -> Matrix:
        """Precision, recall and chunks by match."""
        stages = len(self.start.definition.stages)
        matches = rows[..., 3 : 3 + stages].sum(-1).astype(np.float64)
        above = np.stack([matches, matches, rows[..., 3 + stages]], -1).astype(np.float64)
        below = np.stack([rows[..., 1], rows[..., 2], matches], -1).astype(np.float64)
        return np.divide(above, below, out=np.zeros_like(above), where=(below > 0) & (matches > 0)[..., None])

    def values(self, features: Matrix, settings: Matrix) -> Matrix:
        precision, recall, broken = np.moveaxis(features, -1, 0)
        shape = (-1, *(1,) * precision.ndim)
        alpha, beta, gamma = (settings[:, k].reshape(shape) for k in range(3))
        below = alpha * precision + (1 - alpha) * recall
        fmean = np.divide(precision * recall, below, out=np.zeros(below.shape), where=below > 0)
        found: Matrix = (1 - gamma * broken**beta) * fmean
        return found

    def metric(self, setting: Matrix) -> METEOR:
        alpha, beta, gamma = setting.tolist()
        return replace(self.start, alpha=alpha, beta=beta, gamma=gamma)


def space_of(metric: Metric) -> Space:
    """What can be tuned in this metric."""
    if isinstance(metric, RGBF):
        return Weights(metric)
    if isinstance(metric, METEOR):
        if metric.average != "pool":
            raise OptionError("METEOR is tuned with average:pool; leave average:mean out.")
        return Penalties(metric)
    raise OptionError(f"There is nothing to tune in {metric.name}; rgbF has weights and METEOR has parameters.")


def _hundredths(weights: Matrix) -> Matrix:
    """Weights in whole hundredths, so that a signature stays short; never all 0."""
    rounded: Matrix = np.round(weights, 2)
    return np.where(rounded.sum(1, keepdims=True) > 0, rounded, 1.0)


def _or_none(weights: list[float]) -> tuple[float, ...] | None:
    return None if len(set(weights)) == 1 else tuple(round(weight, 4) for weight in weights)

"""How often people agree with a metric's difference between two systems, as a curve fitted to one's own data.

The curve is that of Kocmi et al. 2024, a / (1 + e^(−bΔ)), fitted by maximum likelihood to whether people put each pair
of systems in the metric's order. Its interval comes from systems drawn again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bolide.agreement.bootstrap import generator
from bolide.agreement.likeliest import likeliest
from bolide.agreement.pooled import LanguagePair
from bolide.agreement.table import Vector, aligned
from bolide.errors import InputError
from bolide.results import Result
from bolide.significance.worth import Curve
from bolide.wording import are, counted

LEAST = 10  # pairs of systems; fewer say nothing of a curve
DRAWS = 200
NUMBERS_AT_ONCE = 1_000_000  # a pair of systems in a draw is one


@dataclass(frozen=True)
class Fit(Result):
    """The curves of all metrics, and how many pairs of systems each was fitted to."""

    human: str
    curves: tuple[Curve, ...]
    pairs: dict[str, int]

    def data(self) -> dict[str, Any]:
        return {"human": self.human, "curves": [curve.to_dict() for curve in self.curves], "pairs": self.pairs}


@dataclass(frozen=True, eq=False)
class Observed:
    """Pairs of systems of one language pair: which two, how far the metric has them apart, and whether people agree."""

    first: NDArray[np.intp]
    second: NDArray[np.intp]
    points: Vector
    agreed: Vector
    systems: int


def fit_differences(pairs: Sequence[LanguagePair], scales: dict[str, float], seed: int | None = None) -> Fit:
    """A curve for every metric; `scales` has what a metric's value is multiplied by when it is shown, 1 by default."""
    names = list(dict.fromkeys(metric.name for pair in pairs for metric in pair.metrics))
    curves, sizes = [], {}
    human = " and ".join(dict.fromkeys(pair.human.name for pair in pairs))
    for name in names:
        observed = [_observed(pair, name, scales.get(name, 1.0)) for pair in pairs if pair.has(name)]
        count = sum(len(each.points) for each in observed)
        if count < LEAST:
            raise InputError(
                f"{name}: there {are(count)} {counted(count, 'pair')} of systems; a curve needs at least {LEAST}."
            )
        about = f"fitted to {counted(count, 'pair')} of systems judged by {human}"
        curves.append(_fitted(name, observed, about, seed))
        sizes[name] = count
    return Fit(human, tuple(curves), sizes)


def _observed(pair: LanguagePair, name: str, scale: float) -> Observed:
    """Pairs that people or the metric have level are left out: nobody is right about them."""
    people, machine = aligned(pair.human.at("sys"), pair.metric(name).at("sys"))
    h, m = people.upward[:, 0], machine.upward[:, 0] * scale
    first, second = np.triu_indices(len(h), 1)
    x, y = h[first] - h[second], m[first] - m[second]
    told = np.isfinite(x) & np.isfinite(y) & (x != 0) & (y != 0)
    agreed = (np.sign(x) == np.sign(y)).astype(float)
    return Observed(first[told], second[told], np.abs(y)[told], agreed[told], len(h))


def _fitted(name: str, observed: Sequence[Observed], about: str, seed: int | None) -> Curve:
    points = np.concatenate([each.points for each in observed])
    agreed = np.concatenate([each.agreed for each in observed])
    ((a, b),) = likeliest(points, agreed, np.ones((1, len(points))))
    rng = generator(seed)
    draws: list[tuple[float, float]] = []
    at_once = max(1, NUMBERS_AT_ONCE // len(points))
    for done in range(0, DRAWS, at_once):
        drawn = np.array([_drawn(observed, rng) for _ in range(min(at_once, DRAWS - done))])
        draws += likeliest(points, agreed, drawn[drawn.any(axis=1)])
    return Curve(name, a, b, about, tuple(draws))


def _drawn(observed: Sequence[Observed], rng: np.random.Generator) -> Vector:
    """How often each pair of systems is there when systems are drawn again."""
    weights = []
    for each in observed:
        counts = np.bincount(rng.integers(each.systems, size=each.systems), minlength=each.systems)
        weights.append(counts[each.first] * counts[each.second])
    return np.concatenate(weights).astype(float)

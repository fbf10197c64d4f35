"""The search: many settings judged on all the data, and again without each fold, which then judges the choice."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.stats import t as student

from bolide._version import __version__
from bolide.errors import InputError, OptionError
from bolide.metrics.base import Metric
from bolide.tuning.objectives import Objective, Part, ratio
from bolide.tuning.spaces import Matrix, Rows, Space

BY = ("segments", "systems")


@dataclass(frozen=True)
class Fold:
    """What was chosen without a fold, and how it and the start do on the fold."""

    chosen: str
    start: float
    tuned: float
    size: int

    @property
    def gain(self) -> float:
        return self.tuned - self.start


@dataclass(frozen=True, eq=False)
class Tuning:
    """The best setting on all the data, what it reaches there, and the gain to be expected on other data."""

    objective: str
    start: Metric
    best: Metric
    start_value: float
    best_value: float
    folds: tuple[Fold, ...]
    by: str
    names: tuple[str, ...]
    settings: Matrix
    values: Matrix

    @property
    def gain(self) -> float:
        """The mean gain on the folds, which no choice had seen."""
        return float(np.mean([fold.gain for fold in self.folds]))

    @property
    def error(self) -> float:
        """The standard error of that mean over the folds."""
        gains = [fold.gain for fold in self.folds]
        return float(np.std(gains, ddof=1) / np.sqrt(len(gains)))

    @property
    def interval(self) -> tuple[float, float]:
        """95 % around the gain, by Student's t of the folds. Their choices share data, so it is rather too narrow."""
        room = float(student.ppf(0.975, len(self.folds) - 1)) * self.error
        return self.gain - room, self.gain + room

    def to_dict(self) -> dict[str, Any]:
        return {
            "bolide": __version__,
            "objective": self.objective,
            "settings": len(self.settings),
            "start": {"signature": str(self.start.signature()), "value": self.start_value},
            "best": {"signature": str(self.best.signature()), "value": self.best_value},
            "held_out": {
                "by": self.by,
                "gain": self.gain,
                "standard_error": self.error,
                "interval": list(self.interval),
                "folds": [
                    {"signature": f.chosen, "start": f.start, "tuned": f.tuned, "size": f.size} for f in self.folds
                ],
            },
        }

    def to_json(self) -> str:
        """The tuning as JSON text."""
        return json.dumps(self.to_dict(), indent=2, ensure_ascii=False)


@dataclass(frozen=True)
class Plan:
    """How many settings to try, and how the data are cut for cross-validation."""

    settings: int = 10_000
    folds: int = 5
    by: str = "segments"
    seed: int = 12345

    def __post_init__(self) -> None:
        if self.by not in BY:
            raise OptionError(f"The folds are of {' or '.join(BY)}, not of {self.by!r}.")
        if self.folds < 2:
            raise OptionError(f"There are {self.folds} folds; it takes at least two to judge on one what others chose.")
        if self.settings < 2:
            raise OptionError("One setting is no search; try at least two.")


def tune(
    space: Space, rows: Rows, objective: Objective, plan: Plan, done: Callable[[int], None] = lambda steps: None
) -> Tuning:
    """Search. `rows` are systems × segments × columns; `done` hears of one step a fold and one for the whole."""
    rng = np.random.default_rng(plan.seed)
    settings = space.sample(plan.settings, rng)
    systems, segments = (np.arange(size) for size in rows.shape[:2])
    whole = Part(systems, segments)
    axis = systems if plan.by == "systems" else segments
    if len(axis) < 2 * plan.folds:
        raise InputError(
            f"{len(axis)} {plan.by} cannot be cut into {plan.folds} folds of two or more; use fewer folds, or cut by "
            f"{BY[plan.by == BY[0]]}."
        )
    held = [np.sort(fold) for fold in np.array_split(rng.permutation(axis), plan.folds)]
    values, chosen = _chosen(space, rows, objective, settings, whole, held, plan.by, done)
    best = _first_best(values, str(objective))
    folds = []
    for fold, choice in zip(held, chosen, strict=True):
        part = Part(fold, segments) if plan.by == "systems" else Part(systems, fold)
        start, tuned = objective.agreement(space, rows, settings[[0, choice]], part)
        metric = space.metric(settings[choice])
        folds.append(Fold(str(metric.signature()), float(start), float(tuned), len(fold)))
    if not all(np.isfinite((fold.start, fold.tuned)).all() for fold in folds):
        raise InputError(f"On a fold {objective} has no value, because its scores are constant or missing; use fewer.")
    return Tuning(
        str(objective), space.metric(settings[0]), space.metric(settings[best]), float(values[0]), float(values[best]),
        tuple(folds), plan.by, space.names, settings, values,
    )  # fmt: skip


def _chosen(
    space: Space, rows: Rows, objective: Objective, settings: Matrix, whole: Part, held: list[Any], by: str,
    done: Callable[[int], None],
) -> tuple[Matrix, list[int]]:  # fmt: skip
    """The value of every setting on all the data, and the best setting without each fold."""
    sums = None
    if by == "segments":
        folds = np.zeros(len(whole.segments), dtype=np.intp)
        for number, fold in enumerate(held):
            folds[fold] = number
        sums = objective.by_fold(space, rows, settings, whole, folds)
    if sums is not None:  # one pass serves all folds
        above, below = sums
        totals = above.sum(1), below.sum(1)
        done(1 + len(held))
        values = [ratio(*totals), *(ratio(totals[0] - a, totals[1] - b) for a, b in zip(above.T, below.T, strict=True))]
    else:
        values = []
        for fold in [whole.systems[:0], *held]:
            kept = [np.setdiff1d(axis, fold) if name == by else axis
                    for name, axis in (("systems", whole.systems), ("segments", whole.segments))]  # fmt: skip
            values.append(objective.agreement(space, rows, settings, Part(*kept)))
            done(1)
    return values[0], [_first_best(found, str(objective)) for found in values[1:]]


def _first_best(values: Matrix, objective: str) -> int:
    """The first of the best, the start where nothing is better."""
    if not np.isfinite(values).any():
        raise InputError(f"{objective} has no value under any setting: the scores are constant or missing.")
    top = np.nanmax(values)
    return int(np.argmax(np.nan_to_num(values, nan=-np.inf) >= top - 1e-12))

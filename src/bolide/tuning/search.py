"""Random search over settings, with cross-validation to estimate the gain on other data."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any

import numpy as np

from bolide.agreement.statistics.statistic import Subset
from bolide.data.results import Result
from bolide.metrics import parse
from bolide.metrics.base import Metric
from bolide.significance.arithmetic import student_quantile
from bolide.significance.units import ResamplingUnits
from bolide.system.dataclasses import dataclass, replace
from bolide.system.errors import InputError, OptionError
from bolide.system.limits import FOLDS, SEED, SETTINGS, check_count
from bolide.system.messages import counted
from bolide.system.threads import share, workers
from bolide.tuning.objectives import Objective, SettingsBatch
from bolide.tuning.spaces import Matrix, Rows, Space

BY = ("segments", "systems")
CELLS = 1 << 20  # scores that a thread computes at a time


@dataclass(frozen=True)
class Fold:
    """The best setting on the other folds, and its value and that of the start on this fold, of `size` segments,
    documents or systems."""

    signature: str
    start: float
    tuned: float
    size: int

    @property
    def gain(self) -> float:
        return self.tuned - self.start


@dataclass(frozen=True, eq=False)
class Tuning(Result):
    """The best setting on all data, its value there, and the expected gain on other data.

    `settings` are those that were tried, by the parameters in `names`, and `values` their values; the JSON has neither.
    """

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
    weights: str = ""  # of MQM, if the human scores were computed from marked errors
    notes: tuple[str, ...] = ()  # what was left out of the human scores, and what is odd about the texts

    _view = "bolide.reporting.views.tuning:tuning_blocks"
    _pictures = True

    def __repr__(self) -> str:
        return f"<Tuning: {self.objective} {self.start_value:.4f} → {self.best_value:.4f}, {self.best.signature()}>"

    @property
    def gain(self) -> float:
        """The mean gain on the held-out folds."""
        return float(np.mean([fold.gain for fold in self.folds]))

    @property
    def error(self) -> float:
        """The standard error of that mean over the folds."""
        gains = [fold.gain for fold in self.folds]
        return float(np.std(gains, ddof=1) / np.sqrt(len(gains)))

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the gain, by Student's t over the folds; somewhat too narrow, since they share data."""
        room = student_quantile(0.975, len(self.folds) - 1) * self.error
        return self.gain - room, self.gain + room

    def signatures(self) -> Iterator[str]:
        return (str(metric.signature()) for metric in (self.start, self.best))

    def data(self) -> dict[str, Any]:
        return {
            "objective": self.objective,
            "mqm_weights": self.weights or None,
            "settings": len(self.settings),
            "start": {"signature": str(self.start.signature()), "value": self.start_value},
            "best": {"signature": str(self.best.signature()), "value": self.best_value},
            "held_out": {
                "by": self.by,
                "gain": self.gain,
                "standard_error": self.error,
                "interval": list(self.interval),
                "folds": [dict(vars(fold)) for fold in self.folds],
            },
            "notes": list(self.notes),
        }

    @classmethod
    def _fields_from(cls, data: Mapping[str, Any]) -> dict[str, Any]:
        start, best, held_out = data["start"], data["best"], data["held_out"]
        return {
            "weights": data["mqm_weights"] or "",
            "start": parse(start["signature"]),
            "start_value": start["value"],
            "best": parse(best["signature"]),
            "best_value": best["value"],
            "folds": held_out["folds"],
            "by": held_out["by"],
            "names": (),
            "settings": np.empty((data["settings"], 0)),
            "values": np.full(data["settings"], np.nan),
        }


@dataclass(frozen=True)
class TuningPlan:
    """The number of settings to try, and the folds of cross-validation."""

    settings: int = 10_000
    folds: int = 5
    by: str = "segments"
    seed: int = 12345

    def __post_init__(self) -> None:
        if self.by not in BY:
            raise OptionError(f"The folds are of {' or '.join(BY)}, not of {self.by!r}.")
        for name, least, most in (("settings", 2, SETTINGS), ("folds", 2, FOLDS), ("seed", 0, SEED)):
            check_count(name, getattr(self, name), least, most)


def tune(
    space: Space, rows: Rows, objective: Objective, plan: TuningPlan, units: ResamplingUnits | None = None, *,
    jobs: int = 1, progress: Callable[[int], None] = lambda settings: None,
) -> Tuning:  # fmt: skip
    """Search for the best setting. `rows` are systems × segments × columns, or × references × columns.

    The folds of segments have whole documents, if `units` are documents. `jobs` is the number of threads (0: all
    cores); `progress` is called with the number of settings just evaluated.
    """
    space = replace(space, by_reference=rows.ndim == 4)
    rng = np.random.default_rng(plan.seed)
    settings = space.sample(plan.settings, rng)
    systems, segments = (np.arange(size) for size in rows.shape[:2])
    whole = Subset(systems, segments)
    axis = systems if plan.by == "systems" else segments if units is None else np.arange(len(units))
    by = plan.by if units is None else "documents"
    if len(axis) < 2 * plan.folds:
        others, other = (segments, BY[0]) if plan.by == "systems" else (systems, BY[1])
        advice = [f"use {len(axis) // 2} folds"] if len(axis) >= 4 else []
        advice += [f"split by {other}"] if len(others) >= 2 * plan.folds else []
        raise InputError(
            f"{counted(len(axis), by.removesuffix('s'))} cannot be split into {counted(plan.folds, 'fold')} of "
            f"two or more; {', or '.join(advice) or f'tune on more {by}'}."
        )
    test_folds = [np.sort(fold) for fold in np.array_split(rng.permutation(axis), plan.folds)]
    sizes = [len(fold) for fold in test_folds]
    if units is not None:
        test_folds = [np.flatnonzero(np.isin(np.array(units.numbers), fold)) for fold in test_folds]
    held_out = [Subset(fold, segments) if plan.by == "systems" else Subset(systems, fold) for fold in test_folds]
    training = [Subset(np.setdiff1d(systems, fold), segments) if plan.by == "systems" else
            Subset(systems, np.setdiff1d(segments, fold)) for fold in test_folds]  # fmt: skip
    values = _values(objective.batch(space, rows, [whole, *training]), settings, rows.shape[:2], jobs, progress)
    best, *choices = map(partial(_first_best, objective), values.T, [whole, *training])
    unseen = objective.batch(space, rows, held_out)(settings[[0, *choices]])
    folds = []
    for number, (size, choice) in enumerate(zip(sizes, choices, strict=True)):
        signature = str(space.metric(settings[choice]).signature())
        folds.append(Fold(signature, float(unseen[0, number]), float(unseen[1 + number, number]), size))
    for fold, subset in zip(folds, held_out, strict=True):
        if not np.isfinite(fold.gain):
            remedy = "use fewer folds" if plan.folds > 2 else "tune on more data"
            raise InputError(f"{objective} is undefined on a fold: {objective.reason(subset)}; {remedy}.")
    return Tuning(
        str(objective), space.metric(settings[0]), space.metric(settings[best]), float(values[0, 0]),
        float(values[best, 0]), tuple(folds), by, space.names, settings, values[:, 0],
    )  # fmt: skip


def _values(
    batch: SettingsBatch, settings: Matrix, shape: tuple[int, int], jobs: int, progress: Callable[[int], None]
) -> Matrix:
    """The values of all settings, in blocks by threads: numpy releases the interpreter's lock."""
    size = max(1, CELLS // (shape[0] * shape[1]))
    blocks = [settings[first : first + size] for first in range(0, len(settings), size)]
    values: list[Matrix] = [settings] * len(blocks)

    def work(index: int) -> None:
        values[index] = batch(blocks[index])
        progress(len(blocks[index]))

    share(work, range(len(blocks)), min(workers(jobs), len(blocks)))
    return np.concatenate(values)


def _first_best(objective: Objective, values: Matrix, subset: Subset) -> int:
    """The index of the first best setting; 0, the start, if nothing is better."""
    if not np.isfinite(values).any():
        raise InputError(f"{objective} is undefined for every setting: {objective.reason(subset)}.")
    top = np.nanmax(values)
    return int(np.argmax(np.nan_to_num(values, nan=-np.inf) >= top - 1e-12))

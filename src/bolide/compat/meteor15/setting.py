"""What the tool makes of a language, a task, modules, weights and parameters."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from bolide.errors import OptionError
from bolide.metrics.meteor.meteor15.counts import Counts15
from bolide.metrics.meteor.meteor15.formula import Formula15
from bolide.metrics.meteor.meteor15.presets import (
    TASKS,
    checked_stages,
    default_stages,
    default_task,
    language_code,
    preset,
)
from bolide.wording import counted


@dataclass(frozen=True)
class Chosen:
    """A metric, and the task its numbers come from: `custom` where some were given."""

    task: str
    counts: Counts15
    formula: Formula15


def setting(
    language: str = "en",
    task: str | None = None,
    modules: Sequence[str] | None = None,
    weights: Sequence[float] | None = None,
    parameters: Sequence[float] | None = None,
) -> Chosen:
    """What the tool makes of its options -l, -t, -m, -w and -p (alpha, beta, gamma, delta).

    Weights go to the stages by position, also when `modules` leaves a stage out. Given parameters bring the weights of
    the adequacy task with them unless `weights` says otherwise: outside English those are all 0, and so is every score.
    """
    code = language_code(language)
    named = {"default": "rank", None: default_task(code)}.get(task, task) or ""
    tuned = preset(code, "adq" if parameters is not None and named in TASKS else named)
    stages = default_stages(code, named if parameters is None else "")
    if modules is not None:
        stages = checked_stages(modules)
    if weights is not None and len(weights) != len(stages):
        raise OptionError(
            f"{counted(len(weights), 'weight')} for the {counted(len(stages), 'module')} {' '.join(stages)}: "
            "give one for each."
        )
    by_position = (*(tuned.weights if weights is None else weights), *(0.0,) * len(stages))[: len(stages)]
    formula = replace(tuned, weights=by_position)
    if parameters is not None:
        if len(parameters) != 4:
            raise OptionError(
                f"{counted(len(parameters), 'parameter')} given; METEOR takes four: alpha, beta, gamma, delta."
            )
        alpha, beta, gamma, delta = parameters
        formula = Formula15(alpha, beta, gamma, delta, by_position)
    custom = parameters is not None or modules is not None or weights is not None
    return Chosen("custom" if custom else named, Counts15(code, stages), formula)

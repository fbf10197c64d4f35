"""`bolide.reward`: a metric as the reward function that reinforcement-learning trainers call."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from bolide.corpus import Refs
from bolide.metrics.base import Metric
from bolide.metrics.scorer import Scorer
from bolide.system.errors import InputError
from bolide.system.keywords import public_call

Completion = str | Sequence[Mapping[str, Any]]


@public_call
def reward(metric: str | Metric | Scorer = "chrf", *, column: str = "reference") -> Callable[..., list[float]]:
    """Return the function that GRPO-style trainers call with `completions` and the columns of the data set.

    It scores each completion against the reference in the same place of `column`, and returns a list of floats of which
    higher is better: an error rate is negated. A completion is a text, or a conversation whose last message counts.

    >>> import bolide
    >>> score = bolide.reward("chrf")
    >>> [round(value, 3) for value in score(completions=["the cat", "a dog"], reference=["the cat", "the dog"])]
    [1.0, 0.312]
    """
    scorer = Scorer.of(metric).sentence
    sign = 1.0 if scorer.formula.higher_is_better else -1.0

    def function(completions: Sequence[Completion], **columns: Any) -> list[float]:
        if column not in columns:
            raise InputError(f"The trainer passes no column {column!r}; it passes {', '.join(columns) or 'none'}.")
        if isinstance(completions, str | bytes) or not isinstance(completions, Iterable):
            raise InputError("`completions` must be a list of texts, or of conversations.")
        refs: Sequence[Refs] = columns[column]
        return [sign * value for value in scorer.segments(list(map(_text, completions)), refs).values]

    function.__name__ = f"{scorer.name}_reward"  # trainers log it
    return function


def _text(completion: Completion) -> str:
    if isinstance(completion, str):
        return completion
    messages = list(completion) if isinstance(completion, Sequence) else []
    if not messages or not isinstance(messages[-1], Mapping) or not isinstance(messages[-1].get("content"), str):
        raise InputError("A completion must be a text, or a list of messages whose last has its text under `content`.")
    return str(messages[-1]["content"])

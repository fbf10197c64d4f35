"""`bolide.reward`: a metric as the reward function that reinforcement-learning trainers call."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bolide.corpus import Corpus, Refs
from bolide.metrics import check_references
from bolide.metrics.base import Metric
from bolide.metrics.scorer import Scorer
from bolide.system.errors import InputError

Completion = str | Sequence[Mapping[str, Any]]


@dataclass(frozen=True)
class Reward:
    """What `reward` returns: it can be called, and copied to other processes."""

    metric: Metric
    column: str
    nrefs: str | None = None  # the number of references in the signature that the metric was asked for by

    @property
    def __name__(self) -> str:  # under which trainers log it
        return f"{self.metric.title}_reward"

    def __call__(self, completions: Sequence[Completion], *others: Any, **columns: Any) -> list[float]:
        """The reward of each completion. `columns` are those of the data set, and whatever else a trainer passes."""
        if others:
            raise TypeError(f"Reward takes columns by name; use reward(completions=hyps, {self.column}=refs)")
        if self.column not in columns:
            raise InputError(f"The trainer passes no column {self.column!r}; it passes {', '.join(columns) or 'none'}.")
        if isinstance(completions, str | bytes) or not isinstance(completions, Iterable):
            raise InputError("`completions` must be a list of texts, or of conversations.")
        refs: Sequence[Refs] = columns[self.column]
        sign = 1.0 if self.metric.formula.higher_is_better else -1.0
        hyps = list(map(_text, completions))
        if hyps and self.nrefs:
            check_references(self, Corpus.of(hyps, refs).nrefs, 1)
        return [sign * value + 0.0 for value in self.metric.segments(hyps, refs).values]  # 0.0 for -0.0


def reward(metric: str | Metric | Scorer = "chrf", *, column: str = "reference") -> Callable[..., list[float]]:
    """Return the function that GRPO-style trainers call with `completions` and the columns of the data set.

    It scores each completion against the reference in the same place of `column`, and returns a list of floats of which
    higher is better: an error rate is negated. A completion is a text, or a conversation: the assistant's last message
    counts, and one without text, such as a call of a tool, is an empty text.

    >>> import bolide
    >>> score = bolide.reward("chrf")
    >>> [round(value, 3) for value in score(completions=["the cat", "a dog"], reference=["the cat", "the dog"])]
    [1.0, 0.312]
    """
    scorer = Scorer.of(metric)
    return Reward(scorer.sentence, column, scorer.nrefs)


def _text(completion: Completion) -> str:
    if isinstance(completion, str):
        return completion
    messages = completion if isinstance(completion, Sequence) else ()
    answers = [one for one in messages if isinstance(one, Mapping) and one.get("role") == "assistant"]
    content = (answers[-1].get("content") or "") if answers else None
    if isinstance(content, list):  # of parts, as in models that see pictures
        content = "".join(str(part.get("text") or "") for part in content if isinstance(part, Mapping))
    if not isinstance(content, str):
        raise InputError("A completion must be a text, or messages of which the assistant's have text under `content`.")
    return content

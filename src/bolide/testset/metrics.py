"""Metrics as a call takes them: names, signatures, objects, functions, scores of other tools, rows of earlier runs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import inf
from numbers import Real
from typing import TYPE_CHECKING, Any, TypeAlias

from bolide.data.scores import index_of, metric_labels
from bolide.metrics.base import Metric
from bolide.metrics.scorer import Scorer, check_every_signature
from bolide.system.errors import InputError, OptionError
from bolide.testset import Scored, TestSet

if TYPE_CHECKING:
    from bolide.agreement.error_overlay import Marked

COMMAND = "run:"  # begins the name of a metric that a command computes
OneMetric: TypeAlias = "str | Metric | Scorer | Scored | Callable[..., Any]"
PointsByMetric: TypeAlias = "float | Mapping[str, float]"
Metrics: TypeAlias = "OneMetric | Iterable[OneMetric] | Mapping[str, OneMetric]"


@dataclass(frozen=True, eq=False)
class Asked:
    """One metric that a call takes: a scorer or scores from elsewhere, as it was written, and its label in tables."""

    written: str
    label: str
    scorer: Scorer | None = None
    named: bool = False  # whether the label is a user's
    other: Any = None  # what read_scores and read_rows return


def metrics_of(metrics: Metrics, data: TestSet) -> list[Asked]:
    """The metrics that a caller passes, one or several, with their labels; a dict's keys are labels."""
    several = isinstance(metrics, Iterable) and not isinstance(metrics, str)
    if isinstance(metrics, Mapping):
        pairs: list[tuple[str, Any]] = [(str(name), one) for name, one in metrics.items()]
    elif isinstance(metrics, set | frozenset):
        raise InputError("`metrics` is a set, which has no order; pass a list.")
    else:
        pairs = [("", one) for one in (metrics if several else [metrics])]  # type: ignore[union-attr]
    asked = [_asked(label, one) for label, one in pairs]
    if not asked:
        raise InputError("There is nothing to score with: `metrics` is empty; name one.")
    scorers = [one.scorer for one in asked if one.scorer is not None]
    for corpus in data.corpora:
        check_every_signature(scorers, corpus.nrefs, len(corpus))
    labelled = [one for one in asked if one.scorer is not None and not one.label]
    alike = [one.scorer.corpus for one in labelled if one.scorer is not None]
    for metric in alike:
        if alike.count(metric) > 1:
            raise OptionError(f"`metrics`: {metric.title} is listed twice with the same settings.")
    labels = iter(metric_labels([metric.signature() for metric in alike]))
    named = [replace(one, label=next(labels)) if any(one is other for other in labelled) else one for one in asked]
    names = [one.label for one in named]
    if twice := [name for name in names if names.count(name) > 1]:
        raise InputError(f"Two metrics are called {twice[0]!r}; pass them in a dict, with a label for each.")
    # Last, as a command may take long: scores of other tools are matched with the texts, or made.
    if data.further:  # which callers refuse
        return named
    return [replace(one, other=one.other.scored(data)) if hasattr(one.other, "scored") else one for one in named]


def add_marks(marked: Marked, asked: Sequence[Asked], data: TestSet) -> None:
    """Add the errors that metrics mark in the outputs of a test set."""
    for one in asked:
        found = one.other.marked(data) if hasattr(one.other, "marked") else {}
        for place, some in found.items():
            marked.setdefault(place, []).extend(some)


def points_by_metric(parameter: str, points: PointsByMetric, asked: Sequence[Asked], least: float = 0.0) -> list[float]:
    """A number of points for each metric, the same or by name; an empty name stands for the others, otherwise least."""
    named = dict(points) if isinstance(points, Mapping) else {"": points}
    values = [named.pop("", least)] * len(asked)
    names = [one.label if one.scorer is None else one.scorer.corpus.title for one in asked]
    for name, value in named.items():
        try:
            values[index_of(name, [one.label for one in asked], names)] = value
        except KeyError as error:
            raise OptionError(f"`{parameter}`: {error.args[0]}") from None
    for value in values:
        if isinstance(value, bool) or not isinstance(value, Real) or not least <= value < inf:
            raise OptionError(f"`{parameter}` is {value!r:.60}; it must be a number of points, ≥ {least:g}.")
    return values


def _asked(label: str, one: Any) -> Asked:
    if isinstance(one, str) and one.startswith(COMMAND):
        from bolide.testset.score_commands import named_command  # for commands alone

        one, written = named_command(one.removeprefix(COMMAND)), one
        return Asked(written, label or one.name, other=one)
    if not isinstance(one, str | Metric) and (hasattr(one, "extent") or hasattr(one, "scored")):
        return Asked(one.name, label or one.name, other=one)
    if callable(one) and not isinstance(one, Metric | Scorer | type):
        from bolide.metrics.function import metric as metric_of_function  # for functions alone

        one = metric_of_function(one, label or getattr(one, "__name__", ""))
    return Asked(one if isinstance(one, str) else label, label, Scorer.of(one), named=bool(label))

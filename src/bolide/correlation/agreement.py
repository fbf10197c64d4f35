"""Answers: one metric against the people, for any question."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence

import numpy as np

from bolide.correlation.darr import LEAST, darr_tau
from bolide.correlation.pairwise import pairwise_accuracy, soft_pairwise_accuracy
from bolide.correlation.questions import QUESTIONS, Agreement, Question, Source
from bolide.correlation.table import Matrix, Table, Vector, aligned
from bolide.correlation.ties import calibrate
from bolide.correlation.vectors import COLUMNS, VECTOR, is_constant
from bolide.errors import InputError


def correlate(
    human: Source,
    metrics: Sequence[Source],
    questions: Iterable[Question] = QUESTIONS,
    *,
    exclude: Collection[str] = (),
    seed: int | None = None,
) -> tuple[Agreement, ...]:
    """Every question about every metric, in the order of the questions.

    A metric that lacks the scores a question is about has no value there, and the reason says so; the others have.
    `seed` is that of the permutations of soft pairwise accuracy; None for those of WMT's own tool.
    """
    check_names(metrics)

    def answered(metric: Source, question: Question) -> Agreement:
        return answer(human, metric, question, exclude, seed)

    return tuple(found for question in questions for found in each_metric(metrics, question, answered))


def check_names(metrics: Sequence[Source]) -> None:
    """Refuse two metrics of one name."""
    names = [metric.name for metric in metrics]
    for name in names:
        if names.count(name) > 1:
            raise InputError(f"Two metrics are called {name!r}; give each its own name.")


def each_metric(
    metrics: Sequence[Source], question: Question, answered: Callable[[Source, Question], Agreement]
) -> list[Agreement]:
    """The answers about the metrics that have the scores; refused where none has them."""
    if metrics and not any(metric.has(question.reads) for metric in metrics):
        metrics[0].at(question.reads)
    return [answered(m, question) if m.has(question.reads) else without_scores(m, question) for m in metrics]


def without_scores(metric: Source, question: Question) -> Agreement:
    """No answer, because the metric has no scores at the level of the question."""
    scored = "systems" if question.reads == "sys" else "segments"
    return Agreement(metric.name, question, None, 0, "", reason=f"it has no scores of {scored}")


def answer(
    human: Source, metric: Source, question: Question, exclude: Collection[str] = (), seed: int | None = None
) -> Agreement:
    """One question about one metric."""
    people, machine = aligned(human.at(question.reads), metric.at(question.reads), exclude)
    if len(people.systems) < 2:
        raise InputError(
            f"{human.name} and {metric.name} share {len(people.systems)} system; agreement needs at least two."
        )
    cells, scores = paired_cells(people, machine)
    if question.statistic == "darr":
        value, pairs = darr_tau(cells, scores)
        reason = "" if pairs else f"no two human scores of a segment are {LEAST:g} or more apart"
        return Agreement(metric.name, question, value, pairs, "pairs", reason=reason)
    if question.statistic in ("accuracy", "soft-accuracy"):
        return _over_pairs(metric.name, question, (people, machine), (cells, scores), seed)
    if question.statistic == "acc-eq":
        return _with_ties(metric.name, question, cells, scores)
    if question.grouping == "none":
        return _one_vector(metric.name, question, cells, scores)
    return averaged(metric.name, question, group_values(question, cells, scores))


def paired_cells(human: Table, metric: Table) -> tuple[Matrix, Matrix]:
    """Both tables, higher is better in each, with a cell missing in both where it is missing in one."""
    one, two = human.upward, metric.upward
    absent = np.isnan(one) | np.isnan(two)
    if absent.all():
        raise InputError(f"{human.name} and {metric.name} have no cell in common; every one is missing in one of them.")
    return np.where(absent, np.nan, one), np.where(absent, np.nan, two)


def group_values(question: Question, human: Matrix, metric: Matrix) -> Vector:
    """The statistic of each group, NaN where it has none."""
    if question.grouping == "item":
        return COLUMNS[question.statistic](human, metric)
    found = [vector_value(question.statistic, *lines) for lines in zip(human, metric, strict=True)]
    return np.array([np.nan if value is None else value for value in found])


def vector_value(statistic: str, human: Vector, metric: Vector) -> float | None:
    """The correlation of the cells both have; None for fewer than two or a constant vector."""
    return None if lacking(human, metric) else VECTOR[statistic](*_present(human, metric))


def lacking(human: Vector, metric: Vector) -> str:
    """Why two vectors have no correlation; empty where they have one."""
    x, y = _present(human, metric)
    if len(x) < 2:
        return "fewer than two scores"
    if is_constant(x):
        return "the human scores are constant"
    return "the metric's scores are constant" if is_constant(y) else ""


def averaged(name: str, question: Question, values: Vector) -> Agreement:
    """The mean over the groups that have a value."""
    used = int(np.isfinite(values).sum())
    mean = float(np.nanmean(values)) if used else None
    unit = "segments" if question.grouping == "item" else "systems"
    reason = "" if used else "in every group there are fewer than two scores, or constant ones"
    return Agreement(name, question, mean, used, unit, len(values) - used, reason)


def _present(human: Vector, metric: Vector) -> tuple[Vector, Vector]:
    both = np.isfinite(human) & np.isfinite(metric)
    return human[both], metric[both]


def _one_vector(name: str, question: Question, human: Matrix, metric: Matrix) -> Agreement:
    x, y = human.ravel(), metric.ravel()
    unit = "systems" if question.level == "sys" else "cells"
    used = int(np.isfinite(x).sum())
    value = vector_value(question.statistic, x, y)
    return Agreement(name, question, value, used, unit, len(x) - used, lacking(x, y))


def _with_ties(name: str, question: Question, human: Matrix, metric: Matrix) -> Agreement:
    found = calibrate(human, metric)
    if found is None:
        return Agreement(name, question, None, 0, "segments", human.shape[1], "no segment has scores of two systems")
    used = int(np.isfinite(found.items).sum())
    return Agreement(name, question, found.value, used, "segments", human.shape[1] - used, epsilon=found.epsilon)


def _over_pairs(
    name: str, question: Question, tables: tuple[Table, Table], cells: tuple[Matrix, Matrix], seed: int | None
) -> Agreement:
    right, total = pairwise_accuracy([tables])
    value = right / total if total else None
    if question.statistic == "soft-accuracy":
        value = soft_pairwise_accuracy(*cells, seed=seed)
    return Agreement(name, question, value, total, "pairs", reason="" if value is not None else "no pair is compared")

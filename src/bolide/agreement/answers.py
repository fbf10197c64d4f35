"""Answers: one metric against the people, for any question, with a bootstrap interval where it is asked for.

Segments are drawn again, or systems where the question is about systems. A segment brings all its systems with it, so
its pairs stay together; pairs of systems come and go with their systems.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import replace

import numpy as np

from bolide.agreement.bootstrap import generator, quantiles, resampled
from bolide.agreement.questions import Agreement, Question, usual_questions
from bolide.agreement.table import Matrix, Source, Table, aligned
from bolide.errors import InputError, OptionError


def correlate(
    human: Source,
    metrics: Sequence[Source],
    questions: Iterable[Question] | None = None,
    *,
    exclude: Collection[str] = (),
    seed: int | None = None,
) -> tuple[Agreement, ...]:
    """The answers to every question about every metric, in the order of the questions (None: the usual ones).

    If a metric lacks the scores that a question needs, it has no value, and the reason says so. `seed` is that of the
    permutations of soft pairwise accuracy; None for those of WMT's tool.
    """
    check_names(metrics)

    def answered(metric: Source, question: Question) -> Agreement:
        return answer(human, metric, question, exclude, seed)

    asked = usual_questions() if questions is None else questions
    return tuple(agreement for question in asked for agreement in each_metric(metrics, question, answered))


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
    return [
        answered(metric, question) if metric.has(question.reads) else Agreement.lacking(metric.name, question)
        for metric in metrics
    ]


def answer(
    human: Source, metric: Source, question: Question, exclude: Collection[str] = (), seed: int | None = None
) -> Agreement:
    """One question about one metric."""
    cells = shared_cells(human, metric, question, exclude)
    return Agreement.of(metric.name, question, question.measure(seed).measured(*cells))


def with_interval(
    human: Source, metric: Source, question: Question, trials: int = 1000, seed: int | None = None,
    exclude: Collection[str] = (),
) -> Agreement:  # fmt: skip
    """The answer with its 95 % interval; draws in which there is no correlation are left out of it.

    There is no interval where there is one segment, or one system, to draw from. `seed` is that of the resampling
    (None: 12345) and of the permutations of soft pairwise accuracy (None: those of WMT's own tool).
    """
    if trials < 1:
        raise OptionError(f"The number of resamples is {trials}; 1,000 is usual.")
    agreement = answer(human, metric, question, exclude, seed)
    if agreement.value is None:
        return agreement
    cells = shared_cells(human, metric, question, exclude)
    units = np.isfinite(cells[0]).any(1 if question.level == "sys" else 0)
    if units.sum() < 2:  # the same one would be drawn each time
        return agreement
    values = resampled(question.measure(seed), cells, question.level, trials, generator(seed))
    return replace(agreement, interval=quantiles(values))


def shared_cells(
    human: Source, metric: Source, question: Question, exclude: Collection[str] = ()
) -> tuple[Matrix, Matrix]:
    """People's and the metric's scores that the question is about, of the systems and cells that both have."""
    people, machine = aligned(human.at(question.reads), metric.at(question.reads), exclude)
    if len(people.systems) < 2:
        raise InputError(
            f"{human.name} and {metric.name} share {len(people.systems)} system; agreement needs at least two."
        )
    return paired_cells(people, machine)


def paired_cells(human: Table, metric: Table) -> tuple[Matrix, Matrix]:
    """Both tables, higher is better in each, with a cell missing in both where it is missing in one."""
    one, two = human.upward, metric.upward
    absent = np.isnan(one) | np.isnan(two)
    if absent.all():
        raise InputError(f"{human.name} and {metric.name} have no cell in common; every one is missing in one of them.")
    return np.where(absent, np.nan, one), np.where(absent, np.nan, two)

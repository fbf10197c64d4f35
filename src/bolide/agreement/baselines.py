"""Baselines: what would a metric that knows nothing get, and how far could a metric go?

Shuffled scores, and sentinels that look at lengths alone: a metric that a sentinel beats is beaten by something that
reads no meaning; a question on which a sentinel does well is not about quality alone (Perrella et al. 2024). At the
other end, another annotator as a metric (Proietti et al., ACL 2025): on each segment that two or more people judged,
the scores of one are compared with the mean of the others'.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from statistics import fmean

import numpy as np

from bolide.agreement.annotations.ratings import Annotations
from bolide.agreement.questions import Agreement, Part, Question, generator, quantiles
from bolide.agreement.table import Source, Table

SHUFFLED = "shuffled"
SOURCE_LENGTH = "source length"
SENTINELS: dict[str, Callable[[str], float]] = {
    "length": lambda text: float(len(text)),
    "words": lambda text: float(len(text.split())),
}
BLOCK = 1 << 22  # cells that are shuffled at once


def sentinels(outputs: Mapping[str, Sequence[str]], source: Sequence[str] | None = None) -> list[Source]:
    """The characters and words of each output, and the characters of its source, as metrics; shorter is better."""
    scores = {
        name: {system: list(map(size, texts)) for system, texts in outputs.items()} for name, size in SENTINELS.items()
    }
    if source is not None:
        scores[SOURCE_LENGTH] = {system: [float(len(text)) for text in source] for system in outputs}
    return [Source(name, Table.of(name, lines, higher_is_better=False)) for name, lines in scores.items()]


def shuffled(
    human: Source,
    metric: Source,
    question: Question,
    trials: int,
    seed: int | None = None,
) -> Agreement:
    """The mean agreement of the metric's scores, dealt out anew to the cells they are for, with the middle 95 %."""
    empty = Agreement.lacking(SHUFFLED, question)
    if not metric.has(question.reads):
        return empty
    part, statistic = Part.of(human, [metric], question), question.measure(seed)
    [machine] = part.cells.values()
    cells = np.flatnonzero(np.isfinite(machine))
    rng = generator(seed)
    values: list[float] = []
    size = max(1, BLOCK // machine.size)
    for first in range(0, trials, size):
        tables = np.zeros((min(size, trials - first), *machine.shape))
        for table in tables:
            table.ravel()[cells] = rng.permutation(machine.ravel()[cells])
        values += statistic.batch(part.people, tables).tolist()
    there = np.array(values)[np.isfinite(values)]
    if not len(there):
        return replace(empty, reason="no shuffle has a value")
    return replace(
        empty, value=float(there.mean()), interval=quantiles(there), used=len(there), unit="shuffles", reason=""
    )


ANOTHER_ANNOTATOR = "another annotator"


def another_annotator(annotations: Annotations, segments: int) -> tuple[Source, Source] | None:
    """The scores of the others, and those of one annotator; None if fewer than two systems have both.

    The one is, of the annotators of a segment, the one who comes first in the file.
    """
    order = {name: number for number, name in enumerate(dict.fromkeys(r.annotator for r in annotations.ratings))}
    by_output = annotations.by_output()
    firsts: dict[int, str] = {}
    for (_, segment), scores in by_output.items():
        firsts[segment] = min(*scores, firsts.get(segment, next(iter(scores))), key=order.__getitem__)
    systems = annotations.systems
    others, one = np.full((2, len(systems), max(segments, annotations.segments)), np.nan)
    for row, system in enumerate(systems):
        for segment, first in firsts.items():
            scores = by_output.get((system, segment), {})
            if first in scores and len(scores) > 1:
                one[row, segment] = scores[first]
                others[row, segment] = fmean(score for name, score in scores.items() if name != first)
    if np.isfinite(one).any(1).sum() < 2:
        return None
    two = (annotations.name, others), (ANOTHER_ANNOTATOR, one)
    people, person = (Source(name, Table(name, tuple(systems), cells)) for name, cells in two)
    return people, person

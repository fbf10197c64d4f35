"""What would a metric that knows nothing get? Shuffled scores, and sentinels that look at lengths alone.

A metric that a sentinel beats is beaten by something that reads no meaning; a question on which a sentinel does well is
not about quality alone (Perrella et al. 2024, who call such metrics sentinels).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

import numpy as np

from bolide.agreement.bootstrap import generator, quantiles
from bolide.agreement.questions import Agreement, Question, shared_cells
from bolide.agreement.statistics.statistic import Subset
from bolide.agreement.table import Source, Table
from bolide.system.errors import InputError
from bolide.system.messages import counted

SHUFFLED = "shuffled"
SOURCE_LENGTH = "source length"
SENTINELS: dict[str, Callable[[str], float]] = {
    "length": lambda text: float(len(text)),
    "words": lambda text: float(len(text.split())),
}
BLOCK = 1 << 22  # cells that are shuffled at once


def sentinels(outputs: Mapping[str, Sequence[str]], source: Sequence[str] | None = None) -> list[Source]:
    """The characters and words of each output, and the characters of its source, as metrics; shorter is better."""
    sources = [
        Source(name, Table.of(name, {system: list(map(size, texts)) for system, texts in outputs.items()},
                              higher_is_better=False))
        for name, size in SENTINELS.items()
    ]  # fmt: skip
    if source is not None:
        for system, texts in outputs.items():
            if len(texts) != len(source):
                raise InputError(
                    f"The source has {counted(len(source), 'line')} and {system} has {len(texts):,}; they must pair up."
                )
        lengths = [float(len(text)) for text in source]
        table = Table.of(SOURCE_LENGTH, {system: list(lengths) for system in outputs}, higher_is_better=False)
        sources.append(Source(SOURCE_LENGTH, table))
    return sources


def shuffled(human: Source, metric: Source, question: Question, trials: int, seed: int | None = None) -> Agreement:
    """The mean agreement of the metric's scores, dealt out anew to the cells they are for, with the middle 95 %."""
    empty = Agreement.lacking(SHUFFLED, question)
    if not metric.has(question.reads):
        return empty
    people, machine = shared_cells(human, metric, question)
    cells = np.flatnonzero(np.isfinite(machine))
    batch = question.measure(seed).batch(people, [Subset.whole(people.shape)])
    rng = generator(seed)
    values: list[float] = []
    size = max(1, BLOCK // machine.size)
    for first in range(0, trials, size):
        tables = np.zeros((min(size, trials - first), *machine.shape))
        for table in tables:
            table.ravel()[cells] = rng.permutation(machine.ravel()[cells])
        values += batch(tables)[:, 0].tolist()
    there = np.array(values)[np.isfinite(values)]
    if not len(there):
        return replace(empty, reason="no shuffle has a value")
    return replace(
        empty, value=float(there.mean()), interval=quantiles(there), used=len(there), unit="shuffles", reason=""
    )  # fmt: skip

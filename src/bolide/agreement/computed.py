"""Metrics computed here as sources of scores, and files named so that people's scores are found for them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from bolide.agreement.equal_scores import equalled
from bolide.agreement.table import Source, Table
from bolide.corpus import Corpus
from bolide.errors import InputError
from bolide.metrics.base import Metric
from bolide.significance.sample import short_names


def computed(
    systems: Sequence[Corpus],
    metrics: Sequence[Metric],
    *,
    jobs: int = 1,
    done: Callable[[int], None] = lambda segments: None,
) -> list[Source]:
    """Each metric's scores of segments, as it is best used on sentences, and of systems, as on a corpus.

    Scores that are equal but for rounding are made equal (see `equal_scores`).
    """
    sources = []
    for metric, name in zip(metrics, short_names(metrics), strict=True):
        single = metric.for_sentences()
        segments: dict[str, Sequence[float]] = {}
        whole: dict[str, float] = {}
        for system in systems:
            stats = metric.measure_corpus(system, jobs=jobs, done=done)
            whole[system.name] = metric.aggregate(stats).value
            alone = stats if single == metric else single.measure_corpus(system, jobs=jobs)
            segments[system.name] = list(single.values(alone))
        higher = metric.higher_is_better
        tables = (
            Table.of(name, segments, higher_is_better=higher),
            Table.of_systems(name, whole, higher_is_better=higher),
        )
        sources.append(Source(name, *(replace(table, cells=equalled(table.cells)) for table in tables)))
    return sources


def names_like(files: Sequence[str], known: Sequence[str]) -> list[str]:
    """The system each file belongs to: `newstest2012.fr-en.jhu-hiero` is jhu-hiero where people judged that one."""
    systems = []
    for file in files:
        fitting = [name for name in known if file == name or file.endswith(f".{name}")]
        if len(fitting) > 1:
            fitting = [max(fitting, key=len)]
        systems.append(fitting[0] if fitting else file)
    for name in systems:
        if systems.count(name) > 1:
            both = [file for file, chosen in zip(files, systems, strict=True) if chosen == name]
            raise InputError(f"The files {' and '.join(both)} both look like the system {name!r}; rename one.")
    return systems

"""Scores of segments from files, of people and of metrics computed elsewhere, fitted to the systems at hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from bolide.agreement.annotations import read_annotations
from bolide.agreement.error_overlay import Marked, marked_errors
from bolide.agreement.reading import read_table
from bolide.agreement.system_names import names_like
from bolide.agreement.table import Table
from bolide.cli.options import check_known
from bolide.corpus import Corpus
from bolide.errors import InputError
from bolide.marks.errors import MarkedError
from bolide.significance.sample import Sample, samples_of
from bolide.wording import counted


def human_scores(name: str, systems: Sequence[str], segments: int) -> Table:
    """People's scores of these systems' segments; a system or a segment that nobody judged has none."""
    annotations = read_annotations(name)
    table = annotations.table(segments).widened(segments) if annotations is not None else read_table(name)
    table = _fitted(name, table, systems, segments)
    judged = [system for system in systems if system in table.systems]
    if not judged:
        raise InputError(f"{name} has scores of {', '.join(table.systems)}, and of none of {', '.join(systems)}.")
    rows = np.full((len(systems), segments), np.nan)
    for number, system in enumerate(systems):
        if system in judged:
            rows[number] = table.cells[table.systems.index(system)]
    return replace(table, systems=tuple(systems), cells=rows)


def errors_in_outputs(name: str, systems: Sequence[Corpus]) -> Marked:
    """The errors that people marked in these systems' outputs; none where the file holds scores."""
    annotations = read_annotations(name)
    return {} if annotations is None else marked_errors(annotations, systems)


def errors_in_line(name: str, system: Corpus, line: int) -> list[MarkedError]:
    """The errors that people marked in a line, from 1, of a system's output; refused where the file tells of none."""
    annotations = read_annotations(name)
    if annotations is None:
        raise InputError(f"{name} has human scores but no marked errors; give MQM errors, ESA or .seg.rating.")
    if names_like([system.name], annotations.systems)[0] not in annotations.systems:
        raise InputError(
            f"{name} has marks in the outputs of {', '.join(annotations.systems)}, but not of {system.name}; "
            "name the file of outputs after its system."
        )
    return marked_errors(annotations, [system]).get((system.name, line - 1), [])


def brought_scores(
    names: Sequence[str], lower: Sequence[str], systems: Sequence[str], segments: int
) -> list[list[Sample]]:
    """Scores of other metrics, each for all of these systems."""
    tables = [read_table(name) for name in names]
    check_known("--lower", lower, [table.name for table in tables])
    found = []
    for name, table in zip(names, tables, strict=True):
        fitted = _fitted(name, table, systems, segments)
        absent = [system for system in systems if system not in fitted.systems]
        if absent:
            raise InputError(
                f"{name} has no scores of {', '.join(absent)}; it has those of {', '.join(table.systems)}."
            )
        own = fitted.take(systems)
        found.append(samples_of(own.name, own.systems, own.cells, own.name not in lower))
    return found


def _fitted(name: str, table: Table, systems: Sequence[str], segments: int) -> Table:
    """The table with its systems called as ours, and as many segments."""
    if table.level == "sys":
        raise InputError(f"{name} has one score per system; a report needs the scores of their segments.")
    if table.cells.shape[1] != segments:
        raise InputError(
            f"{name} has {counted(table.cells.shape[1], 'segment')} and the texts have {counted(segments, 'line')}."
        )
    theirs = dict(zip(names_like(systems, table.systems), systems, strict=True))
    return replace(table, systems=tuple(theirs.get(one, one) for one in table.systems))

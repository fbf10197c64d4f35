"""Scores of segments from files, of people and of metrics computed elsewhere, fitted to the systems at hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from bolide.agreement.annotations import read_annotations
from bolide.agreement.annotations.ratings import Annotations
from bolide.agreement.computed import names_like
from bolide.agreement.mqm import looks_like_mqm, read_marked, read_mqm
from bolide.agreement.reading import read_table
from bolide.agreement.table import Table
from bolide.cli.options import check_known
from bolide.corpus import Corpus
from bolide.errors import InputError
from bolide.marks.errors import MarkedError
from bolide.significance.sample import Sample, samples_of


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


def marked_errors(name: str, systems: Sequence[Corpus]) -> dict[tuple[str, int], list[MarkedError]]:
    """The errors that people marked in these systems' outputs; none where the file holds scores."""
    if not looks_like_mqm(name):
        return _marked_spans(read_annotations(name), systems)
    judged = read_mqm(name).systems
    theirs = names_like([system.name for system in systems], judged)
    texts = {one: system.hyps for one, system in zip(theirs, systems, strict=True)}
    ours = {one: system.name for one, system in zip(theirs, systems, strict=True)}
    return {(ours[one], segment): errors for (one, segment), errors in read_marked(name, texts).items()}


def errors_in_line(name: str, system: Corpus, line: int) -> list[MarkedError]:
    """The errors that people marked in a line, from 1, of a system's output; refused where the file tells of none."""
    annotations = read_annotations(name)
    if annotations is None:
        raise InputError(f"{name} has scores of people and no errors that they marked: MQM errors, ESA or .seg.rating.")
    if names_like([system.name], annotations.systems)[0] not in annotations.systems:
        raise InputError(
            f"{name} has marks in the outputs of {', '.join(annotations.systems)}, and {system.name} is none of them; "
            "a file of outputs is called after its system."
        )
    return marked_errors(name, [system]).get((system.name, line - 1), [])


def _marked_spans(
    annotations: Annotations | None, systems: Sequence[Corpus]
) -> dict[tuple[str, int], list[MarkedError]]:
    """The errors whose characters a file of annotations gives, as ESA's and .seg.rating files do."""
    found: dict[tuple[str, int], list[MarkedError]] = {}
    if annotations is None:
        return found
    theirs = names_like([system.name for system in systems], annotations.systems)
    ours = dict(zip(theirs, systems, strict=True))
    for rating in annotations.ratings:
        system = ours.get(rating.system)
        if system is None or rating.segment >= len(system):
            continue
        size = len(system.hyps[rating.segment])
        for span in annotations.errors_of(rating):
            start, end = span.start, span.end
            if start is None or end is None or not 0 <= start < end <= size:
                start = end = -1
            marked = MarkedError(start, end, span.category, span.severity, rating.annotator)
            found.setdefault((system.name, rating.segment), []).append(marked)
    return found


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
        raise InputError(f"{name} has {table.cells.shape[1]} segments and the texts have {segments} lines.")
    theirs = dict(zip(names_like(systems, table.systems), systems, strict=True))
    return replace(table, systems=tuple(theirs.get(one, one) for one in table.systems))

"""Scores from files, of people and of metrics that were computed elsewhere, fitted to the systems at hand."""

from __future__ import annotations

import argparse
from collections.abc import Collection, Sequence
from dataclasses import replace

import numpy as np

from bolide.agreement.annotations import read_annotations
from bolide.agreement.error_overlay import Marked, marked_errors, names_like
from bolide.agreement.reading import read_table, sources_of
from bolide.agreement.table import Source, Table
from bolide.cli.parser import check_known, warn
from bolide.corpus import Corpus
from bolide.corpus.lines import stems, system_names
from bolide.data.marks.errors import MarkedError
from bolide.data.results import Report, SystemReport
from bolide.data.scores import Score, Signature
from bolide.significance.paired import with_confidence
from bolide.significance.plan import Plan
from bolide.significance.sample import Sample, samples_of
from bolide.system.errors import InputError
from bolide.system.messages import counted


def sources_from(options: argparse.Namespace, exclude: Sequence[str] = ()) -> list[Source]:
    """The scores that the options name; names that are none of theirs are refused."""

    sources = sources_of(options.scores, options.lower)
    check_known("--lower", options.lower, [source.name for source in sources])
    tables = [table for source in sources for table in (source.seg, source.sys) if table is not None]
    known = [name for table in tables for name in table.systems]
    check_known("--exclude", exclude, [*(options.names or stems(system_names(options.input or []))), *known])
    return sources


def fitted(table: Table, wanted: Sequence[str], exclude: Collection[str] = ()) -> Table:
    """The scores of the systems whose outputs are at hand, or of all but those to leave out."""
    table = table.without(exclude)
    lacking = [name for name in wanted if name not in table.systems]
    if lacking:
        raise InputError(f"{table.name} has no scores of {', '.join(lacking)}; it has {', '.join(table.systems)}.")
    extra = [name for name in table.systems if wanted and name not in wanted]
    if extra:
        warn(f"{table.name}: left out {', '.join(extra)}, whose outputs are not among those given (-i).")
        table = table.without(extra)
    for note in table.notes:
        warn(note)
    return table


def with_external_scores(report: Report, options: argparse.Namespace, size: int, plan: Plan | None) -> Report:
    """The report with the scores that were brought in beside ours; there are `size` segments."""
    names = [system.name for system in report.systems]
    systems = report.systems
    for source in sources_from(options):
        if source.name in [score.name for score in systems[0].scores]:
            raise InputError(f"Two metrics are called {source.name!r}; rename the file of one.")
        by_segment = source.seg is not None and (source.sys is None or options.sentence_level or plan is not None)
        table = source.seg if by_segment else source.sys
        assert table is not None  # a source has one or the other
        if not by_segment and (options.sentence_level or plan is not None):
            raise InputError(f"{source.name} has one score per system; -sl and --confidence need those of segments.")
        table = fitted(table, names)
        if by_segment and table.cells.shape[1] != size:
            raise InputError(
                f"{source.name} has {counted(table.cells.shape[1], 'segment')} and the texts have "
                f"{counted(size, 'line')}."
            )
        systems = tuple(_with(system, table, options, plan) for system in systems)
    return replace(report, systems=systems)


def _with(system: SystemReport, table: Table, options: argparse.Namespace, plan: Plan | None) -> SystemReport:
    """One system's scores with those of a table behind them."""

    row = table.systems.index(system.name)
    (sample,) = samples_of(table.name, [system.name], table.cells[row : row + 1], table.higher_is_better)
    signature = Signature(table.name, version="")
    score = Score(table.name, sample.value, signature, {}, None, table.higher_is_better, sample.scale)
    if plan is not None:
        score = with_confidence(score, sample, plan)
    extended = replace(system, scores=(*system.scores, score))
    if not options.sentence_level:
        return extended
    segments = tuple((*ours, external) for ours, external in zip(system.segments, sample.values.tolist(), strict=True))
    return replace(extended, segments=segments, segment_signatures=(*system.segment_signatures, signature))


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


def external_samples(
    names: Sequence[str], lower: Sequence[str], systems: Sequence[str], segments: int
) -> list[list[Sample]]:
    """Scores of other metrics, each for all of these systems."""
    tables = [read_table(name) for name in names]
    check_known("--lower", lower, [table.name for table in tables])
    samples = []
    for name, table in zip(names, tables, strict=True):
        fitted = _fitted(name, table, systems, segments)
        absent = [system for system in systems if system not in fitted.systems]
        if absent:
            raise InputError(
                f"{name} has no scores of {', '.join(absent)}; it has those of {', '.join(table.systems)}."
            )
        scores = fitted.take(systems)
        samples.append(samples_of(scores.name, scores.systems, scores.cells, scores.name not in lower))
    return samples


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

"""Scores computed elsewhere, by people or by other tools, fitted to the systems at hand."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace

import numpy as np

from bolide.agreement.annotations import read_annotations
from bolide.agreement.error_overlay import Marked, marked_errors, names_like
from bolide.agreement.reading import read_table
from bolide.agreement.table import Source, Table
from bolide.corpus import Corpus
from bolide.corpus.inputs import check_by_system, file_of, files_of, values_of
from bolide.data.marks.errors import MarkedError
from bolide.data.results import Report, SystemReport
from bolide.data.scores import Score, Signature
from bolide.significance.paired import with_confidence
from bolide.significance.plan import Plan
from bolide.significance.sample import samples_of
from bolide.system.errors import InputError, OptionError
from bolide.system.messages import counted

Path = str | os.PathLike[str]
Warn = Callable[[str], None]


def _ignore(_: str) -> None:
    """Nobody is told."""


def fitted(table: Table, wanted: Sequence[str], exclude: Collection[str] = (), warn: Warn = _ignore) -> Table:
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


def with_external_scores(
    report: Report, sources: Sequence[Source], size: int, *, segments: bool, plan: Plan | None, warn: Warn = _ignore
) -> Report:
    """Add the scores of other tools to a report on `size` segments; if `segments`, those of the segments too."""
    names = [system.name for system in report.systems]
    systems = report.systems
    for source in sources:
        if source.name in [score.name for score in systems[0].scores]:
            raise InputError(f"Two metrics are called {source.name!r}; rename the file of one.")
        by_segment = source.seg is not None and (source.sys is None or segments or plan is not None)
        table = source.seg if by_segment else source.sys
        assert table is not None  # a source has one or the other
        if not by_segment and (segments or plan is not None):
            raise InputError(f"{source.name} has one score per system; -sl and --confidence need those of segments.")
        table = fitted(table, names, warn=warn)
        if by_segment and table.cells.shape[1] != size:
            raise InputError(
                f"{source.name} has {counted(table.cells.shape[1], 'segment')} and the texts have "
                f"{counted(size, 'line')}."
            )
        systems = tuple(_with(system, table, segments, plan) for system in systems)
    return replace(report, systems=systems)


def _with(system: SystemReport, table: Table, segments: bool, plan: Plan | None) -> SystemReport:
    """One system's scores with those of a table behind them."""
    row = table.systems.index(system.name)
    (sample,) = samples_of(table.name, [system.name], table.cells[row : row + 1], table.higher_is_better)
    signature = Signature(table.name, version="")
    score = Score(table.name, sample.value, signature, {}, None, table.higher_is_better, sample.scale)
    if plan is not None:
        score = with_confidence(score, sample, plan)
    extended = replace(system, scores=(*system.scores, score))
    if not segments:
        return extended
    values = tuple((*ours, external) for ours, external in zip(system.segments, sample.values.tolist(), strict=True))
    return replace(extended, segments=values, segment_signatures=(*system.segment_signatures, signature))


def human_table(human: Path | Mapping[str, Sequence[float | None]], systems: Sequence[str], segments: int) -> Table:
    """Human scores of these systems' segments, from a file or by system; NaN if nobody judged a system or segment."""
    if isinstance(human, Mapping):
        name, table = "human", Table.of("human", values_of(human, "human"))
    else:
        name = file_of(human, "human")
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


def score_tables(
    scores: Path | Iterable[Path] | Mapping[str, Mapping[str, Sequence[float]]],
    lower: Collection[str],
    systems: Sequence[str],
    segments: int,
) -> list[Table]:
    """Segment scores of other metrics, each for all of these systems: files, or values by metric and system.

    `lower` names the metrics of which lower is better.
    """
    if isinstance(scores, Mapping):
        check_by_system(scores)
        named = [(str(name), Table.of(str(name), values_of(values, "scores"))) for name, values in scores.items()]
    else:
        named = [(path, read_table(path)) for path in files_of(scores, "scores")]
    unknown = [name for name in lower if name not in [table.name for _, table in named]]
    if unknown:
        known = ", ".join(table.name for _, table in named) or "none"
        raise OptionError(f"Lower is better: there are no scores called {unknown[0]!r}; there are {known}.")
    tables = []
    for name, table in named:
        renamed = _fitted(name, table, systems, segments)
        absent = [system for system in systems if system not in renamed.systems]
        if absent:
            raise InputError(
                f"{name} has no scores of {', '.join(absent)}; it has those of {', '.join(table.systems)}."
            )
        tables.append(replace(renamed.take(systems), higher_is_better=table.name not in lower))
    return tables


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

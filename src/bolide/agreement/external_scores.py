"""Scores computed elsewhere, by people or by other tools, fitted to the systems at hand."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from numbers import Real
from typing import TypeAlias

from bolide.agreement.annotations import read_annotations
from bolide.agreement.annotations.ratings import Annotations
from bolide.agreement.error_overlay import Marked, marked_errors, names_like
from bolide.agreement.labels import Lines, on_ids
from bolide.agreement.reading import signature_of, sources_of, tied, with_scale, with_signatures
from bolide.agreement.table import Source, Table
from bolide.corpus import Corpus
from bolide.corpus.inputs import Path, check_by_system, files_of, values_of
from bolide.corpus.table_files import Warn, ignore
from bolide.data.figures import MarkedError
from bolide.data.results import Report, SystemReport
from bolide.data.scores import Score
from bolide.significance.paired import with_confidence
from bolide.significance.plan import Plan
from bolide.significance.sample import Sample
from bolide.significance.units import ResamplingUnits
from bolide.system.errors import InputError, check_list, check_names, counted

SystemScores: TypeAlias = "Mapping[str, Sequence[float | None]] | Mapping[str, float]"
Scores: TypeAlias = "Path | Iterable[Path] | Mapping[str, SystemScores]"


def score_sources(
    scores: Scores,
    lower: Collection[str] = (),
    signatures: Mapping[str, str] | None = None,
    systems: Sequence[Corpus] = (),
    *,
    as_scored: bool = False,
) -> list[Source]:
    """Scores of other metrics: files, or values by metric and system; `lower` names those of which lower is better.

    `signatures` says by name how scores were computed. Identical outputs of these `systems` get the same score, unless
    `as_scored`; scores with ids are put in the order of the systems' ids.
    """
    check_list("lower", lower)
    if isinstance(scores, Mapping):
        sources = sources_by_metric(scores, lower)
    else:
        sources = sources_of(files_of(scores, "scores"), lower)
    check_names("lower", lower, [source.name for source in sources])
    if systems:
        sources = [on_ids(source, systems[0].ids) for source in sources]
    sources = with_signatures(sources, signatures or {})
    if as_scored:
        return sources
    return [tied(source, {one.name: one.hyps for one in named_like(systems, source.systems)}) for source in sources]


def named_like(systems: Sequence[Corpus], known: Sequence[str]) -> list[Corpus]:
    """The systems, called as people or other scores call them."""
    names = names_like([system.name for system in systems], known)
    return [replace(system, name=name) for system, name in zip(systems, names, strict=True)]


def sources_by_metric(scores: Mapping[str, SystemScores], lower: Collection[str] = ()) -> list[Source]:
    """Scores that are values by metric and system."""
    check_by_system(scores)
    return [source_of(values, str(name), lower) for name, values in scores.items()]


def source_of(scores: SystemScores, name: str, lower: Collection[str] = ()) -> Source:
    """Scores by system: a number, or one for each segment."""
    single = [value is None or isinstance(value, Real) for value in scores.values()]
    whole = bool(single) and all(single)
    if any(single) and not whole:
        raise InputError(f"`{name}`: some systems have one score, and others have one for each segment; pass the same.")
    lines = values_of({system: [value] for system, value in scores.items()} if whole else scores, name)
    table = with_scale(Table.of(name, lines, higher_is_better=name not in lower))
    return Source(name, sys=replace(table, level="sys")) if whole else Source(name, table)


def external_samples(
    source: Source, systems: Sequence[str], segments: int, exclude: Collection[str] = (), warn: Warn = ignore
) -> list[Sample]:
    """Segment scores of the systems whose outputs are at hand or, without outputs, of all but those to leave out."""
    if source.seg is None:
        raise InputError(f"{source.name} has one score per system; a comparison needs the scores of their segments.")
    table = _of_all(source.seg.without(exclude), systems, segments, warn)
    signature = str(signature_of(table)) if table.signature else ""
    return [
        Sample.from_values(name, table.name, cells, higher_is_better=table.higher_is_better, signature=signature)
        for name, cells in zip(table.systems, table.cells, strict=True)
    ]


def _of_all(table: Table, systems: Sequence[str], segments: int, warn: Warn) -> Table:
    """The scores of these systems, if any are named, which must all have some; others are left out, with a warning."""
    for note in table.notes:
        warn(note)
    if not systems:
        return table
    table = fitted(table.name, table, systems, segments)
    lacking = [name for name in systems if name not in table.systems]
    if lacking:
        raise InputError(f"{table.name} has no scores of {', '.join(lacking)}; it has {', '.join(table.systems)}.")
    extra = [name for name in table.systems if name not in systems]
    if extra:
        warn(f"{table.name}: left out {', '.join(extra)}, whose outputs are not among those given.")
    return table.take(systems)


def with_external_scores(
    report: Report,
    sources: Sequence[Source],
    size: int,
    *,
    segments: bool,
    plan: Plan | None,
    warn: Warn = ignore,
    units: ResamplingUnits | None = None,
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
            raise InputError(f"{source.name} has one score per system; `segments` and `confidence` need more.")
        table = _of_all(table, names, size if by_segment else 1, warn)
        systems = tuple(_with(system, table, segments, plan, units) for system in systems)
    return replace(report, systems=systems)


def _with(
    system: SystemReport, table: Table, segments: bool, plan: Plan | None, units: ResamplingUnits | None
) -> SystemReport:
    """One system's scores with those of a table behind them."""
    cells = table.cells[table.systems.index(system.name)]
    sample = Sample.from_values(system.name, table.name, cells, higher_is_better=table.higher_is_better)
    signature = signature_of(table)
    score = Score(table.name, sample.value, signature, {}, None, table.higher_is_better, sample.scale)
    if plan is not None:
        score = with_confidence(score, [sample.with_units(units)], plan)
    extended = replace(system, scores=(*system.scores, score))
    if not segments:
        return extended
    values = tuple((*ours, external) for ours, external in zip(system.segments, sample.values.tolist(), strict=True))
    return replace(extended, segments=values, segment_signatures=(*system.segment_signatures, signature))


def errors_in_outputs(name: str, systems: Sequence[Corpus]) -> Marked:
    """The errors that people marked in these systems' outputs; none where the file holds scores."""
    annotations = read_annotations(name)
    return {} if annotations is None else _marked(annotations, systems)


def _marked(annotations: Annotations, systems: Sequence[Corpus]) -> Marked:
    """The errors of these systems' lines, counted as scores are."""
    named = named_like(systems, annotations.systems)
    lines = Lines({system.name: system.hyps for system in named}, ids=systems[0].ids)
    return marked_errors(lines.renumbered(annotations), systems)


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
    return _marked(annotations, [system]).get((system.name, line - 1), [])


def fitted(name: str, table: Table, systems: Sequence[str], segments: int) -> Table:
    """The table with its systems called as ours, and as many segments."""
    if table.cells.shape[1] != segments:
        raise InputError(
            f"{name} has {counted(table.cells.shape[1], 'segment')} and the texts have {counted(segments, 'line')}."
        )
    table.check_consecutive()
    theirs = dict(zip(names_like(systems, table.systems), systems, strict=True))
    return replace(table, systems=tuple(theirs.get(one, one) for one in table.systems))

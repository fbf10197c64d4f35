"""Scores of other tools, and rows of earlier runs, as metrics like any other."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from numbers import Real
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np

from bolide.agreement.error_overlay import names_like
from bolide.agreement.labels import on_ids
from bolide.agreement.table import Source, Table
from bolide.corpus import Corpus
from bolide.corpus.identity import SystemTexts
from bolide.corpus.inputs import Path as PathLike, check_by_system, files_of, values_of
from bolide.corpus.lines import path_of
from bolide.corpus.table_files import Warn, ignore
from bolide.data.results import Report, SystemReport
from bolide.data.scores import Score
from bolide.engines.counts_file import CountsFiles
from bolide.engines.memmapped_samples import memmapped_samples
from bolide.significance.paired import with_confidence
from bolide.significance.plan import Plan
from bolide.significance.sample import Sample
from bolide.significance.units import ResamplingUnits
from bolide.system.errors import InputError, check_list, check_names, counted
from bolide.testset import TestSet
from bolide.testset.score_tables import (
    read_score_files,
    score_files_of,
    signature_of,
    sources_in,
    sources_of,
    table_name,
    tied,
    with_scale,
    with_signatures,
)

SystemScores: TypeAlias = "Mapping[str, Sequence[float | None]] | Mapping[str, float]"
Scores: TypeAlias = "PathLike | Iterable[PathLike] | Mapping[str, SystemScores]"


@dataclass(frozen=True, eq=False)
class ExternalScores:
    """The scores that another tool gave the segments or the systems of a test set: a metric like any other.

    In tests, identical outputs of a segment have the same score, unless `as_scored`.
    """

    source: Source
    as_scored: bool = False
    files: tuple[str, ...] = ()  # that they were read from
    gap: InputError | None = None  # why no line could be looked at: never

    @property
    def name(self) -> str:
        """What the metric is called."""
        return self.source.name

    @property
    def extent(self) -> tuple[tuple[str, ...], int]:
        """The systems and the number of segments that have scores."""
        table = self.source.seg or self.source.sys
        assert table is not None  # a source has one or the other
        return tuple(table.systems), table.cells.shape[1]

    def __repr__(self) -> str:
        return f"<ExternalScores: {self.name} of {', '.join(self.source.systems)}>"

    def added(
        self, report: Report, data: TestSet, plan: Plan | None, position: int, label: str, warn: Warn, segments: bool
    ) -> Report:
        """A report with these scores of its systems as the metric at this position."""
        from bolide.evaluation.scoring import units_of

        whole = data.whole or data
        source = on_ids(self.source, whole.ids)
        if not self.as_scored:
            source = tied(source, {one.name: one.hyps for one in named_like(whole.corpora, source.systems)})
        if data.lines is not None:
            if source.seg is None:
                raise InputError(f"{source.name} has one score per system, of the whole test set.")
            seg = fitted(source.name, source.seg, whole.names, len(whole))
            seg = replace(seg, cells=seg.cells[:, list(data.lines)], ids=(), numbers=())
            source = replace(source, seg=seg, sys=None)
        units = None if plan is None else units_of(plan, data)
        source = _renamed(source, label)
        left_out = warn if data.whole is None else ignore
        wider = with_external_scores(
            report, [source], len(data), segments=segments, plan=plan, warn=left_out, units=units
        )
        return replace(wider, systems=tuple(_moved(system, position) for system in wider.systems))

    def samples(self, data: TestSet, warn: Warn) -> list[Sample]:
        """The scores of the systems and segments of a test set, matched with the whole of it."""
        whole = data.whole or data
        source = on_ids(self.source, whole.ids)
        if not self.as_scored:
            source = tied(source, {one.name: one.hyps for one in named_like(whole.corpora, source.systems)})
        samples = external_samples(source, whole.names, len(whole), (), warn)
        return [_part(sample, data) for sample in samples if sample.system in data.names]


@dataclass(frozen=True, eq=False)
class StoredRows:
    """The rows of one metric that an earlier run wrote (`--counts`), by system: a metric like any other."""

    name: str
    by_system: Mapping[str, Sample]
    identity: tuple[SystemTexts, ...]
    gap: InputError | None = None  # why no line can be looked at
    notes: tuple[str, ...] = ()

    @property
    def extent(self) -> tuple[tuple[str, ...], int]:
        """The systems and the number of segments that have rows."""
        return tuple(self.by_system), len(next(iter(self.by_system.values())))

    def __repr__(self) -> str:
        return f"<StoredRows: {self.name} of {', '.join(self.by_system)}>"

    def samples(self, data: TestSet, warn: Warn) -> list[Sample]:
        """The rows of the systems and segments of a test set."""
        if self.gap is not None and (data.corpora or data.lines is not None or data.documents or data.labels):
            raise self.gap
        if lacking := [name for name in data.names if name not in self.by_system]:
            raise InputError(f"The rows have no {', '.join(lacking)}; they are of {', '.join(self.by_system)}.")
        for note in self.notes:
            warn(note)
        return [_part(self.by_system[name], data) for name in data.names]


def _moved(system: SystemReport, position: int) -> SystemReport:
    """The system's last score at this position."""

    def moved(values: tuple[Any, ...]) -> tuple[Any, ...]:
        return (*values[:position], values[-1], *values[position:-1])

    segments = tuple(moved(values) for values in system.segments)
    signatures = moved(system.segment_signatures) if system.segment_signatures else ()
    return replace(system, scores=moved(system.scores), segments=segments, segment_signatures=signatures)


def _part(sample: Sample, data: TestSet) -> Sample:
    return sample if data.lines is None else sample.take(np.array(data.lines, dtype=np.intp))


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


def fitted(name: str, table: Table, systems: Sequence[str], segments: int) -> Table:
    """The table with its systems called as ours, and as many segments."""
    if table.cells.shape[1] != segments:
        raise InputError(
            f"{name} has {counted(table.cells.shape[1], 'segment')} and the texts have {counted(segments, 'line')}."
        )
    table.check_consecutive()
    theirs = dict(zip(names_like(systems, table.systems), systems, strict=True))
    return replace(table, systems=tuple(theirs.get(one, one) for one in table.systems))


def named_like(systems: Sequence[Corpus], known: Sequence[str]) -> list[Corpus]:
    """The systems, called as people or other scores call them."""
    names = names_like([system.name for system in systems], known)
    return [replace(system, name=name) for system, name in zip(systems, names, strict=True)]


def read_scores(
    scores: PathLike | Sequence[PathLike] | SystemScores,
    *,
    name: str | None = None,
    lower: bool = False,
    signature: str = "",
    as_scored: bool = False,
    pair: str | None = None,
    metric: str | None = None,
) -> ExternalScores:
    """Another tool's scores of segments or systems, as a metric: a file, one for each system, or values by system.

    `lower` says that lower is better, `signature` how they were computed; of a folder of WMT or mt-metrics-eval,
    `pair` chooses the language pair and `metric` the metric. Identical outputs of a segment get the same score in
    tests, unless `as_scored`.

    >>> import bolide
    >>> comet = bolide.read_scores("comet.seg.score")
    >>> data = bolide.TestSet.read("ref.txt", ["a.txt", "b.txt", "c.txt"])
    >>> [(one.system, round(one.value, 2)) for one in bolide.compare(data, comet)["comet"].systems]
    [('a', 1.04), ('c', 0.88), ('b', 0.68)]
    """
    if isinstance(scores, Mapping):
        known = {name or "scores": source_of(scores, name or "scores", [name or "scores"] if lower else [])}
        files: list[str] = []
    else:
        files = _score_files(scores, pair)
        known = {one.name: one for one in _sources(files, lower, pair)}
    if metric is not None:
        check_names("metric", [metric], known)
        known = {metric: known[metric]}
    if len(known) > 1:
        raise InputError(f"There are scores of {', '.join(known)}; name one with `metric`, or call read_all_scores.")
    [source] = known.values()
    if name is not None and name != source.name:
        source = _renamed(source, name)
    [source] = with_signatures([source], {source.name: signature} if signature else {})
    return ExternalScores(source, as_scored, tuple(files))


def read_all_scores(
    scores: PathLike | Sequence[PathLike],
    *,
    lower: Collection[str] = (),
    signatures: Mapping[str, str] | None = None,
    pair: str | None = None,
    as_scored: bool = False,
) -> dict[str, ExternalScores]:
    """The scores of all metrics in files or in a folder, by name; `lower` names those that are better when lower.

    `signatures` says by name how they were computed; the rest is as in `read_scores`.
    """
    check_list("lower", lower)
    files = _score_files(scores, pair)
    sources = sources_in(read_score_files(files, lower), lower, pair=pair)
    check_names("lower", lower, [source.name for source in sources])
    sources = with_signatures(sources, signatures or {})
    return {source.name: ExternalScores(source, as_scored, tuple(files)) for source in sources}


def _score_files(scores: PathLike | Sequence[PathLike], pair: str | None) -> list[str]:
    files = files_of(scores, "scores")
    if len(files) == 1 and os.path.isdir(files[0]):
        return score_files_of(Path(files[0], pair or ""), "metric-scores")
    return files


def _sources(files: Sequence[str], lower: bool, pair: str | None) -> list[Source]:
    names = [table_name(path_of(file)) for file in files] if lower else []
    sources = sources_in(read_score_files(files, names), names, pair=pair)
    return [_lower(source) for source in sources] if lower else sources  # also what only the reader can name


def _lower(source: Source) -> Source:
    seg, sys = (table and replace(table, higher_is_better=False) for table in (source.seg, source.sys))
    return replace(source, seg=seg, sys=sys)


def _renamed(source: Source, name: str) -> Source:
    seg, sys = (table and replace(table, name=name) for table in (source.seg, source.sys))
    return replace(source, name=name, seg=seg, sys=sys)


def read_rows(rows: PathLike | Sequence[PathLike]) -> dict[str, StoredRows]:
    """The rows that an earlier run wrote with `--counts`, by metric; a comparison of them needs no texts."""
    files, notes = CountsFiles.of(files_of(rows, "rows")), list[str]()
    gap = None
    try:
        samples = memmapped_samples(files, complete=True, warn=notes.append)
    except InputError as error:
        samples, gap = memmapped_samples(files), error
    by_metric = [{sample.system: sample for sample in group} for group in samples]
    identity, said = tuple(files.identity), tuple(dict.fromkeys(notes))
    return {
        group[0].metric: StoredRows(group[0].metric, by_system, identity, gap, said)
        for group, by_system in zip(samples, by_metric, strict=True)
    }


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

"""Scores of other tools, and rows of earlier runs, as metrics like any other."""

from __future__ import annotations

import os
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from bolide.agreement import reading
from bolide.agreement.external_scores import (
    SystemScores,
    external_samples,
    fitted,
    named_like,
    source_of,
    with_external_scores,
)
from bolide.agreement.labels import on_ids
from bolide.agreement.table import Source
from bolide.corpus.identity import SystemTexts
from bolide.corpus.inputs import Path as PathLike, files_of
from bolide.corpus.lines import path_of
from bolide.corpus.table_files import Warn, ignore
from bolide.data.results import Report, SystemReport
from bolide.engines.counts_file import CountsFiles
from bolide.engines.memmapped_samples import memmapped_samples
from bolide.significance.plan import Plan
from bolide.significance.sample import Sample
from bolide.system.errors import InputError, check_list, check_names
from bolide.testset import TestSet


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
            source = reading.tied(source, {one.name: one.hyps for one in named_like(whole.corpora, source.systems)})
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
            source = reading.tied(source, {one.name: one.hyps for one in named_like(whole.corpora, source.systems)})
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
    [source] = reading.with_signatures([source], {source.name: signature} if signature else {})
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
    sources = reading.sources_in(reading.read_score_files(files, lower), lower, pair=pair)
    check_names("lower", lower, [source.name for source in sources])
    sources = reading.with_signatures(sources, signatures or {})
    return {source.name: ExternalScores(source, as_scored, tuple(files)) for source in sources}


def _score_files(scores: PathLike | Sequence[PathLike], pair: str | None) -> list[str]:
    files = files_of(scores, "scores")
    if len(files) == 1 and os.path.isdir(files[0]):
        return reading.score_files_of(Path(files[0], pair or ""), "metric-scores")
    return files


def _sources(files: Sequence[str], lower: bool, pair: str | None) -> list[Source]:
    names = [reading.table_name(path_of(file)) for file in files] if lower else []
    sources = reading.sources_in(reading.read_score_files(files, names), names, pair=pair)
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

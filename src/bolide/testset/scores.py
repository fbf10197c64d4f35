"""Scores of other tools, and rows of earlier runs, as metrics like any other."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from numbers import Real
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from bolide.agreement.error_overlay import Marked, names_like
from bolide.agreement.table import Matrix, Source, Table
from bolide.corpus import Corpus
from bolide.corpus.identity import SystemTexts
from bolide.corpus.inputs import Path as PathLike, file_of, files_of, values_of
from bolide.corpus.lines import is_file
from bolide.corpus.table_files import Warn, ignore
from bolide.data.figures import MarkedError
from bolide.data.results import Report
from bolide.data.scores import Score
from bolide.engines.counts_file import CountsFiles
from bolide.engines.row_samples import row_samples
from bolide.significance.paired import with_confidence
from bolide.significance.plan import Plan
from bolide.significance.sample import Sample
from bolide.significance.units import ResamplingUnits
from bolide.system.errors import InputError, check_list, check_names, counted
from bolide.testset import TestSet
from bolide.testset.score_files import FORMS, Texts
from bolide.testset.score_tables import (
    ScoreFile,
    joined_files,
    named_by,
    read_score_file,
    score_files_of,
    signature_of,
    table_name,
    tied,
)

SystemScores: TypeAlias = "Mapping[str, Sequence[float | None]] | Mapping[str, float]"


@dataclass(frozen=True, eq=False)
class ExternalScores:
    """The scores that another tool gave the segments or the systems of a test set: a metric like any other.

    In tests, identical outputs of a segment have the same score, unless `as_scored`.
    """

    source: Source
    as_scored: bool = False
    files: tuple[str, ...] = ()  # that they were read from
    gap: InputError | None = None  # why no line could be looked at: never
    texts: Texts = field(default_factory=lambda: Texts({}, {}))  # that were scored, and errors in them

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

    def scored(self, data: TestSet) -> ExternalScores:
        """The scores with their segments in the order of the whole test set, by ids or by the texts that were scored;
        refused if these are others."""
        whole, table = data.whole or data, self.source.seg
        if table is None or not whole.corpora:
            return self
        ours = dict(zip(names_like(whole.names, table.systems), whole.corpora, strict=True))
        known = [name for name in table.systems if name in ours]
        notes, size = list(table.notes), len(whole)
        if table.ids and not (whole.ids or all(name in self.texts.hashes for name in known)):
            raise InputError(
                f"{table.name} names segments by ids and the texts have none; read the texts from a table with an id "
                "or item_id, or leave the ids out of the scores if these are in the order of the texts."
            )
        cells = table.cells if table.ids else without_mean(table.cells, size)
        if cells.shape != table.cells.shape:
            notes.append(f"{table.name}: the last line is the mean of the others, which was left out.")
        orders = {name: np.arange(cells.shape[1]) for name in table.systems}
        if table.ids and whole.ids:
            column_of = {name: column for column, name in enumerate(table.ids)}
            orders = dict.fromkeys(orders, np.array([column_of.get(name, -1) for name in whole.ids]))
        for name in known:
            if name in self.texts.hashes:
                corpus, theirs = ours[name], self.texts.hashes[name]
                refs = corpus.refs if len(corpus.refs) == len(corpus) else ()
                hashes = hashes_of([corpus.hyps, whole.source or (), refs], len(corpus))
                orders[name] = by_texts(table.name, name, hashes, theirs, orders[name])
        if moved := [name for name in known if not table.ids and (orders[name] != np.arange(len(orders[name]))).any()]:
            notes.append(f"{table.name}: the scores of {', '.join(moved)} were put in the order of the texts.")
        cells = np.hstack([cells, np.full((len(cells), 1), np.nan)])  # the last column is a missing score
        cells = np.vstack([row[order] for row, order in zip(cells, orders.values(), strict=True)])
        errors = {
            (name, line): self.texts.errors[name, place]
            for name, order in orders.items()
            for line, place in enumerate(order.tolist())
            if (name, place) in self.texts.errors
        }
        for name in known if errors else ():
            marks = Counter(mark.severity for (system, _), some in errors.items() if system == name for mark in some)
            parts = [f"{count:,} {severity}" for severity, count in marks.most_common()]
            notes.append(f"{table.name} marks errors in {name}: {', '.join(parts) or 'none'}.")
        ids = tuple(whole.ids) if table.ids else ()
        seg = replace(table, cells=cells, ids=ids, notes=tuple(notes))
        return replace(self, source=replace(self.source, seg=seg), texts=Texts({}, errors))

    def marked(self, data: TestSet) -> Marked:
        """The errors that the metric marked in the outputs of a test set, by system and line of the whole."""
        whole, marked = data.whole or data, Marked()
        names = zip(names_like(whole.names, self.source.systems), whole.corpora, strict=True)
        for theirs, corpus in names if self.texts.errors else ():
            for line, text in enumerate(corpus.hyps):
                before = len(text) - len(text.lstrip())  # the tool has seen the text without it
                for start, end, severity, *_ in self.texts.errors.get((theirs, line), ()):
                    first, last = -1, -1
                    if start is not None and end is not None and start < end <= len(text) - before:
                        first, last = before + start, before + end
                    mark = MarkedError(first, last, "", severity, self.name)
                    marked.setdefault((corpus.name, line), []).append(mark)
        return marked

    def added(
        self,
        report: Report,
        data: TestSet,
        position: int,
        label: str,
        warn: Warn,
        *,
        segments: bool = False,
        plan: Plan | None = None,
        units: ResamplingUnits | None = None,
    ) -> Report:
        """A report with these scores of its systems as the metric at this position, with its label."""
        seg, sys = self.source.seg, self.source.sys
        by_segment = seg is not None and (sys is None or segments or plan is not None or data.lines is not None)
        table = seg if by_segment else sys
        if table is None or (not by_segment and (segments or plan is not None or data.lines is not None)):
            raise InputError(f"{self.name} has one score per system; those of segments are needed here.")
        rows = self._rows(table, data, warn if data.whole is None else ignore)
        systems = []
        for system in report.systems:
            sample = rows[system.name]
            score = Score(label, sample.value, signature_of(table), {}, None, table.higher_is_better, sample.scale)
            if plan is not None:
                score = with_confidence(score, [sample.with_units(units)], plan)
            new: dict[str, Any] = {"scores": _with(system.scores, position, score)}
            if segments:
                lines = zip(system.segments or [()] * len(sample), sample.values.tolist(), strict=True)
                new["segments"] = tuple(_with(ours, position, value) for ours, value in lines)
                new["segment_signatures"] = _with(system.segment_signatures, position, score.signature)
            systems.append(replace(system, **new))
        return replace(report, systems=tuple(systems))

    def samples(self, data: TestSet, warn: Warn) -> list[Sample]:
        """The scores of the systems and segments of a test set, for tests."""
        if self.source.seg is None:
            raise InputError(f"{self.name} has one score per system; a comparison needs the scores of their segments.")
        source, corpora = self.source, (data.whole or data).corpora
        if not self.as_scored:
            source = tied(source, {one.name: one.hyps for one in named_like(corpora, source.systems)})
        assert source.seg is not None
        rows = self._rows(source.seg, data, warn)
        return [rows[name] for name in data.names]

    def _rows(self, table: Table, data: TestSet, warn: Warn) -> dict[str, Sample]:
        """The scores in a table of the systems and segments of a test set, matched with the whole of it."""
        whole = data.whole or data
        for note in table.notes:
            warn(note)
        table = fitted(table.name, table, whole.names, len(whole) if table.level == "seg" else 1)
        if lacking := [name for name in data.names if name not in table.systems]:
            raise InputError(f"{table.name} has no scores of {', '.join(lacking)}; it has {', '.join(table.systems)}.")
        if extra := [name for name in table.systems if name not in whole.names]:
            warn(f"{table.name}: left out {', '.join(extra)}, whose outputs are not among those given.")
        higher, signature = table.higher_is_better, str(signature_of(table)) if table.signature else ""
        return {
            name: _part(Sample.from_values(name, table.name, cells, higher_is_better=higher, signature=signature), data)
            for name, cells in zip(data.names, table.take(data.names).cells, strict=True)
        }


def without_mean(cells: Matrix, size: int) -> Matrix:
    """The scores of so many segments without a last one that is their mean, which `pymarian-eval -a append` adds."""
    mean = cells.shape[1] == size + 1 and np.allclose(cells[:, :-1].mean(1), cells[:, -1], atol=1e-3)
    return cells[:, :-1] if mean else cells


def hashes_of(columns: Sequence[Sequence[str]], size: int) -> NDArray[np.int64]:
    """Hashes of so many segments' outputs, sources and references, 0 where there are none.

    Outer white space may differ, which comet-score strips.
    """
    return np.array([[hash(text.strip()) for text in texts] or [0] * size for texts in columns]).T


def by_texts(
    name: str, what: str, ours: NDArray[np.int64], theirs: NDArray[np.int64], order: NDArray[np.int_]
) -> NDArray[np.int_]:
    """Where the score of each segment stands: in this order, unless other texts were scored there."""
    shared = ours.any(0) & theirs.any(0)
    ours, theirs = ours[:, shared], theirs[:, shared]
    if len(order) == len(ours):
        same = (ours == theirs[order]) | (theirs[order] == 0)
        if (same.all(1) | (order < 0)).all():  # a segment without a score is none of another text
            return order
    places: dict[tuple[int, ...], list[int]] = {}
    for place, key in reversed([*enumerate(map(tuple, theirs.tolist()))]):
        places.setdefault(key, []).append(place)
    found = [places[key].pop() if places.get(key) else -1 for key in map(tuple, ours.tolist())]
    if -1 in found:
        least = min(len(ours), len(theirs))
        line = next((k for k in range(least) if (ours[k] != theirs[k]).any()), least)
        raise InputError(
            f"{name} scored other texts than these, or in another order: line {line + 1} of {what} differs."
        )
    return np.array(found)


def _with(values: tuple[Any, ...], position: int, value: Any) -> tuple[Any, ...]:
    return (*values[:position], value, *values[position:])


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


def _part(sample: Sample, data: TestSet) -> Sample:
    return sample if data.lines is None else sample.take(np.array(data.lines, dtype=np.intp))


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
    scores: PathLike | Sequence[PathLike] | Mapping[str, PathLike] | SystemScores,
    *,
    name: str | None = None,
    lower: bool = False,
    signature: str = "",
    as_scored: bool = False,
    pair: str | None = None,
    metric: str | None = None,
) -> ExternalScores:
    """Another tool's scores of segments or systems, as a metric: a file, several, one for each system, or values.

    The form of a file is recognised; `FILE:NAME` names one of several numbers, or a column of a table. `lower` says
    that lower is better, `signature` how they were computed; of a folder of WMT or mt-metrics-eval, `pair` chooses the
    language pair and `metric` the metric. Identical outputs of a segment get the same score in tests, unless
    `as_scored`.

    >>> import bolide
    >>> comet = bolide.read_scores("comet.seg.score")
    >>> data = bolide.TestSet.read("ref.txt", ["a.txt", "b.txt", "c.txt"])
    >>> [(one.system, round(one.value, 2)) for one in bolide.compare(data, comet)["comet"].systems]
    [('a', 1.04), ('c', 0.88), ('b', 0.68)]
    """
    given: Any = scores
    by_system = isinstance(scores, Mapping)
    if by_system and not any(isinstance(one, str | os.PathLike) for one in given.values()):
        known = {name or "scores": ExternalScores(source_of(given, name or "scores", [name or "scores"] * lower))}
    else:
        named = given.items() if by_system else [("", file) for file in _score_files(given, pair)]
        files = [_read(file_of(file, f"scores[{system!r}]"), str(system)) for system, file in named]
        called = (name or table_name(files[0].path)) if by_system else None
        known = _metrics(files, [called or named_by(file) for file in files] if lower else (), called, pair)
    if metric is not None:
        check_names("metric", [metric], known)
        known = {metric: known[metric]}
    if len(known) > 1:
        raise InputError(f"There are scores of {', '.join(known)}; name one with `metric`, or call read_all_scores.")
    [one] = known.values()
    return _told(one, name or one.name, signature, as_scored)


def read_all_scores(
    scores: PathLike | Sequence[PathLike],
    *,
    lower: Collection[str] = (),
    signatures: Mapping[str, str] | None = None,
    pair: str | None = None,
    as_scored: bool = False,
) -> dict[str, ExternalScores]:
    """The scores of all metrics in files or in a folder, by name; `lower` names those that are better when lower.

    `NAME=FILE` names a metric, whose several files are joined, and `NAME:SYSTEM=FILE` the system that the file is of.
    `signatures` says by name how scores were computed; the rest is as in `read_scores`.
    """
    check_list("lower", lower)
    groups: dict[str, list[ScoreFile]] = {}
    for word in _score_files(scores, pair):
        before, _, path = ("", "", word) if is_file(word) else word.rpartition("=")
        name, _, system = before.partition(":")
        groups.setdefault(name, []).append(_read(path, system))
    known: dict[str, ExternalScores] = {}
    for name, files in groups.items():
        for one in _metrics(files, lower, name or None, pair).values():
            if one.name in known:
                raise InputError(f"Two metrics are called {one.name!r}; name one, as in other={files[0].path}.")
            known[one.name] = one
    check_names("lower", lower, known)
    check_names("signatures", list(signatures or {}), known)
    return {name: _told(one, name, (signatures or {}).get(name, ""), as_scored) for name, one in known.items()}


def _score_files(scores: PathLike | Sequence[PathLike], pair: str | None) -> list[str]:
    files = files_of(scores, "scores")
    if len(files) == 1 and os.path.isdir(files[0]):
        return score_files_of(os.path.join(files[0], pair or ""), "metric-scores")
    return files


def _read(file: str, system: str = "") -> ScoreFile:
    """A file, or one of its numbers: `FILE:NAME`."""
    path, _, column = file.rpartition(":")
    if is_file(file) or not is_file(path):
        return read_score_file(file, system=system)
    return read_score_file(path, column=column, system=system)


def _metrics(
    files: Sequence[ScoreFile], lower: Collection[str], name: str | None, pair: str | None
) -> dict[str, ExternalScores]:
    """The metrics that files have the scores of, with a note where their direction was assumed."""
    known = {}
    paths = tuple(file.path for file in files)
    for source, texts in joined_files(files, lower, name, pair):
        forms = {FORMS[file.form].higher for file in files if name or source.name == named_by(file)}
        counts_errors = re.search("metricx|mqm", source.name, re.I) and all((t.cells >= 0).all() for t in source.tables)
        note = ""
        if not all(table.higher_is_better for table in source.tables):
            note = f"{source.name}: lower is better, as in what MetricX writes." if False in forms else ""
        elif None in forms or counts_errors:
            note = f"{source.name}: higher is taken to be better; otherwise say so (`lower`, --lower {source.name})."
        notes = {"notes": (*source.notes, note)} if note else {}
        known[source.name] = ExternalScores(_changed(source, **notes), False, paths, texts=texts)
    return known


def _told(scores: ExternalScores, name: str, signature: str, as_scored: bool) -> ExternalScores:
    """The scores under this name, with what a user says of them; refused if their file says something else."""
    for table in scores.source.tables if signature else ():
        if table.signature not in ("", signature):
            raise InputError(f"{name} has the signature {table.signature} in its file, not {signature}.")
    said = {"signature": signature} if signature else {}
    source = replace(_changed(scores.source, name=name, **said), name=name)
    return replace(scores, source=source, as_scored=as_scored)


def _changed(source: Source, **fields: Any) -> Source:
    seg, sys = (table and replace(table, **fields) for table in (source.seg, source.sys))
    return replace(source, seg=seg, sys=sys)


def read_rows(rows: PathLike | Sequence[PathLike]) -> dict[str, StoredRows]:
    """The rows that an earlier run wrote with `--counts`, by metric; a comparison of them needs no texts."""
    files, notes = CountsFiles.of(files_of(rows, "rows")), list[str]()
    samples, gap = row_samples(files, notes.append)
    by_metric = [{sample.system: sample for sample in group} for group in samples]
    identity, said = tuple(files.identity), tuple(dict.fromkeys(notes))
    return {
        group[0].metric: StoredRows(group[0].metric, by_system, identity, gap, said)
        for group, by_system in zip(samples, by_metric, strict=True)
    }


def source_of(scores: SystemScores, name: str, lower: Collection[str] = ()) -> Source:
    """Scores by system: a number, or one for each segment."""
    single = [value is None or isinstance(value, Real) for value in scores.values()]
    whole = bool(single) and all(single)
    if any(single) and not whole:
        raise InputError(f"`{name}`: some systems have one score, and others have one for each segment; pass the same.")
    lines = values_of({system: [value] for system, value in scores.items()} if whole else scores, name)
    table = Table.of(name, lines, higher_is_better=name not in lower)
    return Source(name, sys=replace(table, level="sys")) if whole else Source(name, table)

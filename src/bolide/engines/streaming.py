"""Scores of tables that need not fit into memory: rows add, so they are measured piece by piece and only sums stay.

Pieces are measured in threads and added in the order of the table: the numbers are the same however many there are.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from bolide.corpus import identical_notes
from bolide.corpus.batches import Batch, Reading
from bolide.corpus.lines import refuse_shared_columns
from bolide.corpus.tables import AS_TOLD, Names, Table
from bolide.data.results import Report, SystemReport
from bolide.data.scores import metric_labels
from bolide.data.stats import Stats
from bolide.metrics.base import Metric
from bolide.metrics.counts import Progress, no_progress
from bolide.metrics.measuring import measure_together
from bolide.metrics.scorer import Scorer
from bolide.metrics.sums import Sums, sums_by_label
from bolide.system.errors import InputError, SegmentError
from bolide.system.threads import workers

if TYPE_CHECKING:
    from bolide.engines.poisson import Poisson

OnFirstBatch = Callable[[Batch], None]
Labels = tuple[str, ...]  # the values of the columns of `by` in a row; () for all rows


@dataclass(frozen=True)
class TableQuery:
    """What is asked of a table: outputs and references by their columns, metrics (names, signatures, metrics or
    scorers), the columns whose values make groups, and whether to resample."""

    hyps: tuple[str, ...]
    refs: tuple[str, ...]
    metrics: tuple[str | Metric | Scorer, ...]
    by: tuple[str, ...] = ()
    poisson: Poisson | None = None

    def __post_init__(self) -> None:
        refuse_shared_columns(self.hyps, self.refs)

    @cached_property
    def scorers(self) -> tuple[Scorer, ...]:
        """The metrics for all segments and for single ones."""
        return tuple(map(Scorer.of, self.metrics))

    @cached_property
    def corpus_metrics(self) -> tuple[Metric, ...]:
        """The metrics for all segments."""
        return tuple(scorer.corpus for scorer in self.scorers)

    @cached_property
    def labels(self) -> list[str]:
        """The short names of the metrics."""
        return metric_labels([metric.signature() for metric in self.corpus_metrics])


class Piece(NamedTuple):
    """One system's outputs in one batch, measured."""

    batch: Batch
    system: str
    tables: list[Stats]  # one per metric
    labels: list[Labels]
    nrefs: str
    resampled: dict[Labels, list[Any]]  # tables of sums by group, if a bootstrap is asked for
    identical: bool = False  # whether every output is known to be one of its references


class Sink(Protocol):
    """What receives every piece, in order, and at the end the number of references."""

    def add(self, query: TableQuery, piece: Piece) -> None: ...

    def close(self, query: TableQuery, nrefs: str) -> None: ...


@dataclass
class Running:
    """The sums so far by system and group, one per metric; `differing` are the systems that are not all references."""

    sums: dict[tuple[str, Labels], tuple[Sums, ...]] = field(default_factory=dict)
    nrefs: str = ""
    versions: tuple[str, ...] = ()  # those that counted rows which were read back
    resampled: dict[tuple[str, Labels], list[Any]] = field(default_factory=dict)
    differing: set[str] = field(default_factory=set)

    def add(self, query: TableQuery, piece: Piece) -> None:
        """Add the rows of a piece."""
        if not piece.identical:
            self.differing.add(piece.system)
        self.nrefs = piece.nrefs if self.nrefs in ("", piece.nrefs) else "var"
        try:
            groups: dict[Labels, tuple[Sums, ...]] = {(): tuple(map(Sums.of, query.corpus_metrics, piece.tables))}
            if query.by:
                groups |= sums_by_label(query.corpus_metrics, piece.tables, piece.labels)
        except SegmentError as error:
            piece.batch.refuse(error)
        for labels, sums in groups.items():
            key = piece.system, labels
            before = self.sums.get(key)
            self.sums[key] = sums if before is None else tuple(a + b for a, b in zip(before, sums, strict=True))
        for labels, tables in piece.resampled.items():
            key = piece.system, labels
            earlier = self.resampled.get(key)
            self.resampled[key] = tables if earlier is None else [a + b for a, b in zip(earlier, tables, strict=True)]

    @property
    def segments(self) -> dict[str, int]:
        """How many segments each system has."""
        return {system: sums[0].segments for (system, labels), sums in self.sums.items() if not labels}


def score_table(
    names: Names,
    query: TableQuery,
    reading: Reading = AS_TOLD,
    *,
    jobs: int = 1,
    progress: Progress = no_progress,
    rows: Sink | None = None,
    on_first_batch: OnFirstBatch = lambda batch: None,
) -> Report:
    """Score the systems of a table, and with `by` every group of segments, in one pass.

    `progress` is called with numbers of segments measured, `on_first_batch` with the first batch before anything is;
    `rows` receives the rows of every segment.
    """
    table = Table(names, reading)
    systems = table.systems(query.hyps)
    columns = [*(column for _, column in systems), *query.refs, *query.by]
    running = Running()
    for piece in measured(query, systems, observed(table.batches(columns), on_first_batch), jobs, progress):
        running.add(query, piece)
        if rows is not None:
            rows.add(query, piece)
    if rows is not None:
        rows.close(query, running.nrefs)
    return report_of(query, [name for name, _ in systems], running)


def observed(batches: Iterable[Batch], on_first_batch: OnFirstBatch) -> Iterator[Batch]:
    """The same batches; `on_first_batch` is called with the first."""
    for number, batch in enumerate(batches):
        if number == 0:
            on_first_batch(batch)
        yield batch


def measured(
    query: TableQuery, systems: Sequence[tuple[str, str]], batches: Iterable[Batch], jobs: int, progress: Progress
) -> Iterator[Piece]:
    """Every batch of every system, measured by `jobs` threads, in order."""

    def work(task: tuple[Batch, tuple[str, str]]) -> Piece:
        batch, (name, column) = task
        return _measure(query, batch, name, column, progress)

    return in_order(work, ((batch, system) for batch in batches for system in systems), workers(jobs))


def _measure(query: TableQuery, batch: Batch, system: str, column: str, progress: Progress) -> Piece:
    corpus = batch.corpus(column, query.refs, system)
    try:
        tables = measure_together(corpus, query.corpus_metrics, progress=progress)
    except InputError as error:
        batch.refuse(error)
    labels = list(zip(*(batch.labels(name) for name in query.by), strict=True))
    resampled = query.poisson.sums(query.corpus_metrics, tables, batch, labels) if query.poisson is not None else {}
    return Piece(batch, system, tables, labels, corpus.nrefs, resampled, corpus.identical)


def in_order(work: Callable[[Any], Piece], items: Iterable[Any], threads: int) -> Iterator[Piece]:
    """What the work makes of the items, in their order; only a few are under way at a time."""
    if threads == 1:
        yield from map(work, items)
        return
    from concurrent.futures import Future, ThreadPoolExecutor

    pool = ThreadPoolExecutor(threads)
    waiting: deque[Future[Piece]] = deque()
    try:
        for item in items:
            waiting.append(pool.submit(work, item))
            if len(waiting) > threads + 1:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    finally:
        pool.shutdown(cancel_futures=True)


def report_of(query: TableQuery, systems: Sequence[str], running: Running) -> Report:
    """The scores of all systems, of all segments first and then group by group, in the order of the table."""
    reports = []
    for labels in dict.fromkeys(labels for _, labels in running.sums):
        for system in systems:
            sums = running.sums.get((system, labels))
            if sums is None:
                continue
            measured = zip(query.corpus_metrics, sums, strict=True)
            scores = tuple(one.score(metric, running.nrefs).with_versions(running.versions) for metric, one in measured)
            if query.poisson is not None:
                resampled = running.resampled[system, labels]
                scores = query.poisson.with_intervals(query.corpus_metrics, scores, resampled)
            reports.append(SystemReport(system, scores, group=tuple(zip(query.by, labels, strict=False))))
    return Report(tuple(reports), identical_notes(name for name in systems if name not in running.differing))

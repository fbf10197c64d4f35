"""Streaming: scores of tables that need not fit into memory. Batches are measured, and only sums of rows are stored.

Threads measure batches, whose rows are added in the order of the table: the scores do not depend on the threads.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from operator import add
from typing import TYPE_CHECKING, Any, NamedTuple

from bolide.corpus import Corpus, identical_notes
from bolide.corpus.batches import Batch
from bolide.corpus.identity import ReferencesHasher, SystemTexts, TextHasher
from bolide.corpus.inputs import labels_for
from bolide.corpus.lines import refuse_shared_columns, stems
from bolide.corpus.table_files import TableOptions
from bolide.corpus.tables import BY_CONTENT, Names, TextTable
from bolide.data.results import Report, SystemReport
from bolide.data.scores import metric_labels
from bolide.data.stats import Stats
from bolide.metrics.base import Metric
from bolide.metrics.counts import Progress, no_progress
from bolide.metrics.scorer import Metrics, Scorer, measure_together, scorers_of
from bolide.metrics.sums import Sums, sums_by_label
from bolide.system.errors import InputError, SegmentError
from bolide.system.threads import map_in_order, workers

if TYPE_CHECKING:
    from bolide.engines.poisson import Poisson

ITEM, MOST_ITEMS = "item_id", 1_000_000  # what should be there once, and how many are remembered
OnFirstBatch = Callable[[list[Corpus]], None]
Systems = Sequence[tuple[str, str]]  # their names and columns
Labels = tuple[str, ...]  # a row's values in the columns of `by`; () for all rows


@dataclass(frozen=True)
class TableQuery:
    """The columns of outputs and references to score, metrics (names, signatures, metrics or scorers), the columns to
    group by, whether to resample, and what a user calls the systems.

    `titles` are the names that results have, by those that the table gives; `of_table` fills them in.
    """

    hyps: tuple[str, ...]
    refs: tuple[str, ...]
    metrics: Metrics
    by: tuple[str, ...] = ()
    poisson: Poisson | None = None
    names: Sequence[str] = ()
    titles: Mapping[str, str] = field(default_factory=dict)

    def of_table(self, table: TextTable) -> tuple[TableQuery, list[tuple[str, str]]]:
        """The query with what its patterns stand for in a table and with titles, and the systems with their columns."""
        systems, refs = table.systems(self.hyps), tuple(table.expanded(self.refs))
        refuse_shared_columns([column for _, column in systems], refs)
        names = [name for name, _ in systems]
        titles = dict(zip(names, labels_for(self.names, stems(names)), strict=True))
        return replace(self, refs=refs, titles=titles), systems

    def title(self, system: str) -> str:
        """The name that a system has in results."""
        return self.titles.get(system, system)

    @cached_property
    def scorers(self) -> tuple[Scorer, ...]:
        """The metrics for the corpus and for single segments."""
        return tuple(scorers_of(self.metrics))

    @cached_property
    def corpus_metrics(self) -> tuple[Metric, ...]:
        """The metrics for the corpus."""
        return tuple(scorer.corpus for scorer in self.scorers)

    @cached_property
    def labels(self) -> list[str]:
        """The short names of the metrics."""
        return metric_labels([metric.signature() for metric in self.corpus_metrics])


class MeasuredBatch(NamedTuple):
    """The rows of one system in one batch."""

    batch: Batch
    system: str
    tables: list[Stats]  # one per metric
    labels: list[Labels]
    resampled: dict[Labels, Sequence[Any]]  # tables of sums by group, if there is a bootstrap
    corpus: Corpus | None = None  # the texts; None if the rows were read from a file


@dataclass
class Running:
    """The sums so far by system and group, one per metric, which a checkpoint stores, and the hashes of texts.

    `identical` says of each system whether its outputs are references so far, `versions` are those of Bolide behind
    rows that were read from files.
    """

    sums: dict[tuple[str, Labels], tuple[Sums, ...]] = field(default_factory=dict)
    resampled: dict[tuple[str, Labels], tuple[Any, ...]] = field(default_factory=dict)
    nrefs: str = ""
    identical: dict[str, bool] = field(default_factory=dict)
    versions: tuple[str, ...] = ()
    references: ReferencesHasher = field(default_factory=ReferencesHasher, compare=False)
    outputs: dict[str, TextHasher] = field(default_factory=dict, compare=False)

    def add(self, query: TableQuery, measured: MeasuredBatch) -> None:
        """Add the rows of one system in one batch."""
        system, corpus = measured.system, measured.corpus
        self.identical[system] = corpus is not None and corpus.identical and self.identical.get(system, True)
        if corpus is not None:
            self.hash_texts(corpus)
            self.nrefs = corpus.nrefs if self.nrefs in ("", corpus.nrefs) else "var"
        try:
            groups: dict[Labels, tuple[Sums, ...]] = {(): tuple(map(Sums.of, query.corpus_metrics, measured.tables))}
            if query.by:
                groups |= sums_by_label(query.corpus_metrics, measured.tables, measured.labels)
        except SegmentError as error:
            measured.batch.refuse(error)
        both: Any = ((self.sums, groups), (self.resampled, measured.resampled))
        for known, new in both:
            for labels, parts in new.items():
                key = system, labels
                known[key] = tuple(map(add, known[key], parts)) if key in known else tuple(parts)

    def hash_texts(self, corpus: Corpus) -> None:
        """Add the texts of one system in one batch to the hashes; all systems have the same references."""
        if corpus.name == next(iter(self.outputs), corpus.name):  # the first system
            self.references.add(corpus)
        self.outputs.setdefault(corpus.name, TextHasher()).add(corpus.hyps)

    def identity(self, query: TableQuery) -> tuple[SystemTexts, ...]:
        """The hashes of the texts so far."""
        refs = self.references.value()
        return tuple(SystemTexts(query.title(name), hasher.value(), refs) for name, hasher in self.outputs.items())

    @property
    def segments(self) -> dict[str, int]:
        """The number of segments by system."""
        return {system: sums[0].segments for (system, labels), sums in self.sums.items() if not labels}


def score_table(
    names: Names,
    query: TableQuery,
    reading: TableOptions = BY_CONTENT,
    *,
    jobs: int = 1,
    progress: Progress = no_progress,
    rows: Any = None,
    on_first_batch: OnFirstBatch = lambda corpora: None,
) -> Report:
    """Score the systems of a table, and with `by` every group of segments, in one pass.

    `progress` is called with the number of segments just measured, `on_first_batch` with the systems of the first batch
    before it is measured; `rows`, a counts file or checkpoints, takes the rows of every segment.
    """
    query, systems, batches = open_table(names, query, reading, on_first_batch)
    running = Running()
    if rows is not None:
        running, batches = rows.begin(query, systems, batches)
        progress(len({metric.counts for metric in query.corpus_metrics}) * sum(running.segments.values()))
    for measured in measure_batches(query, systems, batches, jobs, progress):
        if rows is not None:
            rows.add(query, measured)
        running.add(query, measured)
    if rows is not None:
        rows.close(query, running)
    return report_of(query, [name for name, _ in systems], running)


def open_table(
    names: Names, query: TableQuery, reading: TableOptions, on_first_batch: OnFirstBatch
) -> tuple[TableQuery, list[tuple[str, str]], Iterator[Batch]]:
    """The query of a table (see `of_table`), the systems with their columns, and the rows as they are read."""
    table = TextTable(names, reading)
    query, systems = query.of_table(table)

    def batches() -> Iterator[Batch]:
        columns = [*(column for _, column in systems), *query.refs]
        documents = query.poisson.documents if query.poisson is not None else None
        labels = dict.fromkeys([*query.by, *filter(None, [documents])])
        seen, items = set[str](), 0
        for number, batch in enumerate(table.batches(columns, (ITEM,), query.refs, [*labels])):
            if number == 0:
                on_first_batch([batch.corpus(column, query.refs, query.title(name)) for name, column in systems])
            if items < MOST_ITEMS:
                items += len(names := batch.known(ITEM))
                seen.update(names)
            yield batch
        table.warn_of_repeated(items - len(seen))

    return query, systems, batches()


def measure_batches(
    query: TableQuery, systems: Systems, batches: Iterable[Batch], jobs: int, progress: Progress
) -> Iterator[MeasuredBatch]:
    """Measure every batch of every system in `jobs` threads; yields results in order."""

    def work(task: tuple[Batch, tuple[str, str]]) -> MeasuredBatch:
        batch, (name, column) = task
        return _measure_batch(query, batch, name, column, progress)

    tasks, threads = ((batch, system) for batch in batches for system in systems), workers(jobs)
    return map(work, tasks) if threads == 1 else map_in_order(work, tasks, threads)


def _measure_batch(query: TableQuery, batch: Batch, system: str, column: str, progress: Progress) -> MeasuredBatch:
    corpus = batch.corpus(column, query.refs, system)
    try:
        tables = measure_together(corpus, query.corpus_metrics, progress=progress)
    except InputError as error:
        batch.refuse(error, column)
    labels = list(zip(*(batch.labels(name) for name in query.by), strict=True))
    resampled = query.poisson.sums(query.corpus_metrics, tables, batch, labels) if query.poisson is not None else {}
    return MeasuredBatch(batch, system, tables, labels, resampled, corpus)


def report_of(query: TableQuery, systems: Sequence[str], running: Running) -> Report:
    """The scores of all systems: on all segments first, then by group in the order of the table."""
    reports, metrics = [], query.corpus_metrics
    every = dict.fromkeys(labels for _, labels in running.sums)
    for system, labels in ((system, labels) for labels in every for system in systems):
        if (system, labels) not in running.sums:
            continue
        sums = running.sums[system, labels]
        size, totals = sums[0].segments, zip(metrics, sums, strict=True)
        scores = tuple(one.score(metric, running.nrefs).with_versions(running.versions) for metric, one in totals)
        if query.poisson is not None:
            resampled = running.resampled[system, labels]
            scores = query.poisson.with_intervals(metrics, scores, resampled, size, whole=not labels)
        group = tuple(zip(query.by, labels, strict=False))
        reports.append(SystemReport(query.title(system), scores, group=group, size=size))
    notes = identical_notes(query.title(name) for name in systems if running.identical[name])
    return Report(tuple(reports), notes, identity=running.identity(query))

"""Scores of tables that need not fit into memory: rows add, so they are measured piece by piece and only sums stay.

Pieces are measured in threads and added in the order of the table: the numbers are the same however many there are.
"""

from __future__ import annotations

from array import array
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from bolide.corpus.batches import Batch
from bolide.corpus.records import Reading
from bolide.corpus.tables import AS_TOLD, Names, Table
from bolide.errors import InputError, SegmentError
from bolide.exact_sums import exact_sum, rounded
from bolide.jobs import workers
from bolide.kernels.rows import add_groups
from bolide.measuring import measure_together
from bolide.metrics.base import Metric
from bolide.metrics.counts import Done, ignore
from bolide.results import Report, SystemReport
from bolide.stats import Stats

if TYPE_CHECKING:
    from bolide.scale.poisson import Poisson

Look = Callable[[Batch], None]
Labels = tuple[str, ...]  # the values of the columns of `by` in a row


@dataclass(frozen=True)
class TableQuery:
    """What is asked of a table: outputs and references by their columns, metrics, and the columns whose values make
    groups. `alone` are the metrics as they score single segments, where rows are kept."""

    hyps: tuple[str, ...]
    refs: tuple[str, ...]
    metrics: tuple[Metric, ...]
    by: tuple[str, ...] = ()
    alone: tuple[Metric, ...] = ()
    poisson: Poisson | None = None


class Piece(NamedTuple):
    """One system's outputs in one batch, measured."""

    batch: Batch
    system: str
    tables: list[Stats]  # one per metric, then one per metric of `alone`
    keys: list[Labels]
    nrefs: str
    resampled: dict[Labels, list[Any]]  # tables of sums by group, () for all, where a bootstrap is asked for


class Sink(Protocol):
    """What is given every piece, in order, and told at the end how many references there were."""

    def add(self, query: TableQuery, piece: Piece) -> None: ...

    def close(self, query: TableQuery, nrefs: str) -> None: ...


@dataclass
class Total:
    """The sums of some segments of one system, one list per metric, and the exact sum of the segments' own scores where
    a metric averages them."""

    sums: list[list[int]]
    values: list[int]
    segments: int = 0

    def add(self, other: Total) -> None:
        """Everything together."""
        self.segments += other.segments
        for mine, theirs in zip(self.sums, other.sums, strict=True):
            mine[:] = [a + b for a, b in zip(mine, theirs, strict=True)]
        self.values = [a + b for a, b in zip(self.values, other.values, strict=True)]


@dataclass
class Running:
    """What is known of a table so far: where in it we are, and the totals by system and group."""

    totals: dict[tuple[str, Labels], Total] = field(default_factory=dict)
    nrefs: str = ""
    resampled: dict[tuple[str, Labels], list[Any]] = field(default_factory=dict)

    def add(self, query: TableQuery, piece: Piece) -> None:
        """Take a piece in."""
        self.nrefs = piece.nrefs if self.nrefs in ("", piece.nrefs) else "var"
        try:
            totals = _by_group(query, piece)
        except SegmentError as error:
            piece.batch.refuse(error)
        for key, total in totals.items():
            known = self.totals.setdefault((piece.system, key), total)
            if known is not total:
                known.add(total)
        for key, sums in piece.resampled.items():
            before = self.resampled.get((piece.system, key))
            both = zip(before, sums, strict=True) if before else ()
            self.resampled[piece.system, key] = [a + b for a, b in both] if before else sums


def score_table(
    names: Names,
    query: TableQuery,
    how: Reading = AS_TOLD,
    *,
    jobs: int = 1,
    done: Done = ignore,
    rows: Sink | None = None,
    look: Look = lambda batch: None,
) -> Report:
    """Score the systems of a table, and with `by` every group of segments, in one pass.

    `done` is called with numbers of segments measured, `look` with the first batch before anything is; `rows` is given
    the rows of every segment.
    """
    table = Table(names, how)
    systems = table.systems(query.hyps)
    columns = [*(column for _, column in systems), *query.refs, *query.by]
    running = Running()
    for piece in measured(query, systems, looked_at(table.batches(columns), look), jobs, done):
        running.add(query, piece)
        if rows is not None:
            rows.add(query, piece)
    if rows is not None:
        rows.close(query, running.nrefs)
    return report_of(query, [shown for shown, _ in systems], running)


def looked_at(batches: Iterable[Batch], look: Look) -> Iterator[Batch]:
    """The same batches; `look` is called with the first."""
    for number, batch in enumerate(batches):
        if number == 0:
            look(batch)
        yield batch


def measured(
    query: TableQuery, systems: Sequence[tuple[str, str]], batches: Iterable[Batch], jobs: int, done: Done
) -> Iterator[Piece]:
    """Every batch of every system, measured by `jobs` threads, in order."""

    def work(task: tuple[Batch, tuple[str, str]]) -> Piece:
        batch, (shown, column) = task
        return _measure(query, batch, shown, column, done)

    return in_order(work, ((batch, system) for batch in batches for system in systems), workers(jobs))


def _measure(query: TableQuery, batch: Batch, shown: str, column: str, done: Done) -> Piece:
    corpus = batch.corpus(column, query.refs, shown)
    try:
        tables = measure_together(corpus, [*query.metrics, *query.alone], done=done)
    except InputError as error:
        batch.refuse(error)
    keys = list(zip(*(batch.labels(name) for name in query.by), strict=True))
    resampled = query.poisson.sums(query.metrics, tables, batch, keys) if query.poisson is not None else {}
    return Piece(batch, shown, tables, keys, corpus.nrefs, resampled)


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


def _by_group(query: TableQuery, piece: Piece) -> dict[Labels, Total]:
    """The totals of a piece: of all its segments under (), and of every group."""
    metrics = list(zip(query.metrics, piece.tables, strict=False))
    values = [exact_sum(metric.values(stats)) if metric.averages else 0 for metric, stats in metrics]
    found: dict[Labels, Total] = {(): Total([list(stats.total()) for _, stats in metrics], values, len(piece.batch))}
    if not query.by:
        return found
    numbers: dict[Labels, int] = {}
    groups = array("i", [numbers.setdefault(key, len(numbers)) for key in piece.keys])
    sums = [group_sums(stats, groups, len(numbers)) for _, stats in metrics]
    own = [
        group_values(metric.values(stats), groups, len(numbers)) if metric.averages else [0] * len(numbers)
        for metric, stats in metrics
    ]
    sizes = Counter(groups)
    for key, number in numbers.items():
        found[key] = Total([table[number] for table in sums], [table[number] for table in own], sizes[number])
    return found


def group_values(values: Iterable[float], groups: array[int], count: int) -> list[int]:
    """The exact sums of each group's values."""
    found = [0] * count
    for value, group in zip(values, groups, strict=True):
        found[group] += exact_sum([value])
    return found


def group_sums(stats: Stats, groups: array[int], count: int) -> list[list[int]]:
    """The sums of each group's rows."""
    width = len(stats.columns)
    data = array("q", bytes(8 * width * count))
    view = memoryview(data).cast("B").cast("q", (count, width))
    if add_groups(memoryview(stats.data), memoryview(groups), view):
        rows = list(zip(stats, groups, strict=True))
        members = ([row for row, group in rows if group == number] for number in range(count))
        return [list(map(sum, zip(*found, strict=True))) for found in members]
    return [data[k * width : (k + 1) * width].tolist() for k in range(count)]


def report_of(query: TableQuery, systems: Sequence[str], running: Running) -> Report:
    """The scores of all systems, of all segments first and then group by group, in the order of the table."""
    keys = dict.fromkeys(key for _, key in running.totals)
    found = []
    for key in keys:
        for system in systems:
            total = running.totals.get((system, key))
            if total is not None:
                scores = tuple(_score(query, k, total, running.nrefs) for k in range(len(query.metrics)))
                if query.poisson is not None:
                    scores = query.poisson.with_intervals(query.metrics, scores, running.resampled[system, key])
                group = tuple(zip(query.by, key, strict=False))
                found.append(SystemReport(system, scores, group=group))
    return Report(tuple(found))


def _score(query: TableQuery, place: int, total: Total, nrefs: str) -> Any:
    metric, sums = query.metrics[place], total.sums[place]
    for name, number in zip(metric.columns, sums, strict=True):
        if not -(1 << 63) <= number < 1 << 63:
            raise InputError(f"The sum of the column {name} is {number}, which exceeds 64 bits.")
    score = metric.score(sums, nrefs)
    return replace(score, value=rounded(total.values[place]) / total.segments) if metric.averages else score

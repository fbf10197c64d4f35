"""Scores of tables that need not fit into memory: rows add, so they are measured piece by piece and only sums stay.

Pieces are measured in threads and added in the order of the table: the numbers are the same however many there are.
"""

from __future__ import annotations

from array import array
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from math import fsum
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from bolide.corpus.batches import Batch
from bolide.corpus.tables import AS_TOLD, Names, Reading, Table
from bolide.errors import InputError
from bolide.jobs import workers
from bolide.kernels.rows import add_groups
from bolide.measuring import measure_together
from bolide.metrics.base import Metric
from bolide.metrics.counts import Done, ignore
from bolide.results import Report, SystemReport
from bolide.stats import Stats

if TYPE_CHECKING:
    from bolide.poisson import Poisson

Labels = tuple[str, ...]  # the values of the columns of `by` in a row


@dataclass(frozen=True)
class Inquiry:
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
    resampled: list[Any]  # one table of sums per metric, where a bootstrap is asked for


class Sink(Protocol):
    """What is given every piece, in order, and told at the end how many references there were."""

    def add(self, inquiry: Inquiry, piece: Piece) -> None: ...

    def close(self, inquiry: Inquiry, nrefs: str) -> None: ...


@dataclass
class Total:
    """The sums of some segments of one system, one list per metric, and the sum of the segments' own scores as exact
    parts where a metric averages them."""

    sums: list[list[int]]
    means: list[list[float]]
    segments: int = 0

    def add(self, other: Total) -> None:
        """Everything together."""
        self.segments += other.segments
        for mine, theirs in zip(self.sums, other.sums, strict=True):
            mine[:] = [a + b for a, b in zip(mine, theirs, strict=True)]
        for parts, more in zip(self.means, other.means, strict=True):
            parts[:] = exact_parts([*parts, *more])


@dataclass
class Running:
    """What is known of a table so far: where in it we are, and the totals by system and group."""

    totals: dict[tuple[str, Labels], Total] = field(default_factory=dict)
    nrefs: str = ""
    resampled: dict[str, list[Any]] = field(default_factory=dict)

    def add(self, inquiry: Inquiry, piece: Piece) -> None:
        """Take a piece in."""
        self.nrefs = piece.nrefs if self.nrefs in ("", piece.nrefs) else "var"
        for key, total in _by_group(inquiry, piece).items():
            known = self.totals.setdefault((piece.system, key), total)
            if known is not total:
                known.add(total)
        if piece.resampled:
            known_sums = self.resampled.get(piece.system)
            both = zip(known_sums, piece.resampled, strict=True) if known_sums else ()
            self.resampled[piece.system] = [a + b for a, b in both] if known_sums else piece.resampled


def score_table(
    names: Names,
    inquiry: Inquiry,
    how: Reading = AS_TOLD,
    *,
    jobs: int = 1,
    done: Done = ignore,
    rows: Sink | None = None,
) -> Report:
    """Score the systems of a table, and with `by` every group of segments, in one pass.

    `done` is called with numbers of segments measured; `rows` is given the rows of every segment.
    """
    table = Table(names, how)
    systems = table.systems(inquiry.hyps)
    columns = [*(column for _, column in systems), *inquiry.refs, *inquiry.by]
    running = Running()
    for piece in measured(inquiry, systems, table.batches(columns), jobs, done):
        running.add(inquiry, piece)
        if rows is not None:
            rows.add(inquiry, piece)
    if rows is not None:
        rows.close(inquiry, running.nrefs)
    return report_of(inquiry, [shown for shown, _ in systems], running)


def measured(
    inquiry: Inquiry, systems: Sequence[tuple[str, str]], batches: Iterable[Batch], jobs: int, done: Done
) -> Iterator[Piece]:
    """Every batch of every system, measured by `jobs` threads, in order."""

    def work(task: tuple[Batch, tuple[str, str]]) -> Piece:
        batch, (shown, column) = task
        return _measure(inquiry, batch, shown, column, done)

    return in_order(work, ((batch, system) for batch in batches for system in systems), workers(jobs))


def _measure(inquiry: Inquiry, batch: Batch, shown: str, column: str, done: Done) -> Piece:
    corpus = batch.corpus(column, inquiry.refs, shown)
    try:
        tables = measure_together(corpus, [*inquiry.metrics, *inquiry.alone], done=done)
    except InputError as error:
        batch.refuse_row(str(error))
    keys = list(zip(*(batch.labels(name) for name in inquiry.by), strict=True))
    resampled = inquiry.poisson.sums(inquiry.metrics, tables, batch) if inquiry.poisson is not None else []
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


def _by_group(inquiry: Inquiry, piece: Piece) -> dict[Labels, Total]:
    """The totals of a piece: of all its segments under (), and of every group."""
    metrics = list(zip(inquiry.metrics, piece.tables, strict=False))
    means = [exact_parts(metric.values(stats)) if metric.averages else [] for metric, stats in metrics]
    found: dict[Labels, Total] = {(): Total([list(stats.total()) for _, stats in metrics], means, len(piece.batch))}
    if not inquiry.by:
        return found
    numbers: dict[Labels, int] = {}
    groups = array("i", [numbers.setdefault(key, len(numbers)) for key in piece.keys])
    sums = [group_sums(stats, groups, len(numbers)) for _, stats in metrics]
    for key, number in numbers.items():
        own = [
            exact_parts([v for v, group in zip(metric.values(stats), groups, strict=True) if group == number])
            if metric.averages
            else []
            for metric, stats in metrics
        ]
        found[key] = Total([table[number] for table in sums], own, groups.count(number))
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


def exact_parts(values: Iterable[float]) -> list[float]:
    """A few numbers whose sum is exactly that of the values, so that sums of sums are rounded once, at the end."""
    rest, parts = list(values), []
    while total := fsum(rest):
        parts.append(total)
        rest.append(-total)
    return parts


def report_of(inquiry: Inquiry, systems: Sequence[str], running: Running) -> Report:
    """The scores of all systems, of all segments first and then group by group, in the order of the table."""
    keys = dict.fromkeys(key for _, key in running.totals)
    found = []
    for key in keys:
        for system in systems:
            total = running.totals.get((system, key))
            if total is not None:
                scores = tuple(_score(inquiry, k, total, running.nrefs) for k in range(len(inquiry.metrics)))
                if inquiry.poisson is not None and not key:
                    scores = inquiry.poisson.with_intervals(inquiry.metrics, scores, running.resampled[system])
                group = tuple(zip(inquiry.by, key, strict=False))
                found.append(SystemReport(system, scores, group=group))
    return Report(tuple(found))


def _score(inquiry: Inquiry, place: int, total: Total, nrefs: str) -> Any:
    metric, sums = inquiry.metrics[place], total.sums[place]
    for name, number in zip(metric.columns, sums, strict=True):
        if not -(1 << 63) <= number < 1 << 63:
            raise InputError(f"The sum of the column {name} is {number}, which passes 64 bits.")
    score = metric.score(sums, nrefs)
    return replace(score, value=fsum(total.means[place]) / total.segments) if metric.averages else score

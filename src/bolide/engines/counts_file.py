"""Counts files: Parquet files with one row per segment and system, which can be added up again.

The columns are `system`, `segment` (from 1), the grouping columns, the score of every metric (between 0 and 1, or
above) and, with `--counts`, its integers, as `BLEU.match_1`. Metrics and signatures are in the file's metadata under
the key `bolide.rows`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from bolide.corpus.arrow_files import record_batches
from bolide.corpus.batches import Batch
from bolide.corpus.identity import SystemTexts
from bolide.corpus.table_files import parts_of
from bolide.data.results import Report
from bolide.data.scores import Signature
from bolide.data.stats import from_arrays, merged
from bolide.engines.streaming import MeasuredBatch, Running, Systems, TableQuery, report_of
from bolide.metrics.base import check_rows
from bolide.system.errors import InputError, first_repeated, need
from bolide.system.files import replacing
from bolide.system.stored import parse_stored, plain, to_json

if TYPE_CHECKING:
    import pyarrow as pa
    import pyarrow.parquet as pq

KEY = "bolide.rows"
Runs = list[NDArray[np.int64]]


@dataclass(frozen=True)
class CountedMetric:
    """What a counts file says of a metric: its name, its signatures for corpora and segments, and its integers."""

    name: str
    signature: str
    columns: tuple[str, ...]
    segments: str = ""


@dataclass(frozen=True)
class CountsFileInfo:
    """The metadata of a counts file, whose name is not among them."""

    by: tuple[str, ...]
    metrics: tuple[CountedMetric, ...]
    identity: tuple[SystemTexts, ...] = ()
    name: str = field(default="", compare=False)

    def __str__(self) -> str:
        names = ", ".join(metric.name for metric in self.metrics)
        return f"{self.name} has the metrics {names}" + (f" by {', '.join(self.by)}" if self.by else "")


@dataclass
class CountsFile:
    """A counts file being written; with `counts` it has the integers as well as the scores."""

    path: Path
    counts: bool
    segments: dict[str, int] = field(default_factory=dict)  # written so far, by system
    _writer: pq.ParquetWriter | None = None

    def begin(self, query: TableQuery, systems: Systems, batches: Iterator[Batch]) -> tuple[Running, Iterator[Batch]]:
        """The sums before any batch, and the batches."""
        return Running(), batches

    def add(self, query: TableQuery, measured: MeasuredBatch) -> None:
        """Write the rows of one system in one batch."""
        with self._writing():
            self.write(self._batch(query, measured))

    def write(self, batch: pa.RecordBatch) -> None:
        """Write rows that have the columns of the file."""
        import pyarrow.parquet as pq

        with self._writing():
            if self._writer is None:
                self._writer = pq.ParquetWriter(self.path, batch.schema, compression="zstd")
            self._writer.write_batch(batch)

    @contextmanager
    def _writing(self) -> Iterator[None]:
        import pyarrow as pa

        try:
            yield
        except InputError:
            raise
        except (OSError, ValueError, pa.ArrowException) as error:  # pyarrow names the file that is to be renamed
            why = error.strerror if isinstance(error, PermissionError) else error
            raise InputError(f"The rows cannot be written to the folder {self.path.parent}: {why}.") from None

    def close(self, query: TableQuery, running: Running) -> None:
        """Write the metadata, which need the number of references and the hashes of texts, and close the file."""
        if self._writer is None:
            return
        metrics = []
        for label, scorer in zip(query.labels, query.scorers, strict=True):
            corpus, sentence = (str(one.signature(running.nrefs)) for one in (scorer.corpus, scorer.sentence))
            columns = scorer.corpus.counts.columns if self.counts else ()
            metrics.append(CountedMetric(label, corpus, columns, sentence))
        info = CountsFileInfo(query.by, tuple(metrics), running.identity(query))
        self._writer.add_key_value_metadata({KEY: to_json(plain(info), None)})
        self.abandon()

    def abandon(self) -> None:
        """Close the file without metadata."""
        writer, self._writer = self._writer, None
        if writer is not None:
            with self._writing():
                writer.close()

    def _batch(self, query: TableQuery, measured: MeasuredBatch) -> pa.RecordBatch:
        import pyarrow as pa

        size, first = len(measured.batch), self.segments.get(measured.system, 0) + 1
        self.segments[measured.system] = first + size - 1
        columns = [
            ("system", pa.array([query.title(measured.system)] * size, pa.string())),
            ("segment", pa.array(range(first, first + size), pa.int64())),
        ]
        for name, labels in zip(query.by, zip(*measured.labels, strict=True), strict=True):
            columns.append((name, pa.array(labels, pa.string())))
        for name, scorer, stats in zip(query.labels, query.scorers, measured.tables, strict=True):
            columns.append((name, pa.array(scorer.sentence.row_values(stats), pa.float64())))
            for column in stats.columns if self.counts else ():
                columns.append((f"{name}.{column}", pa.array(stats.column(column), pa.int64())))
        if (twice := first_repeated(name for name, _ in columns)) is not None:
            raise InputError(f"The rows would have two columns called {twice!r}; rename the column of the table.")
        return pa.record_batch(dict(columns))


@contextmanager
def counts_file(name: str, counts: bool, inputs: Sequence[str] = ()) -> Iterator[CountsFile]:
    """Open a counts file for writing; it appears under its name only if the block ends without an error."""
    need("arrow", "pyarrow")
    with replacing(name, inputs) as path:
        rows = CountsFile(Path(path), counts)
        try:
            yield rows
        finally:
            rows.abandon()


# --- reading back -------------------------------------------------------------------------------------------------


def read_info(name: str) -> CountsFileInfo:
    """Read the metadata of a counts file. Raises InputError if it has no integers to add up."""
    need("arrow", "pyarrow")
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        with open(name, "rb") as file:  # pyarrow might take the name for a URL
            metadata = (pq.read_metadata(file).metadata or {}).get(KEY.encode())
    except (FileNotFoundError, PermissionError) as error:
        raise InputError(f"{name} cannot be read: {error.strerror}.") from None
    except (OSError, ValueError, pa.ArrowException) as error:
        message = " ".join(str(error).split())
        raise InputError(f"{name} is not a Parquet file, or is damaged: {message:.200}") from None
    if metadata is None:
        raise InputError(f"{name} was not written by `bolide score -o FILE.parquet`.")
    problem = f"The metadata of {name} are not what Bolide wrote"
    info: CountsFileInfo = parse_stored(metadata, CountsFileInfo, problem)
    if not info.metrics or not all(metric.columns for metric in info.metrics):
        raise InputError(f"{name} has scores but no integers to add up; write it with `bolide score --counts`.")
    return replace(info, name=name)


@dataclass(frozen=True)
class CountsFiles:
    """Counts files that can be added: the metrics, and the metadata of every file."""

    query: TableQuery
    nrefs: str
    versions: tuple[str, ...]
    infos: tuple[CountsFileInfo, ...]

    @classmethod
    def of(cls, names: Sequence[str]) -> CountsFiles:
        """Read the metadata of counts files. Raises InputError if their rows cannot be added."""
        files = [read_info(name) for name in parts_of(names)]
        first = files[0]
        signatures = [metric.signature for metric in first.metrics]
        for other in files[1:]:
            if other.by != first.by or [one.name for one in other.metrics] != [one.name for one in first.metrics]:
                raise InputError(f"{first}, {other}; they cannot be added.")
            for k, metric in enumerate(other.metrics):
                try:
                    signatures[k] = merged(signatures[k], metric.signature) or metric.signature
                except InputError as error:
                    raise InputError(f"{first.name} and {other.name}: {error}") from None
        together = Signature.from_text(signatures[0])
        query = TableQuery((), (), tuple(signatures), first.by)
        for file in files:
            for ours, counted in zip(query.corpus_metrics, file.metrics, strict=True):
                if sorted(counted.columns) != sorted(ours.counts.columns):
                    what = f"other columns than {ours.title} counts under the signature in the file"
                    raise InputError(f"{file.name} has {what}; write it again with `bolide score --counts`.")
        return cls(query, together.nrefs or "", together.versions, tuple(files))

    def measured_batches(self, warn: Callable[[str], None]) -> Iterator[MeasuredBatch]:
        """The rows, a batch of one system at a time. Raises InputError if a file repeats a segment of a system.

        `warn` is called if two files have the same segments of the same texts, as a file and its copy have.
        """
        files: list[tuple[CountsFileInfo, dict[str, Runs]]] = []
        for info in self.infos:
            runs: dict[str, Runs] = {}
            for measured in _measured_batches(info, self.query):
                runs.setdefault(measured.system, []).append(_consecutive(segment_numbers(measured)))
                yield measured
            if not runs:
                raise InputError(f"{info.name} holds no row; write it again with `bolide score --counts`.")
            for system, parts in runs.items():
                if (again := _repeated(parts)) is not None:
                    raise InputError(f"{info.name} has segment {again} of {system} more than once.")
            for other, theirs in files:
                shared = [texts.system for texts in info.identity if texts in other.identity]
                both = ([*runs.get(name, ()), *theirs.get(name, ())] for name in shared)
                if any(_repeated(parts) is not None for parts in both):
                    warn(f"{other.name} and {info.name} have rows of the same texts, which are counted twice.")
            files.append((info, runs))

    @property
    def identity(self) -> tuple[SystemTexts, ...]:
        """The hashes of the texts behind the rows, by file."""
        return tuple(dict.fromkeys(texts for info in self.infos for texts in info.identity))

    def score(self) -> Report:
        """The scores of all rows."""
        running, systems = Running(), dict[str, None]()
        notes: list[str] = []
        for measured in self.measured_batches(notes.append):
            systems[measured.system] = None
            running.add(self.query, measured)
        running.nrefs, running.versions = self.nrefs, self.versions
        report = report_of(self.query, list(systems), running)
        return replace(report, identity=self.identity, notes=(*report.notes, *notes))


def _measured_batches(info: CountsFileInfo, query: TableQuery) -> Iterator[MeasuredBatch]:
    """The rows of a file, by batch and system; columns are looked up by name, in any order."""
    import pyarrow as pa
    import pyarrow.compute as pc

    integers = [f"{metric.name}.{column}" for metric in info.metrics for column in metric.columns]
    first = 1
    for read in record_batches(info.name, info.name, ["system", "segment", *info.by, *integers]):
        names = read.column("system")
        if not pa.types.is_string(names.type) or names.null_count:
            kind = f"is of type {names.type} or has nulls"
            raise InputError(f"{info.name}: the column 'system' {kind}; it must hold names.")
        for system in pc.unique(names).to_pylist():
            rows, tables = pc.equal(names, system), []
            part = read.filter(rows)
            cells = {name: part.column(name).to_pylist() for name in ("segment", *query.by)}
            numbers = [first + row for row in pc.indices_nonzero(rows).to_pylist()]
            batch = Batch(info.name, cells, numbers, "row")
            for counted, metric in zip(info.metrics, query.corpus_metrics, strict=True):
                columns = metric.counts.columns
                try:
                    stats = from_arrays(columns, [part.column(f"{counted.name}.{column}") for column in columns])
                    stats.signature = counted.signature
                    check_rows(metric, stats)
                except InputError as error:
                    batch.refuse(error)
                stats.signature = None  # checked
                tables.append(stats)
            labels = list(zip(*(batch.labels(column) for column in query.by), strict=True))
            yield MeasuredBatch(batch, system, tables, labels, {})
        first += read.num_rows


def segment_numbers(measured: MeasuredBatch) -> NDArray[np.int64]:
    """The segment numbers of rows that were read."""
    cells = measured.batch.columns["segment"]
    if {*map(type, cells)} != {int}:
        raise InputError(f"{measured.batch.name}: the column 'segment' must hold the number of every segment.")
    return np.array(cells, np.int64)


def _consecutive(numbers: NDArray[np.int64]) -> NDArray[np.int64]:
    """Segment numbers as runs of consecutive ones, each as (first, last); a complete file is a single run."""
    breaks = np.flatnonzero(np.diff(numbers) != 1)
    return np.column_stack([numbers[np.append(0, breaks + 1)], numbers[np.append(breaks, len(numbers) - 1)]])


def _repeated(parts: Runs) -> int | None:
    """A number that is in two runs, or None."""
    runs = np.concatenate([np.empty((0, 2), dtype=np.int64), *parts])
    runs = runs[runs[:, 0].argsort(kind="stable")]
    again = np.flatnonzero(runs[1:, 0] <= runs[:-1, 1])
    return int(runs[again[0] + 1, 0]) if len(again) else None

"""Rows on disk: a Parquet file with one row per segment and system, which can be read anywhere and added up again.

Its columns are `system`, `segment` (from 1), those that make groups, the score of every metric (between 0 and 1, or
above), and, where asked for, the integers behind it, as `BLEU.match_1`. What was measured, and how, is in the file's
metadata under the key `bolide.rows`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from bolide._version import __version__
from bolide.corpus.arrow_files import arrow_batches
from bolide.corpus.batches import Batch
from bolide.corpus.table_files import parts_of
from bolide.data.results import Report
from bolide.data.scores import Signature
from bolide.data.stats import from_arrays, merged
from bolide.engines.streaming import Piece, Running, TableQuery, report_of
from bolide.metrics.base import check_rows, row_values
from bolide.system.errors import InputError, need
from bolide.system.files import replacing

if TYPE_CHECKING:
    import pyarrow as pa
    import pyarrow.parquet as pq

KEY = "bolide.rows"


@dataclass
class CountsFile:
    """Writes rows as they are measured; `counts` says whether the integers are wanted, too."""

    path: Path
    counts: bool
    segments: dict[str, int] = field(default_factory=dict)  # how many each system has so far
    _writer: pq.ParquetWriter | None = None

    def add(self, query: TableQuery, piece: Piece) -> None:
        """The rows of a piece."""
        self.write(self._batch(query, piece))

    def write(self, batch: pa.RecordBatch) -> None:
        """Rows as they are in the file."""
        import pyarrow as pa
        import pyarrow.parquet as pq

        try:
            if self._writer is None:
                self._writer = pq.ParquetWriter(self.path, batch.schema, compression="zstd")
            self._writer.write_batch(batch)
        except (OSError, ValueError, pa.ArrowException) as error:
            raise InputError(f"The rows cannot be written: {error}.") from None

    def close(self, query: TableQuery, nrefs: str) -> None:
        """Write what was measured at the end, when it is known how many references there were."""
        if self._writer is None:
            return
        about = {
            "bolide": __version__,
            "by": query.by,
            "metrics": [
                {
                    "name": label,
                    "signature": str(scorer.corpus.signature(nrefs)),
                    "segments": str(scorer.sentence.signature(nrefs)),
                    "columns": scorer.corpus.counts.columns if self.counts else [],
                }
                for label, scorer in zip(query.labels, query.scorers, strict=True)
            ],
        }
        self._writer.add_key_value_metadata({KEY: json.dumps(about)})
        self.abandon()

    def abandon(self) -> None:
        """Let go of the file, whatever it holds."""
        if self._writer is not None:
            import pyarrow as pa

            try:
                self._writer.close()
            except (OSError, pa.ArrowException) as error:
                raise InputError(f"The rows cannot be written: {error}.") from None
            finally:
                self._writer = None

    def _batch(self, query: TableQuery, piece: Piece) -> pa.RecordBatch:
        import pyarrow as pa

        size, first = len(piece.batch), self.segments.get(piece.system, 0) + 1
        self.segments[piece.system] = first + size - 1
        columns: dict[str, Any] = {
            "system": pa.array([piece.system] * size, pa.string()),
            "segment": pa.array(range(first, first + size), pa.int64()),
        }
        for name, labels in zip(query.by, zip(*piece.labels, strict=True), strict=True):
            columns[_free(name, columns)] = pa.array(labels, pa.string())
        for name, scorer, stats in zip(query.labels, query.scorers, piece.tables, strict=True):
            columns[_free(name, columns)] = pa.array(row_values(scorer.sentence, stats), pa.float64())
            for column in stats.columns if self.counts else ():
                columns[f"{name}.{column}"] = pa.array(stats.column(column), pa.int64())
        return pa.record_batch(columns)


@contextmanager
def counts_file(name: str, counts: bool, inputs: Sequence[str] = ()) -> Iterator[CountsFile]:
    """A file of rows, which is there when all went well, and is not otherwise."""
    need("arrow", "pyarrow")
    with replacing(name, inputs) as path:
        rows = CountsFile(path, counts)
        try:
            yield rows
        finally:
            rows.abandon()


def concatenate(parts: Sequence[Path], name: str, query: TableQuery, nrefs: str, counts: bool) -> None:
    """Write several files of rows into one, batch by batch."""
    import pyarrow.parquet as pq

    with counts_file(name, counts) as rows:
        for part in parts:
            with pq.ParquetFile(part) as file:
                for batch in file.iter_batches():
                    rows.write(batch)
        rows.close(query, nrefs)


def _free(name: str, columns: dict[str, Any]) -> str:
    if name in columns:
        raise InputError(f"The rows would have two columns called {name!r}; give the column of the table another name.")
    return name


# --- reading back -------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class About:
    """What a file of rows says of itself."""

    name: str
    by: tuple[str, ...]
    metrics: tuple[str, ...]
    signatures: tuple[str, ...]
    columns: tuple[tuple[str, ...], ...]


def read_about(name: str) -> About:
    """What a file of rows says of itself; refused where it has no integers to add up."""
    need("arrow", "pyarrow")
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        with open(name, "rb") as file:  # not by its name, which pyarrow would take for an address
            found = (pq.read_metadata(file).metadata or {}).get(KEY.encode())
    except FileNotFoundError:
        raise InputError(f"There is no file {name}.") from None
    except (OSError, ValueError, pa.ArrowException) as error:
        said = " ".join(str(error).split())
        raise InputError(f"{name} is not a Parquet file, or is damaged: {said:.200}") from None
    if found is None:
        raise InputError(f"{name} was not written by `bolide score -o FILE.parquet`.")
    data = json.loads(found)
    metrics = data["metrics"]
    if not all(metric["columns"] for metric in metrics):
        raise InputError(f"{name} has scores and no integers to add up; write it with `bolide score --counts`.")
    return About(
        name,
        tuple(data["by"]),
        tuple(metric["name"] for metric in metrics),
        tuple(metric["signature"] for metric in metrics),
        tuple(tuple(metric["columns"]) for metric in metrics),
    )


@dataclass(frozen=True)
class CountsFiles:
    """Files of rows that belong together: what was measured, and the signatures of all of them."""

    query: TableQuery
    nrefs: str
    versions: tuple[str, ...]
    abouts: tuple[About, ...]

    @classmethod
    def of(cls, names: Sequence[str]) -> CountsFiles:
        """Files whose rows can be added; what differs is said where they cannot."""
        files = [read_about(name) for name in parts_of(names)]
        first = files[0]
        signatures = list(first.signatures)
        for other in files[1:]:
            if (other.by, other.metrics) != (first.by, first.metrics):
                raise InputError(
                    f"{first.name} has {_shown(first)}, {other.name} has {_shown(other)}; they cannot be added."
                )
            for k, signature in enumerate(other.signatures):
                try:
                    signatures[k] = merged(signatures[k], signature) or signature
                except InputError as error:
                    raise InputError(f"{first.name} and {other.name}: {error}") from None
        together = Signature.from_text(signatures[0])
        query = TableQuery((), (), tuple(signatures), first.by)
        for file in files:
            for metric, columns in zip(query.corpus_metrics, file.columns, strict=True):
                if sorted(columns) != sorted(metric.counts.columns):
                    raise InputError(
                        f"{file.name} has other columns than {metric.form.title} counts under the signature in the "
                        "file; write it again with `bolide score --counts`."
                    )
        return cls(query, together.nrefs or "", together.versions, tuple(files))

    def pieces(self) -> Iterator[Piece]:
        """The rows, a batch of one system at a time. A segment that a file has twice of a system is refused."""
        for about in self.abouts:
            yield from _pieces(about, self.query)

    def added(self) -> Report:
        """The scores of all rows together."""
        running, systems = Running(), dict[str, None]()
        for piece in self.pieces():
            systems[piece.system] = None
            running.add(self.query, piece)
        running.nrefs, running.versions = self.nrefs, self.versions
        return report_of(self.query, list(systems), running)


def _shown(about: About) -> str:
    return f"the metrics {', '.join(about.metrics)}" + (f" by {', '.join(about.by)}" if about.by else "")


def _pieces(about: About, query: TableQuery) -> Iterator[Piece]:
    """The rows of a file, one piece per batch and system."""
    import pyarrow.compute as pc

    integers = [
        f"{name}.{column}" for name, columns in zip(about.metrics, about.columns, strict=True) for column in columns
    ]
    runs: dict[str, SegmentRuns] = {}
    for batch in arrow_batches(about.name, about.name, ["system", "segment", *about.by, *integers]):
        names = batch.columns["system"]
        for system in pc.unique(names).to_pylist():
            if not isinstance(system, str):
                raise InputError(
                    f"{about.name}: the column 'system' is {system!r:.40} in some row; it must hold names."
                )
            rows = pc.equal(names, system)
            part: dict[str, Any] = {column: pc.filter(cells, rows) for column, cells in batch.columns.items()}
            file_rows = [batch.numbers[row] for row in pc.indices_nonzero(rows).to_pylist()]
            piece = _piece(about, query, Batch(about.name, part, file_rows, "row"), system)
            runs.setdefault(system, SegmentRuns()).add(segment_numbers(piece))
            yield piece
    for system, segments in runs.items():
        repeated = segments.repeated()
        if repeated is not None:
            raise InputError(f"{about.name} has segment {repeated} of {system} more than once.")


def segment_numbers(piece: Piece) -> NDArray[np.int64]:
    """The numbers of the segments in rows that were read."""
    import pyarrow as pa

    cells: Any = piece.batch.columns["segment"]
    if cells.type != pa.int64() or cells.null_count:
        raise InputError(f"{piece.batch.name}: the column 'segment' must hold the number of every segment.")
    numbers: NDArray[np.int64] = cells.to_numpy()
    return numbers


@dataclass
class SegmentRuns:
    """Numbers of segments as runs of consecutive ones, first and last of each: one run for a file that has them all."""

    parts: list[NDArray[np.int64]] = field(default_factory=list)

    def add(self, numbers: NDArray[np.int64]) -> None:
        """Add the numbers of further rows."""
        breaks = np.flatnonzero(np.diff(numbers) != 1)
        ends = np.append(breaks, len(numbers) - 1)
        self.parts.append(np.column_stack([numbers[np.append(0, breaks + 1)], numbers[ends]]))

    def in_order(self) -> bool:
        """Whether every number is larger than the one before."""
        runs = np.concatenate(self.parts)
        return bool((runs[1:, 0] > runs[:-1, 1]).all())

    def repeated(self) -> int | None:
        """A number that was added twice, if any was."""
        runs = self._sorted()
        again = np.flatnonzero(runs[1:, 0] <= runs[:-1, 1])
        return int(runs[again[0] + 1, 0]) if len(again) else None

    def merged(self) -> list[tuple[int, int]]:
        """The longest runs, in order: equal for the same numbers, however they were added."""
        runs = self._sorted()
        breaks = np.flatnonzero(runs[1:, 0] != runs[:-1, 1] + 1)
        firsts, lasts = runs[np.append(0, breaks + 1), 0], runs[np.append(breaks, len(runs) - 1), 1]
        return list(zip(firsts.tolist(), lasts.tolist(), strict=True))

    def _sorted(self) -> NDArray[np.int64]:
        runs = np.concatenate(self.parts)
        return runs[runs[:, 0].argsort(kind="stable")]


def _piece(about: About, query: TableQuery, batch: Batch, system: str) -> Piece:
    """The columns are found by their names, whatever their order in the file."""
    tables = []
    for name, signature, metric in zip(about.metrics, about.signatures, query.corpus_metrics, strict=True):
        try:
            stats = from_arrays(
                metric.counts.columns, [batch.columns[f"{name}.{column}"] for column in metric.counts.columns]
            )
            stats.signature = signature
            check_rows(metric, stats)
        except InputError as error:
            batch.refuse(error)
        stats.signature = None  # checked
        tables.append(stats)
    labels = list(zip(*(batch.labels(column) for column in query.by), strict=True))
    return Piece(batch, system, tables, labels, "", {})

"""Checkpoints of a streamed run: partial sums and finished rows, replaced atomically.

The folder holds `state.json` (a fingerprint of inputs and options, the progress, and the sums so far) and, if rows are
written, one file of rows per finished part. The state is replaced atomically after every part, so the process may be
killed at any moment. When the scores are written, the folder is removed.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from bolide._version import __version__
from bolide.corpus.arrow_files import record_batches
from bolide.corpus.batches import Batch
from bolide.corpus.lines import read_stored
from bolide.corpus.table_files import STDIN, TableOptions, parts_of
from bolide.corpus.tables import Names
from bolide.engines.counts_file import CountsFile, counts_file
from bolide.engines.streaming import MeasuredBatch, Running, Systems, TableQuery
from bolide.program.stdio import once_written
from bolide.system.errors import InputError, OptionError
from bolide.system.files import check_outside, write_text
from bolide.system.stored import parse_stored, plain, to_json

STATE = "state.json"
PART = 1 << 17  # rows between two saves of the state; it is also saved after every file


@dataclass(frozen=True)
class StoredCheckpoint:
    """The JSON of a checkpoint."""

    fingerprint: dict[str, str]
    rows: int
    parts: int
    running: Running


@dataclass
class Checkpoint:
    """The folder, the sums so far, and the progress: finished rows of the table, and saved parts of written rows.

    A part is what is measured between two saves; if rows are written to `output`, those of a part are one file.
    """

    folder: Path
    names: Names
    reading: TableOptions
    output: str | None
    counts: bool
    running: Running = field(default_factory=Running)
    rows: int = 0
    parts: int = 0
    fingerprint: dict[str, str] = field(default_factory=dict)
    _unsaved: int = 0  # rows of the table in the part
    _source: str = ""  # the file that these are from
    _file: CountsFile | None = None

    def begin(self, query: TableQuery, systems: Systems, batches: Iterable[Batch]) -> tuple[Running, Iterator[Batch]]:
        """The sums so far, and the batches that are left."""
        self.fingerprint = self._fingerprint(query)
        self._load(query)
        return self.running, self._unfinished(query, systems, batches)

    def _unfinished(self, query: TableQuery, systems: Systems, batches: Iterable[Batch]) -> Iterator[Batch]:
        """The batches after the finished rows, which are hashed again: a hash cannot be saved."""
        left = self.rows
        for batch in batches:
            finished = min(left, len(batch))
            for name, column in systems if finished else ():
                self.running.hash_texts(batch.rows(range(finished)).corpus(column, query.refs, name))
            if finished < len(batch):
                yield batch.rows(range(finished, len(batch)))
            left -= finished

    def add(self, query: TableQuery, measured: MeasuredBatch) -> None:
        """Write the rows of one system in one batch, before their sums are added. Before the next batch a part that is
        full, or of another file, is saved."""
        batch = measured.batch
        if measured.system == next(iter(query.titles)):  # the first of a batch
            if self._unsaved >= PART or (self._unsaved and batch.name != self._source):
                self.end_part()
            self._source = batch.name
            self._unsaved += len(batch)
            self.rows += len(batch)
        if self.output and self._file is None:
            self._file = CountsFile(self.part(self.parts), self.counts, self.running.segments)
        if self._file is not None:
            self._file.add(query, measured)

    def close(self, query: TableQuery, running: Running) -> None:
        """Save what is left, and write the rows of all parts to the output."""
        self.end_part()
        if self.output:
            with counts_file(self.output, self.counts) as rows:
                for path in map(str, map(self.part, range(self.parts))):
                    for batch in record_batches(path, path, None):
                        rows.write(batch)
                rows.close(query, running)

    def end_part(self) -> None:
        """Close the file of rows, if any, and save the state."""
        if self._file is not None:
            self._file.abandon()  # the whole has the metadata
            self.parts += 1
        self._file, self._unsaved = None, 0
        self.save()

    def _load(self, query: TableQuery) -> None:
        """Load the checkpoint. Raises InputError if it was written for other inputs or options."""
        path = self.folder / STATE
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            # A run that stopped before its first state was saved may have begun to write rows.
            stored, empty = path.exists(), {*self.folder.iterdir()} <= {self.part(0)}
        except (OSError, UnicodeError) as error:
            raise InputError(f"{self.folder} cannot be a folder of checkpoints: {error}.") from None
        if not stored:
            if not empty:
                raise InputError(f"{self.folder} is not empty and has no checkpoint; name another folder.")
            return
        damaged = f"{path} is damaged or of another version; name another folder, or delete this one"
        data: StoredCheckpoint = parse_stored(read_stored(path), StoredCheckpoint, damaged)
        for key, value in self.fingerprint.items():
            if (before := data.fingerprint.get(key)) != value:
                what = f"was written with other {key}: {before}, and now {value}"
                raise InputError(f"The checkpoint in {self.folder} {what}. Name another folder, or delete this one.")
        self.rows, self.parts, self.running = data.rows, data.parts, data.running
        running = data.running
        widths = [len(metric.counts.columns) for metric in query.corpus_metrics]
        shapes = [] if query.poisson is None else query.poisson.shapes(query.corpus_metrics)
        try:
            for group, tables in running.resampled.items():
                running.resampled[group] = tuple(np.array(table, dtype=np.float64) for table in tables)
        except (OverflowError, TypeError, ValueError):
            running.resampled.clear()  # which does not fit
        fit = (
            running.segments == dict.fromkeys(query.titles if self.rows else (), self.rows)
            and running.identical.keys() == running.segments.keys()
            and all([len(one.total) for one in sums] == widths for sums in running.sums.values())
            and all(one.segments > 0 for sums in running.sums.values() for one in sums)
            and all([table.shape for table in tables] == shapes for tables in running.resampled.values())
            and all(np.isfinite(table).all() for tables in running.resampled.values() for table in tables)
            and running.resampled.keys() == (running.sums.keys() if shapes else set())
            and all(self.part(number).is_file() for number in range(self.parts))
        )
        if not fit:
            raise InputError(f"{damaged}: its sums are not those of these metrics and columns, or rows are missing.")

    def _fingerprint(self, query: TableQuery) -> dict[str, str]:
        """Everything that would change a number if it changed between two runs, as JSON."""
        files = []
        for part in parts_of(self.names):
            try:
                status = os.stat(part)
            except (OSError, ValueError):
                raise InputError(f"There is no file {part}.") from None
            files.append([os.path.abspath(part), status.st_size, status.st_mtime_ns])
        poisson = query.poisson
        settings = {
            "version": __version__,
            "settings": [[str(s.corpus.signature()), str(s.sentence.signature())] for s in query.scorers],
            "quotes": self.reading.quotes or "as detected",
            "nulls": self.reading.nulls,
            "columns": [list(query.hyps), list(query.refs), list(query.by)],
            "resamples": [poisson.resamples, poisson.seed, poisson.documents] if poisson is not None else [],
            "rows": [self.output, self.counts, *query.titles.values()] if self.output else [],
            "files": files,
        }
        return {name: json.dumps(value) for name, value in settings.items()}

    def save(self) -> None:
        """Replace the saved state."""
        state = StoredCheckpoint(self.fingerprint, self.rows, self.parts, self.running)
        write_text(self.folder / STATE, to_json(plain(state), None))

    def part(self, number: int) -> Path:
        """The path of one part's rows."""
        return self.folder / f"rows-{number:06d}.parquet"

    def clear(self) -> None:
        """Remove the checkpoint, as far as possible: the folder may be a link, or that in which the program runs."""
        with suppress(OSError):
            for path in (*(self.part(k) for k in range(self.parts)), self.folder / STATE):
                path.unlink(missing_ok=True)
            self.folder.rmdir()


@contextmanager
def checkpoint(
    folder: str, names: Names, reading: TableOptions, output: str | None = None, counts: bool = False
) -> Iterator[Checkpoint]:
    """Checkpoints of a table in a folder, which is removed when the result is written; rows, with `counts` also their
    integers, are written to the file `output`."""
    pipes = (part for part in parts_of(names) if part == STDIN or (os.path.exists(part) and not os.path.isfile(part)))
    if reading.join is not None or reading.systems is not None or any(pipes):
        raise OptionError("`resume` is for files that are parts of a table: no long table, `join` or standard input.")
    if output:
        check_outside(output, [folder])
    yield (saved := Checkpoint(Path(folder), names, reading, output, counts))
    once_written(saved.clear)

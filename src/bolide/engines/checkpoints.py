"""Checkpoints of a streamed run: partial sums and finished rows, replaced atomically.

The folder holds `state.json` (a fingerprint of inputs and options, the progress, and the sums so far) and, if rows are
written, one file of rows per finished part. The state is replaced atomically after every part, so the process may be
killed at any moment. At the end of the run the folder is removed.
"""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bolide._version import __version__
from bolide.corpus.batches import TableOptions
from bolide.corpus.table_files import STDIN
from bolide.corpus.tables import Names, TextTable
from bolide.data.results import Report
from bolide.engines.counts_file import CountsFile, concatenate
from bolide.engines.streaming import (
    MeasuredBatch,
    OnFirstBatch,
    Running,
    TableQuery,
    measure_batches,
    report_of,
    with_first_batch_hook,
)
from bolide.metrics.counts import Progress, no_progress
from bolide.metrics.sums import Sums
from bolide.system.errors import InputError, OptionError
from bolide.system.files import write_text
from bolide.system.strict import from_json

STATE = "state.json"
PART = 1 << 17  # rows between two saves of the state; it is also saved after every file


@dataclass(frozen=True)
class RowsOutput:
    """The file that rows are written to, and whether it has their integers."""

    name: str
    counts: bool


@dataclass
class Checkpoint:
    """The folder and the progress: finished files, finished rows of the next file, saved parts of rows."""

    folder: Path
    fingerprint: dict[str, Any]
    files: int = 0
    rows: int = 0
    parts: int = 0

    def load(self, running: Running) -> None:
        """Load the checkpoint. Raises InputError if it was written for other inputs or options."""
        path = self.folder / STATE
        if not path.exists():
            if self.folder.exists() and any(self.folder.iterdir()):
                raise InputError(f"{self.folder} is not empty and has no checkpoint; name another folder.")
            self.folder.mkdir(parents=True, exist_ok=True)
            return
        try:
            data = from_json(path.read_text(encoding="utf-8"))
        except ValueError as error:
            raise InputError(f"{path} is damaged ({error}); name another folder, or delete this one.") from None
        for key, value in self.fingerprint.items():
            if data["fingerprint"].get(key) != value:
                raise InputError(
                    f"The checkpoint in {self.folder} was written with other {key}: {data['fingerprint'].get(key)}, "
                    f"and now {value}. Name another folder, or delete this one."
                )
        self.files, self.rows, self.parts = data["files"], data["rows"], data["parts"]
        running.nrefs, running.differing = data["nrefs"], set(data["differing"])
        for system, labels, sums in data["sums"]:
            running.sums[system, tuple(labels)] = tuple(Sums(one[0], tuple(one[1]), one[2]) for one in sums)
        if data["resampled"]:
            import numpy as np

            for system, labels, tables in data["resampled"]:
                running.resampled[system, tuple(labels)] = [np.array(table) for table in tables]

    def save(self, running: Running) -> None:
        """Replace the saved state."""
        data = {
            "fingerprint": self.fingerprint, "files": self.files, "rows": self.rows, "parts": self.parts,
            "nrefs": running.nrefs, "differing": sorted(running.differing),
            "sums": [
                [system, list(labels), [[one.segments, one.total, one.value] for one in sums]]
                for (system, labels), sums in running.sums.items()
            ],
            "resampled": [
                [system, list(labels), [table.tolist() for table in tables]]
                for (system, labels), tables in running.resampled.items()
            ],
        }  # fmt: skip
        write_text(self.folder / STATE, json.dumps(data))

    def part(self, number: int) -> Path:
        """The path of one part's rows."""
        return self.folder / f"rows-{number:06d}.parquet"

    def clear(self) -> None:
        """Remove the checkpoint."""
        for path in (*(self.part(k) for k in range(self.parts)), self.folder / STATE):
            path.unlink(missing_ok=True)
        self.folder.rmdir()


def score_with_checkpoints(
    names: Names,
    query: TableQuery,
    reading: TableOptions,
    folder: str,
    rows: RowsOutput | None = None,
    *,
    jobs: int = 1,
    progress: Progress = no_progress,
    on_first_batch: OnFirstBatch = lambda batch: None,
) -> Report:
    """Score a table as `score_table` does, with checkpoints in `folder`."""
    table = TextTable(names, reading)
    if reading.join is not None or STDIN in table.parts:
        raise OptionError("--resume works with files that are parts of one table, not with --join or standard input.")
    systems = table.systems(query.hyps)
    columns = [*(column for _, column in systems), *query.refs, *query.by]
    running = Running()
    checkpoint = Checkpoint(Path(folder), _fingerprint(table.parts, query, reading, rows))
    checkpoint.load(running)
    progress(len({metric.counts for metric in query.corpus_metrics}) * sum(running.segments.values()))
    for number in range(checkpoint.files, len(table.parts)):
        batches = table.part(number, columns, skip=checkpoint.rows)
        if number == 0:
            batches = with_first_batch_hook(batches, on_first_batch)
        part = _Part(checkpoint, running, rows)
        for count, measured_batch in enumerate(measure_batches(query, systems, batches, jobs, progress), 1):
            part.add(query, measured_batch)
            if count % len(systems) == 0:  # all systems of the batch
                checkpoint.rows += len(measured_batch.batch)
                if part.size >= PART * len(systems):
                    part.end(query)
                    checkpoint.save(running)
        part.end(query)
        checkpoint.files, checkpoint.rows = number + 1, 0
        checkpoint.save(running)
    if not running.sums:
        raise InputError(f"{' and '.join(table.parts[:3])} holds no row; a table has at least one.")
    if rows:
        saved = [checkpoint.part(k) for k in range(checkpoint.parts)]
        concatenate(saved, rows.name, query, running.nrefs, rows.counts)
    report = report_of(query, [name for name, _ in systems], running)
    checkpoint.clear()
    return report


@dataclass
class _Part:
    """The rows between two saves of the state; if rows are written, they are one file."""

    checkpoint: Checkpoint
    running: Running
    rows: RowsOutput | None
    size: int = 0
    _file: CountsFile | None = None

    def add(self, query: TableQuery, measured_batch: MeasuredBatch) -> None:
        """Add the rows of one system in one batch."""
        if self.rows and self._file is None:
            path = self.checkpoint.part(self.checkpoint.parts)
            self._file = CountsFile(path, self.rows.counts, self.running.segments)
        self.running.add(query, measured_batch)
        if self._file is not None:
            self._file.add(query, measured_batch)
        self.size += len(measured_batch.batch)

    def end(self, query: TableQuery) -> None:
        """Close the file of rows, if any; the next batch starts another part."""
        if self._file is not None:
            self._file.close(query, self.running.nrefs)
            self.checkpoint.parts += 1
        self._file, self.size = None, 0


def _fingerprint(parts: list[str], query: TableQuery, reading: TableOptions, rows: RowsOutput | None) -> dict[str, Any]:
    """Everything that would change a number if it changed between two runs."""
    files = []
    for part in parts:
        try:
            status = os.stat(part)
        except (OSError, ValueError):
            raise InputError(f"There is no file {part}.") from None
        files.append([os.path.abspath(part), status.st_size, status.st_mtime_ns])
    poisson = query.poisson
    return {
        "version": __version__,
        "settings": [[str(s.corpus.signature()), str(s.sentence.signature())] for s in query.scorers],
        "quotes": reading.quotes or "as detected",
        "columns": [list(query.hyps), list(query.refs), list(query.by)],
        "resamples": [poisson.resamples, poisson.seed] if poisson is not None else [],
        "rows": [rows.name, rows.counts] if rows else [],
        "files": files,
    }

"""Going on after a stop: what is finished is kept in a folder, file by file, and read from there the next time.

The folder holds `state.json` (what is asked, of which files, how far it is done, and the sums so far) and, where rows
are wanted, one file of them for each stretch that is finished. The state is replaced after every stretch, whole or not
at all, so that a process may be killed at any moment. When everything is done, the folder is emptied and removed.
"""

from __future__ import annotations

import json
import os
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from bolide._version import __version__
from bolide.corpus.parts import STDIN
from bolide.corpus.records import Reading
from bolide.corpus.tables import Names, Table
from bolide.errors import InputError, OptionError
from bolide.metrics.counts import Done, ignore
from bolide.outputs import write_text
from bolide.plain_json import from_json
from bolide.results import Report
from bolide.scale.rows_file import RowsFile, gather
from bolide.scale.streaming import Look, Piece, Running, TableQuery, Total, looked_at, measured, report_of

STATE = "state.json"
STRETCH = 1 << 17  # rows after which the state is kept, at the latest; it is also kept after every file


@dataclass
class Journal:
    """The folder, and how far the work is: files finished, rows finished of the next one, stretches of rows kept."""

    folder: Path
    about: dict[str, Any]
    parts: int = 0
    rows: int = 0
    stretches: int = 0

    def load(self, running: Running) -> None:
        """Take up what the folder holds; refused where it is about something else."""
        path = self.folder / STATE
        if not path.exists():
            if self.folder.exists() and any(self.folder.iterdir()):
                raise InputError(f"{self.folder} is not empty and holds no finished work; name another folder.")
            self.folder.mkdir(parents=True, exist_ok=True)
            return
        try:
            data = from_json(path.read_text(encoding="utf-8"))
        except ValueError as error:
            raise InputError(f"{path} is damaged ({error}); name another folder, or delete this one.") from None
        for key, value in self.about.items():
            if data["about"].get(key) != value:
                raise InputError(
                    f"{self.folder} holds finished work with other {key}: {data['about'].get(key)} there and {value} "
                    "here. Name another folder, or delete it."
                )
        self.parts, self.rows, self.stretches = data["parts"], data["rows"], data["stretches"]
        running.nrefs = data["nrefs"]
        for system, key, total in data["totals"]:
            running.totals[system, tuple(key)] = Total(**total)
        if data["resampled"]:
            import numpy as np

            for system, key, tables in data["resampled"]:
                running.resampled[system, tuple(key)] = [np.array(table) for table in tables]

    def keep(self, running: Running) -> None:
        """Write the state in place of the old one."""
        data = {
            "about": self.about, "parts": self.parts, "rows": self.rows, "stretches": self.stretches,
            "nrefs": running.nrefs,
            "totals": [[system, list(key), asdict(total)] for (system, key), total in running.totals.items()],
            "resampled": [
                [system, list(key), [table.tolist() for table in tables]]
                for (system, key), tables in running.resampled.items()
            ],
        }  # fmt: skip
        write_text(self.folder / STATE, json.dumps(data))

    def stretch(self, number: int) -> Path:
        """The file of rows of one stretch."""
        return self.folder / f"rows-{number:06d}.parquet"

    def clear(self) -> None:
        """Remove what was kept."""
        for path in (*(self.stretch(k) for k in range(self.stretches)), self.folder / STATE):
            path.unlink(missing_ok=True)
        self.folder.rmdir()


def resumed(
    names: Names,
    query: TableQuery,
    how: Reading,
    folder: str,
    rows: tuple[str, bool] | None = None,
    *,
    jobs: int = 1,
    done: Done = ignore,
    look: Look = lambda batch: None,
) -> Report:
    """Score a table as `score_table` does, and keep in `folder` what is finished.

    `rows` is where to write the rows, and whether with their integers.
    """
    table = Table(names, how)
    if how.join is not None or STDIN in table.parts:
        raise OptionError("--resume is for files that are parts of one table: not joined, and not standard input.")
    systems = table.systems(query.hyps)
    columns = [*(column for _, column in systems), *query.refs, *query.by]
    running = Running()
    journal = Journal(Path(folder), _about(table.parts, query, rows))
    journal.load(running)
    ways = len({metric.counts for metric in (*query.metrics, *query.alone)})
    done(ways * sum(_counts(running).values()))
    for number in range(journal.parts, len(table.parts)):
        batches = table.part(number, columns, skip=journal.rows)
        pieces = measured(query, systems, looked_at(batches, look) if number == 0 else batches, jobs, done)
        stretch = _Stretch(journal, running, rows)
        for count, piece in enumerate(pieces, 1):
            stretch.add(query, piece)
            if count % len(systems) == 0:  # the batch is done
                journal.rows += len(piece.batch)
                if stretch.size >= STRETCH * len(systems):
                    stretch.end(query)
                    journal.keep(running)
        stretch.end(query)
        journal.parts, journal.rows = number + 1, 0
        journal.keep(running)
    if not running.totals:
        raise InputError(f"{' and '.join(table.parts[:3])} holds no row; a table has at least one.")
    if rows:
        gather([journal.stretch(k) for k in range(journal.stretches)], rows[0], query, running.nrefs, rows[1])
    report = report_of(query, [shown for shown, _ in systems], running)
    journal.clear()
    return report


@dataclass
class _Stretch:
    """What is measured between two times that the state is kept; its rows, where they are wanted, are one file."""

    journal: Journal
    running: Running
    rows: tuple[str, bool] | None
    size: int = 0
    _sink: RowsFile | None = None

    def add(self, query: TableQuery, piece: Piece) -> None:
        """Take a piece in."""
        if self.rows and self._sink is None:
            self._sink = RowsFile(self.journal.stretch(self.journal.stretches), self.rows[1], _counts(self.running))
        self.running.add(query, piece)
        if self._sink is not None:
            self._sink.add(query, piece)
        self.size += len(piece.batch)

    def end(self, query: TableQuery) -> None:
        """Finish the file of rows, if one was begun; the next piece begins another stretch."""
        if self._sink is not None:
            self._sink.close(query, self.running.nrefs)
            self.journal.stretches += 1
        self._sink, self.size = None, 0


def _counts(running: Running) -> dict[str, int]:
    return {system: total.segments for (system, key), total in running.totals.items() if not key}


def _about(parts: list[str], query: TableQuery, rows: tuple[str, bool] | None) -> dict[str, Any]:
    """What the finished work is of: anything that would change a number."""
    files = []
    for part in parts:
        try:
            found = os.stat(part)
        except (OSError, ValueError):
            raise InputError(f"There is no file {part}.") from None
        files.append([os.path.abspath(part), found.st_size, found.st_mtime_ns])
    poisson = query.poisson
    return {
        "version": __version__,
        "settings": [str(metric.signature()) for metric in (*query.metrics, *query.alone)],
        "columns": [list(query.hyps), list(query.refs), list(query.by)],
        "resamples": [poisson.resamples, poisson.seed] if poisson is not None else [],
        "rows": list(rows) if rows else [],
        "files": files,
    }

"""What commands have scored, kept in a file of SQLite in the folder of the cache, which several processes may share."""

from __future__ import annotations

import json
import os
import sqlite3
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from platform import node
from typing import Any, NamedTuple

from bolide.agreement.annotations.ratings import ErrorSpan
from bolide.program.stdio import say
from bolide.system.errors import InputError
from bolide.system.files import cache_folder

FORM = """
CREATE TABLE IF NOT EXISTS runs (id INTEGER PRIMARY KEY, metric TEXT, began TEXT, host TEXT);
CREATE TABLE IF NOT EXISTS scores (key BLOB PRIMARY KEY, value REAL, errors TEXT, run INTEGER) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS facts (name TEXT PRIMARY KEY, value TEXT) WITHOUT ROWID;
"""
PATIENCE = 60.0  # seconds for another process to write what it has
MOMENT = 0.2  # seconds between two looks whether it has ended


class KeptScore(NamedTuple):
    """The score of one text, the errors in it, and the run that it is of."""

    value: float
    errors: Sequence[ErrorSpan] = ()
    run: int = 0


def cache_file() -> Path:
    """Where scores are kept."""
    return cache_folder() / "scores-1.sqlite"


class ScoreCache:
    """Scores by key, the runs that they are of, and facts that take long to find out; without a path, for one call."""

    def __init__(self, path: Path | None) -> None:
        self.path = path
        with self._sound():
            if path is not None:
                path.parent.mkdir(parents=True, exist_ok=True)
            self._file = sqlite3.connect(path or ":memory:", timeout=PATIENCE)
            self._file.executescript(FORM)

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    @contextmanager
    def _sound(self) -> Iterator[None]:
        """Say in one line what is wrong with the file."""
        advice = "or score without it (--no-cache, cache=False)"
        try:
            yield
        except (sqlite3.OperationalError, OSError) as error:
            raise InputError(
                f"The cache {self.path} cannot be used ({error}): make it writable, set BOLIDE_CACHE to another "
                f"folder, {advice}."
            ) from None
        except sqlite3.DatabaseError as error:
            raise InputError(f"The cache {self.path} is damaged ({error}): delete it, {advice}.") from None

    def _rows(self, sql: str, *values: object) -> list[Any]:
        """What a statement finds; what it writes is written."""
        with self._sound(), self._file:
            return self._file.execute(sql, values).fetchall()

    def known(self, keys: Iterable[bytes]) -> dict[bytes, KeptScore]:
        """The scores that are there, by key."""
        found = {}
        with self._sound():
            for key in keys:
                for row in self._file.execute("SELECT value, errors, run FROM scores WHERE key = ?", (key,)):
                    found[key] = KeptScore(
                        row[0], [ErrorSpan(*one) for one in json.loads(row[1])] if row[1] else (), row[2]
                    )
        return found

    def begin(self, metric: str) -> int:
        """The number of a new run, which has a date and a host."""
        began = time.strftime("%Y-%m-%d %H:%M")
        self._rows("INSERT INTO runs (metric, began, host) VALUES (?, ?, ?)", metric, began, node())
        return int(self._rows("SELECT last_insert_rowid()")[0][0])

    def keep(self, scores: Mapping[bytes, KeptScore]) -> None:
        """Keep what a batch has given, all of it or nothing."""
        rows = [(key, one.value, json.dumps(one.errors) if one.errors else "", one.run) for key, one in scores.items()]
        with self._sound(), self._file:
            self._file.executemany("INSERT OR REPLACE INTO scores VALUES (?, ?, ?, ?)", rows)

    def run(self, number: int) -> str:
        """When and where a run was."""
        return " on ".join(self._rows("SELECT began, host FROM runs WHERE id = ?", number)[0])

    def fact(self, name: str) -> str | None:
        """What is known under this name."""
        rows = self._rows("SELECT value FROM facts WHERE name = ?", name)
        return str(rows[0][0]) if rows else None

    def learn(self, name: str, value: str) -> str:
        """Keep a fact."""
        self._rows("INSERT OR REPLACE INTO facts VALUES (?, ?)", name, value)
        return value

    def content(self, path: str) -> str:
        """The hash of a file, found once while its size and date stay; of a folder, that of names, sizes and dates."""
        if os.path.isdir(path):
            paths = [os.path.join(folder, name) for folder, _, names in sorted(os.walk(path)) for name in sorted(names)]
            about = [(os.path.relpath(each, path), os.stat(each).st_size, os.stat(each).st_mtime_ns) for each in paths]
            return sha256(json.dumps(about).encode()).hexdigest()
        status = os.stat(path)
        name = json.dumps(["content", os.path.realpath(path), status.st_size, status.st_mtime_ns])
        return self.fact(name) or self.learn(name, sha256(Path(path).read_bytes()).hexdigest())

    def alone(self, name: str) -> sqlite3.Connection:
        """What to close when another process may run what is called so: it waits, and finds what was kept."""
        said = False
        with self._sound():
            file = f"{self.path}.{name}.lock" if self.path else ":memory:"
            lock = sqlite3.connect(file, timeout=MOMENT, isolation_level=None)
            while True:
                try:
                    lock.execute("BEGIN EXCLUSIVE")
                    return lock
                except sqlite3.OperationalError as error:
                    if "locked" not in str(error):
                        raise
                if not said:
                    say("bolide", "another process computes these scores; waiting for it.")
                said = True

    def sizes(self) -> tuple[int, int]:
        """How many scores there are, and of how many metrics."""
        [sizes] = self._rows("SELECT (SELECT COUNT(*) FROM scores), (SELECT COUNT(DISTINCT metric) FROM runs)")
        return sizes[0], sizes[1]

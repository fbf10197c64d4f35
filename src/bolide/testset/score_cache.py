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
from typing import NamedTuple

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


class Scored(NamedTuple):
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
            self._file = sqlite3.connect(path or ":memory:", timeout=PATIENCE, isolation_level=None)
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

    def known(self, keys: Iterable[bytes]) -> dict[bytes, Scored]:
        """The scores that are there, by key."""
        found = {}
        with self._sound():
            for key in keys:
                row = self._file.execute("SELECT value, errors, run FROM scores WHERE key = ?", (key,)).fetchone()
                if row is not None:
                    found[key] = Scored(row[0], [ErrorSpan(*one) for one in json.loads(row[1] or "[]")], row[2])
        return found

    def begin(self, metric: str) -> int:
        """The number of a new run, which has a date and a host."""
        with self._sound():
            began = time.strftime("%Y-%m-%d %H:%M")
            sql = "INSERT INTO runs (metric, began, host) VALUES (?, ?, ?)"
            return int(self._file.execute(sql, (metric, began, node())).lastrowid or 0)

    def keep(self, scores: Mapping[bytes, Scored]) -> None:
        """Keep what a batch has given, all of it or nothing."""
        rows = [(key, one.value, json.dumps(one.errors) if one.errors else "", one.run) for key, one in scores.items()]
        with self._sound():
            self._file.execute("BEGIN IMMEDIATE")
            self._file.executemany("INSERT OR REPLACE INTO scores VALUES (?, ?, ?, ?)", rows)
            self._file.execute("COMMIT")

    def run(self, number: int) -> str:
        """When and where a run was."""
        with self._sound():
            row = self._file.execute("SELECT began, host FROM runs WHERE id = ?", (number,)).fetchone()
            return f"{row[0]} on {row[1]}" if row else "another day"

    def fact(self, name: str) -> str | None:
        """What is known under this name."""
        with self._sound():
            row = self._file.execute("SELECT value FROM facts WHERE name = ?", (name,)).fetchone()
            return None if row is None else str(row[0])

    def learn(self, name: str, value: str) -> str:
        """Keep a fact."""
        with self._sound():
            self._file.execute("INSERT OR REPLACE INTO facts VALUES (?, ?)", (name, value))
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

    @contextmanager
    def alone(self, name: str) -> Iterator[None]:
        """Wait until no other process runs what is called so: what it finds out is kept, and found once."""
        if self.path is None:
            yield
            return
        said = False
        with self._sound():
            lock = sqlite3.connect(f"{self.path}.{name}.lock", timeout=0, isolation_level=None)
        try:
            while True:
                try:
                    lock.execute("BEGIN EXCLUSIVE")
                    break
                except sqlite3.OperationalError as error:
                    if "locked" not in str(error):
                        with self._sound():
                            raise
                if not said:
                    say("bolide", "another process computes these scores; waiting for it.")
                said = True
                time.sleep(0.1)
            yield
        finally:
            lock.close()

    def sizes(self) -> tuple[int, int]:
        """How many scores there are, and of how many metrics."""
        with self._sound():
            sql = "SELECT (SELECT COUNT(*) FROM scores), (SELECT COUNT(DISTINCT metric) FROM runs)"
            scores, metrics = self._file.execute(sql).fetchone()
            return scores, metrics

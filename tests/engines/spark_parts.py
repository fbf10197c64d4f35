"""What Spark's executors run in the tests: they import it by its name."""

import os
import signal
import uuid
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from threading import Lock
from typing import Any

from bolide import BLEU, Signature


def parent(process: int) -> int:
    """The process that started another."""
    return int(Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[1])


def kill_executor_once(flag: str, batches: Iterator[Any]) -> Iterator[Any]:
    """Pass batches on; after the first of all, kill the executor under which this runs, unless that was done before."""
    for batch in batches:
        yield batch
        try:
            os.close(os.open(flag, os.O_CREAT | os.O_EXCL))
        except FileExistsError:
            continue
        executor = parent(os.getppid())  # a worker's parent is the daemon that forks workers
        command = Path(f"/proc/{executor}/cmdline").read_bytes()
        assert b"CoarseGrainedExecutorBackend" in command, command
        os.kill(executor, signal.SIGKILL)


@dataclass(frozen=True)
class Drifting(BLEU):
    """A metric with other settings in every partition, as with other tables on every machine."""

    def signature(self, nrefs: str | None = None) -> Signature:
        from pyspark import TaskContext

        task = TaskContext.get()
        items = (*self._signature_items(), ("table", str(task.partitionId() if task else "driver")))
        return Signature(self.title, items, nrefs)


@dataclass(frozen=True)
class Locked(BLEU):
    """A metric that cannot be pickled."""

    def __post_init__(self) -> None:
        super().__post_init__()
        object.__setattr__(self, "lock", Lock())


@dataclass(frozen=True)
class Counted(BLEU):
    """A metric that leaves a file whenever it is built from its pickle."""

    folder: str = ""

    def __reduce__(self) -> Any:
        return counted, (self.folder,)


def counted(folder: str) -> Counted:
    """Say which process built the metric."""
    Path(folder, f"{os.getpid()}-{uuid.uuid4()}").touch()
    return Counted(folder=folder)

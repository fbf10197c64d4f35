"""Rows of any number ready to be resampled: they are laid out in files without a name and mapped into memory.

So the system keeps in memory what fits and reads the rest again. Files without a name are gone when the process ends,
however it ends.
"""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import dataclass, replace
from tempfile import TemporaryFile
from typing import IO

from bolide.errors import InputError
from bolide.scale.rows_file import Files
from bolide.significance.sample import Matrix, Sample, rows_and_values, short_names

_ELSEWHERE = "Name a folder with more room in the environment variable TMPDIR."


@dataclass
class _Growing:
    """A table of doubles in a file, lengthened piece by piece."""

    file: IO[bytes]
    width: int = 0
    height: int = 0

    def add(self, rows: Matrix) -> None:
        import numpy as np

        self.width = rows.shape[1]
        self.height += len(rows)
        self.file.write(np.ascontiguousarray(rows).data)

    def mapped(self) -> Matrix:
        """The table, which stays when the file is closed."""
        import numpy as np

        self.file.flush()
        return np.memmap(self.file, dtype=np.float64, mode="r", shape=(self.height, self.width))


def samples_on_disk(files: Files) -> list[list[Sample]]:
    """The systems of files of rows, one list per metric."""
    with ExitStack() as opened:
        try:
            return _laid_out(files, opened)
        except OSError as error:
            raise InputError(f"The rows cannot be laid out: {error.strerror or error}. {_ELSEWHERE}") from None


def _laid_out(files: Files, opened: ExitStack) -> list[list[Sample]]:
    def growing() -> _Growing:
        return _Growing(opened.enter_context(TemporaryFile(buffering=1 << 16)))

    tables: dict[str, list[tuple[_Growing, _Growing]]] = {}
    metrics = files.query.metrics
    for piece in files.pieces():
        if piece.system not in tables:
            tables[piece.system] = [(growing(), growing()) for _ in metrics]
        for metric, stats, (rows, values) in zip(metrics, piece.tables, tables[piece.system], strict=True):
            some, own = rows_and_values(metric, stats)
            rows.add(some)
            values.add(own[:, None])
    found = []
    for place, (metric, name) in enumerate(zip(metrics, short_names(metrics), strict=True)):
        samples = [
            Sample.from_rows(system, metric, own[place][0].mapped(), own[place][1].mapped()[:, 0], files.nrefs)
            for system, own in tables.items()
        ]
        found.append([replace(sample, metric=name) for sample in samples])
    return found

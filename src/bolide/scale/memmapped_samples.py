"""Rows of any number ready to be resampled: they are laid out in files without a name and mapped into memory.

So the system keeps in memory what fits and reads the rest again. Files without a name are gone when the process ends,
however it ends.
"""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import dataclass
from tempfile import TemporaryFile
from typing import IO

from bolide.errors import InputError
from bolide.scale.counts_file import CountsFiles
from bolide.significance.sample import Matrix, Sample, rows_and_values

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


def memmapped_samples(files: CountsFiles) -> list[list[Sample]]:
    """The systems of counts files, one list per metric."""
    with ExitStack() as opened:
        try:
            return _mapped(files, opened)
        except OSError as error:
            raise InputError(f"The rows cannot be laid out: {error.strerror or error}. {_ELSEWHERE}") from None


def _mapped(files: CountsFiles, opened: ExitStack) -> list[list[Sample]]:
    def growing() -> _Growing:
        return _Growing(opened.enter_context(TemporaryFile(buffering=1 << 16)))

    tables: dict[str, list[tuple[_Growing, _Growing]]] = {}
    metrics = files.query.corpus_metrics
    for piece in files.pieces():
        if piece.system not in tables:
            tables[piece.system] = [(growing(), growing()) for _ in metrics]
        for metric, stats, (rows, values) in zip(metrics, piece.tables, tables[piece.system], strict=True):
            new_rows, new_values = rows_and_values(metric, stats)
            rows.add(new_rows)
            values.add(new_values[:, None])
    return [
        [
            Sample.from_rows(system, metric, rows.mapped(), values.mapped()[:, 0], files.nrefs, label=label)
            for system, (rows, values) in ((system, by_metric[k]) for system, by_metric in tables.items())
        ]
        for k, (metric, label) in enumerate(zip(metrics, files.query.labels, strict=True))
    ]

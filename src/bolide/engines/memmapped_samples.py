"""Rows of any number ready to be resampled: they are laid out in files without a name and mapped into memory.

So the system keeps in memory what fits and reads the rest again. Files without a name are gone when the process ends,
however it ends.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from tempfile import TemporaryFile
from typing import IO

import numpy as np
from numpy.typing import NDArray

from bolide.engines.counts_file import CountsFiles, SegmentRuns, segment_numbers
from bolide.significance.sample import PART, Matrix, Sample, rows_and_values
from bolide.system.errors import InputError

_ELSEWHERE = "Name a folder with more room in the environment variable TMPDIR."


@dataclass
class _Growing:
    """A table of doubles in a file, lengthened piece by piece."""

    file: IO[bytes]
    width: int = 0
    height: int = 0

    def add(self, rows: Matrix) -> None:
        self.width = rows.shape[1]
        self.height += len(rows)
        self.file.write(np.ascontiguousarray(rows).data)

    def mapped(self) -> Matrix:
        """The table, which stays when the file is closed."""
        self.file.flush()
        return np.memmap(self.file, dtype=np.float64, mode="r", shape=(self.height, self.width))


@dataclass
class _System:
    """The rows of one system: the numbers of their segments, two tables per metric, and what segments each file has."""

    numbers: _Growing
    tables: list[tuple[_Growing, _Growing]]
    files: dict[str, SegmentRuns] = field(default_factory=dict)

    def order(self, parts: bool) -> NDArray[np.intp] | None:
        """The order of the rows by segment, in each file if files are parts; None if they are in it already."""
        groups = [[runs] for runs in self.files.values()] if parts else [list(self.files.values())]
        if all(_together(group).in_order() for group in groups):
            return None
        numbers = self.numbers.mapped()[:, 0]
        if not parts:
            return np.argsort(numbers, kind="stable")
        sizes = [sum(last - first + 1 for first, last in runs.merged()) for runs in self.files.values()]
        return np.lexsort((numbers, np.repeat(np.arange(len(sizes)), sizes)))


def memmapped_samples(files: CountsFiles, *, complete: bool = False) -> list[list[Sample]]:
    """The systems of counts files, one list per metric, on the same segments in the same order: by their numbers.

    `complete` if the segments are to be paired with something else line by line: then none may be missing.
    """
    with ExitStack() as opened:
        try:
            return _mapped(files, opened, complete)
        except OSError as error:
            raise InputError(f"The rows cannot be laid out: {error.strerror or error}. {_ELSEWHERE}") from None


def _mapped(files: CountsFiles, opened: ExitStack, complete: bool) -> list[list[Sample]]:
    def growing() -> _Growing:
        return _Growing(opened.enter_context(TemporaryFile(buffering=1 << 16)))

    systems: dict[str, _System] = {}
    metrics = files.query.corpus_metrics
    for piece in files.pieces():
        if piece.system not in systems:
            systems[piece.system] = _System(growing(), [(growing(), growing()) for _ in metrics])
        system, numbers = systems[piece.system], segment_numbers(piece)
        system.files.setdefault(piece.batch.name, SegmentRuns()).add(numbers)
        system.numbers.add(numbers.astype(np.float64)[:, None])
        for metric, stats, (rows, values) in zip(metrics, piece.tables, system.tables, strict=True):
            new_rows, new_values = rows_and_values(metric, stats)
            rows.add(new_rows)
            values.add(new_values[:, None])

    # Files that all hold the same systems are parts of one table, and each counts its segments from 1.
    # Otherwise a number means the same segment in every file.
    parts = all(len(system.files) == len(files.abouts) for system in systems.values())
    _check_segments(systems, parts, complete)
    orders = {name: system.order(parts) for name, system in systems.items()}

    def in_order(table: _Growing, order: NDArray[np.intp] | None) -> Matrix:
        mapped = table.mapped()
        if order is None:
            return mapped
        copy = growing()
        for first in range(0, len(order), PART):
            copy.add(mapped[order[first : first + PART]])
        return copy.mapped()

    samples: list[list[Sample]] = []
    for k, (metric, label) in enumerate(zip(metrics, files.query.labels, strict=True)):
        samples.append([])
        for name, system in systems.items():
            counts, scores = (in_order(table, orders[name]) for table in system.tables[k])
            sample = Sample.from_rows(name, metric, counts, scores[:, 0], files.nrefs, label=label)
            signature = metric.signature(files.nrefs).with_versions(files.versions)
            samples[-1].append(replace(sample, signature=str(signature)))
    return samples


def _check_segments(systems: dict[str, _System], parts: bool, complete: bool) -> None:
    """Refuse systems that do not have the same segments, and segments that are missing where all are needed."""
    first = next(iter(systems))
    for name, system in systems.items():
        together = _together(system.files.values())
        repeated = None if parts else together.repeated()
        if repeated is not None:
            raise InputError(
                f"{' and '.join(list(system.files)[:2])} both have segment {repeated} of {name}; parts of a table must "
                "each have the rows of all systems."
            )
        for file, runs in system.files.items() if parts else [("", together)]:
            known = runs.merged()
            if complete and (known[0][0] != 1 or len(known) > 1):
                absent = 1 if known[0][0] != 1 else known[0][1] + 1
                raise InputError(
                    f"There is no row for segment {absent} of {name}; what is looked at line by line needs the rows of "
                    "all segments."
                )
            others = (systems[first].files[file] if parts else _together(systems[first].files.values())).merged()
            if known != others:
                absent, lacking = _absent(known, others)
                raise InputError(
                    f"There is no row for segment {absent} of {name if lacking else first}; systems are compared on "
                    "the same segments."
                )


def _together(runs: Iterable[SegmentRuns]) -> SegmentRuns:
    """The segments of several files."""
    return SegmentRuns([part for one in runs for part in one.parts])


def _absent(one: list[tuple[int, int]], other: list[tuple[int, int]]) -> tuple[int, bool]:
    """The first number that only one of two different lists of runs has, and whether the first list lacks it."""
    edge = next((pair for pair in zip(one, other, strict=False) if pair[0] != pair[1]), None)
    if edge is None:
        longer = max(one, other, key=len)
        return longer[min(len(one), len(other))][0], longer is other
    (start, end), (other_start, other_end) = edge
    if start != other_start:
        return min(start, other_start), start > other_start
    return min(end, other_end) + 1, end < other_end

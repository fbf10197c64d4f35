"""Samples backed by memory-mapped temporary files, for more rows than fit into memory.

The files have no name, so they disappear when the process ends, however it ends.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from tempfile import TemporaryFile
from typing import IO

import numpy as np
from numpy.typing import NDArray

from bolide.engines.counts_file import CountsFiles, SegmentRuns, segment_numbers
from bolide.significance.sample import PART, Matrix, Sample, rows_and_values
from bolide.system.errors import InputError

_ELSEWHERE = "Set the environment variable TMPDIR to a folder with more space."


@dataclass
class _GrowingTable:
    """A table of doubles in a file, to which rows are appended."""

    file: IO[bytes]
    width: int = 0
    height: int = 0

    def add(self, rows: Matrix) -> None:
        self.width = rows.shape[1]
        self.height += len(rows)
        self.file.write(np.ascontiguousarray(rows).data)

    def mapped(self) -> Matrix:
        """The table, mapped into memory; it stays readable after the file is closed."""
        self.file.flush()
        return np.memmap(self.file, dtype=np.float64, mode="r", shape=(self.height, self.width))


@dataclass
class _System:
    """The rows of one system: segment numbers, rows and values per metric, and the segments of each file."""

    numbers: _GrowingTable
    tables: list[tuple[_GrowingTable, _GrowingTable]]
    files: dict[str, SegmentRuns] = field(default_factory=dict)

    def groups(self, parts: bool) -> list[SegmentRuns]:
        """The segments of each file if files are parts, otherwise those of all files together."""
        runs = list(self.files.values())
        return runs if parts else [SegmentRuns([part for one in runs for part in one.parts])]

    def order(self, parts: bool) -> NDArray[np.intp] | None:
        """The order that sorts the rows by segment, within each file if files are parts; None if they are sorted."""
        groups = self.groups(parts)
        if all(group.in_order() for group in groups):
            return None
        sizes = [sum(last - first + 1 for first, last in runs.merged()) for runs in groups]
        return np.lexsort((self.numbers.mapped()[:, 0], np.repeat(np.arange(len(sizes)), sizes)))


def memmapped_samples(
    files: CountsFiles, *, complete: bool = False, warn: Callable[[str], None] = lambda message: None
) -> list[list[Sample]]:
    """The samples of all systems in counts files, one list per metric, sorted by segment number.

    Raises InputError if systems have different segments or, with `complete`, if any segment is missing.
    """
    with ExitStack() as opened:
        try:
            return _mapped(files, opened, complete, warn)
        except OSError as error:
            raise InputError(f"Temporary files cannot be written: {error.strerror or error}. {_ELSEWHERE}") from None


def _mapped(files: CountsFiles, opened: ExitStack, complete: bool, warn: Callable[[str], None]) -> list[list[Sample]]:
    def new_table() -> _GrowingTable:
        return _GrowingTable(opened.enter_context(TemporaryFile(buffering=1 << 16)))

    systems: dict[str, _System] = {}
    metrics = files.query.corpus_metrics
    for measured in files.measured_batches(warn):
        if measured.system not in systems:
            systems[measured.system] = _System(new_table(), [(new_table(), new_table()) for _ in metrics])
        system, numbers = systems[measured.system], segment_numbers(measured)
        system.files.setdefault(measured.batch.name, SegmentRuns()).add(numbers)
        system.numbers.add(numbers.astype(np.float64)[:, None])
        for metric, stats, (rows, values) in zip(metrics, measured.tables, system.tables, strict=True):
            new_rows, new_values = rows_and_values(metric, stats)
            rows.add(new_rows)
            values.add(new_values[:, None])

    # Files that all have the same systems are parts of one table, and each numbers its segments from 1.
    # Otherwise a number is the same segment in every file.
    parts = all(len(system.files) == len(files.infos) for system in systems.values())
    _check_segments(systems, parts, complete)
    orders = {name: system.order(parts) for name, system in systems.items()}

    def in_order(table: _GrowingTable, order: NDArray[np.intp] | None) -> Matrix:
        mapped = table.mapped()
        if order is None:
            return mapped
        copy = new_table()
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
    """Raise InputError if systems have different segments or, with `complete`, if any segment is missing."""
    first = next(iter(systems))
    for name, system in systems.items():
        for runs, others in zip(system.groups(parts), systems[first].groups(parts), strict=True):
            if (repeated := runs.repeated()) is not None:
                both = f"{' and '.join(list(system.files)[:2])} both have segment {repeated} of {name}"
                raise InputError(f"{both}; parts of a table must each have the rows of all systems.")
            known = runs.merged()
            for wanted, why in (
                ([(1, known[-1][1])] if complete else known, "what is looked at line by line needs all segments"),
                (others.merged(), "systems are compared on the same segments"),
            ):
                if (absent := _first_difference(known, wanted)) is not None:
                    present = any(low <= absent <= high for low, high in known)
                    raise InputError(f"There is no row for segment {absent} of {first if present else name}; {why}.")


def _first_difference(one: list[tuple[int, int]], other: list[tuple[int, int]]) -> int | None:
    """The smallest number that is in only one of two lists of runs, or None."""
    edges = [{edge for low, high in runs for edge in (low, high + 1)} for runs in (one, other)]
    return min(edges[0] ^ edges[1], default=None)

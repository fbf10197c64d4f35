"""Samples of the rows in counts files: those of each system in one order, by segment."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from bolide.engines.counts_file import CountsFiles, segment_numbers
from bolide.significance.sample import Matrix, Sample, Vector, rows_and_values
from bolide.system.errors import InputError

Segments = NDArray[np.int64]  # the number of the file and, in it, of the segment


def row_samples(files: CountsFiles, warn: Callable[[str], None]) -> tuple[list[list[Sample]], InputError | None]:
    """The samples of all systems, one list per metric, and if a segment is missing, why no line can be looked at.

    Raises InputError if systems have different segments.
    """
    metrics = files.query.corpus_metrics
    numbers: dict[str, dict[str, list[Segments]]] = {}  # by system and file
    tables: dict[str, list[list[tuple[Matrix, Vector]]]] = {}  # by system and metric
    for measured in files.measured_batches(warn):
        of_file = numbers.setdefault(measured.system, {}).setdefault(measured.batch.name, [])
        of_file.append(segment_numbers(measured))
        of_metrics = tables.setdefault(measured.system, [[] for _ in metrics])
        for metric, stats, parts in zip(metrics, measured.tables, of_metrics, strict=True):
            parts.append(rows_and_values(metric, stats))
    # Files that all have the same systems are parts of one table, and each numbers its segments from 1.
    # Otherwise a number is the same segment in every file.
    parts_of_table = all(len(of_files) == len(files.infos) for of_files in numbers.values())
    segments = {}
    for name, of_files in numbers.items():
        found = [np.concatenate(of_file) for of_file in of_files.values()]
        places = np.repeat(np.arange(len(found)) if parts_of_table else 0, [len(each) for each in found])
        segments[name] = np.column_stack([places, np.concatenate(found)])
    orders = {name: np.lexsort((cells[:, 1], cells[:, 0])) for name, cells in segments.items()}
    gap = _gap({name: cells[orders[name]] for name, cells in segments.items()}, numbers)
    samples: list[list[Sample]] = []
    for k, (metric, label) in enumerate(zip(metrics, files.query.labels, strict=True)):
        signature = str(metric.signature(files.nrefs).with_versions(files.versions))
        samples.append([])
        for name, order in orders.items():
            rows, values = (np.concatenate(each)[order] for each in zip(*tables[name][k], strict=True))
            sample = Sample.from_rows(name, metric, rows, values, files.nrefs, label=label)
            samples[-1].append(replace(sample, signature=signature))
    return samples, gap


def _gap(segments: dict[str, Segments], files: dict[str, dict[str, list[Segments]]]) -> InputError | None:
    """What is missing of 1, 2, 3 …, if anything. Raises InputError if systems have different segments, or one twice."""
    first, wanted = next(iter(segments.items()))
    for name, cells in segments.items():
        if len(repeated := np.flatnonzero((cells[1:] == cells[:-1]).all(axis=1))):
            both = f"{' and '.join(list(files[name])[:2])} both have segment {cells[repeated[0], 1]} of {name}"
            raise InputError(f"{both}; parts of a table must each have the rows of all systems.")
        if not np.array_equal(cells, wanted):
            ours, theirs = ({*zip(*each.T.tolist(), strict=True)} for each in (cells, wanted))
            lacking = min(ours ^ theirs)
            absent = first if lacking in ours else name
            why = "systems are compared on the same segments"
            raise InputError(f"There is no row for segment {lacking[1]} of {absent}; {why}.")
    expected = np.arange(len(wanted)) - np.searchsorted(wanted[:, 0], wanted[:, 0]) + 1
    wrong = np.flatnonzero(wanted[:, 1] != expected)
    if not len(wrong):
        return None
    why = "what is looked at line by line needs all segments"
    return InputError(f"There is no row for segment {expected[wrong[0]]} of {first}; {why}.")

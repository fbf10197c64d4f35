"""Build a report on a test set from texts and metrics."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from bolide.agreement.judgments import People, check_people
from bolide.agreement.table import Table
from bolide.corpus import Corpus
from bolide.evaluation.scoring import notes_on, units_of
from bolide.evaluation.study import FIRST_RUNS, gathered_samples
from bolide.metrics.counts import Progress, no_progress
from bolide.metrics.scorer import Scorer, measure_all, work
from bolide.reporting.testset.data import TestSetReport
from bolide.reporting.testset.summary import Grouping, Judged, Pairs, assemble_report, digests
from bolide.significance.breakdown import quarters
from bolide.significance.paired import compare, comparison_of, differences_of, system_result
from bolide.significance.plan import Plan
from bolide.significance.results import Comparison, SystemResult, decided, ranked
from bolide.significance.sample import Sample
from bolide.significance.units import DOCUMENT, SEGMENT, ResamplingUnits
from bolide.system.errors import InputError, check_list, warn_caller
from bolide.testset import TestSet, check_test_set
from bolide.testset.metrics import Metrics, add_marks, metrics_of

FEW = 5  # segments of a group without an interval
LONE = "What people judged is of one document, which cannot be resampled: no intervals, no tests."


def report(
    data: TestSet,
    metrics: Metrics = "bleu",
    *,
    human: People | None = None,
    plan: Plan | None = None,
    title: str = "",
    texts: bool = True,
    command: Sequence[str] = (),
    jobs: int = 1,
    progress: Progress = no_progress,
) -> TestSetReport:
    """Show a whole test set: systems with intervals, pairs, groups, and what each metric did in every segment.

    `metrics` and `plan` are as in `compare`, `human` is what `read_judgments` returns. Groups are
    those of the test set's labels; of systems with several runs, groups and segments are of the
    first. `result.to_html()` is one page that needs no network; without `texts` no text is in it. `command` is shown in
    its colophon.

    >>> import bolide
    >>> data = bolide.TestSet(["the cat sat on the mat", "hello world"], {"a": ["the cat", "hello"], "b": ["a", "b"]})
    >>> page = bolide.report(data, ["bleu", "chrf"], title="two lines").to_html()
    >>> page.startswith("<!doctype html>"), "two lines" in page
    (True, True)
    """
    check_test_set(data)
    check_list("command", command, ordered=True)
    if human is not None:
        check_people(human)
    if not data.corpora:
        raise InputError("The test set has no texts to report on.")
    _check_references(data.corpora)
    asked = sorted(metrics_of(metrics, data), key=lambda one: one.scorer is None)
    scorers, plan = [one.scorer for one in asked if one.scorer is not None], plan or Plan()
    measured = [scorer.corpus for scorer in scorers]
    notes = notes_on(data, measured)
    runs = [run for name in data.names for run in data.runs[name]]
    tables = measure_all(runs, measured, jobs=jobs, progress=progress)
    groups = gathered_samples(data, asked, plan, notes.append, tables)
    comparisons = [_compared(group, plan) for group in groups]
    if data.further:
        comparisons = [replace(each, notes=(*each.notes, FIRST_RUNS)) for each in comparisons]
    unit, judged = comparisons[0].plan.unit or SEGMENT, None
    marked = {} if human is None else human.errors((data.whole or data).corpora)
    add_marks(marked, asked, data)
    if human is not None:
        judged = _judged(human.table(data, data.names, notes.append), units_of(plan, data), plan)
    files = {} if human is None or not human.files else {"human scores": human.files[0]}
    paths = dict.fromkeys(path for one in asked for path in getattr(one.other, "files", ()))
    files |= {f"scores {k}": path for k, path in enumerate(paths, 1)}
    made = {"numpy": np.__version__, "data": digests(data, files)}
    said = {what: words for what, words in (("command", _shown(command)), ("title", title)) if words}
    result = assemble_report(
        data,
        scorers,
        [rows for run, rows in zip(runs, tables, strict=True) if run is data.runs[run.name][0]],
        [[runs[0] for runs in group] for group in groups],
        comparisons,
        human=judged,
        marked=marked,
        intervals=lambda parts, pairs: _intervals(parts, pairs, unit),
        colophon={**made, **said},
        progress=progress,
    )
    for note in dict.fromkeys(notes):
        warn_caller(note)
    return result if texts else result.without_texts()


def _check_references(systems: Sequence[Corpus]) -> None:
    first = systems[0]
    if not len(first):
        raise InputError("There are no segments to report on.")
    for system in systems:
        if system.refs != first.refs:
            raise InputError(
                f"{first.name} and {system.name} have different references, and a report shows those of all systems; "
                "`compare` scores each against its own, as for HTER."
            )


def _shown(command: Sequence[str]) -> list[str]:
    """The words of a command line without the file that is written, and without the folders of others."""
    outputs = ("-o", "--output")
    pairs = zip(("", *command), command, strict=False)
    parts = [
        word.rpartition("=")
        for before, word in pairs
        if before not in outputs and word.partition("=")[0] not in outputs
    ]
    return [f"{name}{sign}{os.path.basename(path) if os.path.isfile(path) else path}" for name, sign, path in parts]


def steps(data: TestSet, scorers: Sequence[Scorer]) -> int:
    """The number of segments to process, for a progress bar."""
    runs = [run for outputs in data.runs.values() for run in outputs]
    return work(runs, [scorer.corpus for scorer in scorers]) + sum(map(len, data.corpora)) * len(scorers)


def _compared(groups: Sequence[Sequence[Sample]], plan: Plan, lone: bool = False) -> Comparison:
    """Compare all pairs by the runs of each system; a single system has only an interval, a single segment or `lone`
    document only scores."""
    first = groups[0][0]
    drawn = len(first) > 1 and not lone
    if len(groups) > 1 and drawn:
        return compare(groups, plan)
    resampled = Plan(plan.mode, "bootstrap", plan.resamples_used, seed=plan.seed, unit=plan.unit)
    if drawn:
        resampled = resampled.on(first.units)
    systems = [
        system_result(runs, resampled) if drawn or len(runs) > 1 else SystemResult(runs[0].system, runs[0].value, None)
        for runs in groups
    ]
    comparison = comparison_of(first, ranked(systems, first.higher_is_better), (), resampled, (LONE,) if lone else ())
    return comparison if lone else decided(comparison)


def _judged(table: Table, units: ResamplingUnits | None, plan: Plan) -> Judged:
    """The judged systems compared on the segments of which all have human scores, if there are any; and quarters of the
    segments by their mean score, unless too many of these are equal."""
    labels, names = quarters(table.segment_means())
    title = f"By the people’s score ({table.name}), mean of all systems"
    judged = Judged(table, None, Grouping.by_label("human", title, labels, names) if names else None)
    present = np.isfinite(table.cells)
    rows = np.flatnonzero(present.any(1))
    segments = np.flatnonzero(present[rows].all(0))
    if not len(segments):
        return judged
    units = None if units is None else units.take(segments.tolist())
    samples = [
        Sample.from_values(table.systems[k], table.name, line, higher_is_better=table.higher_is_better).with_units(
            units
        )
        for k, line in zip(rows, table.cells[np.ix_(rows, segments)], strict=True)
    ]
    lone = units is not None and units.unit == DOCUMENT and len(units) == 1
    return judged._replace(comparison=_compared([[sample.with_units(units)] for sample in samples], plan, lone))


def _intervals(samples: Sequence[Sample], pairs: Pairs, unit: str) -> list[list[float]] | None:
    """The 95 % interval of every pair's difference; None of fewer than FEW segments, which would say too little.

    Within a document it is by segments.
    """
    if len(samples[0]) < FEW:
        return None
    plan = Plan(correction="none", unit=unit if len(samples[0].drawn_rows(unit)) > 1 else SEGMENT)
    found: list[Any] = differences_of([[one] for one in samples], pairs, plan)
    return [[round(samples[0].scale * end, 4) for end in each.interval] for each in found]

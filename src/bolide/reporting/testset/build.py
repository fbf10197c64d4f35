"""Build a report on a test set from texts and metrics."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from bolide.agreement.judgments import People, check_people
from bolide.corpus import Corpus
from bolide.data.stats import Stats
from bolide.evaluation.scoring import notes_on, units_of
from bolide.evaluation.study import (
    FIRST_RUNS,
    ONE_OUTPUT,
    measure_samples,
    measured_samples,
)
from bolide.metrics.counts import Progress, no_progress
from bolide.metrics.measuring import measure_all
from bolide.metrics.scorer import Scorer
from bolide.reporting.testset.data import TestSetReport
from bolide.reporting.testset.inputs import ReportInputs
from bolide.reporting.testset.summary import Grouping, Pairs, assemble_report
from bolide.significance.breakdown import quarters
from bolide.significance.paired import compare, comparison_of, differences_of, system_result
from bolide.significance.plan import Plan
from bolide.significance.results import Comparison, SystemResult, decided, ranked
from bolide.significance.sample import Sample, by_system
from bolide.significance.units import DOCUMENT, SEGMENT
from bolide.system.errors import InputError, OptionError, check_list, warn_caller
from bolide.testset import TestSet, check_test_set
from bolide.testset.metrics import Metrics, add_marks, metrics_of

RESAMPLES = 1000  # for each group of segments
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
    asked = metrics_of(metrics, data)
    scorers = [one.scorer for one in asked if one.scorer is not None]
    others = [one for one in asked if one.other is not None]
    if not data.corpora:
        raise InputError("The test set has no texts to report on.")
    if data.further and others:
        raise OptionError(ONE_OUTPUT)
    notes = notes_on(data, [scorer.corpus for scorer in scorers])
    whole = data.whole or data
    marked = {} if human is None else human.errors(whole.corpora)
    add_marks(marked, others, data)
    lines = {data.line(segment): segment for segment in range(len(data))}
    paths = [path for one in others for path in getattr(one.other, "files", ())]
    score_files = {f"scores {k}": path for k, path in enumerate(dict.fromkeys(paths), 1)}
    if human is not None and human.files:
        score_files = {"human scores": human.files[0], **score_files}
    plan = plan or Plan()
    inputs = ReportInputs(
        data.corpora,
        scorers,
        [[replace(s, metric=one.label) for s in one.other.samples(data, notes.append)] for one in others if one.other],
        data.source,
        data.documents,
        data.labels,
        None if human is None else human.table(data, data.names, notes.append),
        {
            (name, lines[line]): errors
            for (name, line), errors in marked.items()
            if line in lines and name in data.names
        },
        data.files,
        {what: path for what, path in score_files.items() if os.path.isfile(path)},
        data.domains if plan.stratified else None,
        data.further,
        [one.label for one in asked if one.scorer is not None],
    )
    units_of(plan, data)  # refuses what cannot be drawn
    words = _shown(command)
    about: dict[str, Any] = {name: value for name, value in (("command", words), ("title", title)) if value}
    result = build_report(inputs, plan, about=about, jobs=jobs, progress=progress)
    for note in dict.fromkeys(notes):
        warn_caller(note)
    return result if texts else result.without_texts()


def _shown(command: Sequence[str]) -> list[str]:
    """The words of a command line without the file that is written, and without the folders of others."""
    outputs = ("-o", "--output")
    pairs = zip(("", *command), command, strict=False)
    words = [word for before, word in pairs if before not in outputs and word.partition("=")[0] not in outputs]
    return list(map(_without_folder, words))


def _without_folder(word: str) -> str:
    """A word of a command line without the folder of the file that it names, if it names one."""
    before, sign, path = word.rpartition("=")
    return f"{before}{sign}{os.path.basename(path)}" if os.path.isfile(path) else word


def steps(systems: Sequence[Corpus], scorers: Sequence[Scorer]) -> int:
    """The number of segments to process, for a progress bar."""
    measured = {scorer.corpus.counts for scorer in scorers}  # metrics with equal Counts are measured once
    return sum(map(len, systems)) * (len(measured) + len(scorers))


def build_report(
    inputs: ReportInputs,
    plan: Plan | None = None,
    *,
    about: Mapping[str, Any] | None = None,
    jobs: int = 1,
    progress: Progress = no_progress,
) -> TestSetReport:
    """Measure, compare and assemble the report. `about` are further lines of its colophon.

    `progress` is called with numbers of segments that add up to `steps`.
    """
    tables = measure_all(inputs.systems, inputs.metrics, jobs=jobs, progress=progress)
    plan = plan or Plan()
    samples = _samples(inputs, tables, plan.unit)
    others = [corpus for runs in inputs.further.values() for corpus in runs]
    further = measure_samples(others, inputs.metrics, jobs=jobs) if others else [[]] * len(samples)
    units = samples[0][0].units
    comparisons = tuple(
        _compared([*by_system([*group, *more], units).values()], plan)
        for group, more in zip(samples, further, strict=True)
    )
    if others:
        comparisons = tuple(replace(each, notes=(*each.notes, FIRST_RUNS)) for each in comparisons)
    unit = comparisons[0].plan.unit or SEGMENT
    return assemble_report(
        inputs,
        tables,
        samples,
        comparisons,
        human=_human_comparison(inputs, plan),
        quarters=_quarters(inputs),
        intervals=lambda parts, pairs: _intervals(parts, pairs, unit),
        numpy=np.__version__,
        colophon=about,
        progress=progress,
    )


def _samples(inputs: ReportInputs, tables: Sequence[Sequence[Stats]], unit: str | None) -> list[list[Sample]]:
    """One list of samples per metric, external metrics last."""
    samples = measured_samples(inputs.systems, inputs.metrics, tables)
    for label, measured in zip(inputs.labels_of_metrics, samples, strict=False):
        measured[:] = [replace(sample, metric=label) for sample in measured]
    for group in inputs.external:
        by_name = {sample.system: sample for sample in group}
        samples.append([by_name[system.name] for system in inputs.systems])
    units = inputs.units(unit)
    return [[sample.with_units(units) for sample in group] for group in samples]


def _compared(groups: Sequence[Sequence[Sample]], plan: Plan, lone: bool = False) -> Comparison:
    """Compare all pairs; a single system has only an interval, a single segment or `lone` document only scores."""
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


def _human_comparison(inputs: ReportInputs, plan: Plan) -> Comparison | None:
    """The judged systems compared by human scores, on the segments that all of them have; None if there are none."""
    if (table := inputs.human) is None:
        return None
    present = np.isfinite(table.cells)
    judged = np.flatnonzero(present.any(1))
    segments = np.flatnonzero(present[judged].all(0))
    if not len(segments):
        return None
    units = inputs.units(plan.unit)
    units = None if units is None else units.take(segments.tolist())
    lines, higher = zip(judged, table.cells[np.ix_(judged, segments)], strict=True), table.higher_is_better
    samples = [Sample.from_values(table.systems[k], table.name, line, higher_is_better=higher) for k, line in lines]
    groups = [[sample.with_units(units)] for sample in samples]
    return _compared(groups, plan, lone=units is not None and units.unit == DOCUMENT and len(units) == 1)


def _quarters(inputs: ReportInputs) -> Grouping | None:
    """Quarters of the segments by mean human score; None if too many of these are equal."""
    if inputs.human is None:
        return None
    labels, names = quarters(inputs.human.segment_means())
    title = f"By the people’s score ({inputs.human.name}), mean of all systems"
    return Grouping.by_label("human", title, labels, names) if names else None


def _intervals(samples: Sequence[Sample], pairs: Pairs, unit: str) -> list[list[float]] | None:
    """The 95 % interval of every pair's difference; None of fewer than FEW segments, which would say too little.

    Within a document it is by segments.
    """
    if len(samples[0]) < FEW:
        return None
    plan = Plan(correction="none", unit=unit if len(samples[0].drawn_rows(unit)) > 1 else SEGMENT)
    scale = samples[0].scale
    return [
        [round(scale * end, 4) for end in each.interval]
        for each in differences_of([[one] for one in samples], pairs, plan)
    ]

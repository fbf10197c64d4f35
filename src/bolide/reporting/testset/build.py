"""Build a report on a test set from texts and metrics."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from bolide.data.stats import Stats
from bolide.metrics.measuring import measure_all
from bolide.reporting.testset.data import TestSetReport
from bolide.reporting.testset.inputs import ReportInputs
from bolide.reporting.testset.summary import Grouping, Pairs, assemble_report, ranked
from bolide.significance.breakdown import quarters
from bolide.significance.paired import compare, confidence
from bolide.significance.plan import SEED, Plan
from bolide.significance.resampling import bootstrap, generator
from bolide.significance.results import Comparison, SystemResult
from bolide.significance.sample import Sample, measured_samples

Progress = Callable[[int], None]

RESAMPLES = 1000  # for each group of segments


def steps(inputs: ReportInputs) -> int:
    """The number of segments to process, for a progress bar."""
    return 2 * inputs.size * len(inputs.systems) * max(1, len(inputs.scorers))


def build_report(
    inputs: ReportInputs,
    plan: Plan | None = None,
    *,
    about: Mapping[str, Any] | None = None,
    jobs: int = 1,
    progress: Progress = lambda segments: None,
) -> TestSetReport:
    """Measure, compare and assemble the report. `about` are further lines of its colophon.

    `progress` is called with numbers of segments that add up to `steps`.
    """
    tables = measure_all(inputs.systems, inputs.metrics, jobs=jobs, progress=_shared(inputs, progress))
    samples = _samples(inputs, tables)
    comparisons = tuple(_compared(group, plan or Plan()) for group in samples)
    inputs, ordered, order = ranked(inputs, tables, comparisons[0])
    return assemble_report(
        inputs,
        ordered,
        [[group[k] for k in order] for group in samples],
        comparisons,
        quarters=_quarters(inputs),
        intervals=_intervals,
        numpy=np.__version__,
        colophon=about,
        progress=progress,
    )


def _shared(inputs: ReportInputs, progress: Progress) -> Progress:
    """Scale progress as if each metric were measured, although metrics with equal Counts are measured once."""
    ways = len({metric.counts for metric in inputs.metrics})
    share = len(inputs.scorers) / max(1, ways)
    return lambda segments: progress(round(segments * share))


def _samples(inputs: ReportInputs, tables: Sequence[Sequence[Stats]]) -> list[list[Sample]]:
    """One list of samples per metric, external metrics last."""
    samples = measured_samples(inputs.systems, inputs.metrics, tables)
    for group in inputs.external:
        by_name = {sample.system: sample for sample in group}
        samples.append([by_name[system.name] for system in inputs.systems])
    return samples


def _compared(samples: Sequence[Sample], plan: Plan) -> Comparison:
    """Compare all pairs; a single system has only an interval, and a single segment only scores."""
    first = samples[0]
    if len(samples) > 1 and len(first) > 1:
        return compare(samples, plan)
    values = [sample.value for sample in samples]
    upward = 1 if first.higher_is_better else -1
    ranking = sorted(range(len(samples)), key=lambda k: -upward * values[k])
    resampled = Plan(plan.mode, "bootstrap", plan.resamples_used, seed=plan.seed)
    systems = tuple(
        SystemResult(samples[k].system, values[k], confidence(samples[k], resampled) if len(first) > 1 else None)
        for k in ranking
    )
    return Comparison(
        first.metric, first.signature, first.higher_is_better, first.scale, len(first), resampled, systems, ()
    )


def _quarters(inputs: ReportInputs) -> Grouping | None:
    """Quarters of the segments by mean human score; None if too many of these are equal."""
    if inputs.human is None:
        return None
    labels, names = quarters(inputs.human.segment_means())
    title = f"By the people’s score ({inputs.human.name}), mean of all systems"
    return Grouping.by_label("human", title, labels, names) if names else None


def _intervals(samples: Sequence[Sample], pairs: Pairs) -> list[list[float]]:
    """The 95 % bootstrap interval of every pair's difference."""
    sign = samples[0].scale * (1 if samples[0].higher_is_better else -1)
    drawn = bootstrap(samples, RESAMPLES, generator(SEED))
    ends = [np.quantile(sign * (drawn[a] - drawn[b]), (0.025, 0.975)) for a, b in pairs]
    return [[round(float(low), 4), round(float(high), 4)] for low, high in ends]

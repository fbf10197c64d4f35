"""Training runs: systems trained several times, so that a difference between systems is told from one between seeds.

The score of a system is the mean over its runs. The sound test is t = Δ / √(V + s²_A/k_A + s²_B/k_B): V is the variance
of Δ over resampled documents (or segments) with the runs fixed, s² the variance across runs, k the number of runs; the
degrees of freedom are Welch and Satterthwaite's over the terms of the runs. With fewer than three runs of a system,
only these models are compared. `clark2011` is the stratified approximate randomisation of Clark et al. 2011.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import fsum, inf, sqrt

import numpy as np

from bolide.corpus import Corpus
from bolide.data.scores import Score
from bolide.data.stats import Stats
from bolide.metrics.base import Metric
from bolide.significance.arithmetic import as_far, p_value, standard_deviation, student_p, student_quantile
from bolide.significance.paired import by_segment, compare, pairs_to_test, resampled_interval, standings, with_result
from bolide.significance.plan import Plan
from bolide.significance.resampling import CELLS, bootstrap, generator
from bolide.significance.results import (
    Comparison,
    Interval,
    PairTest,
    SystemResult,
    comparison_of,
    difference_intervals,
)
from bolide.significance.sample import Matrix, Sample, Vector, check
from bolide.significance.units import SEGMENT, ResamplingUnits
from bolide.system.dataclasses import replace
from bolide.system.errors import OptionError
from bolide.system.limits import LEAST_RESAMPLES, check_count
from bolide.system.messages import counted

LEAST = 3  # runs of a system for a test over seeds


def compare_runs(
    samples: Sequence[Sample], further: Mapping[str, Sequence[Sample]], plan: Plan | None = None
) -> Comparison:
    """Compare systems by the first run of each and by its further runs; one run each is `compare`."""
    groups = [[sample, *further.get(sample.system, ())] for sample in samples]
    if all(len(runs) == 1 for runs in groups):
        return compare(samples, plan)
    plan, first = (plan or Plan()).on(samples[0].units), samples[0]
    if plan.mode != "sound" or plan.test != "randomisation":
        raise OptionError(
            "Systems with several runs are tested in mode `sound`, by `runs_test`; leave mode and test out."
        )
    if plan.runs_test == "sound" and plan.trials is not None:  # the test has no other trials
        check_count("trials", plan.trials, LEAST_RESAMPLES)
        plan = replace(plan, resamples=plan.trials)
    check(samples)
    check([replace(run, system=f"{run.system} {k}") for runs in groups for k, run in enumerate(runs)])
    resampled = _resampled_means(groups, plan)
    results = [_result(runs, line, plan) for runs, line in zip(groups, resampled, strict=True)]
    values = [result.value for result in results]
    pairs = pairs_to_test([sample.system for sample in samples], values, plan.baseline, first.higher_is_better)
    sign = 1 if first.higher_is_better else -1
    observed = [sign * (values[a] - values[b]) for a, b in pairs]
    between = [(sign * (resampled[a] - resampled[b])).tolist() for a, b in pairs]
    rng = generator(plan.seed_used)
    tests, fixed = [], difference_intervals(observed, between, plan)
    for k, (a, b) in enumerate(pairs):
        one, two = groups[a], groups[b]
        if plan.runs_test == "clark2011":
            p, interval = _shuffled_p(one, two, plan, rng), fixed[k]
        else:
            error, freedom = _standard_error(between[k], [results[a].runs, results[b].runs])
            p = student_p(observed[k] / error, freedom) if error else float(observed[k] == 0)
            room = student_quantile(1 - 0.025 / (len(pairs) if plan.simultaneous else 1), freedom) * error
            interval = observed[k] - room, observed[k] + room
        tests.append(PairTest(a, b, p, interval, *by_segment(_mean_values(one), _mean_values(two), sign)))
    return comparison_of(standings(first, results, plan), tests, plan, _notes(groups, plan))


def by_system(samples: Sequence[Sample], units: ResamplingUnits | None) -> dict[str, list[Sample]]:
    """The samples of further runs, with their units, by the name of the system."""
    runs: dict[str, list[Sample]] = {}
    for sample in samples:
        runs.setdefault(sample.system, []).append(sample.with_units(units))
    return runs


def runs_result(runs: Sequence[Sample], plan: Plan) -> SystemResult:
    """The mean score of one system over its runs, with its interval and the score of each run."""
    check([replace(run, system=f"{run.system} {k}") for k, run in enumerate(runs)], least=1)
    plan = plan.on(runs[0].units)
    return _result(runs, _resampled_means([runs], plan)[0], plan)


def runs_score(
    metric: Metric, tables: Sequence[Stats], corpus: Corpus, plan: Plan | None, units: ResamplingUnits | None
) -> Score:
    """The mean score of a system over its runs, of which these are the rows, with an interval if there is a plan."""
    runs = [Sample.of(corpus.name, metric, stats).with_units(units) for stats in tables]
    values = tuple(run.value for run in runs)
    score = metric.score_rows(tables[0], corpus.nrefs)
    parts = {"runs": list(values), "deviation": standard_deviation(values)}
    score = replace(score, value=fsum(values) / len(values), parts=parts)
    return score if plan is None else with_result(score, runs_result(runs, plan), runs[0], plan.on(units))


def _resampled_means(groups: Sequence[Sequence[Sample]], plan: Plan) -> Matrix:
    """The mean scores over the runs of each system, systems × resamples; all runs share the resamples."""
    flat = [run for runs in groups for run in runs]
    scores = bootstrap(flat, plan.resamples_used, generator(plan.seed_used), plan.unit or SEGMENT)
    ends = np.cumsum([len(runs) for runs in groups])
    return np.array([part.mean(0) for part in np.split(scores, ends[:-1])])


def _result(runs: Sequence[Sample], resampled: Vector, plan: Plan) -> SystemResult:
    values = tuple(run.value for run in runs)
    mean = fsum(values) / len(values)
    if len(runs) < LEAST:
        return SystemResult(runs[0].system, mean, resampled_interval(resampled, plan.mode), runs=values)
    error, freedom = _standard_error(resampled.tolist(), [values])
    room = student_quantile(0.975, freedom) * error
    return SystemResult(runs[0].system, mean, Interval(mean - room, mean + room, mean, room), runs=values)


def _standard_error(resampled: Sequence[float], runs: Sequence[Sequence[float]]) -> tuple[float, float]:
    """The standard error of a mean or difference of means, and its degrees of freedom: infinite with few runs."""
    variance = standard_deviation(resampled) ** 2
    terms = [standard_deviation(values) ** 2 / len(values) for values in runs]
    if min(map(len, runs)) < LEAST or not any(terms):
        return sqrt(variance), inf
    total = variance + fsum(terms)
    return sqrt(total), total**2 / fsum(term**2 / (len(values) - 1) for term, values in zip(terms, runs, strict=True))


def _shuffled_p(one: Sequence[Sample], two: Sequence[Sample], plan: Plan, rng: np.random.Generator) -> float:
    """The p-value of Clark et al. 2011: within a unit, the outputs of all runs of both systems change places."""
    runs = [*one, *two]
    tables = [run.drawn_rows(plan.unit or SEGMENT) for run in runs]
    size, count = len(tables[0]), len(runs)
    far = as_far(fsum(run.value for run in one) / len(one), fsum(run.value for run in two) / len(two))
    most = max(1, CELLS // (size * count))
    extreme = 0
    for start in range(0, plan.trials_used, most):
        lines = min(most, plan.trials_used - start)
        order = rng.permuted(np.broadcast_to(np.arange(count), (lines, size, count)), axis=2)
        means = []
        for taken in range(count):
            sums = sum((order[:, :, taken] == k).astype(np.float64) @ table for k, table in enumerate(tables))
            means.append(runs[0].score(np.asarray(sums)))
        differences = np.mean(means[: len(one)], axis=0) - np.mean(means[len(one) :], axis=0)
        extreme += int(np.count_nonzero(np.abs(differences) >= far))
    return p_value(extreme, plan.trials_used)


def _mean_values(runs: Sequence[Sample]) -> Vector:
    mean: Vector = np.mean([run.values for run in runs], axis=0)
    return mean


def _notes(groups: Sequence[Sequence[Sample]], plan: Plan) -> list[str]:
    if plan.runs_test == "clark2011":
        return [
            "The test of Clark et al. 2011 shuffles outputs between systems; where seeds differ, it rejects more often "
            "than at its level."
        ]
    few = [f"{runs[0].system} ({counted(len(runs), 'run')})" for runs in groups if len(runs) < LEAST]
    if not few:
        return []
    return [
        f"With fewer than {LEAST} runs of a system there is no test over seeds: of {', '.join(few)}, only the "
        "models at hand were compared, not ways of training them."
    ]

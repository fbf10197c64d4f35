"""Confidence intervals and paired tests: `confidence` for one system, `compare` for several.

In mode `sound`, intervals are score ± t · s, with the jackknife's s over documents (or segments): s² = (G − 1)/G ·
Σ (d₍ᵢ₎ − d̄)², where d₍ᵢ₎ is the score, or the difference of two, without unit i. t has effective units − 1 degrees of
freedom.

Systems may be trained several times, so that a difference between systems is told from one between seeds. The score of
a system is then the mean over its runs. The sound test is t = Δ / √(V + s²_A/k_A + s²_B/k_B): V is the jackknife's
variance of Δ with the runs fixed, s² the variance across runs, k the number of runs; the degrees of freedom are Welch
and Satterthwaite's over these terms. With fewer than three runs of a system, only these models are compared.
`clark2011` is the stratified approximate randomisation of Clark et al. 2011.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import copysign, fsum, inf, sqrt
from typing import Any

import numpy as np

from bolide.data.scores import Score
from bolide.data.stats import Stats
from bolide.significance import arithmetic, results
from bolide.significance.arithmetic import SAME, p_value, standard_deviation
from bolide.significance.plan import Plan
from bolide.significance.resampling import CELLS, Rng, bootstrap, permuted_differences
from bolide.significance.results import Comparison, Interval, Pair, SystemResult
from bolide.significance.sample import Matrix, Sample, Vector, check
from bolide.significance.units import DOCUMENT, SEGMENT, ResamplingUnits, UnitCount
from bolide.system.errors import OptionError, counted
from bolide.system.limits import LEAST_RESAMPLES, check_count

LEAST = 3  # runs of a system for a test over seeds

Runs = Sequence[Sample]  # of one system


# --- intervals --------------------------------------------------------------------------------------------------------


def confidence(sample: Sample, plan: Plan | None = None) -> Interval:
    """The confidence interval of one system's score."""
    check([sample], least=1)
    interval = system_result([sample], plan or Plan()).interval
    assert interval is not None
    return interval


def system_result(runs: Runs, plan: Plan) -> SystemResult:
    """The score of one system, the mean over its runs, with its interval."""
    _check_runs([runs], least=1)
    plan = plan.on(runs[0].units)
    sound = plan.mode == "sound"
    return _result(runs, _without(runs, plan) if sound else _resampled_means([runs], plan, plan.seed_used)[0], plan)


def with_confidence(score: Score, runs: Runs, plan: Plan) -> Score:
    """A score with its confidence interval; how it was computed is among its parts."""
    plan = plan.on(runs[0].units)
    result, units = system_result(runs, plan), unit_count(runs[0], plan)
    assert result.interval is not None
    resampled = {"resamples": plan.resamples_used, "seed": plan.seed_used}
    return score.with_interval(
        result.interval.low,
        result.interval.high,
        mode=plan.mode,
        mean=result.interval.mean,
        half_width=result.interval.half_width,
        **({} if plan.mode == "sound" else resampled),
        **vars(units),
        segments=len(runs[0]),
        design_effect=result.design_effect,
    )


def corpus_confidence(
    score: Score, metric: Any, stats: Stats, resamples: int, documents: Sequence[str] | None
) -> Score:
    """The score of a corpus with its interval, by documents or, without any, by segments."""
    units = ResamplingUnits.of(documents)
    return runs_score(score, metric, [stats], "system", Plan.for_intervals(resamples), units)


def runs_score(
    score: Score,
    metric: Any,
    tables: Sequence[Stats],
    name: str,
    plan: Plan | None,
    units: ResamplingUnits | None,
) -> Score:
    """The score of a system's first run or, if there are rows of several, their mean; with an interval if there is a
    plan."""
    runs = [Sample.of(name, metric, stats).with_units(units) for stats in tables]
    if len(runs) > 1:
        values = [run.value for run in runs]
        score = replace(score, value=_mean(runs), parts={"runs": values, "deviation": standard_deviation(values)})
    return score if plan is None else with_confidence(score, runs, plan)


def unit_count(sample: Sample, plan: Plan) -> UnitCount:
    """What a plan draws from a sample, and how many there are."""
    return UnitCount.of(sample.units, plan.unit or SEGMENT, len(sample))


def _mean(runs: Runs) -> float:
    return fsum(run.value for run in runs) / len(runs)


def _check_runs(groups: Sequence[Runs], least: int = 2) -> None:
    """Raise InputError if the runs of systems cannot be compared."""
    check([replace(run, system=f"{run.system} {k}") for runs in groups for k, run in enumerate(runs)], least)


def _resampled_means(groups: Sequence[Runs], plan: Plan, rng: Rng) -> Matrix:
    """The mean scores over the runs of each system, systems × resamples; all runs share the resamples."""
    flat = [run for runs in groups for run in runs]
    scores = bootstrap(flat, plan.resamples_used, rng, plan.unit or SEGMENT)
    ends = np.cumsum([len(runs) for runs in groups])
    return np.array([part.mean(0) for part in np.split(scores, ends[:-1])])


def _strata(sample: Sample, plan: Plan) -> tuple[int, ...]:
    """The stratum of every unit that a plan leaves out or draws; none if these are not the sample's."""
    return sample.units.strata if sample.units is not None and sample.units.unit == plan.unit else ()


def _without(runs: Runs, plan: Plan) -> array[float]:
    """The mean scores over the runs without each unit."""
    means: Vector = np.mean([run.leave_one_out(plan.unit or SEGMENT) for run in runs], axis=0)
    return array("d", means.tobytes())


def _result(runs: Runs, drawn: Sequence[float], plan: Plan, several: bool = False) -> SystemResult:
    """A mean score over runs with its interval, from the scores without each unit or, in mode `sacrebleu`, resampled
    ones; of a single run also the design effect of documents."""
    name, mean, units, strata = runs[0].system, _mean(runs), unit_count(runs[0], plan), _strata(runs[0], plan)
    values = tuple(run.value for run in runs) if several or len(runs) > 1 else ()
    if plan.mode == "sound" and not values:
        result = results.jackknife_result(name, mean, drawn, units, strata)
        if plan.unit != DOCUMENT:
            return result
        variance, segments = arithmetic.jackknife_variance(drawn, strata), replace(plan, unit=SEGMENT)
        return replace(result, design_effect=arithmetic.design_effect(variance, _without(runs, segments)))
    ordered = np.sort(drawn)
    if plan.mode == "sound":
        variance, freedom = arithmetic.jackknife_variance(drawn, strata), units.freedom
    else:
        variance, freedom = standard_deviation(ordered.tolist()) ** 2, inf
    if plan.mode == "sound" or len(runs) >= LEAST:
        error, freedom = _standard_error(variance, freedom, [values])
        room = arithmetic.student_quantile(0.975, freedom) * error
        interval = Interval(mean - room, mean + room, mean, room)
    else:
        interval = results.resampled_interval(ordered.tolist(), float(ordered.mean()))
    return SystemResult(name, mean, interval, runs=values)


# --- tests ------------------------------------------------------------------------------------------------------------


def compare(samples: Sequence[Sample | Runs], plan: Plan | None = None) -> Comparison:
    """Test all pairs of systems, or each system against the plan's baseline, and compute all intervals.

    Each system has a sample, or one of each of its training runs.
    """
    listed: Any = samples if isinstance(samples, Sequence) else []
    groups: list[Runs] = [each if isinstance(each, list | tuple) else [each] for each in listed]
    check([run for runs in groups for run in runs[:1]])
    first = groups[0][0]
    plan = (plan or Plan()).on(first.units)
    several = any(len(runs) > 1 for runs in groups)
    if several:
        plan = _plan_of_runs(plan)
        _check_runs(groups)
    values = list(map(_mean, groups))
    pairs = results.pairs_to_test([runs[0].system for runs in groups], values, plan.baseline, first.higher_is_better)
    sign, far = 1 if first.higher_is_better else -1, [arithmetic.as_far(values[a], values[b]) for a, b in pairs]
    resampled, trials = _resample(groups, pairs, plan, several)
    without = [_without(runs, plan) for runs in groups] if plan.mode == "sound" else []
    drawn: Any = without or resampled
    standings = [_result(runs, line, plan, several) for runs, line in zip(groups, drawn, strict=True)]
    units, rng = unit_count(first, plan), np.random.default_rng(plan.seed_used)
    tested = []
    for k, difference in enumerate(
        results.differences(pairs, values, without, resampled.tolist(), sign, plan, units, _strata(first, plan))
    ):
        one, two = groups[difference.a], groups[difference.b]
        if not several:
            p = p_of_trials(trials[k], plan, far[k] if plan.mode == "sound" else abs(difference.value))
        elif plan.runs_test == "clark2011":
            p = _shuffled_p(one, two, far[k], plan, rng)
        else:
            scores, family = [standings[difference.a].runs, standings[difference.b].runs], len(pairs)
            difference = _over_seeds(difference, scores, plan.alpha, family if plan.simultaneous else 1)
            p = float(difference.value == 0)
            if difference.error:
                p = arithmetic.student_p(difference.value / difference.error, difference.freedom)
        a, b = (np.mean([run.values for run in runs], axis=0) for runs in (one, two))
        tested.append(difference.tested(standings, len(first), p, *by_segment(a, b, sign)))
    return results.decided(comparison_of(first, standings, tested, plan, _notes(groups, plan) if several else ()))


def differences_of(groups: Sequence[Runs], pairs: Sequence[tuple[int, int]], plan: Plan) -> list[results.Difference]:
    """The difference of each pair with its own interval, in mode `sound`; positive ones favour the first."""
    first, without = groups[0][0], [_without(runs, plan) for runs in groups]
    sign, units = 1 if first.higher_is_better else -1, unit_count(first, plan)
    plan = replace(plan, correction="none")
    found = results.differences(pairs, [*map(_mean, groups)], without, [], sign, plan, units, _strata(first, plan))
    values = [[run.value for run in runs] for runs in groups]
    if max(map(len, values)) < LEAST:
        return found
    return [_over_seeds(one, [values[one.a], values[one.b]], plan.alpha) for one in found]


def comparison_of(
    first: Sample, systems: Sequence[SystemResult], pairs: Sequence[Pair], plan: Plan, notes: Sequence[str] = ()
) -> Comparison:
    """The comparison of systems, of which this is the first, before `decided`."""
    return Comparison(
        first.metric,
        first.signature,
        first.higher_is_better,
        first.scale,
        len(first),
        plan,
        tuple(systems),
        tuple(pairs),
        units=unit_count(first, plan),
        notes=tuple(notes),
    )


def _plan_of_runs(plan: Plan) -> Plan:
    if plan.mode != "sound" or plan.test != "randomisation":
        raise OptionError(
            "Systems with several runs are tested in mode `sound`, by `runs_test`; leave mode and test out."
        )
    if plan.runs_test == "clark2011" or plan.trials is None:
        return plan
    check_count("trials", plan.trials, LEAST_RESAMPLES)
    return replace(plan, resamples=plan.trials)  # the test has no other trials


def _resample(groups: Sequence[Runs], pairs: list[tuple[int, int]], plan: Plan, several: bool) -> tuple[Matrix, Matrix]:
    """Resampled scores of every system, as far as anything needs them, and the differences of every pair in the trials
    of the plan's test."""
    rng, samples, unit = np.random.default_rng(plan.seed_used), [runs[0] for runs in groups], plan.unit or SEGMENT
    nothing = np.empty((0, 0))
    needed = plan.mode == "sacrebleu" or (plan.simultaneous and len(pairs) > 1)
    if several:
        return (_resampled_means(groups, plan, rng) if needed and plan.runs_test != "sound" else nothing), nothing
    if plan.test == "bootstrap":
        resampled = _resampled_means(groups, plan, rng)
        return resampled, np.array([resampled[a] - resampled[b] for a, b in pairs])
    trials = permuted_differences(samples, pairs, plan.trials_used, rng, unit)
    resampled = bootstrap(samples, plan.resamples_used, rng, unit) if needed else nothing
    if plan.mode == "sacrebleu" and plan.baseline is not None:  # it draws afresh for the baseline's interval
        at = pairs[0][1]
        resampled[at] = bootstrap([samples[at]], plan.resamples_used, plan.seed_used)[0]
    return resampled, trials


def _standard_error(variance: float, freedom: float, runs: Sequence[Sequence[float]]) -> tuple[float, float]:
    """The standard error of a mean or difference of means over runs, and its degrees of freedom.

    `variance` is that with the runs fixed, and all there is with fewer than LEAST.
    """
    terms = [(variance, freedom)]
    if min(map(len, runs)) >= LEAST:
        terms += [(standard_deviation(values) ** 2 / len(values), len(values) - 1) for values in runs]
    total = fsum(term for term, _ in terms)
    spread = fsum(term**2 / of_term for term, of_term in terms)
    return sqrt(total), total**2 / spread if spread else freedom


def _over_seeds(
    difference: results.Difference, runs: Sequence[Sequence[float]], alpha: float, family: int = 1
) -> results.Difference:
    """The difference with the error that training runs add to it, and its interval as one of so many."""
    error, freedom = _standard_error(difference.variance, difference.freedom, runs)
    room = arithmetic.student_quantile(1 - 0.025 / family, freedom) * error
    interval = difference.value - room, difference.value + room
    smallest = arithmetic.smallest_found(error, freedom, alpha / family)
    return replace(difference, error=error, freedom=freedom, interval=interval, smallest=smallest)


def _shuffled_p(one: Runs, two: Runs, far: float, plan: Plan, rng: np.random.Generator) -> float:
    """The p-value of Clark et al. 2011: within a unit, the outputs of all runs of both systems change places."""
    runs = [*one, *two]
    tables = [run.drawn_rows(plan.unit or SEGMENT) for run in runs]
    size, count = len(tables[0]), len(runs)
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


def _notes(groups: Sequence[Runs], plan: Plan) -> list[str]:
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


# --- has a system become worse? ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class LossTest:
    """How far a new system is ahead of an old one, and one-sided p-values, not yet corrected.

    `p_worse` is that of a loss of more than the margin, `p_better` that of a gain, `least` the smallest that they could
    be, and `differing` the number of units that differ.
    """

    found: results.Difference
    differing: int
    p_worse: float
    p_better: float
    least: float


def loss_test(old: Runs, new: Runs, margin: float, plan: Plan) -> LossTest:
    """Test whether a new system is worse than an old one by more than a margin, and whether it is better.

    Units are exchanged, and the differences that are as bad as the observed one are counted: of all exchanges, if these
    are no more than the trials. A margin is tested by Student's t besides; over training runs t alone decides.
    """
    _check_runs([old, new])
    [found] = differences_of([new, old], [(0, 1)], plan)
    same = SAME * max(abs(_mean(old)), abs(_mean(new)))
    below, above = _share_below(found.value + margin, found, same), _share_below(-found.value, found, same)
    before, after = (run.drawn_rows(plan.unit or SEGMENT) for run in (old[0], new[0]))
    differing = np.flatnonzero((before != after).any(1))
    if len(old) > 1 or len(new) > 1:
        return LossTest(found, len(before), below, above, 0.0)
    sign, every = 1 if new[0].higher_is_better else -1, 2 ** len(differing) <= plan.trials_used
    if every:
        chosen = np.arange(2 ** len(differing))[:, None] >> np.arange(len(differing)) & 1
        change = chosen @ (after - before)[differing]
        exchanged = new[0].score(after.sum(0) - change) - old[0].score(before.sum(0) + change)
    else:
        unit = plan.unit or SEGMENT
        exchanged = permuted_differences([new[0], old[0]], [(0, 1)], plan.trials_used, plan.seed_used, unit)[0]
    as_far = sign * exchanged <= found.value + same, sign * exchanged >= found.value - same
    observed = 0 if every else 1  # counts as a trial where it is not one of them
    worse, better = ((observed + int(np.count_nonzero(one))) / (observed + len(exchanged)) for one in as_far)
    return LossTest(
        found, len(differing), max(worse, below) if margin else worse, better, 1 / (observed + len(exchanged))
    )


def _share_below(value: float, difference: results.Difference, same: float) -> float:
    """P(T ≤ value / s) for Student's t, where s is the error of a difference."""
    t = 0.0 if abs(value) <= same else value / difference.error if difference.error else copysign(inf, value)
    tail = arithmetic.student_p(t, difference.freedom) / 2
    return tail if t < 0 else 1 - tail


# --- p-values ---------------------------------------------------------------------------------------------------------


def p_of_trials(differences: Vector, plan: Plan, far: float) -> float:
    """The two-sided p-value of a difference: how often trials are as far as it from 0, or resamples from their mean
    (Noreen 1989, the shift method). sacreBLEU takes absolute values first, and counts only larger ones."""
    centre = differences if plan.mode == "sound" else np.abs(differences)
    apart = centre - centre.mean() if plan.test == "bootstrap" else centre
    extreme = np.abs(apart) >= far if plan.mode == "sound" else apart > far
    return p_value(int(np.count_nonzero(extreme)), len(differences))


def by_segment(a: Vector, b: Vector, sign: int) -> tuple[int, int, float | None]:
    """The segments that `a` wins and loses, and the effect size; two scores may be one, computed in another order."""
    ahead: Vector = sign * (a - b)
    ahead[np.abs(ahead) <= SAME * np.maximum(np.abs(a), np.abs(b))] = 0
    mean = float(ahead.sum()) / len(a)
    effect = arithmetic.effect_size(mean, float(np.square(ahead - mean).sum()), len(a))
    return int((ahead > 0).sum()), int((ahead < 0).sum()), effect

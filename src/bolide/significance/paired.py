"""Confidence intervals and paired tests: `confidence` for one system, `compare` for several."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations

import numpy as np

from bolide.data.scores import Score
from bolide.data.stats import Stats
from bolide.metrics.base import Metric
from bolide.significance.arithmetic import SAME, as_far, design_effect, effect_size, p_value
from bolide.significance.plan import Plan
from bolide.significance.resampling import bootstrap, generator, permuted_differences
from bolide.significance.results import (
    Comparison,
    Interval,
    PairTest,
    ScoredSystems,
    SystemResult,
    comparison_of,
    difference_intervals,
    interval_of,
)
from bolide.significance.sample import PART, Matrix, Sample, Vector, check
from bolide.significance.units import DOCUMENT, SEGMENT, ResamplingUnits, UnitCount
from bolide.system.errors import InputError


def confidence(sample: Sample, plan: Plan | None = None) -> Interval:
    """The bootstrap confidence interval of one system's score, with `plan.resamples_used` resamples."""
    plan = plan or Plan(test="bootstrap", trials=1000)
    check([sample], least=1)
    return resampled_interval(_resampled(sample, plan.on(sample.units)), plan.mode)


def _resampled(sample: Sample, plan: Plan) -> Vector:
    line: Vector = bootstrap([sample], plan.resamples_used, generator(plan.seed_used), plan.unit or SEGMENT)[0]
    return line


def system_result(sample: Sample, plan: Plan) -> SystemResult:
    """The score of one system with its interval."""
    check([sample], least=1)
    plan = plan.on(sample.units)
    return _result(sample, sample.value, _resampled(sample, plan), plan)


def _result(sample: Sample, value: float, resampled: Vector, plan: Plan) -> SystemResult:
    """A score with the interval of resampled ones and, if documents are drawn, the design effect."""
    effect = design_effect(resampled.tolist(), sample.leave_one_out().tolist()) if plan.unit == DOCUMENT else None
    return SystemResult(sample.system, value, resampled_interval(resampled, plan.mode), design_effect=effect)


def with_confidence(score: Score, sample: Sample, plan: Plan) -> Score:
    """A score with its confidence interval; the settings of the bootstrap are among its parts."""
    plan = plan.on(sample.units)
    return with_result(score, system_result(sample, plan), sample, plan)


def with_result(score: Score, result: SystemResult, sample: Sample, plan: Plan) -> Score:
    """A score with the interval of a result, which this plan computed."""
    assert result.interval is not None
    return score.with_interval(
        result.interval.low, result.interval.high, mode=plan.mode, resamples=plan.resamples_used, seed=plan.seed_used,
        mean=result.interval.mean, half_width=result.interval.half_width, **unit_count(sample, plan).to_dict(),
        segments=len(sample), design_effect=result.design_effect,
    )  # fmt: skip


def corpus_confidence(
    score: Score, metric: Metric, stats: Stats, resamples: int, documents: Sequence[str] | None
) -> Score:
    """The score of a corpus with the interval of so many resamples of its documents or, without any, its segments."""
    sample = Sample.of("system", metric, stats).with_units(ResamplingUnits.of(documents))
    return with_confidence(score, sample, Plan.for_intervals(resamples))


def unit_count(sample: Sample, plan: Plan) -> UnitCount:
    """What a plan draws from a sample, and how many there are."""
    return UnitCount.of(sample.units, plan.unit or SEGMENT, len(sample))


def compare(samples: Sequence[Sample], plan: Plan | None = None) -> Comparison:
    """Test all pairs of systems, or each system against the plan's baseline, and compute all intervals."""
    plan = plan or Plan()
    check(samples)
    first = samples[0]
    plan = plan.on(first.units)
    names = [sample.system for sample in samples]
    values = [sample.value for sample in samples]
    pairs = pairs_to_test(names, values, plan.baseline, first.higher_is_better)
    resampled, differences = _resample(samples, pairs, plan)
    results = [_result(*each, plan) for each in zip(samples, values, resampled, strict=True)]
    sign = 1 if first.higher_is_better else -1
    observed = [sign * (values[a] - values[b]) for a, b in pairs]
    between = [(sign * (resampled[a] - resampled[b])).tolist() for a, b in pairs]
    tests = []
    for k, interval in enumerate(difference_intervals(observed, between, plan)):
        a, b = pairs[k]
        far = as_far(values[a], values[b]) if plan.mode == "sound" else abs(observed[k])
        p = P_VALUES[plan.mode, plan.test](differences[k], far)
        tests.append(PairTest(a, b, p, interval, *by_segment(samples[a].values, samples[b].values, sign)))
    return comparison_of(standings(first, results, plan), tests, plan)


def standings(first: Sample, results: Iterable[SystemResult], plan: Plan) -> ScoredSystems:
    """The results of all systems, with what the first sample says of their metric."""
    return ScoredSystems(
        first.metric, first.signature, first.higher_is_better, first.scale, len(first), tuple(results),
        unit_count(first, plan),
    )  # fmt: skip


def pairs_to_test(names: list[str], values: list[float], baseline: str | None, higher: bool) -> list[tuple[int, int]]:
    """The pairs to test, as indices: each system against the baseline, or all pairs with the better system first."""
    order = sorted(range(len(names)), key=lambda i: -values[i] if higher else values[i])
    if baseline is not None:
        if baseline not in names:
            raise InputError(f"The baseline {baseline!r} is not one of the systems: {', '.join(names)}.")
        at = names.index(baseline)
        return [(number, at) for number in order if number != at]
    return list(combinations(order, 2))


def _resample(samples: Sequence[Sample], pairs: list[tuple[int, int]], plan: Plan) -> tuple[Matrix, Matrix]:
    """Resampled scores of every system, and the differences of every pair under the plan's test."""
    sign = 1 if samples[0].higher_is_better else -1
    rng, unit = generator(plan.seed_used), plan.unit or SEGMENT
    if plan.test == "bootstrap":
        resampled = bootstrap(samples, plan.trials_used, rng, unit)
        differences = np.array([resampled[a] - resampled[b] for a, b in pairs])
    else:
        differences = permuted_differences(samples, pairs, plan.trials_used, rng, unit)
        resampled = bootstrap(samples, plan.resamples_used, rng, unit)
        if plan.mode == "sacrebleu" and plan.baseline is not None:  # it draws afresh for the baseline's interval
            at = pairs[0][1]
            resampled[at] = bootstrap([samples[at]], plan.resamples_used, generator(plan.seed_used))[0]
    return resampled, sign * differences


# --- p-values ---------------------------------------------------------------------------------------------------------


def shifted_bootstrap_p(differences: Vector, far: float) -> float:
    """Two-sided bootstrap test by the shift method: differences centred on 0, at least this far from it."""
    return permutation_p(differences - differences.mean(), far)  # Noreen 1989, the shift method


def permutation_p(differences: Vector, far: float) -> float:
    """Two-sided permutation test: permuted differences at least this far from 0."""
    return p_value(int(np.count_nonzero(np.abs(differences) >= far)), len(differences))


def sacrebleu_bootstrap_p(differences: Vector, observed: float) -> float:
    """sacreBLEU's bootstrap test: absolute differences are centred, and only larger ones count."""
    folded = np.abs(differences)
    return p_value(int(np.count_nonzero(folded - folded.mean() > abs(observed))), len(folded))


def sacrebleu_permutation_p(differences: Vector, observed: float) -> float:
    """sacreBLEU's permutation test: only absolute differences larger than the observed count, not equal ones."""
    return p_value(int(np.count_nonzero(np.abs(differences) > abs(observed))), len(differences))


P_VALUES = {
    ("sound", "bootstrap"): shifted_bootstrap_p,
    ("sound", "randomisation"): permutation_p,
    ("sacrebleu", "bootstrap"): sacrebleu_bootstrap_p,
    ("sacrebleu", "randomisation"): sacrebleu_permutation_p,
}


def resampled_interval(scores: Vector, mode: str) -> Interval:
    """The 95 % interval of resampled scores."""
    ordered = np.sort(scores)
    return interval_of(ordered.tolist(), float(ordered.mean()), mode)


def by_segment(a: Vector, b: Vector, sign: int) -> tuple[int, int, float | None]:
    """The segments that `a` wins and loses, and the effect size."""
    parts = [slice(first, first + PART) for first in range(0, len(a), PART)]
    wins = losses = 0
    total = squares = 0.0
    for part in parts:
        differences = _differences(a[part], b[part], sign)
        wins, losses = wins + int((differences > 0).sum()), losses + int((differences < 0).sum())
        total += float(differences.sum())
    mean = total / len(a)
    for part in parts:
        squares += float(np.square(_differences(a[part], b[part], sign) - mean).sum())
    return wins, losses, effect_size(mean, squares, len(a))


def _differences(a: Vector, b: Vector, sign: int) -> Vector:
    """How far each segment's score is ahead; 0 where two scores are one, computed in another order."""
    ahead: Vector = sign * (a - b)
    ahead[np.abs(ahead) <= SAME * np.maximum(np.abs(a), np.abs(b))] = 0
    return ahead

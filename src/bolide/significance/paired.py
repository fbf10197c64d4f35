"""Confidence intervals and paired tests: `confidence` for one system, `compare` for several."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import numpy as np

from bolide.data.scores import Score
from bolide.data.stats import Stats
from bolide.metrics.base import Metric
from bolide.significance.arithmetic import as_far, effect_size, middle, p_value
from bolide.significance.plan import Plan
from bolide.significance.resampling import bootstrap, generator, permuted_differences
from bolide.significance.results import (
    Comparison,
    Interval,
    PairTest,
    ScoredSystems,
    SystemResult,
    comparison_of,
    interval_of,
)
from bolide.significance.sample import PART, Matrix, Sample, Vector, check
from bolide.system.errors import InputError


def confidence(sample: Sample, plan: Plan | None = None) -> Interval:
    """The bootstrap confidence interval of one system's score, with `plan.resamples_used` resamples."""
    plan = plan or Plan(test="bootstrap", trials=1000)
    check([sample], least=1)
    return _interval(bootstrap([sample], plan.resamples_used, generator(plan.seed_used))[0], plan.mode)


def with_confidence(score: Score, sample: Sample, plan: Plan) -> Score:
    """A score with its confidence interval; the settings of the bootstrap are among its parts."""
    interval = confidence(sample, plan)
    return score.with_interval(
        interval.low, interval.high, mode=plan.mode, resamples=plan.resamples_used, seed=plan.seed_used,
        mean=interval.mean, half_width=interval.half_width,
    )  # fmt: skip


def corpus_confidence(score: Score, metric: Metric, stats: Stats, resamples: int) -> Score:
    """The score of a corpus with the interval of so many bootstrap resamples of its segments."""
    plan = Plan(test="bootstrap", trials=resamples)
    return with_confidence(score, Sample.of("system", metric, stats), plan)


def compare(samples: Sequence[Sample], plan: Plan | None = None) -> Comparison:
    """Test all pairs of systems, or each system against the plan's baseline, and compute all intervals."""
    plan = plan or Plan()
    check(samples)
    first = samples[0]
    names = [sample.system for sample in samples]
    values = [sample.value for sample in samples]
    pairs = _pairs(names, values, plan.baseline, first.higher_is_better)
    resampled, differences = _resample(samples, pairs, plan)
    results = [
        SystemResult(name, value, _interval(line, plan.mode))
        for name, value, line in zip(names, values, resampled, strict=True)
    ]
    scored = ScoredSystems(
        first.metric, first.signature, first.higher_is_better, first.scale, len(first), tuple(results)
    )
    sign = 1 if first.higher_is_better else -1
    tests = []
    for (a, b), line in zip(pairs, differences, strict=True):
        p = P_VALUES[plan.mode, plan.test](line, sign * (values[a] - values[b]))
        between = np.sort(sign * (resampled[a] - resampled[b]))
        wins, losses, effect = _by_segment(samples[a].values, samples[b].values, sign)
        tests.append(PairTest(a, b, p, middle(between.tolist()), float((between > 0).mean()), wins, losses, effect))
    return comparison_of(scored, tests, plan)


def _pairs(names: list[str], values: list[float], baseline: str | None, higher: bool) -> list[tuple[int, int]]:
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
    rng = generator(plan.seed_used)
    if plan.test == "bootstrap":
        resampled = bootstrap(samples, plan.trials_used, rng)
        differences = np.array([resampled[a] - resampled[b] for a, b in pairs])
    else:
        differences = permuted_differences(samples, pairs, plan.trials_used, rng)
        resampled = bootstrap(samples, plan.resamples_used, rng)
        if plan.mode == "sacrebleu" and plan.baseline is not None:  # it draws afresh for the baseline's interval
            at = pairs[0][1]
            resampled[at] = bootstrap([samples[at]], plan.resamples_used, generator(plan.seed_used))[0]
    return resampled, sign * differences


# --- p-values ---------------------------------------------------------------------------------------------------------


def shifted_bootstrap_p(differences: Vector, observed: float) -> float:
    """Two-sided bootstrap test by the shift method: differences centred on 0, at least as extreme as the observed."""
    return permutation_p(differences - differences.mean(), observed)  # Noreen 1989, the shift method


def permutation_p(differences: Vector, observed: float) -> float:
    """Two-sided permutation test: permuted differences at least as extreme as the observed."""
    return p_value(int(np.count_nonzero(np.abs(differences) >= as_far(observed))), len(differences))


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


def _interval(scores: Vector, mode: str) -> Interval:
    ordered = np.sort(scores)
    return interval_of(ordered.tolist(), float(ordered.mean()), mode)


def _by_segment(a: Vector, b: Vector, sign: int) -> tuple[int, int, float | None]:
    """The segments that `a` wins and loses, and the effect size."""
    parts = [slice(first, first + PART) for first in range(0, len(a), PART)]
    wins = losses = 0
    total = squares = 0.0
    for part in parts:
        differences = sign * (a[part] - b[part])
        wins, losses = wins + int((differences > 0).sum()), losses + int((differences < 0).sum())
        total += float(differences.sum())
    mean = total / len(a)
    for part in parts:
        squares += float(np.square(sign * (a[part] - b[part]) - mean).sum())
    return wins, losses, effect_size(mean, squares, len(a))

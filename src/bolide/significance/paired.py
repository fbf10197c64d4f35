"""Intervals and paired tests: `confidence` for one system, `compare` for several."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations
from math import sqrt

import numpy as np

from bolide.errors import InputError
from bolide.scores import Score
from bolide.significance.clusters import clusters
from bolide.significance.corrections import CORRECTIONS
from bolide.significance.plan import Plan
from bolide.significance.resampling import bootstrap, generator, randomised, spread
from bolide.significance.results import Comparison, Interval, Pair, Standing, ranked
from bolide.significance.sample import PART, Matrix, Sample, Vector, check

SAME = 1e-12  # two scores closer than this (relative) are one score computed in another order


def confidence(sample: Sample, plan: Plan | None = None) -> Interval:
    """The interval of one system's score by bootstrap; `Plan(trials=…)` or `Plan(resamples=…)` as the test asks."""
    plan = plan or Plan(test="bootstrap", trials=1000)
    check([sample], least=1)
    return _interval(bootstrap([sample], plan.resamples_used, generator(plan.seed_used))[0], plan.mode)


def with_confidence(score: Score, sample: Sample, plan: Plan) -> Score:
    """A score with the interval of its sample, and how it was resampled among its parts."""
    interval = confidence(sample, plan)
    return score.with_interval(
        interval.low, interval.high, mode=plan.mode, resamples=plan.resamples_used, seed=plan.seed_used,
        mean=interval.mean, half_width=interval.half_width,
    )  # fmt: skip


def compare(samples: Sequence[Sample], plan: Plan | None = None) -> Comparison:
    """Test every pair of systems, or each against the plan's baseline, and compute all intervals."""
    plan = plan or Plan()
    check(samples)
    first = samples[0]
    names = [sample.system for sample in samples]
    values = [sample.value for sample in samples]
    pairs = _pairs(names, values, plan.baseline, first.higher_is_better)
    resampled, differences = _resample(samples, pairs, plan)
    intervals = [_interval(line, plan.mode) for line in resampled]
    standings = [Standing(*facts) for facts in zip(names, values, intervals, strict=True)]
    systems = ranked(standings, first.higher_is_better)
    if plan.baseline is not None:
        systems.sort(key=lambda standing: standing.system != plan.baseline)
    tested = _test(samples, pairs, resampled, differences, plan)
    groups = () if plan.baseline is not None else _clusters([s.system for s in systems], tested)
    place = {name: number for number, group in enumerate(groups, 1) for name in group}
    return Comparison(
        first.metric, first.signature, first.higher_is_better, first.scale, len(first), plan,
        tuple(replace(standing, cluster=place.get(standing.system)) for standing in systems), tested, groups,
    )  # fmt: skip


def _pairs(names: list[str], values: list[float], baseline: str | None, higher: bool) -> list[tuple[int, int]]:
    """Which is tested against which: each against the baseline, or all with the better one first."""
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
        differences = randomised(samples, pairs, plan.trials_used, rng)
        resampled = bootstrap(samples, plan.resamples_used, rng)
        if plan.mode == "sacrebleu" and plan.baseline is not None:  # it draws afresh for the baseline's interval
            at = pairs[0][1]
            resampled[at] = bootstrap([samples[at]], plan.resamples_used, generator(plan.seed_used))[0]
    return resampled, sign * differences


def _test(
    samples: Sequence[Sample], pairs: list[tuple[int, int]], resampled: Matrix, differences: Matrix, plan: Plan
) -> tuple[Pair, ...]:
    sign = 1 if samples[0].higher_is_better else -1
    values = [sample.value for sample in samples]
    observed = [sign * (values[a] - values[b]) for a, b in pairs]
    p_value = P_VALUES[plan.mode, plan.test]
    raw = [p_value(line, found) for line, found in zip(differences, observed, strict=True)]
    corrected = CORRECTIONS[plan.correction_used](raw)
    found = []
    for number, (a, b) in enumerate(pairs):
        between = sign * (resampled[a] - resampled[b])
        wins, losses, effect = _by_segment(samples[a].values, samples[b].values, sign)
        found.append(
            Pair(
                samples[a].system,
                samples[b].system,
                observed[number],
                (float(np.quantile(between, 0.025)), float(np.quantile(between, 0.975))),
                raw[number],
                corrected[number],
                effect,
                wins,
                len(samples[a]) - wins - losses,
                losses,
                corrected[number] <= plan.alpha,
                float((between > 0).mean()),
            )
        )
    return tuple(found)


# --- p-values ---------------------------------------------------------------------------------------------------------


def shifted(differences: Vector, observed: float) -> float:
    """Two-sided bootstrap test: the resampled differences, shifted to a mean of 0, as far from it as the observed."""
    # Noreen 1989, the shift method; +1 counts the observed data among the trials, so that p is never 0.
    return _share_as_far(differences - differences.mean(), observed)


def exchanged(differences: Vector, observed: float) -> float:
    """Two-sided randomisation test: exchanges that separate the systems at least as much as the real order does."""
    return _share_as_far(differences, observed)


def _share_as_far(null: Vector, observed: float) -> float:
    far = abs(observed) * (1 - SAME) - 1e-15
    return float((1 + np.count_nonzero(np.abs(null) >= far)) / (1 + len(null)))


def sacrebleu_bootstrap(differences: Vector, observed: float) -> float:
    """sacreBLEU's: differences lose their sign before they are centred, and only a larger one counts."""
    folded = np.abs(differences)
    return float((1 + np.count_nonzero(folded - folded.mean() > abs(observed))) / (1 + len(folded)))


def sacrebleu_randomisation(differences: Vector, observed: float) -> float:
    """sacreBLEU's: exchanges that separate the systems more; one that separates them equally does not count."""
    return float((1 + np.count_nonzero(np.abs(differences) > abs(observed))) / (1 + len(differences)))


P_VALUES = {
    ("sound", "bootstrap"): shifted,
    ("sound", "randomisation"): exchanged,
    ("sacrebleu", "bootstrap"): sacrebleu_bootstrap,
    ("sacrebleu", "randomisation"): sacrebleu_randomisation,
}


def _interval(scores: Vector, mode: str) -> Interval:
    mean, half = spread(scores)
    if mode == "sacrebleu":
        return Interval(mean - half, mean + half, mean, half)
    low, high = (float(edge) for edge in np.quantile(scores, (0.025, 0.975)))
    return Interval(low, high, mean, half)


def _by_segment(a: Vector, b: Vector, sign: int) -> tuple[int, int, float | None]:
    """How many segments each system wins, and the mean difference over its standard deviation."""
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
    deviation = sqrt(squares / (len(a) - 1))
    return wins, losses, mean / deviation if deviation > 0 else None


def _clusters(ranking: list[str], pairs: tuple[Pair, ...]) -> tuple[tuple[str, ...], ...]:
    won = {(pair.a, pair.b) for pair in pairs if pair.significant and pair.difference > 0}
    return clusters(ranking, lambda better, worse: (better, worse) in won)

"""p-values, quantiles, variances and intervals by value: against numpy, or against the formula."""

from dataclasses import replace

import numpy as np
import pytest
from scipy import stats

from bolide.significance import Plan, Sample, compare
from bolide.significance.arithmetic import (
    effect_size,
    half_width,
    jackknife_variance,
    middle,
    p_value,
    quantile,
    simultaneous_factor,
    standard_deviation,
)
from bolide.significance.paired import by_segment, p_of_trials
from bolide.significance.resampling import bootstrap, draw_counts, draw_within_strata, permuted_differences
from bolide.significance.units import ResamplingUnits

RNG = np.random.default_rng(21)


@pytest.mark.parametrize("trials", [20, 99, 1000])
@pytest.mark.parametrize(
    "plan",
    [
        {"test": "randomisation", "resamples": 20},
        {"test": "bootstrap"},
        {"test": "randomisation", "resamples": 20, "mode": "sacrebleu"},
        {"test": "bootstrap", "mode": "sacrebleu"},
    ],
    ids=lambda plan: " ".join(map(str, plan.values())),
)
def test_the_smallest_p_value_counts_the_data_as_a_trial(plan: dict[str, object], trials: int) -> None:
    """Of 60 segments all favour one system, so that no trial is as far from 0: p is neither 0 nor 1 / trials."""
    better = [Sample.from_values(name, "m", 50 * lead + RNG.random(60)) for name, lead in (("x", 1), ("y", 0))]
    assert compare(better, Plan(trials=trials, **plan)).pairs[0].p == 1 / (1 + trials)  # type: ignore[arg-type]
    runs = [[sample, Sample.from_values(sample.system, "m", sample.values + 0.1)] for sample in better]
    if plan == {"test": "randomisation", "resamples": 20}:
        shuffled = Plan(trials=trials, resamples=20, runs_test="clark2011")
        assert compare(runs, shuffled).pairs[0].p == 1 / (1 + trials)


def test_trials_as_far_as_the_observed_difference_count_on_both_sides() -> None:
    differences = np.array([-3.0, -2.0, -1.0, 0.0, 1.0, 2.0, 3.0, 4.0, -4.0])
    assert p_of_trials(differences, Plan(), 3.0) == (1 + 4) / (1 + 9)
    resampled = Plan(test="bootstrap")
    assert p_of_trials(differences + 7.0, resampled, 3.0) == (1 + 4) / (1 + 9)
    assert p_of_trials(np.array([1.0, 8.0, 9.0, 10.0]), resampled, 2.5) == (1 + 2) / (1 + 4)  # less the mean
    assert (p_value(0, 9), p_value(9, 9), p_value(4, 9)) == (0.1, 1.0, 0.5)


@pytest.mark.parametrize("size", [1, 2, 20, 40, 41, 99, 1000])
def test_quantiles_are_numpy_s(size: int) -> None:
    ordered = np.sort(RNG.gamma(2, 1, size)).tolist()
    for share in (0.0, 0.025, 0.05, 0.3, 0.5, 0.95, 0.975, 1.0):
        assert quantile(ordered, share) == np.quantile(ordered, share)
    assert middle(ordered) == tuple(np.quantile(ordered, (0.025, 0.975)))
    dropped = size // 40  # sacreBLEU leaves out so many at each end
    assert half_width(ordered) == pytest.approx(0.5 * (ordered[size - 1 - dropped] - ordered[dropped]), abs=1e-15)


def test_variances_and_effects_are_numpy_s() -> None:
    values = RNG.normal(3, 2, 37)
    assert standard_deviation(values.tolist()) == pytest.approx(values.std(ddof=1), rel=1e-12)
    mean, squares = values.mean(), ((values - values.mean()) ** 2).sum()
    assert effect_size(mean, squares, 37) == pytest.approx(mean / values.std(ddof=1), rel=1e-12)
    without = [np.delete(values, k).mean() for k in range(37)]  # of a mean the jackknife gives the usual variance
    assert jackknife_variance(without) == pytest.approx(values.var(ddof=1) / 37, rel=1e-12)
    strata = [k % 3 // 2 for k in range(37)]  # of which each is like a score of its own
    apart = [[one for one, stratum in zip(without, strata, strict=True) if stratum == k] for k in (0, 1)]
    assert jackknife_variance(without, strata) == pytest.approx(sum(map(jackknife_variance, apart)), rel=1e-12)


def rng_after(group: list[Sample]) -> np.random.Generator:
    """What draws the resamples: the generator that has drawn the permutations."""
    rng = np.random.default_rng(12345)
    permuted_differences(group, [(0, 1)], 99, rng)
    return rng


def test_simultaneous_intervals_are_their_formula() -> None:
    """Δ ± c·SE, c being the 95 % quantile of the largest |Δ* − Δ| / SE* of each resample, and SE the jackknife's."""
    observed, drawn = np.array([0.5, -1.0, 3.0]), RNG.normal([[0.5], [-1.0], [3.0]], [[1.0], [2.0], [0.5]], (3, 400))
    errors = drawn.std(1, ddof=1)
    c = np.quantile((abs(drawn - observed[:, None]) / errors[:, None]).max(0), 0.95)
    assert simultaneous_factor(observed.tolist(), drawn.tolist()) == pytest.approx(c, rel=1e-12)
    values = RNG.normal(size=(3, 40))
    group = [Sample.from_values(name, "m", line) for name, line in zip("xyz", values, strict=True)]
    found = compare(group, Plan(trials=99, resamples=200))
    drawn, lines = (
        dict(zip("xyz", bootstrap(group, 200, rng_after(group), "segment"), strict=True)),
        dict(zip("xyz", values, strict=True)),
    )
    apart = [drawn[pair.a] - drawn[pair.b] for pair in found.pairs]
    largest = np.max([abs(d - p.difference) / d.std(ddof=1) for d, p in zip(apart, found.pairs, strict=True)], axis=0)
    for pair in found.pairs:
        error = (lines[pair.a] - lines[pair.b]).std(ddof=1) / np.sqrt(40)
        room = stats.t.ppf(max(stats.norm.cdf(np.quantile(largest, 0.95)), 0.975), 39) * error
        assert pair.interval == pytest.approx((pair.difference - room, pair.difference + room), rel=1e-9)


def test_systems_are_ranked_with_the_best_first_whichever_is_better() -> None:
    groups = [Sample.from_values(name, "m", RNG.normal(mean, 0.1, 30)) for name, mean in (("b", 2), ("a", 1), ("c", 3))]
    for higher, order in ((True, "cba"), (False, "abc")):
        found = compare([replace(one, higher_is_better=higher) for one in groups], Plan(trials=99))
        assert "".join(one.system for one in found.systems) == order
        assert [(pair.a, pair.b) for pair in found.pairs] == [(order[0], order[1]), (order[0], order[2]), (*order[1:],)]
        assert all(pair.difference > 0 and pair.wins == 30 and pair.interval[0] > 0 for pair in found.pairs)


# --- training runs ----------------------------------------------------------------------------------------------------


def test_intervals_over_seeds_are_those_of_student() -> None:
    """Of three systems with three runs each, all pairs: Bonferroni's share of 5 % for each difference."""
    values = dict(zip("xyz", RNG.normal(size=(3, 3, 40)) + np.arange(3)[:, None, None], strict=True))
    runs = {name: [Sample.from_values(name, "m", line) for line in lines] for name, lines in values.items()}
    found = compare([*runs.values()], Plan(resamples=400))
    means = {name: lines.mean(1) for name, lines in values.items()}
    by_segment = {name: lines.mean(0) for name, lines in values.items()}

    def expected(names: str, apart: np.ndarray, share: float) -> tuple[float, float]:
        fixed = apart.var(ddof=1) / 40  # the variance of a mean, with the runs as they are
        terms = [means[name].var(ddof=1) / 3 for name in names]
        total = fixed + sum(terms)
        freedom = total**2 / (fixed**2 / 39 + sum(term**2 / 2 for term in terms))
        middle = means[names[0]].mean() - sum(means[name].mean() for name in names[1:])
        room = stats.t.ppf(share, freedom) * np.sqrt(total)
        return middle - room, middle + room

    for one in found.systems:
        assert one.interval is not None
        ends = expected(one.system, by_segment[one.system], 0.975)
        assert (one.interval.low, one.interval.high) == pytest.approx(ends, rel=1e-9)
    for pair in found.pairs:
        ends = expected(pair.a + pair.b, by_segment[pair.a] - by_segment[pair.b], 1 - 0.025 / 3)
        assert pair.interval == pytest.approx(ends, rel=1e-9)


@pytest.mark.parametrize("test", ["sound", "clark2011"])
def test_equal_runs_have_the_p_value_1(test: str) -> None:
    pair = [Sample.from_values(name, "m", np.arange(30.0)) for name in "xy"]
    found = compare([[one] * 3 for one in pair], Plan(trials=99, runs_test=test))
    assert (found.pairs[0].p, found.pairs[0].ties) == (1.0, 30)


# --- units ------------------------------------------------------------------------------------------------------------


def test_parts_of_many_segments_are_all_there(monkeypatch: pytest.MonkeyPatch) -> None:
    """65,536 segments are processed at a time; here, seven."""
    one, two = (RNG.normal(size=50) for _ in range(2))
    units = ResamplingUnits.of([str(k % 11) for k in range(50)])
    for part in (1 << 16, 7):
        monkeypatch.setattr("bolide.significance.sample.PART", part)
        sample = Sample.from_values("x", "m", one).with_units(units)
        assert sample.leave_one_out() == pytest.approx([np.delete(one, k).mean() for k in range(50)], rel=1e-12)
        without = [one[np.arange(50) % 11 != k].mean() for k in range(11)]
        assert sample.leave_one_out("document") == pytest.approx(without, rel=1e-12)
        sums = np.bincount([k % 11 for k in range(50)], one)
        assert sample.drawn_rows("document")[:, 0] == pytest.approx(sums, rel=1e-12)
        wins, losses, effect = by_segment(one, two, 1)
        assert (wins, losses) == ((one > two).sum(), (one < two).sum())
        assert effect == pytest.approx((one - two).mean() / (one - two).std(ddof=1), rel=1e-12)


def test_strata_that_do_not_stand_together_are_drawn_from_separately() -> None:
    """Every third document is of another stratum: each stratum keeps its number of documents in every resample."""
    units = ResamplingUnits.of([str(k // 2) for k in range(60)], ["xyx"[k // 2 % 3] for k in range(60)])
    assert units is not None
    draw = draw_within_strata(units, "document")
    drawn = np.concatenate(list(draw_counts(np.random.default_rng(1), 50, len(units), draw)))
    assert (drawn[:, 1::3].sum(1) == 10).all()
    assert (drawn.sum(1) == 30).all()
    assert (drawn > 0).any(0).all()


@pytest.mark.parametrize("documents", [None, [str(k // 5) for k in range(50)]], ids=["segments", "documents"])
def test_systems_are_drawn_together(documents: list[str] | None) -> None:
    """A system that is always 2 ahead is 2 ahead in every resample: draws of its own would blur that."""
    values, units = RNG.normal(size=50), ResamplingUnits.of(documents)
    both = [Sample.from_values(name, "m", values + lead).with_units(units) for name, lead in (("x", 2.0), ("y", 0.0))]
    x, y = bootstrap(both, 64, 5, "segment" if units is None else "document")
    assert x - y == pytest.approx(np.full(64, 2.0), abs=1e-12)
    assert np.ptp(y) > 0.1


def test_a_document_is_exchanged_whole_wherever_its_segments_stand() -> None:
    """Three documents whose differences are 1, 2 and 4: no exchange gives another sum than ±1 ± 2 ± 4."""
    units = ResamplingUnits.of(["a", "b", "c", "b", "a", "c"])
    ahead = np.array([3.0, -1.0, 9.0, 3.0, -2.0, -5.0])
    both = [Sample.from_values(name, "m", line).with_units(units) for name, line in (("x", ahead), ("y", 0 * ahead))]
    (found,) = permuted_differences(both, [(0, 1)], 200, 5, "document")
    assert sorted({round(6 * one) for one in found}) == [-7, -5, -3, -1, 1, 3, 5, 7]

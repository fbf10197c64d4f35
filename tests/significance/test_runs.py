"""Training runs: the sound test over seeds, the one that was published, and that one run each changes nothing."""

from itertools import permutations, product

import numpy as np
import pytest
from scipy import stats

import bolide
from bolide.significance import Plan, Sample, compare
from bolide.significance.paired import system_result
from bolide.significance.units import ResamplingUnits
from bolide.system.errors import InputError, OptionError
from tests.errors import raises
from tests.significance.texts import samples

pytestmark = pytest.mark.one_core


def systems(seed: int, runs: int, effect: float = 0.0, size: int = 200) -> dict[str, list[Sample]]:
    """Two equally good systems trained so often: segments share difficulty, a run has an effect of its own."""
    rng = np.random.default_rng(seed)
    base = rng.normal(size=size)

    def scores() -> list[float]:
        return (base + rng.normal(0, 0.5, size) + rng.normal(0, effect)).tolist()

    return {name: [Sample.from_values(name, "m", scores()) for _ in range(runs)] for name in "ab"}


def compared(groups: dict[str, list[Sample]], plan: Plan | None = None) -> bolide.significance.Comparison:
    return compare([runs[0] for runs in groups.values()], plan, {name: runs[1:] for name, runs in groups.items()})


def test_one_run_each_is_a_comparison_without_runs() -> None:
    for plan in (Plan(trials=100), Plan(test="bootstrap", trials=100), Plan(trials=50, baseline="system1")):
        assert compare(samples(), plan, {}) == compare(samples(), plan)
    refs = ["the cat sat on the mat", "hello world", "it rains today"] * 5
    hyps = {"a": ["the cat sat on mat", "hello there", "it rains"] * 5, "b": ["a cat", "hello world", "rain"] * 5}
    plain = bolide.compare(hyps, refs, trials=99)
    assert bolide.compare(runs={name: [texts] for name, texts in hyps.items()}, refs=refs, trials=99) == plain
    report = bolide.evaluate(runs={"a": [hyps["a"]]}, refs=refs)
    assert report["bleu"].value == bolide.evaluate({"a": hyps["a"]}, refs)["bleu"].value


def test_the_sound_test_is_its_formula() -> None:
    groups = systems(3, 4, 0.1)
    found = compared(groups, Plan(resamples=4000))
    (pair,) = found.pairs
    scores = {name: [np.mean(run.values) for run in runs] for name, runs in groups.items()}
    means = {name: np.mean([run.values for run in runs], axis=0) for name, runs in groups.items()}
    delta = means[pair.a].mean() - means[pair.b].mean()
    v = (means[pair.a] - means[pair.b]).var() / 200  # of a mean over resamples
    terms = [np.var(values, ddof=1) / 4 for values in scores.values()]
    freedom = (v + sum(terms)) ** 2 / sum(term**2 / 3 for term in terms)
    error = np.sqrt(v + sum(terms))
    assert pair.difference == pytest.approx(delta)
    assert pair.p == pytest.approx(2 * stats.t.sf(abs(delta) / error, freedom), rel=0.1)
    width = stats.t.ppf(0.975, freedom) * error
    assert pair.interval == pytest.approx((delta - width, delta + width), abs=0.05 * width)
    assert found.pairs == compared(groups, Plan(trials=4000)).pairs
    assert compared(groups, Plan(trials=4000)).plan.resamples_used == 4000
    assert found.systems[0].deviation == pytest.approx(np.std(scores[found.systems[0].system], ddof=1))
    assert found.systems[0].value == pytest.approx(np.mean(scores[found.systems[0].system]))


def test_fewer_than_three_runs_are_not_a_test_over_seeds() -> None:
    found = compared(systems(3, 2, 0.1))
    assert "no test over seeds: of a (2 runs), b (2 runs), only the models at hand were compared" in found.notes[0]
    assert compared(systems(3, 3)).notes == ()
    (pair,) = found.pairs
    values = [np.mean([run.values for run in runs], axis=0) for runs in systems(3, 2, 0.1).values()]
    difference = values[0] - values[1]
    assert pair.p == pytest.approx(2 * stats.norm.sf(abs(difference.mean()) / (difference.std() / 200**0.5)), rel=0.15)


def test_the_test_of_clark_et_al_approaches_all_its_shuffles() -> None:
    rng = np.random.default_rng(4)
    values = rng.normal(size=(3, 4))  # two runs of a, one of b, four segments
    shuffles = list(permutations(range(3)))
    observed = values[:2].mean() - values[2].mean()
    every = []
    for chosen in product(shuffles, repeat=4):
        moved = np.array([values[list(order), k] for k, order in enumerate(chosen)]).T
        every.append(moved[:2].mean() - moved[2].mean())
    exact = np.mean(np.abs(every) >= abs(observed) - 1e-12)
    groups = {"a": [Sample.from_values("a", "m", line.tolist()) for line in values[:2]],
              "b": [Sample.from_values("b", "m", values[2].tolist())]}  # fmt: skip
    assert compared(groups, Plan(trials=20_000, runs_test="clark2011")).pairs[0].p == pytest.approx(exact, abs=0.012)


def test_beside_uncorrected_tests_an_interval_does_not_depend_on_other_systems() -> None:
    groups = systems(3, 2, 0.1)
    third = {**groups, "c": systems(4, 2, 0.1)["a"]}
    third["c"] = [Sample.from_values("c", "m", run.values.tolist()) for run in third["c"]]
    plan = Plan(trials=50, runs_test="clark2011", correction="none")
    assert compared(groups, plan).pair("a", "b").interval == compared(third, plan).pair("a", "b").interval


def test_with_effects_of_runs_the_sound_test_keeps_its_level_and_the_published_one_does_not() -> None:
    rejected = {"sound": 0, "clark2011": 0}
    for seed in range(200):
        groups = systems(seed, 3, 0.07, 60)
        for test in rejected:
            plan = Plan(trials=99, resamples=60, seed=seed, runs_test=test)
            rejected[test] += compared(groups, plan).pairs[0].significant
    assert rejected["sound"] / 200 <= 0.085
    assert rejected["clark2011"] / 200 >= 0.12


def test_runs_are_resampled_by_documents() -> None:
    known = ResamplingUnits.of([str(k // 10) for k in range(200)])
    groups = {name: [run.with_units(known) for run in runs] for name, runs in systems(3, 3).items()}
    assert compared(groups).units == bolide.significance.units.UnitCount("document", 20, 20.0)
    assert system_result(groups["a"], Plan(test="bootstrap", trials=100)).interval is not None


def test_what_is_refused() -> None:
    groups = systems(3, 3)
    raises(OptionError, "leave mode and test out", compared, groups, Plan(test="bootstrap"))
    raises(OptionError, "trials is 1; it must be an integer ≥ 20", compared, groups, Plan(trials=1))  # V would be 0
    raises(InputError, "must be a list, one for each training run", bolide.compare, runs={"a": "a.txt"}, refs=["x"])
    with pytest.raises(OptionError, match="for systems with several training runs"):
        bolide.compare({"a": ["x", "y"], "b": ["x", "z"]}, ["x", "y"], runs_test="clark2011")
    with pytest.raises(InputError, match="'a' is among the systems, too"):
        bolide.compare({"a": ["x", "y"]}, ["x", "y"], runs={"a": [["x", "y"]]})

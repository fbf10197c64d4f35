"""Intervals and paired tests: the sound ones against scipy, a full enumeration, and their own promise (5 % false alarms
and no more); those of mode `sacrebleu` against sacreBLEU, live; and those over training runs, against their formulas.
"""

from itertools import permutations, product

import numpy as np
import pytest
from sacrebleu.metrics import BLEU as PeerBLEU
from sacrebleu.significance import PairedTest
from scipy import stats

from bolide.significance import Comparison, Plan, Sample, compare, confidence
from bolide.significance.paired import system_result
from bolide.significance.units import ResamplingUnits, UnitCount
from tests.significance.texts import outputs, samples

# --- mode sound -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("sizes", [[1] * 10, [1, 2, 3, 4, 5, 4, 3, 2, 1]], ids=["segments", "documents"])
def test_randomisation_approaches_the_exact_test(sizes: list[int]) -> None:
    rng, documents = np.random.default_rng(1), np.repeat(np.arange(len(sizes)), sizes)
    x, y = rng.normal(0.35, 1, sum(sizes)), rng.normal(0, 1, sum(sizes))
    sums = np.bincount(documents, x - y)
    signed = np.array(list(product((-1, 1), repeat=len(sizes)))) @ sums
    exact = np.mean(abs(signed) >= abs(sums.sum()) - 1e-12)
    theirs = stats.permutation_test((sums, 0 * sums), lambda a, b: (a - b).sum(), permutation_type="samples")
    assert theirs.pvalue == pytest.approx(exact)
    known = ResamplingUnits.of(list(map(str, documents))) if max(sizes) > 1 else None
    for size, far in ((1, 0), (1e-18, 0), (1, 1e7)):  # rounding grows with the scores, not with their difference
        pair = [Sample.from_values(name, "m", size * (z + far)).with_units(known) for name, z in (("x", x), ("y", y))]
        assert compare(pair, Plan(trials=20_000)).pairs[0].p == pytest.approx(exact, abs=0.01)


def test_interval_of_a_mean_is_that_of_scipy() -> None:
    values = np.random.default_rng(2).gamma(2, 1, 300)
    ours = confidence(Sample.from_values("s", "m", values))
    theirs = stats.ttest_1samp(values, 0).confidence_interval()
    assert (ours.low, ours.high) == pytest.approx((theirs.low, theirs.high), rel=1e-9)


def test_direction_of_the_metric_does_not_matter() -> None:
    rng = np.random.default_rng(4)
    x, y = (rng.normal(0.2, 1, 50), rng.normal(0, 1, 50))

    def pair(sign: int) -> list[Sample]:
        return [Sample.from_values(name, "m", sign * z, higher_is_better=sign > 0) for name, z in (("x", x), ("y", y))]

    up, down = (compare(pair(sign)).pairs[0] for sign in (1, -1))
    assert up == down
    assert up.difference == pytest.approx(x.mean() - y.mean())
    assert up.effect == pytest.approx((x - y).mean() / (x - y).std(ddof=1))
    assert (up.wins, up.ties, up.losses) == ((x > y).sum(), 0, (x < y).sum())


# --- mode sacrebleu ---------------------------------------------------------------------------------------------------


TESTS = {"bootstrap": "bs", "randomisation": "ar"}


@pytest.mark.parametrize("seed", [None, "12345", "7", "8"])
@pytest.mark.parametrize("test", TESTS)
def test_paired(test: str, seed: str | None, monkeypatch: pytest.MonkeyPatch) -> None:
    if seed is not None:
        monkeypatch.setenv("SACREBLEU_SEED", seed)
    systems, refs = outputs()
    peer = PairedTest(
        list(systems.items()),
        {"BLEU": PeerBLEU(references=[refs])},
        None,
        TESTS[test],
        200,
        n_ar_confidence=-1 if test == "bootstrap" else 200,
    )
    theirs = dict(zip(systems, peer()[1]["BLEU"], strict=True))
    resamples = None if test == "bootstrap" else 200
    ours = compare(samples(), Plan("sacrebleu", test, 200, resamples=resamples, baseline="system0"))
    assert ours.systems[0].system == "system0"
    for standing in ours.systems:
        expected = theirs[standing.system]
        assert standing.interval is not None
        assert 100 * standing.value == pytest.approx(expected.score, abs=1e-9)
        assert 100 * standing.interval.mean == pytest.approx(expected.mean, abs=2e-4)  # float32 there
        assert 100 * standing.interval.half_width == pytest.approx(expected.ci, abs=2e-4)
    for pair in ours.pairs:
        assert pair.p == theirs[pair.a].p_value
        assert pair.p_corrected == pair.p


# --- training runs ----------------------------------------------------------------------------------------------------


def systems(seed: int, runs: int, effect: float = 0.0, size: int = 200) -> dict[str, list[Sample]]:
    """Two equally good systems trained so often: segments share difficulty, a run has an effect of its own."""
    rng = np.random.default_rng(seed)
    base = rng.normal(size=size)

    def run(name: str) -> Sample:
        return Sample.from_values(name, "m", base + rng.normal(0, 0.5, size) + rng.normal(0, effect))

    return {name: [run(name) for _ in range(runs)] for name in "ab"}


def compared(groups: dict[str, list[Sample]], plan: Plan | None = None) -> Comparison:
    return compare([*groups.values()], plan)


def test_the_sound_test_is_its_formula() -> None:
    groups = systems(3, 4, 0.1)
    found = compared(groups, Plan(resamples=4000))
    (pair,) = found.pairs
    scores = {name: [np.mean(run.values) for run in runs] for name, runs in groups.items()}
    means = {name: np.mean([run.values for run in runs], axis=0) for name, runs in groups.items()}
    delta = means[pair.a].mean() - means[pair.b].mean()
    v = (means[pair.a] - means[pair.b]).var(ddof=1) / 200
    terms = [np.var(values, ddof=1) / 4 for values in scores.values()]
    freedom = (v + sum(terms)) ** 2 / (v**2 / 199 + sum(term**2 / 3 for term in terms))
    error = np.sqrt(v + sum(terms))
    assert pair.difference == pytest.approx(delta)
    assert pair.p == pytest.approx(2 * stats.t.sf(abs(delta) / error, freedom), rel=1e-9)
    width = stats.t.ppf(0.975, freedom) * error
    assert pair.interval == pytest.approx((delta - width, delta + width), rel=1e-9)
    assert found.pairs == compared(groups, Plan(trials=4000)).pairs
    assert compared(groups, Plan(trials=4000)).plan.resamples_used == 4000
    assert found.systems[0].deviation == pytest.approx(np.std(scores[found.systems[0].system], ddof=1))
    assert found.systems[0].value == pytest.approx(np.mean(scores[found.systems[0].system]))


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
    groups = {
        name: [Sample.from_values(name, "m", line) for line in lines]
        for name, lines in (("a", values[:2]), ("b", values[2:]))
    }
    assert compared(groups, Plan(trials=20_000, runs_test="clark2011")).pairs[0].p == pytest.approx(exact, abs=0.012)


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
    assert compared(groups).units == UnitCount("document", 20, 20.0)
    assert system_result(groups["a"], Plan(test="bootstrap", trials=100)).interval is not None

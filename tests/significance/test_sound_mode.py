"""The sound tests against scipy, a full enumeration, and their own promise: 5 % false alarms and no more."""

from itertools import product

import numpy as np
import pytest
from scipy import stats

from bolide.significance.paired import compare, confidence, sacrebleu_bootstrap_p, shifted_bootstrap_p
from bolide.significance.plan import Plan
from bolide.significance.sample import Sample
from tests.significance.texts import samples

pytestmark = pytest.mark.one_core


def test_randomisation_approaches_the_exact_test() -> None:
    rng = np.random.default_rng(1)
    x, y = rng.normal(0.4, 1, 10), rng.normal(0, 1, 10)
    exact = np.mean([abs((np.array(signs) * (x - y)).sum()) >= abs((x - y).sum()) - 1e-12
                     for signs in product((-1, 1), repeat=10)])  # fmt: skip
    theirs = stats.permutation_test(
        (x, y), lambda a, b: a.mean() - b.mean(), permutation_type="samples", alternative="two-sided", n_resamples=2000
    )
    assert theirs.pvalue == pytest.approx(exact)
    for size, far in ((1, 0), (1e-18, 0), (1, 1e7)):  # rounding grows with the scores, not with their difference
        pair = [Sample.from_values(name, "m", (size * (z + far)).tolist()) for name, z in (("x", x), ("y", y))]
        assert compare(pair, Plan(trials=20_000)).pairs[0].p == pytest.approx(exact, abs=0.01)


def test_interval_of_a_mean_is_that_of_scipy() -> None:
    values = np.random.default_rng(2).gamma(2, 1, 300)
    ours = confidence(Sample.from_values("s", "m", values.tolist()), Plan(test="bootstrap", trials=4000))
    theirs = stats.bootstrap((values,), np.mean, n_resamples=4000, method="percentile", rng=5).confidence_interval
    assert (ours.low, ours.high) == pytest.approx((theirs.low, theirs.high), abs=0.02)


@pytest.mark.parametrize("test", ["bootstrap", "randomisation"])
def test_false_alarms(test: str) -> None:
    rng = np.random.default_rng(3)
    p_values = []
    for seed in range(300):
        x, y = rng.normal(size=(2, 60)).tolist()
        pair = [Sample.from_values("x", "m", x), Sample.from_values("y", "m", y)]
        resamples = 20 if test == "randomisation" else None
        p_values.append(compare(pair, Plan(test=test, trials=199, resamples=resamples, seed=seed)).pairs[0].p)
    assert 0.02 <= np.mean(np.array(p_values) <= 0.05) <= 0.085


def test_what_the_modes_disagree_on() -> None:
    """Differences far from 0 keep their sign, so folding them halves the p-value: 2.5 % in one tail, not 5 % in two."""
    null = stats.norm.ppf(np.linspace(0.0005, 0.9995, 1000))
    assert shifted_bootstrap_p(null + 1.96, 1.96) == pytest.approx(0.05, abs=0.003)
    assert sacrebleu_bootstrap_p(null + 4, 1.96) == pytest.approx(0.025, abs=0.003)


def test_direction_of_the_metric_does_not_matter() -> None:
    rng = np.random.default_rng(4)
    x, y = (rng.normal(0.2, 1, 50), rng.normal(0, 1, 50))
    up = compare([Sample.from_values("x", "m", x.tolist()), Sample.from_values("y", "m", y.tolist())]).pairs[0]
    down = compare([Sample.from_values("x", "m", (-x).tolist(), higher_is_better=False),
                    Sample.from_values("y", "m", (-y).tolist(), higher_is_better=False)]).pairs[0]  # fmt: skip
    assert up == down
    assert up.difference == pytest.approx(x.mean() - y.mean())
    assert up.effect == pytest.approx((x - y).mean() / (x - y).std(ddof=1))
    assert (up.wins, up.ties, up.losses) == ((x > y).sum(), 0, (x < y).sum())


def test_all_pairs_put_the_better_first_and_clusters_cover_all() -> None:
    found = compare(samples(systems=5), Plan(trials=300))
    values = {standing.system: standing.value for standing in found.systems}
    assert len(found.pairs) == 10
    assert all(values[pair.a] >= values[pair.b] and pair.difference >= 0 for pair in found.pairs)
    assert [name for group in found.clusters for name in group] == [s.system for s in found.systems]
    assert found.pair("system0", "system4").p_corrected >= found.pair("system4", "system0").p

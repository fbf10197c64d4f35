"""Statistics against scipy and against brute force."""

from itertools import combinations

import numpy as np
import pytest
from scipy import stats

from bolide.agreement.questions import Question, answer, usual_questions
from bolide.agreement.statistics.correlation import Correlation, Kendall
from bolide.agreement.statistics.pairs import SignedSums, calibrate, item_accuracies
from bolide.agreement.statistics.statistic import Terms
from bolide.agreement.table import Source, Table
from bolide.significance.resampling import draw_counts
from tests import drawn as st
from tests.agreement.judged import STATISTICS_HERE, asked_of
from tests.drawn import EXAMPLES, examples, given

CELL = st.just(None) | st.integers(0, 4).map(float)
CORRELATIONS = {name: each for name, each in STATISTICS_HERE.items() if isinstance(each, Correlation)}
SCIPY = {
    "pearson": lambda x, y: stats.pearsonr(x, y).statistic,
    "spearman": lambda x, y: stats.spearmanr(x, y).statistic,
    "kendall-b": lambda x, y: stats.kendalltau(x, y, variant="b").statistic,
    "kendall-c": lambda x, y: stats.kendalltau(x, y, variant="c").statistic,
}


SYSTEMS, SEGMENTS = 5, 4


def table(both: tuple[list[float | None], list[float | None]]) -> tuple[np.ndarray, np.ndarray]:
    """Scores of people and of a metric, where both have one."""
    human, metric = (np.array(cells, dtype=float).reshape(SYSTEMS, SEGMENTS) for cells in both)
    absent = np.isnan(human) | np.isnan(metric)
    return np.where(absent, np.nan, human), np.where(absent, np.nan, metric)


cells = st.lists(CELL, min_size=SYSTEMS * SEGMENTS, max_size=SYSTEMS * SEGMENTS)
tables = st.tuples(cells, cells).map(table)
Tables = tuple[np.ndarray, np.ndarray]


@pytest.mark.parametrize("name", CORRELATIONS)
@examples(2 * EXAMPLES)
@given(scores=tables)
def test_all_columns_at_once_are_scipys_one_by_one(name: str, scores: Tables) -> None:
    human, metric = scores
    found = CORRELATIONS[name].columns(human, np.nan_to_num(metric)[None])[0]
    for column, value in enumerate(found):
        x, y = human[:, column], metric[:, column]
        x, y = x[np.isfinite(x)], y[np.isfinite(y)]
        if len(x) < 2 or len(set(x)) == 1 or len(set(y)) == 1:
            assert np.isnan(value)
        else:
            assert value == pytest.approx(SCIPY[name](x, y), abs=1e-12)
            assert CORRELATIONS[name].value(x, y) == pytest.approx(SCIPY[name](x, y), abs=1e-12)


@examples(3 * EXAMPLES)
@given(scores=tables)
def test_tie_calibration_is_the_best_of_every_threshold(scores: Tables) -> None:
    human, metric = scores
    found = calibrate(human, metric)
    pairs = [(metric[a] - metric[b]) for a, b in combinations(range(len(metric)), 2)]
    thresholds = sorted({0.0, *np.abs(np.concatenate(pairs))[np.isfinite(np.concatenate(pairs))]})
    if np.isnan(found.value):
        assert not np.isfinite(pairs).any()
        return
    tried = [np.nanmean(item_accuracies(human, metric, epsilon)) for epsilon in thresholds]
    assert found.value == pytest.approx(max(tried))
    assert found.epsilon == thresholds[next(i for i, v in enumerate(tried) if v > max(tried) - 1e-12)]


def test_soft_accuracy_by_the_reference_procedure() -> None:
    """Written out: draws from seed 4 in single precision for the judged segments, rounded; 1 keeps a difference."""
    rng = np.random.default_rng(9)
    human, metric = rng.normal(size=(4, 25)), rng.normal(size=(4, 25))
    human[:, [3, 7]] = np.nan
    judged = [k for k in range(25) if k not in (3, 7)]

    def p_values(cells: np.ndarray, seed: int) -> np.ndarray:
        kept = np.rint(np.random.default_rng(seed).random((1000, len(judged)), dtype=np.float32))
        found = []
        for a, b in combinations(range(4), 2):
            apart = (cells[a] - cells[b])[judged]
            found.append(np.mean([(apart * (2 * line - 1)).sum() >= apart.sum() - 1e-9 for line in kept]))
        return np.array(found)

    def expected(seed: int) -> float:
        return 1 - np.abs(p_values(human, seed) - p_values(metric, seed)).mean()

    sources = [Source(name, Table(name, tuple("abcd"), cells)) for name, cells in (("h", human), ("m", metric))]
    question = Question("soft-accuracy", "sys")
    assert answer(*sources, question).value == pytest.approx(expected(4), abs=1e-12)
    assert answer(sources[0], sources[1], question, seed=7).value == pytest.approx(expected(7), abs=1e-12)
    assert expected(4) != expected(7)


def test_a_lower_is_better_metric_agrees_as_much_as_its_mirror() -> None:
    rng = np.random.default_rng(3)
    human = Source("h", Table("h", tuple("abcd"), rng.normal(size=(4, 9))))
    cells = rng.normal(size=(4, 9))
    up = Source("m", Table("m", tuple("abcd"), cells))
    down = Source("m", Table("m", tuple("dcba"), -cells[::-1], higher_is_better=False))
    for question in usual_questions():
        assert answer(human, up, question) == answer(human, down, question)
    assert len(asked_of(human, [up]).agreements) == len(usual_questions())


# --- ranks and Kendall's τ are scipy's to the last bit ----------------------------------------------------------------


VECTORS = np.random.default_rng(3)
CASES = [VECTORS.integers(-most, most + 1, (3, size)) * 0.1 for most in (1, 5, 1000) for size in (1, 2, 9, 200)]


@pytest.mark.parametrize("variant", ["b", "c"])
@pytest.mark.parametrize("vectors", CASES, ids=range(len(CASES)))
def test_kendall(vectors: np.ndarray, variant: str) -> None:
    people, *metrics = vectors
    some = [metric for metric in (*metrics, people, -people, people + metrics[0]) if np.ptp(metric) and np.ptp(people)]
    for metric in some:
        assert Kendall(variant).value(people, metric) == stats.kendalltau(people, metric, variant=variant).statistic


# --- PDP: the numbers of mt-metrics-eval's own test, and every pair one by one ----------------------------------------


GOLD, METRIC = np.array([[1.0, 2, 3], [4, 5, 6]]), np.array([[2.0, 1, 4], [3, 3, 7]])


@pytest.mark.parametrize(("grouping", "expected"), [("item", 0.926), ("none", 0.776), ("sys", 0.766)])
def test_the_numbers_of_mt_metrics_eval(grouping: str, expected: float) -> None:
    assert Question("pdp", "seg", grouping).measure().value(GOLD, METRIC) == pytest.approx(expected, abs=5e-4)


def test_permutation_p_values_against_scipy() -> None:
    rng = np.random.default_rng(1)
    cells = rng.normal(size=(2, 12)) + np.array([[0.3], [0.0]])
    exact = stats.permutation_test(
        (cells[0], cells[1]),
        lambda x, y: (x - y).sum(),
        permutation_type="samples",
        alternative="greater",
        n_resamples=5000,
    ).pvalue
    signs = rng.choice((-1.0, 1.0), size=(20_000, 12))
    assert SignedSums(cells, signs).p_values(cells)[0] == pytest.approx(exact, abs=0.012)


def test_a_system_that_is_drawn_twice_is_no_pair_with_itself() -> None:
    """Of a resample, every pair of drawn systems counts as often as both are drawn together."""
    above, below = np.array([1.0, 0.0, 2.0]), np.array([1.0, 3.0, 4.0])  # of the pairs 0–1, 0–2 and 1–2
    found = Terms(above, below, 3).resampled(200, np.random.default_rng(7))
    counts = np.concatenate(list(draw_counts(np.random.default_rng(7), 200, 3)))
    for k, line in enumerate(counts):
        drawn = [system for system in range(3) for _ in range(int(line[system]))]
        pairs = [{(0, 1): 0, (0, 2): 1, (1, 2): 2}[pair] for pair in combinations(drawn, 2) if pair[0] != pair[1]]
        assert (found[0][k], found[1][k]) == (above[pairs].sum(), below[pairs].sum())

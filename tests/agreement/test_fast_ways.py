"""Every other way of a statistic equals what follows from its `value` alone, over all of STATISTICS."""

import numpy as np
import pytest

from bolide.agreement.questions import Question
from bolide.agreement.ranking import Part, PermutationTest, permutable, permutation_leads
from bolide.agreement.ranking_data import RankingData, ordered_pairs
from bolide.agreement.statistics import STATISTICS, acc_eq, ranks
from bolide.agreement.statistics.acc_eq import calibrate
from bolide.agreement.statistics.accuracy import SoftAccuracy, p_values
from bolide.agreement.statistics.correlation import BySegment, BySystem, Correlation, OneVector
from bolide.agreement.statistics.statistic import Statistic, Subset
from bolide.agreement.table import Matrix
from bolide.kernels import COMPILED
from tests.agreement.judged import STATISTICS_HERE

SYSTEMS, SEGMENTS = 5, 16
QUESTIONS = [
    Question(name, level, grouping)
    for name, statistic in STATISTICS_HERE.items()
    for level, groupings in statistic.groupings.items()
    for grouping in groupings
]
SUBSETS = [
    Subset.whole((SYSTEMS, SEGMENTS)),
    Subset(np.arange(SYSTEMS), np.array([0, 1, 3, 4, 5, 7, 9, 12])),
    Subset(np.array([0, 1, 3]), np.arange(SEGMENTS)),
    Subset(np.array([1, 4]), np.arange(4, 9)),
]
# Seed, share of missing cells, different scores (few make many ties), and whether scores are in whole steps.
ALL_KINDS = [(1, 0.0, 3, True), (2, 0.0, 40, False), (3, 0.2, 4, False), (4, 0.5, 30, True)]
KINDS = ALL_KINDS if COMPILED else ALL_KINDS[1:3]


def tables(kind: tuple[int, float, int, bool], columns: int) -> tuple[Matrix, Matrix]:
    """People's scores, and six metrics'; one segment nobody judged, one all alike, and one metric all alike.

    If half of the cells are missing, so is a whole system."""
    seed, missing, levels, steps = kind
    rng = np.random.default_rng(seed)
    people = 13.0 * rng.integers(0, levels, (SYSTEMS, columns))
    people[rng.random(people.shape) < missing] = np.nan
    if columns > 1:
        people[:, 2], people[:, 5] = np.nan, 26.0
        people[3] = np.nan if missing == 0.5 else people[3]
    else:
        people[:2] = [[0.0], [39.0]]
    metrics = rng.integers(0, levels, (6, SYSTEMS, columns)) * 2.0 ** (-6 if steps else -45)
    metrics[5] = 0.5
    return people, metrics


def measured(question: Question, kind: tuple[int, float, int, bool]) -> tuple[Statistic, Matrix | RankingData, Matrix]:
    people, metrics = tables(kind, 1 if question.reads == "sys" else SEGMENTS)
    if question.level != "ranking":
        return question.measure(), people, metrics
    return question.measure(), RankingData("j", tuple("abcde"), *ordered_pairs(people)), metrics


def plain(statistic: Statistic, people: Matrix | RankingData, table: Matrix, subset: Subset) -> float:
    """The value of a subset as if there were nothing else; of soft accuracy with the signs of the whole table."""
    cut = np.ix_(subset.systems, subset.segments)
    if isinstance(statistic, SoftAccuracy):
        both = people[cut], np.where(np.isnan(people[cut]), np.nan, table[cut])
        one, two = (p_values(cells, statistic.signs(people)[:, subset.segments]) for cells in both)
        return float(1 - np.nanmean(np.abs(one - two)))
    if not isinstance(people, RankingData):
        return statistic.value(people[cut], np.where(np.isnan(people[cut]), np.nan, table[cut]))
    inside = np.zeros(table.shape, dtype=bool)
    inside[cut] = True
    return statistic.value(people.where(inside), table)


@pytest.mark.parametrize("kind", KINDS, ids=str)
@pytest.mark.parametrize("question", QUESTIONS, ids=str)
def test_many_tables_are_valued_like_one(question: Question, kind: tuple[int, float, int, bool]) -> None:
    statistic, people, metrics = measured(question, kind)
    subsets = [s for s in SUBSETS if question.reads != "sys" or len(s.segments) == SEGMENTS]
    if question.reads == "sys":
        subsets = [Subset(s.systems, np.zeros(1, dtype=np.intp)) for s in subsets]
    expected = [[plain(statistic, people, table, subset) for subset in subsets] for table in metrics]
    assert np.isfinite(expected).any()
    np.testing.assert_allclose(statistic.batch(people, subsets)(metrics), expected, atol=1e-12, rtol=0)
    if not isinstance(people, RankingData) and question.statistic != "soft-accuracy":
        np.testing.assert_allclose(Statistic.batch(statistic, people, subsets)(metrics), expected, atol=1e-12, rtol=0)


@pytest.mark.parametrize("kind", KINDS, ids=str)
@pytest.mark.parametrize("question", QUESTIONS, ids=str)
def test_terms_and_outcomes_add_up_to_the_value(question: Question, kind: tuple[int, float, int, bool]) -> None:
    statistic, people, metrics = measured(question, kind)
    for table in metrics:
        cells = table if isinstance(people, RankingData) else np.where(np.isnan(people), np.nan, table)
        value, terms = statistic.value(people, cells), statistic.terms(people, cells)
        if terms is not None:
            total = terms.above.sum() / terms.below.sum() if terms.below.any() else np.nan
            assert total == pytest.approx(value, abs=1e-12, nan_ok=True)
            if question.level == "seg" and question.statistic != "acc-eq":  # segment by segment, as intervals draw them
                some = statistic.terms(people[:, 4:9], cells[:, 4:9])
                expected = terms.above[4:9], terms.below[4:9]
                np.testing.assert_allclose((some.above, some.below), expected, atol=1e-12)
        outcomes = statistic.outcomes(people, cells)
        if outcomes is not None:
            assert outcomes.sum() == pytest.approx(value, abs=1e-12)
        found = statistic.measured(people, cells)
        assert (np.nan if found.value is None else found.value) == pytest.approx(value, abs=1e-12, nan_ok=True)
        assert bool(found.reason) == (found.value is None)


@pytest.mark.parametrize("kind", KINDS, ids=str)
@pytest.mark.parametrize("name", [name for name, each in STATISTICS_HERE.items() if isinstance(each, Correlation)])
def test_segments_and_vectors_at_once(name: str, kind: tuple[int, float, int, bool]) -> None:
    correlation = STATISTICS[name]
    people, metrics = tables(kind, SEGMENTS)
    np.testing.assert_allclose(
        correlation.of_segments(people)(metrics), Correlation.of_segments(correlation, people)(metrics), atol=1e-12
    )
    cells = np.flatnonzero(np.isfinite(people))
    line, lines = people.ravel()[cells], metrics.reshape(6, -1)[:, cells]
    subsets = [np.arange(len(cells)), np.arange(0, len(cells), 3), np.arange(1), np.empty(0, dtype=np.intp)]
    expected = Correlation.of_vectors(correlation, line, subsets)(lines)
    np.testing.assert_allclose(correlation.of_vectors(line, subsets)(lines), expected, atol=1e-12)


@pytest.mark.parametrize("kind", KINDS, ids=str)
@pytest.mark.parametrize("question", QUESTIONS, ids=str)
def test_with_everything_exchanged_the_lead_is_minus_itself(
    question: Question, kind: tuple[int, float, int, bool]
) -> None:
    """The law of every test between two metrics, whether scores or outcomes change places."""
    statistic, people, metrics = measured(question, kind)
    missing = False if isinstance(people, RankingData) else np.isnan(people)
    pair = np.where(missing, np.nan, metrics[0]), np.where(missing, np.nan, metrics[1])
    values = [statistic.value(people, cells) for cells in pair]
    judged, segments, tables = permutable(statistic, people, pair)
    shape = (1, SYSTEMS, len(segments))
    difference = statistic.permuted_differences(judged, tables)
    none, every = (difference(np.full(shape, permuted))(0, 1)[0] for permuted in (False, True))
    assert none == pytest.approx(values[0] - values[1], abs=1e-12, nan_ok=True)
    assert every == pytest.approx(-none, abs=1e-12, nan_ok=True)
    part = Part(people, dict(zip("ab", pair, strict=True)))
    leads = permutation_leads(statistic, [part], PermutationTest(20), lambda: np.random.default_rng(1))
    assert leads("a", "b").observed == pytest.approx(values[0] - values[1], abs=1e-12, nan_ok=True)
    np.testing.assert_array_equal(leads("b", "a").permuted, -leads("a", "b").permuted)


@pytest.mark.parametrize("kind", KINDS, ids=str)
@pytest.mark.parametrize("question", QUESTIONS, ids=str)
def test_permuted_tables_are_valued_like_any_others(question: Question, kind: tuple[int, float, int, bool]) -> None:
    """Also where an exchange makes a table constant, and where one metric's scores are all alike."""
    statistic, people, metrics = measured(question, kind)
    shape = metrics.shape[1:]
    swapped = np.random.default_rng(7).random((20, *shape)) < 0.5
    swapped[0], swapped[1] = False, True
    swapped[2] = metrics[0] != metrics[0][0, 0]
    mixed = np.where(metrics[0] != metrics[0][0, 0], metrics[0][0, 0], metrics[1])
    tables = [*metrics, mixed]
    ours = statistic.permuted_differences(people, tables)(swapped)
    plain = Statistic.permuted_differences(statistic, people, tables)(swapped)
    for a, b in ((0, 1), (2, 5), (0, 6)):
        np.testing.assert_allclose(ours(a, b), plain(a, b), atol=1e-12, rtol=0)


@pytest.mark.parametrize("question", QUESTIONS, ids=str)
def test_cells_that_are_not_needed_change_nothing(question: Question) -> None:
    statistic, people, metrics = measured(question, ALL_KINDS[2])
    shape = metrics.shape[1:]
    needed = statistic.depends_on(people, shape)
    batch = statistic.batch(people, [Subset.whole(shape)])
    np.testing.assert_array_equal(batch(np.where(needed, metrics, 7.5)), batch(metrics))


def test_a_grouping_is_the_mean_of_its_groups() -> None:
    people, metrics = tables(ALL_KINDS[2], SEGMENTS)
    cells = np.where(np.isnan(people), np.nan, metrics[0])
    pearson = STATISTICS["pearson"]
    turned = zip(people.T, cells.T, strict=True), zip(people, cells, strict=True)
    for grouped, pairs in zip((BySegment(pearson), BySystem(pearson)), turned, strict=True):
        assert grouped.value(people, cells) == pytest.approx(np.nanmean([pearson.present(*pair) for pair in pairs]))
    assert OneVector(pearson, "cells").value(people, cells) == pearson.present(people.ravel(), cells.ravel())


def some_tables(seed: int, missing: float, levels: int) -> tuple[Matrix, Matrix]:
    """People's scores of 5 systems on 24 segments, and those of 8 metrics, in steps of 1/64."""
    rng = np.random.default_rng(seed)
    people = rng.integers(0, levels, (SYSTEMS, 24)).astype(float)
    people[rng.random(people.shape) < missing] = np.nan
    return people, rng.integers(0, 2 * levels, (8, SYSTEMS, 24)) / 64


@pytest.mark.parametrize("bins", [1, 3, 2048])
def test_thresholds_do_not_depend_on_the_bins(bins: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(acc_eq, "BINS", bins)
    for seed in range(20):
        people, metrics = some_tables(seed, 0.1, 12)
        found = STATISTICS["acc-eq"].batch(people, [Subset.whole(people.shape)])(metrics)[:, 0]
        for table, value in zip(metrics, found, strict=True):
            best = calibrate(people, np.where(np.isnan(people), np.nan, table))
            assert value == pytest.approx(best.value, abs=1e-12)


def test_the_largest_difference_has_a_bin() -> None:
    """A score of 10⁵ against 0 is 10¹⁷ steps: so many that adding one to make room for the last is lost."""
    people, metrics = some_tables(1, 0.0, 4)
    metrics[0, :2] = [[1e5], [0.0]]
    found = STATISTICS["acc-eq"].batch(people, [Subset.whole(people.shape)])(metrics)
    assert found[0, 0] == pytest.approx(STATISTICS["acc-eq"].value(people, metrics[0]))


@pytest.mark.parametrize("statistic", ["kendall-b", "kendall-c"])
def test_kendall_without_the_compiled_core(statistic: str, monkeypatch: pytest.MonkeyPatch) -> None:
    people, metrics = some_tables(3, 0.15, 5)
    values = OneVector(STATISTICS[statistic], "cells").batch(people, [Subset.whole(people.shape)])
    found, other = values(metrics), not ranks.use_kernels()
    monkeypatch.setattr(ranks, "use_kernels", lambda: other)
    values = OneVector(STATISTICS[statistic], "cells").batch(people, [Subset.whole(people.shape)])
    np.testing.assert_allclose(values(metrics), found, atol=1e-12, rtol=0)


def test_scores_too_far_apart_to_be_packed_are_ranked_first() -> None:
    rng = np.random.default_rng(1)
    human, scores = rng.integers(0, 9, 50).astype(float), rng.integers(0, 9, (2, 50)).astype(float)
    for statistic in ("spearman", "kendall-b"):
        values = STATISTICS[statistic].of_vectors(human, [np.arange(50), np.arange(7, 31)])
        np.testing.assert_allclose(values(2.0**60 * scores), values(scores), atol=1e-15)

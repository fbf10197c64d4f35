"""Every other way of a statistic equals what follows from its `value` alone, over all of STATISTICS."""

import numpy as np
import pytest

from bolide.agreement.questions import Part, Question
from bolide.agreement.ranking import PermutationTest, permutable, permutation_leads
from bolide.agreement.ranking_data import ordered_pairs
from bolide.agreement.statistics.statistic import Statistic
from bolide.agreement.table import Matrix, RankingData
from bolide.kernels import COMPILED
from tests.agreement.judged import STATISTICS_HERE

SYSTEMS, SEGMENTS = 5, 16
QUESTIONS = [
    Question(name, level, grouping)
    for name, statistic in STATISTICS_HERE.items()
    for level, groupings in statistic.groupings.items()
    for grouping in groupings
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


@pytest.mark.parametrize("kind", KINDS, ids=str)
@pytest.mark.parametrize("question", QUESTIONS, ids=str)
def test_many_tables_are_valued_like_one(question: Question, kind: tuple[int, float, int, bool]) -> None:
    statistic, people, metrics = measured(question, kind)
    missing = False if isinstance(people, RankingData) else np.isnan(people)
    expected = [statistic.value(people, np.where(missing, np.nan, table)) for table in metrics]
    assert np.isfinite(expected).any()
    np.testing.assert_allclose(statistic.batch(people, metrics), expected, atol=1e-12, rtol=0)


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
@pytest.mark.parametrize("question", QUESTIONS, ids=str)
def test_with_everything_exchanged_the_lead_is_minus_itself(
    question: Question, kind: tuple[int, float, int, bool]
) -> None:
    """The law of every test between two metrics, whether scores or outcomes change places."""
    statistic, people, metrics = measured(question, kind)
    missing = False if isinstance(people, RankingData) else np.isnan(people)
    pair = np.where(missing, np.nan, metrics[0]), np.where(missing, np.nan, metrics[1])
    values = [statistic.value(people, cells) for cells in pair]
    permuted = np.array([False, True])[:, None, None] & np.ones(metrics.shape[1:], dtype=np.bool_)
    [(none, every)] = statistic.permuted_leads(people, permutable(statistic, pair), permuted)
    assert none == pytest.approx(values[0] - values[1], abs=1e-12, nan_ok=True)
    assert every == pytest.approx(-none, abs=1e-12, nan_ok=True)
    part = Part(people, dict(zip("ab", pair, strict=True)))
    leads = permutation_leads(statistic, [part], PermutationTest(20), lambda: np.random.default_rng(1))
    assert leads["a", "b"][0] == pytest.approx(values[0] - values[1], abs=1e-12, nan_ok=True)
    np.testing.assert_array_equal(leads["b", "a"], -leads["a", "b"])

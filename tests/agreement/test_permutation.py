"""PERM-BOTH: the quick ways equal the plain one; clusters; intervals."""

from collections import Counter
from itertools import combinations, product

import numpy as np
import pytest

from bolide.agreement import ranking
from bolide.agreement.questions import Part, Question
from bolide.agreement.ranking import PermutationTest, permutable, permutation_leads, standard
from bolide.agreement.statistics import STATISTICS
from bolide.agreement.statistics.pairs import calibrate
from bolide.agreement.statistics.statistic import Statistic
from tests.agreement.judged import every_permutation

RNG = np.random.default_rng(5)
HUMAN = RNG.integers(0, 5, (6, 40)).astype(float)
HUMAN[RNG.random(HUMAN.shape) < 0.1] = np.nan
GOOD, POOR = HUMAN + RNG.normal(0, 1, HUMAN.shape), HUMAN + RNG.normal(0, 6, HUMAN.shape)
ALSO = HUMAN + np.random.default_rng(6).normal(0, 1, HUMAN.shape)
NAMES = tuple("abcdef")


def lead_p(
    human: np.ndarray, one: np.ndarray, two: np.ndarray, question: Question, test: PermutationTest
) -> float | None:
    """The p-value of the lead of one metric over another."""
    part = Part(human, {"one": one, "two": two})
    leads = permutation_leads(question.measure(), [part], test, lambda: np.random.default_rng(test.seed))
    return test.p_value(leads["one", "two"])


def differences(
    statistic: Statistic, human: np.ndarray, one: np.ndarray, two: np.ndarray, swaps: np.ndarray
) -> np.ndarray:
    """How far one metric is ahead of another under these permutations of whole tables."""
    return statistic.permuted_leads(human, permutable(statistic, [one, two]), swaps)[0]


def test_outcomes_of_pairs_by_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every exchange of outcomes, counted pair by pair from the definition (WMT23's test of acc-eq)."""
    human, good, poor = HUMAN[:3, :4], GOOD[:3, :4], POOR[:3, :4]
    tables = [np.where(np.isnan(human), np.nan, table) for table in (good, poor)]
    thresholds = [calibrate(human, table) for table in tables]
    sizes = [sum(np.isfinite(human[[a, b], k]).all() for a, b in combinations(range(3), 2)) for k in range(4)]
    right = []  # of each pair that counts: the two metrics' outcomes, and the weight of its segment
    for k in range(4):
        for a, b in combinations(range(3), 2):
            if np.isfinite(human[[a, b], k]).all():
                outcomes = []
                for table, best in zip(tables, thresholds, strict=True):
                    apart = table[a, k] - table[b, k]
                    called = 0 if abs(apart) <= best.epsilon else np.sign(apart)
                    outcomes.append(called == np.sign(human[a, k] - human[b, k]))
                right.append((*outcomes, 1 / sizes[k] / sum(size > 0 for size in sizes)))
    expected = []
    for swapped in product((False, True), repeat=len(right)):
        chosen = [(two, one, w) if s else (one, two, w) for s, (one, two, w) in zip(swapped, right, strict=True)]
        expected.append(sum(w * (int(one) - int(two)) for one, two, w in chosen))
    part = Part(human, dict(zip("ab", tables, strict=True)))
    monkeypatch.setattr(ranking, "random_permutations", every_permutation)
    test = PermutationTest(mode="wmt24")
    leads = permutation_leads(STATISTICS["acc-eq"], [part], test, np.random.default_rng)["a", "b"]
    shares, wanted = (
        {lead: times / len(all_leads) for lead, times in Counter(np.round(all_leads, 9).tolist()).items()}
        for all_leads in (leads[1:], expected)
    )
    assert len(shares) >= 4
    assert shares == pytest.approx(wanted)
    assert leads[0] == pytest.approx(expected[0])
    assert leads[0] == pytest.approx(thresholds[0].value - thresholds[1].value)
    assert leads[-1] == pytest.approx(-expected[0])  # the law: with everything exchanged


def test_a_p_value_is_the_share_of_leads_at_least_as_long(monkeypatch: pytest.MonkeyPatch) -> None:
    # Every exchange of three cells in turn: of the eight, one is the identity and the chance of each is 1/8.
    monkeypatch.setattr(ranking, "random_permutations", every_permutation)
    human, good, poor = (np.array([line]).T for line in ([1.0, 2.0, 3.0], [1.0, 2.0, 3.5], [3.0, 1.0, 2.0]))
    question = Question("pearson", "sys")
    every = np.array(list(product((False, True), repeat=3)))[:, :, None]
    exact = differences(question.measure(), human, standard(good), standard(poor), every)
    one_sided, two_sided = (exact >= exact[0] - 1e-12).sum(), (abs(exact) >= abs(exact[0]) - 1e-12).sum()
    assert one_sided < two_sided
    assert lead_p(human, good, poor, question, PermutationTest(mode="wmt24")) == one_sided / 8
    assert lead_p(human, good, poor, question, PermutationTest()) == (two_sided + 1) / (8 + 1)


def test_soft_accuracy_exchanges_whole_systems(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every exchange of six systems in turn, from the definition; mode wmt24 exchanges single scores."""
    question, absent = Question("soft-accuracy", "sys"), np.isnan(HUMAN)
    human, one, two = (np.where(absent, np.nan, np.nan_to_num(table)) for table in (HUMAN, GOOD, ALSO))
    scaled = [standard(table) for table in (one, two)]
    leads = []
    for swapped in product((False, True), repeat=6):
        there = np.array(swapped)[:, None]
        mixed = np.where(there, scaled[1], scaled[0]), np.where(there, scaled[0], scaled[1])
        leads.append(question.measure().value(human, mixed[0]) - question.measure().value(human, mixed[1]))
    monkeypatch.setattr(ranking, "random_permutations", every_permutation)
    as_far = np.sum(np.abs(leads) >= abs(leads[0]) - 1e-12)
    assert lead_p(human, one, two, question, PermutationTest()) == (as_far + 1) / (64 + 1)
    assert PermutationTest().name(question) == "PERM-SYS"
    assert PermutationTest(mode="wmt24").name(question) == "PERM-BOTH"


def test_a_sound_p_value_counts_the_observed_lead() -> None:
    leads = np.array([2.0, 1.0, -2.0, 2.0, 0.5, -3.0, np.nan])
    assert PermutationTest().p_value(leads) == (3 + 1) / (5 + 1)
    assert PermutationTest(mode="wmt24").p_value(leads) == 1 / 5
    far = np.append(9.0, np.zeros(1000))
    assert PermutationTest().p_value(far) == 1 / 1001
    assert PermutationTest().p_value(-far) == 1 / 1001


@pytest.mark.parametrize("ragged", [False, True], ids=["whole segments missing", "cells missing"])
@pytest.mark.parametrize("name", ["sys/soft-accuracy", "seg/pearson", "seg/acc-eq/item"])
def test_all_metrics_together_are_tested_as_two_alone(name: str, ragged: bool) -> None:
    absent = np.isnan(HUMAN) if ragged else np.isnan(HUMAN[:1]).repeat(len(HUMAN), 0)
    human, *tables = (np.where(absent, np.nan, np.nan_to_num(each)) for each in (HUMAN, GOOD, POOR, ALSO))
    question, test = Question.from_text(name), PermutationTest(40, 12345)
    cells = dict(zip("gpa", tables, strict=True))
    leads = permutation_leads(question.measure(), [Part(human, cells)], test, lambda: np.random.default_rng(12345))
    for a, b in [*combinations("gpa", 2), ("a", "g")]:
        assert test.p_value(leads[a, b]) == lead_p(human, cells[a], cells[b], question, test)
        assert leads[a, b][1:].std() > 0.0
    assert leads["a", "g"][0] == -leads["g", "a"][0]

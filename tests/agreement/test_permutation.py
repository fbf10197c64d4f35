"""PERM-BOTH: the quick ways equal the plain one; clusters; intervals."""

from collections import Counter
from itertools import combinations, product
from typing import Any

import numpy as np
import pytest

from bolide import InputError, OptionError
from bolide.agreement import ranking
from bolide.agreement.evaluation import Inquiry, evaluate_metrics, rank
from bolide.agreement.questions import Question
from bolide.agreement.ranking import MODES, Leads, Part, PermutationTest, permutable, permutation_leads, standard
from bolide.agreement.statistics import STATISTICS
from bolide.agreement.statistics.acc_eq import JudgedPairs, calibrate
from bolide.agreement.statistics.statistic import Statistic
from bolide.agreement.table import Source, Table
from tests.agreement.judged import every_permutation
from tests.errors import raises

pytestmark = pytest.mark.one_core

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
    return test.p_value(leads("one", "two"))


def differences(
    statistic: Statistic, human: np.ndarray, one: np.ndarray, two: np.ndarray, swaps: np.ndarray
) -> np.ndarray:
    """How far one metric is ahead of another under these permutations of whole tables."""
    people, segments, tables = permutable(statistic, human, [one, two])
    return statistic.permuted_differences(people, tables)(swaps[:, :, segments])(0, 1)


def test_whole_numbers_keep_their_differences_under_recalibration() -> None:
    """Scores from 0 to 100: rounded to mean 0 and deviation 1, equal differences would come apart by a bit."""
    rng = np.random.default_rng(12)
    human = rng.integers(0, 4, (8, 200)).astype(float)
    one, two = (np.clip(np.rint(60 + 10 * human + rng.normal(0, 25, human.shape)), 0, 100) for _ in range(2))
    statistic = STATISTICS["acc-eq"]
    (none,) = differences(statistic, human, one, two, np.zeros((1, *human.shape), dtype=bool))
    assert none == pytest.approx(statistic.value(human, one) - statistic.value(human, two), abs=1e-12)


def test_segments_whose_weights_have_no_small_common_unit_go_the_plain_way() -> None:
    """2 to 16 systems in a segment: 1 to 120 pairs, whose common multiple does not fit the kernel."""
    rng, statistic = np.random.default_rng(3), STATISTICS["acc-eq"]
    human, one, two = (rng.integers(0, 4, (16, 45)).astype(float) for _ in range(3))
    for segment in range(45):
        human[2 + segment % 15 :, segment] = np.nan
    swaps = rng.integers(2, size=(70, *human.shape)).astype(bool)
    for segments, fits in ((slice(0, 45), False), (slice(11, 15), True)):
        people, tables = human[:, segments], [one[:, segments], two[:, segments]]
        prepared = JudgedPairs(people, np.ones((people.shape[1], 1))).best_permuted(*tables)
        assert (prepared is not None) == fits
        some = swaps[:, :, segments]
        plain = Statistic.permuted_differences(statistic, people, tables)(some)(0, 1)
        assert statistic.permuted_differences(people, tables)(some)(0, 1) == pytest.approx(plain, abs=1e-12)


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
    leads = permutation_leads(STATISTICS["acc-eq"], [part], test, np.random.default_rng)("a", "b")
    shares, wanted = (
        {lead: times / len(all_leads) for lead, times in Counter(np.round(all_leads, 9).tolist()).items()}
        for all_leads in (leads.permuted, expected)
    )
    assert len(shares) >= 4
    assert shares == pytest.approx(wanted)
    assert leads.observed == pytest.approx(expected[0])
    assert leads.observed == pytest.approx(thresholds[0].value - thresholds[1].value)
    assert leads.permuted[-1] == pytest.approx(-expected[0])  # the law: with everything exchanged


def test_acc_eq_of_metrics_with_other_thresholds() -> None:
    """Two metrics alike but for their scale and a threshold: exchanging scores under fixed thresholds said p = 0."""
    rng = np.random.default_rng(8)
    human = rng.integers(0, 3, (8, 300)).astype(float)
    fine = human + rng.normal(0, 2, human.shape)
    coarse = np.round(human + rng.normal(0, 2, human.shape))
    question = Question("acc-eq", "seg", "item")
    there, back = (
        [lead_p(human, *two, question, PermutationTest(500, 1, mode)) for mode in ("wmt24", "sound")]
        for two in ((fine, coarse), (coarse, fine))
    )
    assert None not in (*there, *back)
    assert there[0] + back[0] == pytest.approx(1, abs=0.1)  # type: ignore[operator]  # one-sided, up to chance and ties
    assert there[1] == back[1]  # two-sided
    names = tuple("abcdefgh")
    metrics = [Source(name, Table(name, names, cells)) for name, cells in (("fine", fine), ("coarse", coarse))]
    for mode, test in (("wmt24", "pairs"), ("sound", "PERM-BOTH, recalibrated")):
        ranked = rank(Source("h", Table("h", names, human)), metrics, question, trials=20, mode=mode)
        assert (ranked.test, ranked.to_dict()["test"], ranked.to_dict()["mode"]) == (test, test, mode)
    by_default = rank(Source("h", Table("h", names, human)), metrics, question, trials=20)
    assert by_default == ranked


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


def test_equal_metrics_are_told_apart_as_rarely_as_the_p_value_says() -> None:
    """Two metrics that are the truth plus noise of one size: the default test splits at most 5 % of 300 such pairs, up
    to three standard errors; WMT's test, of whichever metric is ahead, splits more than 15 %."""
    rng, question = np.random.default_rng(11), Question("acc-eq", "seg", "item")
    split = dict.fromkeys(MODES, 0)
    for seed in range(300):
        truth = rng.normal(size=(6, 1)) / 2 + rng.normal(size=(1, 40)) + rng.normal(size=(6, 40))
        human = Source("h", Table("h", NAMES, np.minimum(0, np.round(truth - 1))))
        metrics = [Source(name, Table(name, NAMES, truth + rng.normal(0, 1.5, truth.shape))) for name in "xy"]
        for mode in MODES:
            (p,) = rank(human, metrics, question, trials=99, seed=seed, mode=mode).p.values()
            split[mode] += p is not None and p <= 0.05
    assert split["sound"] <= 300 * 0.05 + 3 * (300 * 0.05 * 0.95) ** 0.5
    assert split["wmt24"] > 300 * 0.15


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


@pytest.mark.parametrize(
    ("text", "systems", "about", "said"),
    [
        ("sys/pearson", 5, {}, "exchanging 5 systems cannot give a p-value below 0.062"),  # 2 / 2⁵
        ("sys/soft-accuracy", 5, {}, "exchanging 5 systems cannot give a p-value below 0.062"),
        ("sys/pearson", 6, {}, ""),
        ("sys/pearson", 5, {"mode": "wmt24"}, ""),
        ("seg/pearson", 2, {}, ""),
        ("seg/pearson", 6, {"trials": 18}, "18 trials cannot give a p-value below 0.053"),
    ],
)
def test_too_few_systems_or_permutations_for_any_lead_are_said(
    text: str, systems: int, about: dict[str, Any], said: str
) -> None:
    human, *metrics = (
        Source(name, Table(name, NAMES, cells)) for name, cells in zip("hxy", (HUMAN, GOOD, POOR), strict=True)
    )
    asked = Inquiry(
        (Question("accuracy", "sys"),), ranked=(Question.from_text(text),), exclude=NAMES[systems:], **about
    )
    reasons = [note for note in evaluate_metrics(human, metrics, asked).notes if "No test is possible" in note]
    assert (len(reasons), said in " ".join(reasons)) == (bool(said), True)


def test_metrics_that_favour_some_systems_are_not_told_apart_for_it() -> None:
    """Two metrics, each with errors of its own for every system: exchanging single scores splits far too many."""
    rng, question = np.random.default_rng(4), Question("soft-accuracy", "sys")
    split = dict.fromkeys(MODES, 0)
    for seed in range(60):
        truth = rng.normal(size=(6, 1)) / 2 + rng.normal(size=(6, 40))
        cells = [truth + rng.normal(0, 0.6, (6, 1)) + rng.normal(size=truth.shape) for _ in range(2)]
        for mode in MODES:
            p = lead_p(truth, *cells, question, PermutationTest(39, seed, mode))
            split[mode] += p is not None and min(p, 1 - p if mode == "wmt24" else p) <= 0.05
    assert split["sound"] <= 60 * 0.05 + 3 * (60 * 0.05 * 0.95) ** 0.5
    assert split["wmt24"] > 60 * 0.2


def test_a_sound_p_value_counts_the_observed_lead() -> None:
    leads = Leads(2.0, np.array([1.0, -2.0, 2.0, 0.5, -3.0, np.nan]))
    assert PermutationTest().p_value(leads) == (3 + 1) / (5 + 1)
    assert PermutationTest(mode="wmt24").p_value(leads) == 1 / 5
    far = Leads(9.0, np.zeros(1000))
    assert PermutationTest().p_value(far) == 1 / 1001
    assert PermutationTest().p_value(far.reversed()) == 1 / 1001


def test_refused() -> None:
    human, metric = Source("h", Table("h", NAMES, HUMAN)), Source("m", Table("m", NAMES, GOOD))
    raises(InputError, "no metrics", rank, human, [], Question("pearson"))
    raises(InputError, "Two metrics are called 'm'", rank, human, [metric, metric], Question("pearson"))
    raises(OptionError, "The number of permutations is 0; it must be an integer ≥ 1", PermutationTest, 0)
    raises(OptionError, "no mode of testing metrics called 'wmt23'", PermutationTest, mode="wmt23")


@pytest.mark.parametrize("ragged", [False, True], ids=["whole segments missing", "cells missing"])
@pytest.mark.parametrize("name", ["sys/soft-accuracy", "seg/pearson", "seg/acc-eq/item"])
def test_all_metrics_together_are_tested_as_two_alone(name: str, ragged: bool) -> None:
    absent = np.isnan(HUMAN) if ragged else np.isnan(HUMAN[:1]).repeat(len(HUMAN), 0)
    human, *tables = (np.where(absent, np.nan, np.nan_to_num(each)) for each in (HUMAN, GOOD, POOR, ALSO))
    question, test = Question.from_text(name), PermutationTest(40, 12345)
    cells = dict(zip("gpa", tables, strict=True))
    leads = permutation_leads(question.measure(), [Part(human, cells)], test, lambda: np.random.default_rng(12345))
    for a, b in [*combinations("gpa", 2), ("a", "g")]:
        assert test.p_value(leads(a, b)) == lead_p(human, cells[a], cells[b], question, test)
        assert leads(a, b).permuted.std() > 0.0
    assert leads("a", "g").observed == -leads("g", "a").observed

"""A statistic that nobody shipped needs `value` and a line in STATISTICS: answers, intervals and tests follow."""

from itertools import product

import numpy as np
import pytest

from bolide.agreement import ranking
from bolide.agreement.evaluation import Inquiry
from bolide.agreement.questions import Question
from bolide.agreement.statistics import STATISTICS
from bolide.agreement.statistics.correlation import Correlation
from bolide.agreement.table import Source, Table, Vector
from tests.agreement.judged import asked_of, every_permutation


class Lin(Correlation):
    """Lin's concordance: how near two vectors are to the line where they are equal."""

    def value(self, people: Vector, metric: Vector) -> float:
        return lin(people, metric)


def lin(x: np.ndarray, y: np.ndarray) -> float:
    return float(2 * np.cov(x, y, bias=True)[0, 1] / (x.var() + y.var() + (x.mean() - y.mean()) ** 2))


@pytest.fixture(autouse=True)
def registered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(STATISTICS, "lin", Lin())


RNG = np.random.default_rng(2)
NAMES = tuple("abcde")
HUMAN = RNG.normal(size=(5, 20))
GOOD, POOR = HUMAN + RNG.normal(0, 0.4, HUMAN.shape), HUMAN + RNG.normal(0, 3, HUMAN.shape)
PEOPLE = Source("people", Table("people", NAMES, HUMAN))
METRICS = [Source(name, Table(name, NAMES, cells)) for name, cells in (("good", GOOD), ("poor", POOR))]


def expected(text: str, metric: np.ndarray) -> float:
    if text == "sys/lin":
        return lin(HUMAN.mean(1), metric.mean(1))
    if text == "seg/lin":
        return lin(HUMAN.ravel(), metric.ravel())
    lines = zip(HUMAN.T, metric.T, strict=True) if text == "seg/lin/item" else zip(HUMAN, metric, strict=True)
    return float(np.mean([lin(*pair) for pair in lines]))


@pytest.mark.parametrize("text", ["sys/lin", "seg/lin", "seg/lin/item", "seg/lin/sys"])
def test_answers_intervals_and_a_rank(text: str) -> None:
    question = Question.from_text(text)
    found = asked_of(PEOPLE, METRICS, Inquiry((question,), resamples=100)).with_rankings(question, trials=100)
    for agreement, cells in zip(found.agreements, (GOOD, POOR), strict=True):
        assert agreement.value == pytest.approx(expected(text, cells))
        assert agreement.interval[0] < agreement.value < agreement.interval[1]
    (ranking,) = found.rankings
    assert [each.metric for each in ranking.metrics] == ["good", "poor"]
    assert ranking.test == "PERM-BOTH"
    if text.startswith("seg"):
        assert ranking.p["good", "poor"] == 1 / 101
    assert question in {each.question for each in asked_of(PEOPLE, METRICS).agreements}  # it is usual now


def test_its_p_value_is_the_share_of_exchanges(monkeypatch: pytest.MonkeyPatch) -> None:
    cells = [(table.mean(1) - table.mean()) / table.mean(1).std() for table in (GOOD, POOR)]
    people = HUMAN.mean(1)
    leads = []
    for swap in product((False, True), repeat=5):
        one, two = np.where(swap, cells[1], cells[0]), np.where(swap, cells[0], cells[1])
        leads.append(lin(people, one) - lin(people, two))
    monkeypatch.setattr(ranking, "random_permutations", every_permutation)
    question = Question("lin", "sys")
    (p,) = asked_of(PEOPLE, METRICS, Inquiry((question,))).rank(question).p.values()
    assert p == (np.sum(np.abs(leads) >= abs(leads[0]) - 1e-12) + 1) / (32 + 1)

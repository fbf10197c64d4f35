"""PDP: the numbers of mt-metrics-eval's own test, and every pair one by one."""

from itertools import permutations

import numpy as np
import pytest

from bolide.agreement.questions import Question, usual_questions
from bolide.agreement.table import Matrix

pytestmark = pytest.mark.one_core

GOLD, METRIC = np.array([[1.0, 2, 3], [4, 5, 6]]), np.array([[2.0, 1, 4], [3, 3, 7]])


@pytest.mark.parametrize(("grouping", "expected"), [("item", 0.926), ("none", 0.776), ("sys", 0.766)])
def test_the_numbers_of_mt_metrics_eval(grouping: str, expected: float) -> None:
    assert Question("pdp", "seg", grouping).measure().value(GOLD, METRIC) == pytest.approx(expected, abs=5e-4)


def groups(cells: Matrix, grouping: str) -> list[Matrix]:
    return {"none": [cells.ravel()], "item": list(cells.T), "sys": list(cells)}[grouping]


@pytest.mark.parametrize("grouping", ["none", "item", "sys"])
@pytest.mark.parametrize("seed", range(5))
def test_every_pair_one_by_one(grouping: str, seed: int) -> None:
    rng = np.random.default_rng(seed)
    people, metric = rng.normal(size=(4, 7)), rng.integers(0, 5, (4, 7)).astype(float)
    absent = rng.random((4, 7)) < 0.2
    people[absent] = metric[absent] = np.nan
    differences = []
    for x, y in zip(groups(people, grouping), groups(metric, grouping), strict=True):
        for a, b in permutations(np.flatnonzero(np.isfinite(x)), 2):
            differences.append((x[a] - x[b], y[a] - y[b]))
    one, two = np.array(differences).T
    measured = Question("pdp", "seg", grouping).measure().measured(people, metric)
    assert measured.value == pytest.approx(np.corrcoef(one, two)[0, 1], abs=1e-12)
    assert (measured.used, measured.unit) == (len(differences) // 2, "pairs")


def test_without_differences_there_is_none() -> None:
    measured = Question("pdp", "seg", "item").measure().measured(np.ones((2, 3)), METRIC)
    assert (measured.value, measured.reason) == (None, "no pair differs in both")


def test_it_is_asked_only_when_named() -> None:
    assert not [question for question in usual_questions() if question.statistic == "pdp"]

"""PERM-BOTH: the quick ways equal the plain one; clusters; intervals."""

import numpy as np
import pytest

from bolide import InputError, OptionError
from bolide.correlation import permutation
from bolide.correlation.agreement import answer
from bolide.correlation.intervals import with_interval
from bolide.correlation.questions import QUESTIONS, Question, Source
from bolide.correlation.ranking import rank
from bolide.correlation.table import Table
from bolide.correlation.ties import calibrate, item_accuracies
from bolide.correlation.vectors import VECTOR

RNG = np.random.default_rng(5)
HUMAN = RNG.integers(0, 5, (6, 40)).astype(float)
HUMAN[RNG.random(HUMAN.shape) < 0.1] = np.nan
GOOD, POOR = HUMAN + RNG.normal(0, 1, HUMAN.shape), HUMAN + RNG.normal(0, 6, HUMAN.shape)
ALSO = HUMAN + np.random.default_rng(6).normal(0, 1, HUMAN.shape)
SWAPS = RNG.integers(2, size=(7, *HUMAN.shape)).astype(float)


def plain(value: object, a: np.ndarray, b: np.ndarray, c: object = None) -> list[float]:
    second = c or value
    return [value(np.where(s > 0, b, a)) - second(np.where(s > 0, a, b)) for s in SWAPS]  # type: ignore[operator]


def test_accuracy() -> None:
    best = [calibrate(HUMAN, table) for table in (GOOD, POOR)]
    assert best[0] is not None
    assert best[1] is not None
    one, two = (lambda t, e=found.epsilon: np.nanmean(item_accuracies(HUMAN, t, e)) for found in best if found)
    assert permutation._accuracy_deltas(HUMAN, GOOD, POOR)(SWAPS) == pytest.approx(plain(one, GOOD, POOR, two))


def test_pearson() -> None:
    value = permutation._statistic(Question("pearson"), HUMAN)
    assert permutation._pearson_deltas(HUMAN, GOOD, POOR)(SWAPS) == pytest.approx(plain(value, GOOD, POOR))


@pytest.mark.parametrize("name", [*VECTOR, "accuracy"])
def test_systems(name: str) -> None:
    human, good, poor = (table[:, :1] for table in (np.nan_to_num(HUMAN), np.nan_to_num(GOOD), np.nan_to_num(POOR)))
    found = permutation._system_deltas(Question(name, "sys"), human, good, poor)(SWAPS[:, :, :1])
    names = tuple("abcdef")

    def value(cells: np.ndarray) -> float:
        tables = (Source("x", None, Table("x", names, part, "sys")) for part in (human, cells))
        return answer(*tables, Question(name, "sys")).value or 0.0

    expected = [value(np.where(s > 0, poor, good)) - value(np.where(s > 0, good, poor)) for s in SWAPS[:, :, :1]]
    assert found == pytest.approx(expected)


@pytest.mark.parametrize("text", ["seg/acc-eq/item", "seg/pearson", "seg/kendall-b/item", "sys/pearson"])
def test_ranking(text: str) -> None:
    names = tuple("abcdef")
    human = Source("h", Table("h", names, HUMAN))
    cells = {"good": GOOD, "poor": POOR, "also good": ALSO}
    metrics = [Source(name, Table(name, names, table)) for name, table in cells.items()]
    found = rank(human, metrics, Question.from_text(text), trials=200)
    assert found.metrics[-1].metric == "poor"
    if text.startswith("seg"):
        assert [set(group) for group in found.clusters] == [{"good", "also good"}, {"poor"}]
    assert found.to_dict()["metrics"][0]["cluster"] == 1
    again = rank(human, metrics, Question.from_text(text), trials=200)
    assert again.p == found.p


def test_metrics_that_are_alike_are_not_told_apart() -> None:
    alike = permutation.p_value(HUMAN, GOOD, GOOD, Question("acc-eq", "seg", "item"), 50, 1)
    assert alike == 1.0
    flat = np.where(np.isnan(HUMAN), np.nan, 1.0)
    assert permutation.p_value(HUMAN, GOOD, flat, Question("pearson"), 50, 1) is None


def test_refused() -> None:
    names = tuple("abcdef")
    human, metric = Source("h", Table("h", names, HUMAN)), Source("m", Table("m", names, GOOD))
    with pytest.raises(OptionError, match="not offered for sys/soft-accuracy"):
        rank(human, [metric, Source("n", Table("n", names, POOR))], Question("soft-accuracy", "sys"))
    with pytest.raises(InputError, match="no metrics"):
        rank(human, [], Question("pearson"))
    with pytest.raises(InputError, match="same name"):
        rank(human, [metric, metric], Question("pearson"))
    with pytest.raises(OptionError):
        permutation.p_value(HUMAN, GOOD, POOR, Question("pearson"), 0, 1)


@pytest.mark.parametrize("question", QUESTIONS, ids=str)
def test_intervals(question: Question) -> None:
    names = tuple("abcdef")
    human, metric = Source("h", Table("h", names, HUMAN)), Source("m", Table("m", names, GOOD))
    found = with_interval(human, metric, question, trials=60)
    assert found.interval is not None
    assert found.interval[0] <= found.interval[1]
    assert found.value is not None
    assert found.interval[0] - 0.1 <= found.value <= found.interval[1] + 0.1

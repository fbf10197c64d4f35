"""Sums of addends give the score of all rows to the bit, in whatever order and pieces they are added."""

import random
from array import array

import pytest

from bolide import METEOR, Metric
from bolide.errors import InputError
from bolide.scale.addends import addends, group_addends, value_of, width
from tests.engines.texts import HYPS, MEAN, METRICS, REFS


@pytest.mark.parametrize("metric", METRICS, ids=lambda metric: str(metric.signature()))
def test_the_score_of_sums_in_any_order(metric: Metric) -> None:
    stats = metric.measure(HYPS * 3, REFS * 3)
    wide = addends(metric, stats)
    assert len(wide.columns) == width(metric)
    expected = metric.aggregate(stats).value
    order = list(range(len(wide)))
    random.Random(1).shuffle(order)
    pieces = [wide.take(order[:7]).total(), wide.take(order[7:]).total()]
    assert value_of(metric, [a + b for a, b in zip(*pieces, strict=True)]) == expected
    assert wide.columns[: len(metric.columns)] == metric.columns
    groups = array("i", [row % 2 for row in range(len(wide))])
    halves = group_addends(metric, stats, groups, 2)
    assert value_of(metric, [a + b for a, b in zip(*halves, strict=True)]) == expected
    even = stats.take(range(0, len(stats), 2))
    assert value_of(metric, halves[0]) == metric.aggregate(even).value


def test_sums_of_another_metric_are_refused() -> None:
    one, other = METRICS[0], METRICS[2]
    with pytest.raises(InputError, match="needs 15 sums"):
        value_of(one, addends(other, other.measure(HYPS, REFS)).total())
    with pytest.raises(InputError, match="exceeds 64 bits"):
        value_of(one, [1 << 63] * 15)


def test_a_metric_that_pools_has_nothing_but_its_rows() -> None:
    pooled = METEOR(variant="nltk")
    stats = pooled.measure(HYPS, REFS)
    assert addends(pooled, stats) is stats
    assert len(addends(MEAN, stats).columns) > len(stats.columns)

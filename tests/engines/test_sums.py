"""Sums give the score of all rows to the bit, in whatever order and pieces they are added."""

import random

import pytest

from bolide import Metric, Stats
from bolide.metrics.base import row_values
from bolide.metrics.sums import Sums, summable_rows, sums_by_label, width
from bolide.system.errors import InputError, SegmentError
from tests.engines.texts import HYPS, MEAN, METRICS, REFS
from tests.errors import raises

all_metrics = pytest.mark.parametrize("metric", METRICS, ids=lambda metric: str(metric.signature()))


@all_metrics
def test_the_score_of_sums_in_any_order(metric: Metric) -> None:
    stats = metric.measure(HYPS * 3, REFS * 3)
    expected = metric.score_rows(stats).value
    order = list(range(len(stats)))
    random.Random(1).shuffle(order)
    pieces = [Sums.of(metric, stats.take(order[:7])), Sums.of(metric, stats.take(order[7:]))]
    assert (pieces[0] + pieces[1]).score(metric).value == expected
    assert pieces[0] + Sums.none(metric) == pieces[0]
    halves = sums_by_label([metric], [stats], ["even", "odd"] * (len(stats) // 2))
    assert list(halves) == ["even", "odd"]
    assert (halves["even"][0] + halves["odd"][0]).score(metric).value == expected
    even = stats.take(range(0, len(stats), 2))
    assert halves["even"] == (Sums.of(metric, even),)
    assert halves["even"][0].score(metric).value == metric.score_rows(even).value


@all_metrics
def test_integers_that_anybody_can_add(metric: Metric) -> None:
    stats = metric.measure(HYPS, REFS)
    wide = summable_rows(metric, stats)
    assert len(wide.columns) == width(metric)
    assert wide.columns[: len(metric.counts.columns)] == metric.counts.columns
    assert list(wide[2]) == Sums.of(metric, stats.take([2])).integers(metric)
    assert Sums.from_integers(metric, wide.total()) == Sums.of(metric, stats)


def test_sums_of_another_metric_are_refused() -> None:
    one, other = METRICS[0], METRICS[2]
    with pytest.raises(InputError, match="needs 16 sums"):
        Sums.from_integers(one, summable_rows(other, other.measure(HYPS, REFS)).total())
    raises(InputError, "exceeds 64 bits", Sums.from_integers, one, [1 << 63] * 16)
    raises(InputError, "exceeds 64 bits", Sums(1, (1 << 63,) * 15).score, one)


def test_a_score_that_is_not_finite_is_refused_by_its_segment(monkeypatch: pytest.MonkeyPatch) -> None:
    stats = MEAN.measure(HYPS, REFS)
    values = [*row_values(MEAN, stats)]
    values[4] = float("nan")
    monkeypatch.setattr(type(MEAN.formula), "values", lambda formula, stats: values)
    for add in (Sums.of, summable_rows, lambda metric, stats: sums_by_label([metric], [stats], "aabbab")):
        raises(SegmentError, "segment 5: its score is nan", add, MEAN, stats)


def test_rows_too_large_for_64_bits_are_added_all_the_same() -> None:
    metric = METRICS[0]
    rows = Stats.of(metric.counts.columns, [[1 << 62] * len(metric.counts.columns)] * 3)
    assert sums_by_label([metric], [rows], "aab")["a"][0].total == (1 << 63,) * len(metric.counts.columns)

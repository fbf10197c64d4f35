"""Counts and Formula: what is counted, and how it is scored, over every metric."""

from __future__ import annotations

import struct
from array import array
from collections.abc import Iterator
from dataclasses import replace
from itertools import permutations
from random import Random

from bolide import Corpus, Metric, OptionError
from bolide.metrics.options import options_of
from tests.kernels.both import interpreted
from tests.laws.settings import SETTINGS, every_metric

HYPS = ["the cat sat on the mat .", "", "a cats", "The mat", "the the the the cat", "cat"]
REFS = [["the cat is on the mat .", "a cat sat"], ["the", ""], ["", "a cat"], ["The mat", "mat"], ["the cat"], ["dog"]]
CORPUS = Corpus.of(HYPS, REFS)


def rows_of(metric: Metric) -> list[tuple[int, ...]]:
    """Rows of odd segments, and sums of some of them."""
    stats = metric.measure(HYPS, REFS)
    rng = Random(7)
    sums = [stats.take(rng.choices(range(len(stats)), k=size)).total() for size in (2, 3, 5, 40)]
    return [*stats, *sums, stats.total()]


def allowed(metric: Metric) -> list[tuple[int, ...]]:
    """The rows that the formula takes: NLTK's methods 5 to 7 refuse sums."""
    found = []
    for row in rows_of(metric):
        try:
            metric.formula.value(row)
        except OptionError:
            continue
        found.append(row)
    return found


def tuned(metric: Metric, count: int) -> list[Metric]:
    """The metric, and so many with the same rows and other parameters, if it has any."""
    parameters, grid = metric.tuning.parameters, metric.tuning.grid[:3]
    points = [[p.value if p.draw == "fixed" else k / 40 for p in parameters] for k in range(1, count + 1)]
    return [metric, *map(metric.tuning.with_parameters, (*grid, *points) if parameters else ())]


def bits(numbers: array[float]) -> bytes:
    return struct.pack(f"{len(numbers)}d", *numbers)


@every_metric
def test_7_the_formula_is_the_same_to_the_last_bit_compiled_and_interpreted(metric: Metric) -> None:
    kernel = type(metric.formula).kernel
    assert kernel is not None, "a metric of ours has a compiled formula"
    plain = interpreted(kernel.__module__.removeprefix("bolide.kernels.")).score
    rows = array("q", [number for row in allowed(metric) for number in row])
    rng = Random(3)
    rows.extend(rng.randrange(0, 10 ** rng.randrange(1, 9)) for _ in range(200 * len(metric.counts.columns)))
    _make_possible(rows, metric)
    settings, width = [each.formula.setting for each in tuned(metric, 4)], len(metric.counts.columns)
    for some in (settings[:1], settings):
        flat = array("d", [number for setting in some for number in setting])
        for numbers in (1, len(metric.formula.names)):
            ours, theirs = (array("d", bytes(8 * numbers * len(some) * (len(rows) // width))) for _ in range(2))
            for call, out in ((kernel, ours), (plain, theirs)):
                call(rows, width, flat, len(some[0]), out, numbers)
            assert bits(ours) == bits(theirs)


def _make_possible(rows: array[int], metric: Metric) -> None:
    """NLTK's counts of an order are never both 0: an order without an n-gram is one n-gram missed."""
    columns = metric.counts.columns
    for n in range(1, 10):
        if f"short_{n}" in columns:
            at, short = columns.index(f"total_{n}"), columns.index(f"short_{n}")
            for first in range(0, len(rows), len(columns)):
                if rows[first + at] == 0:
                    rows[first + short] = max(1, rows[first + short])


def hybrids() -> Iterator[tuple[Metric, Metric]]:
    """Each setting with another's options of the formula, where the two go together."""
    for one, other in permutations(SETTINGS, 2):
        if type(one) is not type(other):
            continue
        changes = {item.name: getattr(other, item.name) for item, record in options_of(one) if record.formula}
        try:
            yield one, replace(one, **changes)
        except OptionError:
            continue


def test_11_options_of_the_formula_leave_the_rows_alone() -> None:
    seen = set()
    for metric, hybrid in hybrids():
        seen.add(metric.name)
        assert metric.counts == hybrid.counts
        assert hash(metric.counts) == hash(hybrid.counts)
        assert metric.counts.measure(CORPUS).rows == hybrid.counts.measure(CORPUS).rows
    assert len(seen) >= 3, "the settings hold metrics that differ in their formula alone"


@every_metric
def test_12_many_rows_are_many_times_one_row(metric: Metric) -> None:
    rows = allowed(metric)
    flat = array("q", [number for row in rows for number in row])
    one_by_one = array("d", [metric.formula.value(row) for row in rows])
    assert bits(metric.formula.evaluate(flat, len(metric.counts.columns))) == bits(one_by_one)
    whole = metric.formula.evaluate(flat, len(metric.counts.columns), whole=True)
    each = array("d", [number for row in rows for number in metric.formula.numbers(row).values()])
    assert bits(whole) == bits(each)
    assert bits(whole[len(metric.formula.names) - 1 :: len(metric.formula.names)]) == bits(one_by_one)


@every_metric
def test_12_many_settings_are_many_times_one_setting(metric: Metric) -> None:
    """And many rows: more of either than a kernel takes at a time."""
    width, rows = len(metric.counts.columns), array("q", [number for row in allowed(metric) for number in row])
    metrics = tuned(metric, 40)
    settings = [each.formula.setting for each in metrics]
    for whole in (False, True):
        one_by_one = [bits(each.formula.evaluate(rows, width, whole=whole)) * 30 for each in metrics]
        assert bits(metric.formula.evaluate(rows * 30, width, settings, whole=whole)) == b"".join(one_by_one)


@every_metric
def test_13_values_lie_between_the_bounds(metric: Metric) -> None:
    low, high = metric.formula.bounds
    for row in allowed(metric):
        assert low <= metric.formula.value(row) <= high
    identical = metric.measure(["the cat sat on the mat near here ."], ["the cat sat on the mat near here ."])
    best = metric.score_rows(identical).value
    others = metric.row_values(metric.measure(["a b c d"], ["e f g h"]))
    assert best >= max(others) if metric.formula.higher_is_better else best <= min(others)

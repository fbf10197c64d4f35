"""Metrics, rows, scores and results can be pickled and copied, before and after use, and are then the same."""

import copy
import pickle
from collections.abc import Callable
from typing import Any

import pytest

from bolide import METRICS, BolideError, Corpus, InputError, Metric, OptionError, Report, TestSet, score
from bolide.agreement.table import Table
from bolide.metrics.options import UnknownOption
from bolide.significance import Plan, Sample, compare
from bolide.system.errors import MissingExtra, SegmentError
from tests.laws.settings import SETTINGS

WAYS: list[Callable[[Any], Any]] = [copy.copy, copy.deepcopy, lambda one: pickle.loads(pickle.dumps(one))]
HYPS, REFS = ["the cats sat on it", "b x"], ["a cat sat there", "c x"]


@pytest.mark.parametrize("metric", SETTINGS, ids=str)
def test_a_metric_and_what_it_gives(metric: Metric) -> None:
    fresh = metric.signature(), metric.corpus(HYPS, REFS)
    metric.explain(HYPS[0], REFS[0])
    stats, found = metric.measure(HYPS, REFS), metric.sentence(HYPS[0], REFS[0])
    for way in WAYS:
        again = way(metric)
        assert (again, hash(again), type(again)) == (metric, hash(metric), type(metric))
        assert (again.signature(), again.corpus(HYPS, REFS)) == fresh
        for one in (metric.counts, metric.formula, stats, found, found.signature, metric.explain(HYPS[0], REFS[0])):
            assert way(one) == one
        assert list(way(metric.segments(HYPS, REFS))) == list(metric.segments(HYPS, REFS))
        if not metric.formula.mean_of_segments:
            sample = Sample.of("a", metric, stats)
            assert way(sample).value == sample.value


def test_results() -> None:
    report = score(TestSet(REFS, {"system": HYPS}), list(METRICS)).with_segments()
    samples = [Sample.from_values(name, "m", values) for name, values in (("a", [1, 2, 3]), ("b", [2, 2, 1]))]
    comparison = compare(samples, Plan(trials=10))
    for way in WAYS:
        assert way(report) == report
        assert way(comparison) == comparison
        assert way(Corpus.of(HYPS, REFS)) == Corpus.of(HYPS, REFS)
        assert way(samples[0]).value == samples[0].value
        assert way(Table.of("t", {"a": [1, None]})).systems == ("a",)
    assert Report.from_json(report.to_json()).systems == report.systems


ERRORS = [
    SegmentError(2, "it is empty.", "row"),
    *(kind("No such thing.") for kind in (InputError, OptionError, UnknownOption, MissingExtra)),
]


@pytest.mark.parametrize("error", ERRORS, ids=lambda error: type(error).__name__)
def test_errors_are_copied_and_made_anew_of_their_message(error: BolideError) -> None:
    for way in (*WAYS, lambda one: type(one)(str(one))):
        again = way(error)
        assert (type(again), str(again)) == (type(error), str(error))
    assert [vars(way(error)) for way in WAYS] == 3 * [vars(error)]

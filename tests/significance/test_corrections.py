"""Corrections against scipy and a textbook example; clusters by hand; a metric whose corpus score is a mean."""

import numpy as np
import pytest
from hypothesis import given, strategies as st
from scipy import stats

from bolide import METEOR
from bolide.significance.arithmetic import CORRECTIONS, benjamini_hochberg, clusters, holm
from bolide.significance.paired import compare
from bolide.significance.plan import Plan
from bolide.significance.sample import Sample
from tests.significance.texts import outputs

P_VALUES = st.lists(st.floats(0, 1), min_size=1, max_size=12)


@given(P_VALUES)
def test_benjamini_hochberg_is_scipys(p_values: list[float]) -> None:
    assert benjamini_hochberg(p_values) == pytest.approx(stats.false_discovery_control(p_values).tolist())


def test_holm_by_hand() -> None:
    # sorted .01 .02 .03 .04, times 4 3 2 1 = .04 .06 .06 .04, never falling
    assert holm([0.02, 0.01, 0.04, 0.03]) == pytest.approx([0.06, 0.04, 0.06, 0.06])


@given(P_VALUES)
def test_no_correction_lowers_a_p_value_or_changes_the_order(p_values: list[float]) -> None:
    for correct in CORRECTIONS.values():
        found = correct(p_values)
        assert all(raw <= new <= 1 for raw, new in zip(p_values, found, strict=True))
        assert sorted(range(len(found)), key=lambda i: (found[i], p_values[i])) == sorted(
            range(len(found)), key=lambda i: p_values[i]
        )


def test_a_cluster_ends_where_any_member_wins() -> None:
    wins = {("a", "c"), ("b", "d")}
    assert clusters("abcd", lambda x, y: (x, y) in wins) == (("a", "b"), ("c", "d"))
    assert clusters("abc", lambda x, y: False) == (("a", "b", "c"),)
    assert clusters("abc", lambda x, y: (x, y) == ("b", "c")) == (("a", "b"), ("c",))
    assert clusters("", lambda x, y: True) == ()


def test_a_metric_that_averages_is_resampled_as_a_mean() -> None:
    systems, refs = outputs()
    metric = METEOR(variant="nltk", average="mean", stages=("exact",))
    tables = {name: metric.measure(hyps, refs) for name, hyps in systems.items()}
    plan = Plan(trials=400)
    ours = compare([Sample.of(name, metric, table) for name, table in tables.items()], plan)
    by_values = compare([Sample.from_values(n, "m", list(metric.row_values(t))) for n, t in tables.items()], plan)
    assert [s.value for s in ours.systems] == [s.value for s in by_values.systems]
    assert ours.pairs == by_values.pairs
    assert ours.systems[0].value == pytest.approx(max(np.mean(metric.row_values(table)) for table in tables.values()))

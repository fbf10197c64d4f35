"""Every step of every metric's explanation says where its numbers come from, and says it truly."""

from collections.abc import Sequence
from math import isfinite
from xml.etree import ElementTree

from hypothesis import given
from hypothesis import strategies as st

from bolide import Metric
from bolide.data.explanation import Explanation
from bolide.reporting.figures.draw import svg
from tests.laws.settings import all_metrics, every_metric, under_each
from tests.laws.test_laws import sentences


@all_metrics
@given(hyp=sentences, refs=st.lists(sentences, min_size=1, max_size=3))
@under_each
def test_a_step_says_where_its_numbers_come_from(metric: Metric, hyp: str, refs: list[str]) -> None:
    explanation = metric.explain(hyp, refs)
    check_columns(metric, explanation)
    check_terms(metric, explanation, metric.measure([hyp], [refs])[0])


def check_columns(metric: Metric, explanation: Explanation) -> None:
    """A number of a column is what its marks add up to."""
    sums = dict(zip(metric.counts.columns, explanation.row(metric.counts.columns), strict=True))
    for step in explanation.steps:
        assert set(step.columns) <= set(step.numbers)
        for name, column in step.columns.items():
            value = step.numbers[name]
            assert sums[column] == value or isinstance(value, list), (step.label, name)


def check_terms(metric: Metric, explanation: Explanation, row: Sequence[int]) -> None:
    """A term is the formula's, or that of an earlier step."""
    numbers = metric.formula.numbers(row)
    formula = {
        name: value if isfinite(value) else 0.0 for name, value in numbers.items()
    }  # METEOR 1.5 has NaN, as its tool
    made: dict[str, float] = {}
    for step in explanation.steps:
        assert set(step.terms) <= set(step.numbers)
        for name, term in step.terms.items():
            assert step.numbers[name] == {**formula, **made}[term], (step.label, name)
        if step.value_name:
            assert step.value_name not in made
            assert formula.get(step.value_name, step.value) == step.value, step.label
            made[step.value_name] = step.value
    assert explanation.steps[-1].value_name == metric.formula.names[-1]


@every_metric
def test_an_explanation_has_a_picture(metric: Metric) -> None:
    figures = metric.explain("the cat sat on a mat", ["the cats sat on the mat"]).figures
    assert figures
    ElementTree.fromstring(svg(figures))

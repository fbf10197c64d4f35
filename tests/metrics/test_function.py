"""A metric from a function: exact means of segments, everywhere a metric can go."""

import sys
from math import fsum

import pytest
from hypothesis import given, strategies as st

import bolide
from bolide.system.errors import InputError
from tests.errors import raises


@given(
    st.lists(st.floats(allow_nan=False, allow_infinity=False, min_value=-1e30, max_value=1e30), min_size=1, max_size=9)
)
def test_any_doubles_come_back_exactly(values: list[float]) -> None:
    values = [*values, 5e-324, -1.2345e-320]
    answers = iter(values)
    metric = bolide.metric(lambda hyp, refs: next(answers), "any")
    scores = metric.segments(["x"] * len(values), ["y"] * len(values))
    assert list(scores.values) == values
    assert metric.score_rows(scores.stats).value == fsum(values) / len(values)


@pytest.mark.parametrize(
    ("batched", "answer", "words"),
    [
        (True, None, "returned None; it must return a list of numbers"),
        (False, 10**400, "not a finite number"),
        (False, -1.7e308, "not a finite number of at most 1e.70"),
        (False, "0.5", "'0.5', which is not a finite number"),
        (False, None, "not a finite number"),
        (True, [1.0], "returned 1 number for 2 segments"),
    ],
)
def test_what_is_no_number_is_refused(batched: bool, answer: object, words: str) -> None:
    metric = bolide.metric(lambda hyp, refs: answer, "odd", batched=batched)
    raises(InputError, words, metric.corpus, ["a", "b"], ["a", "b"])


def test_a_function_that_ends_the_program_is_an_error() -> None:
    metric = bolide.metric(lambda hyp, refs: sys.exit(3), "leaving")
    raises(InputError, "ended the program, with exit code 3", metric.corpus, ["a"], ["a"])

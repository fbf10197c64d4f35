"""The exercise in the page: its numbers are METEOR's, a right answer passes, and wrong ones are told why."""

import pytest

from bolide import meteor_score
from bolide.web.calls.api import call
from bolide.web.calls.describe import describe
from bolide.web.calls.exercise import EXERCISES

RIGHT = """
from collections import Counter

def meteor_score(reference, candidate, alpha=0.9, beta=3, gamma=0.5):
    reference, candidate = reference.lower().split(), candidate.lower().split()
    left, matched = Counter(reference), []
    for word in candidate:
        matched.append(left[word] > 0)
        left[word] -= matched[-1]
    m = sum(matched)
    if m == 0:
        return 0.0
    chunks = sum(now and not before for before, now in zip([False, *matched], matched))
    p, r = m / len(candidate), m / len(reference)
    fmean = p * r / (alpha * p + (1 - alpha) * r)
    return round(fmean * (1 - gamma * (chunks / m) ** beta), 3)
"""


def check(code: str) -> dict[str, object]:
    answer = call("exercise", metric="meteor", code=code)
    assert set(answer) == {"result"}
    found: dict[str, object] = answer["result"]
    return found


@pytest.mark.parametrize("case", EXERCISES["meteor"].cases, ids=lambda case: case.what)
def test_the_expected_numbers_are_the_metrics(case: object) -> None:
    assert meteor_score(*case.arguments) == case.expected  # type: ignore[attr-defined]


def test_a_right_answer_passes_every_test_and_what_it_prints_is_shown() -> None:
    found = check(RIGHT + "\nprint('ready')\n")
    assert found["problem"] is None
    assert found["printed"] == "ready\n"
    assert [test["passed"] for test in found["tests"]] == [True] * len(EXERCISES["meteor"].cases)  # type: ignore[attr-defined]


def test_the_stub_runs_and_passes_only_where_nothing_matches() -> None:
    [about] = [metric for metric in describe()["metrics"] if metric["key"] == "meteor"]
    tests = check(about["exercise"]["stub"])["tests"]
    assert [test["passed"] for test in tests] == [test["expected"] == "0.0" for test in tests]  # type: ignore[attr-defined]
    assert all(metric["exercise"] is None for metric in describe()["metrics"] if metric["key"] != "meteor")


@pytest.mark.parametrize(("body", "said"), [
    ("return 1 / 0", "ZeroDivisionError: division by zero (line 2)"),
    ("import sys; sys.exit(3)", "SystemExit: 3 (line 2)"),
    ("return None", "None, which is not a number"),
    ("return 'x' * 500", "…, which is not a number"),
    ("return True", "True, which is not a number"),
    ("return float('nan')", "nan"),
    ("return 0.62500001", "0.62500001, which is not rounded"),
    ("return meteor_score(*a)", "RecursionError"),
])  # fmt: skip
def test_a_wrong_answer_is_told_what_came_out(body: str, said: str) -> None:
    first = check(f"def meteor_score(*a):\n    {body}\n")["tests"][0]  # type: ignore[index]
    assert not first["passed"]
    assert said in first["got"]


@pytest.mark.parametrize(("code", "said"), [
    ("def meteor_score(:", "The code does not run: SyntaxError: "),
    ("x = 1\nraise SystemExit", "The code does not run: SystemExit: no message (line 2)"),
    ("def other(): ...", "The code defines no function called meteor_score."),
    ("", "The code defines no function called meteor_score."),
])  # fmt: skip
def test_code_that_is_no_answer_is_a_problem(code: str, said: str) -> None:
    found = check(code)
    assert str(found["problem"]).startswith(said)
    assert found["tests"] == []


def test_a_wish_to_stop_is_not_swallowed() -> None:
    assert call("exercise", metric="meteor", code="raise KeyboardInterrupt") == {"cancelled": True}


def test_much_output_is_cut() -> None:
    assert str(check(f"print('x' * 10000)\n{RIGHT}")["printed"]).endswith("… (10,001 characters)")

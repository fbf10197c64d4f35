"""The exercise in the page: its numbers are METEOR's, a right answer passes, and wrong ones are told why."""

import pytest

from bolide import meteor_score, parse
from bolide.classroom.worksheet import COURSES
from bolide.web.calls.exercise import exercises
from tests.tables import table
from tests.web.calls import call

CASES = table(__file__, "cases.toml")

EXERCISES = exercises()

RIGHT = CASES["right"]


def check(code: str, metric: str = "meteor") -> dict[str, object]:
    answer = call("exercise", metric=metric, code=code)
    assert set(answer) == {"result"}
    found: dict[str, object] = answer["result"]
    return found


METRICS = {name: parse(COURSES[name].metric) for name in ("bleu", "ter")}  # as on worksheets


@pytest.mark.parametrize("metric", EXERCISES)
def test_the_expected_numbers_are_the_metrics(metric: str) -> None:
    for case in EXERCISES[metric].cases:
        score = meteor_score if metric == "meteor" else lambda *texts: round(METRICS[metric].sentence(*texts).value, 4)
        assert score(*case.arguments) == case.expected, case.what  # type: ignore[operator]


@pytest.mark.parametrize("metric", EXERCISES)
def test_a_right_answer_passes_every_test_and_what_it_prints_is_shown(metric: str) -> None:
    found = check(RIGHT[metric] + "\nprint('ready')\n", metric)
    assert found["problem"] is None
    assert found["printed"] == "ready\n"
    assert [test["passed"] for test in found["tests"]] == [True] * len(EXERCISES[metric].cases)  # type: ignore[attr-defined]

"""The exercise in the page: its numbers are METEOR's, a right answer passes, and wrong ones are told why."""

import pytest

from bolide import meteor_score, parse
from bolide.web.calls.api import call
from bolide.web.calls.describe import describe
from bolide.web.calls.exercise import exercises

EXERCISES = exercises()

RIGHT = {
    "meteor": """
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
""",
    "bleu": """
from collections import Counter
from math import exp, sqrt

def bleu(candidate, references):
    candidate, references = candidate.split(), [reference.split() for reference in references]
    count = lambda words, n: Counter(tuple(words[k:k + n]) for k in range(len(words) - n + 1))
    p = []
    for n in (1, 2):
        ours, theirs = count(candidate, n), [count(reference, n) for reference in references]
        credited = sum(min(k, max(one[gram] for one in theirs)) for gram, k in ours.items())
        if not credited:
            return 0.0
        p.append(credited / sum(ours.values()))
    c = len(candidate)
    r = min(map(len, references), key=lambda size: (abs(size - c), size))
    return round((1 if c > r else exp(1 - r / c)) * sqrt(p[0] * p[1]), 4)
""",
    "ter": """
def distance(one, other):
    row = list(range(len(other) + 1))
    for i, word in enumerate(one, 1):
        last, row[0] = row[0], i
        for j, facing in enumerate(other, 1):
            last, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, last + (word != facing))
    return row[-1]

def ter(candidate, reference):
    candidate, reference = candidate.split(), reference.split()
    best = distance(candidate, reference)
    for i in range(len(candidate)):
        for j in range(i + 1, len(candidate) + 1):
            rest = candidate[:i] + candidate[j:]
            for k in range(len(rest) + 1):
                best = min(best, 1 + distance(rest[:k] + candidate[i:j] + rest[k:], reference))
    return round(best / len(reference), 4)
""",
}


def check(code: str, metric: str = "meteor") -> dict[str, object]:
    answer = call("exercise", metric=metric, code=code)
    assert set(answer) == {"result"}
    found: dict[str, object] = answer["result"]
    return found


METRICS = {
    "bleu": parse("BLEU|case:mixed|eff:no|tok:none|smooth:none|order:2"),
    "ter": parse("TER|case:mixed|tok:tercom|norm:no|punct:yes|asian:no"),
}


@pytest.mark.parametrize("metric", EXERCISES)
def test_the_expected_numbers_are_the_metrics(metric: str) -> None:
    for case in EXERCISES[metric].cases:
        if metric == "meteor":
            value = meteor_score(*case.arguments)  # type: ignore[arg-type]
        else:
            value = round(METRICS[metric].sentence(*case.arguments).value, 4)  # type: ignore[arg-type]
        assert value == case.expected, case.what


@pytest.mark.parametrize("metric", EXERCISES)
def test_a_right_answer_passes_every_test_and_what_it_prints_is_shown(metric: str) -> None:
    found = check(RIGHT[metric] + "\nprint('ready')\n", metric)
    assert found["problem"] is None
    assert found["printed"] == "ready\n"
    assert [test["passed"] for test in found["tests"]] == [True] * len(EXERCISES[metric].cases)  # type: ignore[attr-defined]


def test_code_that_changes_its_arguments_passes_twice() -> None:
    changing = "\n    references[:] = [reference.split() for reference in references]\n"
    code = RIGHT["bleu"].replace(", references = candidate.split(), [reference.split() for reference in references]\n",
                                 f" = candidate.split(){changing}")  # fmt: skip
    assert "[:]" in code
    for _ in range(2):
        assert all(test["passed"] for test in check(code, "bleu")["tests"])  # type: ignore[attr-defined]


@pytest.mark.parametrize("metric", EXERCISES)
def test_the_untouched_stub_runs_and_passes_nothing(metric: str) -> None:
    [about] = [one for one in describe()["metrics"] if one["key"] == metric]
    result = check(about["exercise"]["stub"], metric)
    assert result["problem"] is None
    assert not any(test["passed"] for test in result["tests"])  # type: ignore[attr-defined]


def test_other_metrics_have_no_exercise() -> None:
    assert {one["key"] for one in describe()["metrics"] if one["exercise"]} == set(EXERCISES)


@pytest.mark.parametrize(("body", "said"), [
    ("return 1 / 0", "ZeroDivisionError: division by zero (line 2)"),
    ("import sys; sys.exit(3)", "SystemExit: 3 (line 2)"),
    ("return None", "None, which is not a number"),
    ("return 'x' * 500", "…, which is not a number"),
    ("return True", "True, which is not a number"),
    ("return 10 ** 400", "OverflowError: int too large to convert to float"),
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
    assert str(check(f"print('x' * 10000)\n{RIGHT['meteor']}")["printed"]).endswith("… (10,001 characters)")

"""Error spans: rows by brute force over characters, rows that add, F1 by hand, error-free outputs, tests."""

import json
from itertools import product
from pathlib import Path

import numpy as np
import pytest

from bolide.agreement.annotations.ratings import Annotations, ErrorSpan, Rating
from bolide.agreement.spans import count, evaluate_spans, f1
from bolide.significance.plan import Plan
from tests.agreement.test_annotations import esa
from tests.cli.run import bolide
from tests.cli.test_compare import refused

pytestmark = pytest.mark.one_core


def brute(gold: list[ErrorSpan], predicted: list[ErrorSpan]) -> tuple[float, int, int]:
    """The definition: character by character."""
    credit, sums = 0.0, [0, 0]
    for place in range(40):
        marks = []
        for side, spans in enumerate((gold, predicted)):
            here = [s for s in spans if s.start is not None and s.end is not None and s.start <= place < s.end]
            major = sum(s.severity in ("major", "critical") for s in here)
            minor = sum(s.severity == "minor" for s in here)
            sums[side] += major + minor
            marks.append((major, minor))
        (a, b), (c, d) = marks
        alike = min(a, c) + min(b, d)
        credit += alike + min(a + b - alike, c + d - alike) / 2
    return credit, sums[0], sums[1]


def some(rng: np.random.Generator) -> list[ErrorSpan]:
    severities = ["major", "minor", "critical", "undecided", "Minor"]
    found = []
    for _ in range(rng.integers(0, 5)):
        start = int(rng.integers(0, 30))
        kind = severities[rng.integers(0, 4)]
        found.append(
            ErrorSpan(start, start + int(rng.integers(0, 9)), kind)
            if rng.random() < 0.9
            else ErrorSpan(None, None, kind)
        )
    return found


@pytest.mark.parametrize("seed", range(40))
def test_rows_by_brute_force(seed: int) -> None:
    rng = np.random.default_rng(seed)
    gold, predicted = some(rng), some(rng)
    credit, there, called = brute(gold, predicted)
    assert count(gold, predicted) == (2 * credit, there, called)


def test_by_hand() -> None:
    gold = [ErrorSpan(0, 4, "major"), ErrorSpan(6, 8, "minor")]
    predicted = [ErrorSpan(2, 7, "major")]
    # Characters 2 and 3 agree (credit 2), character 6 is minor against major (½); 6 marks of people, 5 predicted.
    assert count(gold, predicted) == (5, 6, 5)
    precision, recall = 2.5 / 5, 2.5 / 6
    assert f1(np.array([[5.0, 6, 5]]))[0] == pytest.approx(2 * precision * recall / (precision + recall))


def test_empty_divisors_give_1() -> None:
    rows = np.array([[0.0, 0, 0], [0, 4, 0], [0, 0, 4], [0, 4, 4]])
    assert f1(rows).tolist() == [1, 0, 0, 0]


def annotated(
    spans: dict[tuple[str, int], list[ErrorSpan]], scores: dict[tuple[str, int], float] | None = None
) -> Annotations:
    ratings = [
        Rating("", system, n, (scores or {}).get((system, n), float("nan")), 1, errors=found)
        for (system, n), found in spans.items()
    ]
    return Annotations("esa", "x", ratings, {}, lambda errors: tuple(errors))


def test_error_free_outputs_and_those_without_a_prediction() -> None:
    mark = [ErrorSpan(0, 2, "minor")]
    gold = annotated(
        {("a", 0): [], ("a", 1): [], ("a", 2): mark, ("b", 0): mark, ("c", 0): []},
        {("a", 0): 90, ("a", 1): 80, ("a", 2): 99, ("b", 0): 50, ("c", 0): 99},
    )
    predicted = annotated({("a", 0): [], ("a", 1): [], ("a", 2): mark, ("b", 0): []})
    report = evaluate_spans(gold, {"p": predicted}, threshold=85)
    assert (report.outputs, report.predictors[0].free) == (4, (1, 3, 1))
    assert report.predictors[0].free_f1 == 2 * 1 / (3 + 1)
    assert report.notes == ("x: left out 1 rating without a prediction.",)
    assert evaluate_spans(gold, {"p": predicted}).predictors[0].free == (2, 3, 2)


def test_a_better_predictor_is_found_to_be_better() -> None:
    rng = np.random.default_rng(3)
    gold, good, bad = {}, {}, {}
    for key in product("ab", range(60)):
        start = int(rng.integers(0, 20))
        gold[key] = [ErrorSpan(start, start + 6, "major")]
        good[key] = [ErrorSpan(start + int(rng.integers(0, 3)), start + 6, "major")]
        bad[key] = [ErrorSpan(int(rng.integers(0, 20)), 22, "minor")]
    report = evaluate_spans(annotated(gold), {"bad": annotated(bad), "good": annotated(good)}, Plan(trials=200))
    assert report.comparison is not None
    pair = report.comparison.pair("good", "bad")
    assert pair.p < 0.01
    assert pair.difference == pytest.approx(report.predictors[1].f1 - report.predictors[0].f1)
    low, high = report.predictors[1].interval
    assert low < report.predictors[1].f1 < high


def test_the_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    mark = '[{"start_i": 0, "end_i": 3, "severity": "major"}]'
    Path("esa.csv").write_text(
        "\n".join([esa(spans=mark), esa(segment="2", score="90"), esa(segment="3", score="90")]) + "\n"
    )
    lines = [
        {"system": "sysA", "line_id": n, "spans": [{"start": 2, "end": 4, "severity": "major"}] if n == 1 else []}
        for n in (1, 2, 3)
    ]
    Path("p.jsonl").write_text("\n".join(map(json.dumps, lines)) + "\n")
    data = json.loads(bolide("spans", "esa.csv", "p.jsonl", "-f", "json").out)["predictors"][0]
    assert (data["credit2"], data["gold"], data["predicted"]) == (4, 4, 2)
    assert (data["precision"], data["recall"], data["error_free"]["f1"]) == (1.0, 0.5, 1.0)
    assert "p.jsonl" in bolide("spans", "esa.csv", "p.jsonl", "esa.csv", "-n", "20").out
    Path("bad.jsonl").write_text('{"system": "sysA", "line_id": 1, "spans": [{"start": 2}]}\n')
    refused(bolide("spans", "esa.csv", "bad.jsonl"), "line 1 is not a prediction; one looks like")
    refused(bolide("spans", "esa.csv", "p.jsonl", "-n", "5"), "there is one; leave it out")
    Path("twice.jsonl").write_text(2 * '{"system": "sysA", "line_id": 1, "spans": []}\n')
    refused(bolide("spans", "esa.csv", "twice.jsonl"), "line 2: there are two predictions for line 1 of sysA")

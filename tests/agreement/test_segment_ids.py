"""Segments known by ids: people's judgments and scores of metrics are matched by id, whatever their order."""

import json
from pathlib import Path

import pytest
from scipy.stats import pearsonr

import bolide
from bolide import InputError
from tests.agreement.judged import IDS, pearmut, task2
from tests.cli.run import bolide as run
from tests.errors import raises

HUMAN = {"A": [90, 80, 70, 95, 60, 85, 40, 75, 20], "B": [50, 85, 30, 60, 65, 20, 45, 10, 35]}
METRIC = {"A": [80, 82, 60, 99, 64, 70, 50, 61, 33], "B": [55, 81, 40, 57, 71, 30, 41, 22, 37]}


def correlated(human: Path, scores: Path) -> bolide.AgreementReport:
    return bolide.correlate(bolide.read_judgments(human), bolide.read_scores(scores), questions="seg/pearson")


def expected(ids: list[str]) -> float:
    indices = [IDS.index(item) for item in ids]
    people, machine = ([line[index] for line in table.values() for index in indices] for table in (HUMAN, METRIC))
    return float(pearsonr(people, machine).statistic)


def test_other_orders_and_lacking_ids_in_one_command(tmp_path: Path) -> None:
    human = pearmut(tmp_path / "annotations.json", IDS[:8], HUMAN)
    scores = task2(tmp_path / "task2.jsonl", IDS[:0:-1], METRIC)  # from the last to the second
    result = run("correlate", "--human", human, "--scores", scores, "-q", "seg/pearson", "-f", "json")
    data = json.loads(result.out)
    assert data["agreements"][0]["value"] == pytest.approx(expected(IDS[1:8]), abs=1e-12)
    assert data["agreements"][0]["used"] == 14
    assert data["notes"] == [
        f"esa: left out 1 segment ({IDS[0]}), which no metric has.",
        f"task2: left out 1 segment ({IDS[8]}), which nobody judged.",
    ]


@pytest.mark.parametrize("wide", [True, False])
def test_tables_with_ids(tmp_path: Path, wide: bool) -> None:
    human, path = pearmut(tmp_path / "annotations.json", IDS, HUMAN), tmp_path / "scores.tsv"
    order = sorted(range(9), key=lambda index: index * 5 % 9)
    lines = ["item_id\tA\tB"] + [f"{IDS[k]}\t{METRIC['A'][k]}\t{METRIC['B'][k]}" for k in order]
    if not wide:
        lines = ["system\titem_id\tscore"]
        lines += [f"{name}\t{IDS[k]}\t{METRIC[name][k]}" for k in order for name in "AB"]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    (agreement,) = bolide.correlate(
        bolide.read_judgments(human), bolide.read_scores(path), questions="seg/pearson"
    ).agreements
    assert agreement.value == pytest.approx(expected(IDS), abs=1e-12)


def test_texts_with_ids(tmp_path: Path) -> None:
    """Outputs in a table are scored in its order; people's judgments and other scores follow it."""
    human = pearmut(tmp_path / "annotations.json", IDS, HUMAN)
    scores, table = task2(tmp_path / "task2.jsonl", IDS[3:] + IDS[:3], METRIC), tmp_path / "input.jsonl"
    items = [
        {"item_id": IDS[k], "ref": {"text": "a b c d"}, "hyps": {"A": "a b c d"[: 1 + k % 7], "B": "a x c d"}}
        for k in reversed(range(9))
    ]
    table.write_text("".join(json.dumps(item) + "\n" for item in items), encoding="utf-8")
    command = ["correlate", "--human", human, "--scores", scores, "--table", table, "-r", "ref.text", "-i", "hyps.*"]
    result = run(*command, "-m", "chrf", "-q", "seg/pearson", "-f", "json")
    values = {each["metric"]: each["value"] for each in json.loads(result.out)["agreements"]}
    assert values["task2"] == pytest.approx(expected(IDS), abs=1e-12)
    chrf = [bolide.score([item["hyps"][name]], ["a b c d"], "chrf") for name in "AB" for item in items[::-1]]
    machine = [score.value for score in chrf]
    assert values["chrF2"] == pytest.approx(pearsonr([*HUMAN["A"], *HUMAN["B"]], machine).statistic, abs=1e-9)


def test_ids_on_one_side_alone_are_refused(tmp_path: Path) -> None:
    human, scores = pearmut(tmp_path / "a.json", IDS, HUMAN), tmp_path / "x.seg.score"
    scores.write_text("".join(f"{name}\t{value}\n" for name in "AB" for value in METRIC[name]), encoding="utf-8")
    raises(InputError, "esa has ids of segments and x has none", correlated, human, scores)
    metric = task2(tmp_path / "task2.jsonl", IDS, METRIC)
    raises(InputError, "task2 has ids of segments and x has none", correlated, scores, metric)


def test_other_ids_are_refused(tmp_path: Path) -> None:
    human, scores = pearmut(tmp_path / "a.json", IDS[:4], HUMAN), task2(tmp_path / "task2.jsonl", IDS[4:], METRIC)
    raises(InputError, "no id of a segment in common", correlated, human, scores)

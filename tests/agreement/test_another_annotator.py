"""Another annotator as a row: one person's scores against the mean of the others', where several judged."""

import json
from pathlib import Path
from typing import Any

import pytest
from scipy.stats import pearsonr

import bolide
from tests.cli.run import bolide as run

pytestmark = pytest.mark.one_core

ITEM = "official_###_eng_Latn_###_deu_Latn_###_social_###_d{}_###_1"
X = {"A": [90, 80, 70, 95], "B": [50, 85, 30, 60]}  # judged all four segments,
Y = {"A": [85, 60, 75], "B": [40, 65, 45]}  # the first three,
Z = {"A": [65, 70], "B": [60, 35]}  # the first two


def entries(user: str, scores: dict[str, list[int]]) -> list[dict[str, Any]]:
    return [
        {"user_id": user, "item": [{"item_id": ITEM.format(k)}],
         "annotation": [{system: {"score": line[k]} for system, line in scores.items()}]}
        for k in range(len(scores["A"]))
    ]  # fmt: skip


def files(folder: Path, *annotators: list[dict[str, Any]]) -> tuple[Path, Path]:
    human, scores = folder / "annotations.json", folder / "task2.jsonl"
    human.write_text(json.dumps({"eng-deu": [entry for each in annotators for entry in each]}), encoding="utf-8")
    lines = [{"item_id": ITEM.format(k), "task2_pred": {"A": 9 - k, "B": k * k}} for k in (2, 0, 3, 1)]
    scores.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    return human, scores


def test_one_against_the_mean_of_the_others(tmp_path: Path) -> None:
    human, scores = files(tmp_path, entries("x", X), entries("y", Y), entries("z", Z))
    report = bolide.correlate(human, scores, questions="seg/pearson")
    metric, other = report.agreements
    assert (metric.metric, metric.used, other.metric, other.used) == ("task2", 8, "another annotator", 6)
    rest = [(y + z) / 2 for name in "AB" for y, z in zip(Y[name], Z[name], strict=False)]
    first = [*X["A"][:2], *X["B"][:2], X["A"][2], X["B"][2]]
    assert other.value == pytest.approx(pearsonr(first, [*rest, Y["A"][2], Y["B"][2]]).statistic, abs=1e-12)
    assert report.notes[0].startswith("another annotator: on 3 segments that several people judged")
    table = run("correlate", "--human", human, "--scores", scores, "-q", "seg/pearson").out
    assert "question     task2  another annotator     over" in table
    assert f"{other.value:.3f}  8 cells" in table  # the note says on how many segments people are compared


def test_no_row_where_nobody_judged_twice(tmp_path: Path) -> None:
    report = bolide.correlate(*files(tmp_path, entries("x", X)), questions="seg/pearson")
    assert [each.metric for each in report.agreements] == ["task2"]
    assert report.notes == ()

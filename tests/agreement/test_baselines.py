"""Baselines: shuffled scores get what chance gives, sentinels read lengths, another annotator goes as far as people."""

from pathlib import Path

import numpy as np
import pytest
from scipy.stats import pearsonr

import bolide
from bolide.agreement.baselines import shuffled
from bolide.agreement.questions import Question
from bolide.agreement.table import Source, Table
from tests.agreement.judged import IDS, pearmut, task2
from tests.cli.run import bolide as run

RNG = np.random.default_rng(8)
PEOPLE = Source("people", Table("people", tuple("abcdef"), RNG.normal(size=(6, 40))))
METRIC = Source("m", Table("m", tuple("abcdef"), RNG.normal(size=(6, 40))))


@pytest.mark.parametrize(
    ("question", "expected"),
    [("seg/pearson", 0.0), ("seg/kendall-b/item", 0.0), ("sys/accuracy", 0.5), ("sys/pearson", 0.0)],
)
def test_shuffled_scores_get_what_chance_gives(question: str, expected: float) -> None:
    found = shuffled(PEOPLE, METRIC, Question.from_text(question), 400)
    assert found.value == pytest.approx(expected, abs=0.03)
    assert found.interval[0] < expected < found.interval[1]
    assert (found.used, found.unit, found.metric) == (400, "shuffles", "shuffled")


# --- one person's scores against the mean of the others', where several judged ----------------------------------------


X = {"A": [90, 80, 70, 95], "B": [50, 85, 30, 60]}  # judged all four segments,
Y = {"A": [85, 60, 75], "B": [40, 65, 45]}  # the first three,
Z = {"A": [65, 70], "B": [60, 35]}  # the first two


def files(folder: Path, *judges: dict[str, list[int]]) -> tuple[Path, Path]:
    scores = task2(folder / "task2.jsonl", [IDS[k] for k in (2, 0, 3, 1)], {"A": [9, 8, 7, 6], "B": [0, 1, 4, 9]})
    return pearmut(folder / "annotations.json", IDS[:4], *judges), scores


def test_one_against_the_mean_of_the_others(tmp_path: Path) -> None:
    human, scores = files(tmp_path, X, Y, Z)
    report = bolide.correlate(
        bolide.read_judgments(human), bolide.read_scores(scores, pair="en-de"), None, "seg/pearson"
    )
    metric, other = report.agreements
    assert (metric.metric, metric.used, other.metric, other.used) == ("task2", 8, "another annotator", 6)
    rest = [(y + z) / 2 for name in "AB" for y, z in zip(Y[name], Z[name], strict=False)]
    first = [*X["A"][:2], *X["B"][:2], X["A"][2], X["B"][2]]
    assert other.value == pytest.approx(pearsonr(first, [*rest, Y["A"][2], Y["B"][2]]).statistic, abs=1e-12)
    assert report.notes[0].startswith("another annotator: on 3 segments that several people judged")
    table = run("correlate", "--human", human, "--scores", scores, "-q", "seg/pearson").out
    assert "question     task2  another annotator     over" in table
    assert f"{other.value:.3f}  8 cells" in table  # the note says on how many segments people are compared

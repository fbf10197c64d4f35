"""`bolide score --scores`: other metrics' files beside ours, on their own scales."""

import json
from pathlib import Path

import pytest

from bolide import Report
from tests.cli.run import Result, bolide, refused

pytestmark = pytest.mark.one_core


@pytest.fixture(autouse=True)
def files(here: Path) -> None:
    for name, text in {
        "ref.txt": "the cat sat down\na dog barks\n", "a.txt": "the cat sat\na dog\n", "b.txt": "a cat\na dog barks\n",
        "comet.seg.score": "a\t0.8412\na\t0.8410\nb\t0.7\nb\t0.9\n", "both.seg.score": "a\t1\na\t2\nb\t3\nb\t5\n",
        "both.sys.score": "a\t7\nb\t9\n", "only.sys.score": "a\t0.25\nb\t0.5\n",
        "short.seg.score": "a\t1\nb\t2\n", "hole.seg.score": "a\t1\na\tNone\nb\t1\nb\t2\n",
        "more.seg.score": "a\t1\na\t1\nb\t1\nb\t2\nc\t1\nc\t2\n", "BLEU.seg.score": "a\t1\na\t1\nb\t1\nb\t2\n",
    }.items():  # fmt: skip
        Path(name).write_text(text)


def score(*words: str) -> Result:
    return bolide("score", "ref.txt", "-i", "a.txt", "b.txt", *words)


def test_they_stand_beside_ours_with_the_decimals_of_their_scale() -> None:
    shown = score("--scores", "comet.seg.score", "only.sys.score").out.splitlines()
    assert shown[0].split() == ["system", "BLEU", "comet", "only"]
    assert shown[2].split()[0::2] == ["a", "0.841"]
    assert [line.split()[-1] for line in shown[2:4]] == ["0.250", "0.500"]
    assert score("--scores", "comet.seg.score", "-b").out.splitlines()[0].split("\t")[1] == "0.841"
    assert score("--scores", "comet.seg.score", "-b", "-w", "2").out.splitlines()[0].split("\t")[1] == "0.84"
    assert "a: comet = 0.841" in score("--scores", "comet.seg.score", "-f", "text").out.splitlines()


def test_scores_of_segments_intervals_and_the_way_back() -> None:
    found = score("--scores", "comet.seg.score", "-sl", "--confidence", "20", "-f", "json")
    data = json.loads(found.out)["systems"][0]
    assert [segment["scores"][1]["value"] for segment in data["segments"]] == [0.8412, 0.8410]
    assert (data["scores"][1]["scale"], "scale" in data["scores"][0]) == (1.0, False)
    low, high = data["scores"][1]["interval"]
    assert 0.8410 <= low <= high <= 0.8412
    assert Report.from_json(found.out).to_json() + "\n" == found.out
    lines = score("--scores", "comet.seg.score", "-sl", "-b").out.splitlines()
    assert [line.split("\t")[1] for line in lines] == ["0.841", "0.841", "0.700", "0.900"]


def test_a_score_of_the_system_goes_before_the_mean_of_its_segments() -> None:
    words = "--scores", "both.seg.score", "both.sys.score", "-f", "json"
    assert [system["scores"][1]["value"] for system in json.loads(score(*words).out)["systems"]] == [7, 9]
    (first, _) = json.loads(score(*words, "-sl").out)["systems"]
    assert first["scores"][1]["value"] == 1.5  # beside the segments' own, their mean


def test_lower_is_better_and_the_best_is_told_so() -> None:
    found = json.loads(score("--scores", "only.sys.score", "--lower", "only", "-f", "json").out)
    assert [system["scores"][1]["higher_is_better"] for system in found["systems"]] == [False, False]
    assert "only: lower is better." in score("--scores", "only.sys.score", "--lower", "only").out


def test_systems_without_an_output_are_left_out_and_named() -> None:
    found = score("--scores", "more.seg.score")
    assert found.err == "bolide: more: left out c, whose outputs are not among those given.\n"


def test_a_table_is_read_whole_for_them() -> None:
    Path("t.tsv").write_text("a\tb\tref\nthe cat sat\ta cat\tthe cat sat down\na dog\ta dog barks\ta dog barks\n")
    words = "--scores", "comet.seg.score", "-f", "json"
    assert bolide("score", "ref", "--table", "t.tsv", "-i", "a", "b", *words) == score(*words)
    refused(
        bolide("score", "ref", "--table", "t.tsv", "-i", "a", "b", "--by", "ref", *words),
        "--scores needs all of it first",
    )

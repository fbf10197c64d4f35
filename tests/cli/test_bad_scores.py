"""Scores that cannot be compared or correlated: exit code 2 with what, where and what to do; or a defined result."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from tests.cli.run import bolide
from tests.cli.test_compare import refused
from tests.docs.example_files import HEADER

pytestmark = pytest.mark.one_core

Scores = Mapping[str, Sequence[object]]

TABLES: dict[str, Scores] = {
    "people": {"a": [1, 2, 3], "b": [2, 1, 0], "c": [0, 0, 1]},
    "metric": {"a": [0.1, 0.5, 0.3], "b": [0.2, 0.1, 0.7], "c": [0.2, 0.3, 0.4]},
    "uneven": {"a": [1, 2, 3], "b": [2, 1], "c": [1, 2, 3]},
    "renamed": {"a": [1, 2, 3], "B": [2, 1, 0], "c": [0, 0, 1]},
    "flat": {name: [1, 1, 1] for name in "abc"},
    "none": {name: ["None"] * 3 for name in "abc"},
    "first": {name: [value, "None", "None"] for name, value in zip("abc", (1, 2, 3), strict=True)},
    "rest": {name: ["None", 1, value] for name, value in zip("abc", (1, 2, 3), strict=True)},
    "nan": {"a": [1, "nan", 3], "b": [2, 1, 0], "c": [0, 0, 1]},
    "inf": {"a": [1, 2, 3], "b": [2, 1, 0], "c": [0, "-inf", 1]},
    "alone": {"a": [1, 2, 3]},
    "short": {"a": [1], "b": [2], "c": [0]},
    "brief": {"a": [1], "b": [3], "c": [4]},
}
TEXTS = {
    "ref.txt": "the cat sat\non a mat\nand slept\n",
    "a.txt": "the cat sat\non the mat\nand slept\n",
    "b.txt": "cat sat\nmat\nhe slept\n",
    "c.txt": "x\ny\nz\n",
    "cut.txt": "the cat\n",
    "line.txt": "the cat sat\n",
    "line2.txt": "a cat sat\n",
    "line3.txt": "a dog sat\n",
    "twice.csv": "a,a,b\n1,2,3\n4,5,6\n",
    "again.tsv": "system\tsegment\tscore\na\t1\t1\na\t1\t2\nb\t1\t2\n",
    "bare.tsv": "system\tscore\n",
    "systems.sys.score": "a\t1\nb\t2\nc\t3\n",
    "ranks.csv": "segment,a,b,c\n1,1,2,-1\n2,-1,1,2\n3,1,1,2\n",
    "given.csv": "segment,a,b,c\n1,1,2,\n2,,1,2\n3,1,1,2\n",
}


def ranking(line: object, ranks: Sequence[int]) -> str:
    return f"French,English,{line},d,1,1,1,a,2,b,3,c,4,a,5,b,{','.join(map(str, ranks))}"


RANKINGS = {
    "good": [ranking(1, (1, 2, 3, -1, -1)), ranking(2, (2, 2, 1, -1, -1))],
    "blank": [ranking(1, (-1, -1, -1, -1, -1))],
    "tied": [ranking(1, (1, 1, 1, -1, -1))],
    "late": [ranking(9, (1, 2, 3, -1, -1))],
    "below": [ranking(1, (1, -2, 3, -1, -1))],
    "zero": [ranking(0, (1, 2, 3, -1, -1))],
    "word": [ranking("x", (1, 2, 3, -1, -1))],
    "broken": ["French,English,1,d"],
}


@pytest.fixture(autouse=True)
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, scores in TABLES.items():
        text = "".join(f"{system}\t{value}\n" for system, values in scores.items() for value in values)
        (tmp_path / f"{name}.seg.score").write_text(text)
    for name, text in TEXTS.items():
        (tmp_path / name).write_text(text)
    for name, lines in RANKINGS.items():
        (tmp_path / f"{name}.rankings.csv").write_text("\n".join([HEADER, *lines]) + "\n")
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        # systems of different length
        ("ref.txt -i a.txt cut.txt", ["cut.txt has 1 line and ref.txt has 3", "its own empty line"]),
        ("--scores uneven.seg.score", ["a has 3 segments and b has 2", "None where there is no score"]),
        # duplicate names
        ("ref.txt -i a.txt a.txt", ["a.txt is given twice as an output"]),
        ("--scores twice.csv", ["twice.csv, line 1: two columns are called 'a'"]),
        ("--scores again.tsv", ["again.tsv, line 3: a has two scores for segment '1'"]),
        ("--scores people.seg.score people.seg.score", ["there are scores at level seg for people already"]),
        # one system, one segment
        ("ref.txt -i a.txt", ["There is 1 system", "at least two"]),
        ("--scores alone.seg.score", ["There is 1 system", "at least two"]),
        ("line.txt -i line3.txt line2.txt", ["There is 1 segment", "at least two"]),
        ("--scores short.seg.score", ["There is 1 segment", "at least two"]),
        ("--scores systems.sys.score", ["systems.sys.score has one score per system", "of their segments"]),
        # missing cells
        ("--scores none.seg.score", ["none holds no score at all"]),
        ("--scores first.seg.score", ["a has no score under first for segment 2", "for all systems"]),
        ("--scores bare.tsv", ["bare.tsv has a header and no scores under it"]),
        # not finite
        ("--scores nan.seg.score", ["nan.seg.score, line 2: the score is nan", "None where it is missing"]),
        ("--scores inf.seg.score", ["inf.seg.score, line 8: the score is -inf", "must be finite"]),
        # names that do not match
        ("--scores people.seg.score renamed.seg.score", ["people and renamed", "B, b in one only"]),
        ("ref.txt -i a.txt c.txt --scores renamed.seg.score --names a d", ["renamed has no scores of d"]),
        ("ref.txt -i a.txt b.txt --names a", ["--names has 1 name for 2 outputs"]),
        ("--scores people.seg.score --exclude d", ["--exclude d: unknown name"]),
    ],
)
def test_compare_refuses(words: str, said: list[str]) -> None:
    refused(bolide("compare", *words.split()), *said)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        # systems of different length
        ("--human people.seg.score --scores uneven.seg.score", ["a has 3 segments and b has 2"]),
        ("--human people.seg.score --scores short.seg.score -q seg/pearson", ["people has 3 segments and short has 1"]),
        ("--human people.seg.score -r ref.txt -i a.txt b.txt cut.txt", ["cut.txt has 1 line and ref.txt has 3"]),
        # duplicate names
        ("--human people.seg.score --scores metric.seg.score metric.seg.score", ["level seg for metric already"]),
        ("--human twice.csv --scores metric.seg.score", ["twice.csv, line 1: two columns are called 'a'"]),
        # one system
        ("--human alone.seg.score --scores alone.seg.score", ["share 1 system", "at least two"]),
        ("--human people.seg.score --scores metric.seg.score --exclude a b", ["share 1 system", "at least two"]),
        # all cells missing
        ("--human none.seg.score --scores metric.seg.score", ["none holds no score at all"]),
        ("--human first.seg.score --scores rest.seg.score", ["first and rest have no cell in common"]),
        ("--human bare.tsv --scores metric.seg.score", ["bare.tsv has a header and no scores under it"]),
        # not finite
        ("--human people.seg.score --scores nan.seg.score", ["nan.seg.score, line 2: the score is nan"]),
        ("--human inf.seg.score --scores metric.seg.score", ["inf.seg.score, line 8: the score is -inf"]),
        # names that do not match
        (
            "--human people.seg.score --scores renamed.seg.score --strict",
            ["b only in people; B only in renamed"],
        ),
        ("--human people.seg.score -r ref.txt -i a.txt b.txt --strict", ["c only in people"]),
        (
            "--human people.seg.score --scores metric.seg.score --exclude refA",
            ["--exclude refA", "expected one of a, b, c"],
        ),
        ("--human people.seg.score --scores metric.seg.score --lower ter", ["--lower ter", "people", "metric"]),
        # a level that is not there
        ("--human systems.sys.score --scores metric.seg.score -q seg/pearson", ["systems has no scores of segments"]),
        # rankings
        ("--human ranks.csv --lower ranks --scores metric.seg.score", ["ranks.csv looks like ranks with −1", "None"]),
        ("--rankings blank.rankings.csv --pair fr-en --scores metric.seg.score", ["ranks no two outputs for fr-en"]),
        ("--rankings good.rankings.csv --pair de-en --scores metric.seg.score", ["no ranking for de-en; it has fr-en"]),
        ("--rankings late.rankings.csv --pair fr-en --scores metric.seg.score", ["ranks segment 9; metric ends at 3"]),
        ("--rankings below.rankings.csv --pair fr-en --scores metric.seg.score", ["line 2: the rank of b is -2"]),
        (
            "--rankings zero.rankings.csv --pair fr-en --scores metric.seg.score",
            ["line 2: srcIndex, the line in the test set, is '0'"],
        ),
        (
            "--rankings word.rankings.csv --pair fr-en --scores metric.seg.score",
            ["line 2: srcIndex, the line in the test set, is 'x'"],
        ),
        ("--rankings broken.rankings.csv --pair fr-en --scores metric.seg.score", ["line 2: the line ends before"]),
        ("--rankings good.rankings.csv --pair fr-en --scores alone.seg.score", ["alone has no scores for b, c"]),
        ("--rankings good.rankings.csv --pair fr-en --scores metric.seg.score --exclude d", ["--exclude d", "a, b, c"]),
        # options that would do nothing
        ("--human people.seg.score --scores metric.seg.score --gold mqm", ["--gold chooses from --folder", "leave it"]),
        ("--human people.seg.score --scores metric.seg.score --pair fr-en", ["--pair chooses from --rankings"]),
        ("--human people.seg.score --scores metric.seg.score -r ref.txt", ["name those with -i"]),
    ],
)
def test_correlate_refuses(words: str, said: list[str]) -> None:
    refused(bolide("correlate", *words.split()), *said)


def test_ties_everywhere_are_told_apart_by_nothing() -> None:
    data = json.loads(bolide("compare", "--scores", "flat.seg.score", "-n", "50", "-f", "json").out)["comparisons"][0]
    assert [pair["p"] for pair in data["pairs"]] == [1.0, 1.0, 1.0]
    assert {system["cluster"] for system in data["systems"]} == {1}


def test_constant_scores_correlate_with_nothing_and_it_is_said() -> None:
    everything = ("--rank", "sys/pearson", "seg/darr", "seg/acc-eq/item", "sys/soft-accuracy", "-n", "20")
    options = ("--scores", "metric.seg.score", "flat.seg.score", "--intervals", "20", *everything)
    result = bolide("correlate", "--human", "people.seg.score", *options)
    assert result.code == 0
    said = [line for line in result.out.splitlines() if "no value, the metric's scores are constant." in line]
    assert [line.split(":")[0].split(", ")[:3] for line in said] == [["flat", "sys/pearson", "sys/spearman"]]
    assert "metric, seg/darr: no value, no two human scores of a segment are 25 or more apart." in result.out
    data = json.loads(bolide("correlate", "--human", "flat.seg.score", *options, "-f", "json").out)
    values = {a["statistic"]: a["value"] for a in data["agreements"] if a["metric"] == "flat"}
    assert values["pearson"] is values["kendall-c"] is None
    assert (values["accuracy"], values["acc-eq"]) == (1.0, 1.0)  # people and metric tie each pair alike
    assert [metric["cluster"] for metric in data["rankings"][0]["metrics"]] == [None, None]


def test_one_segment_has_no_interval_and_it_is_said() -> None:
    questions = ("-q", "sys/pearson", "seg/pearson", "seg/acc-eq/item", "--intervals", "50")
    out = bolide("correlate", "--human", "short.seg.score", "--scores", "brief.seg.score", *questions).out
    assert "brief, seg/pearson: no interval, because there are too few cases to resample." in out
    assert "brief, seg/acc-eq/item: no interval" in out
    assert "brief, sys/pearson: no interval" not in out  # three systems can be drawn from


def test_outputs_that_were_not_ranked_are_left_out() -> None:
    words = ("correlate", "--pair", "fr-en", "--scores", "metric.seg.score", "-f", "json")
    tau = json.loads(bolide(*words, "--rankings", "good.rankings.csv").out)["taus"][0]
    # line 1: a > b > c, metric b = c > a; line 2: c > a and c > b, metric a > c > b: one of five right, one tie
    assert tau["pairs"] == {"2012": 5, "2013": 4, "2014": 5}
    assert tau["tau"] == {"2012": (1 - 4) / 5, "2013": (1 - 3) / 4, "2014": (1 - 3) / 5}
    more = ("--intervals", "20", "--rank", "ranking/2013", "-n", "20")
    tied = json.loads(bolide(*words, "--rankings", "tied.rankings.csv", *more).out)
    assert tied["taus"][0]["tau"] == {"2012": None, "2013": None, "2014": None}
    assert tied["rankings"][0]["metrics"][0]["reason"] == "no pair is compared"
    without = json.loads(bolide(*words, "--rankings", "good.rankings.csv", "--exclude", "a").out)["taus"][0]
    assert without["pairs"]["2012"] == 2  # b > c and c > b
    ranks = ("--human", "given.csv", "--lower", "given", "--scores", "metric.seg.score", "-q", "seg/acc-eq/item")
    used = json.loads(bolide("correlate", *ranks, "-f", "json").out)["agreements"][0]
    assert (used["value"], used["used"]) == (pytest.approx((0 + 0 + 1 / 3) / 3), 3)

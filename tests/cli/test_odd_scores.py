"""Scores that are constant, tied, few or missing: compared and correlated as defined, and what has no value is said."""

import json
from pathlib import Path

import pytest

from tests.cli.run import bolide, data_of
from tests.cli.situations import ranking, scores
from tests.docs.example_files import HEADER

pytestmark = pytest.mark.one_core

FILES = {
    "people.seg.score": scores(a=[1, 2, 3], b=[2, 1, 0], c=[0, 0, 1]),
    "metric.seg.score": scores(a=[0.1, 0.5, 0.3], b=[0.2, 0.1, 0.7], c=[0.2, 0.3, 0.4]),
    "flat.seg.score": scores(a=[1, 1, 1], b=[1, 1, 1], c=[1, 1, 1]),
    "even.seg.score": scores(a=[2, 2, 2], b=[2, 2, 2], c=[2, 2, 2]),
    "given.csv": "segment,a,b,c\n1,1,2,\n2,,1,2\n3,1,1,2\n",
    "good.rankings.csv": f"{HEADER}\n{ranking(1, 1, 2, 3, -1, -1)}{ranking(2, 2, 2, 1, -1, -1)}",
    "tied.rankings.csv": f"{HEADER}\n{ranking(1, 1, 1, 1, -1, -1)}",
}


@pytest.fixture(autouse=True)
def _files(here: Path) -> None:
    for name, text in FILES.items():
        Path(name).write_text(text)


def test_ties_everywhere_are_told_apart_by_nothing() -> None:
    data = data_of("compare", "--scores", "flat.seg.score", "-n", "50")["comparisons"][0]
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
    data = data_of("correlate", "--human", "even.seg.score", *options)
    values = {a["statistic"]: a["value"] for a in data["agreements"] if a["metric"] == "flat"}
    assert values["pearson"] is values["kendall-c"] is None
    assert (values["accuracy"], values["acc-eq"]) == (1.0, 1.0)  # people and metric tie each pair alike
    assert [metric["cluster"] for metric in data["rankings"][0]["metrics"]] == [None, None]


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
    used = data_of("correlate", *ranks)["agreements"][0]
    assert (used["value"], used["used"]) == (pytest.approx((0 + 0 + 1 / 3) / 3), 3)

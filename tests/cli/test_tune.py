"""`bolide tune` on the command line."""

import json
from pathlib import Path

import pytest

from tests.cli.run import bolide, data_of
from tests.docs.test_docs import made, texts

pytestmark = pytest.mark.one_core

__all__ = ["made", "texts"]
TEXTS = ("-r", "ref.txt", "-i", "a.txt", "b.txt", "c.txt", "--folds", "2")


@pytest.mark.usefixtures("texts")
def test_json_and_picture() -> None:
    result = bolide(
        "tune", "-m", "rgbf", "--units", "wc", "--human", "mqm.seg.score", *TEXTS, "-n", "80", "-q", "seg/pearson",
        "--plot", "search.svg", "-f", "json",
    )  # fmt: skip
    found = json.loads(result.out)
    assert (found["objective"], found["settings"], len(found["held_out"]["folds"])) == ("seg/pearson", 80, 2)
    assert found["best"]["signature"].startswith("rgbF|units:word,char|")
    assert Path("search.svg").read_text().startswith("<svg")
    again = bolide("score", "ref.txt", "-i", "a.txt", "-m", found["best"]["signature"])
    assert again.code == 0


@pytest.mark.usefixtures("texts")
def test_rankings_of_systems_by_their_shares_of_wins() -> None:
    """The start's value is Spearman's ρ of system scores and shares of wins, ties left out, as `correlate` has it."""
    people = ("--rankings", "rankings.csv", "--pair", "fr-en", *TEXTS[:-2])
    options = ("-q", "sys/spearman", "-n", "20", "--folds", "2")
    found = data_of("tune", "-m", "meteor", *people, *options)
    (asked,) = data_of("correlate", "-m", "meteor", *people)["taus"]
    assert found["objective"] == "sys/spearman"
    assert found["start"]["value"] == pytest.approx(asked["system_spearman"]["left-out"])

"""TER and the error rates on the command line: less is better, what is refused, explanations in every format."""

from pathlib import Path
from xml.etree import ElementTree

import pytest

from bolide import TER, demo
from tests.cli.run import bolide, data_of

pytestmark = pytest.mark.one_core

RATES = ["ter", "wer", "cer", "per", "cder"]
PAIR = ("the cat on the mat sat", "the cat sat on a mat")


@pytest.fixture
def files(tmp_path: Path) -> dict[str, Path]:
    texts = {"ref": demo.HUMAN_A, "good": demo.SYSTEMS["careful"], "bad": demo.SYSTEMS["hasty"]}
    for name, lines in texts.items():
        (tmp_path / name).write_text("\n".join(lines) + "\n")
    return {name: tmp_path / name for name in texts}


def test_the_lowest_score_is_bold_and_said_to_be_the_best(files: dict[str, Path]) -> None:
    result = bolide("score", files["ref"], "-i", files["bad"], files["good"], "-m", "bleu", *RATES, "-f", "markdown")
    assert result.code == 0
    bad, good = (line.split(" | ") for line in result.out.splitlines()[2:4])
    assert all("**" in cell for cell in good[1:])
    assert not any("**" in cell for cell in bad[1:])
    assert "TER, WER, CER, PER, CDER: lower is better." in result.out
    assert "lower is better" not in bolide("score", files["ref"], "-i", files["bad"]).out


def test_compare_puts_the_lowest_first(files: dict[str, Path]) -> None:
    words = ("compare", files["ref"], "-i", files["bad"], files["good"], "-m", "ter", "-n", "20")
    result = bolide(*words)
    assert "TER: lower is better; a difference above 0 still favours the first system." in result.out
    comparison = data_of(*words)
    found = comparison["comparisons"][0]
    assert [system["system"] for system in found["systems"]] == ["good", "bad"]
    assert found["pairs"][0]["difference"] > 0


def test_corpora_name_the_segments_that_raise_the_rate(files: dict[str, Path]) -> None:
    words = "explain", files["bad"], files["ref"], "--corpus", "-m", "ter"
    assert "Segments that hurt the score most" in bolide(*words).out
    found = data_of(*words)
    influences = [segment["influence"] for segment in found["corpora"][0]["segments"]]
    assert influences == sorted(influences, reverse=True)
    assert influences[0] > 0


@pytest.mark.parametrize("metric", RATES)
def test_explanations_in_every_format(metric: str, tmp_path: Path) -> None:
    target = tmp_path / "edits.svg"
    assert "Edits" in bolide("explain", *PAIR, "-m", metric, "--svg", target).out
    ElementTree.parse(target)
    assert "\n    candidate " in bolide("explain", *PAIR, "-m", metric, "-f", "markdown").out
    data = data_of("explain", *PAIR, "-m", metric)["explanations"][0]
    tags = [mark["details"]["tag"] for mark in data["marks"] if "tag" in mark["details"]]
    assert set(tags) <= {"OK", "BAD", "missing"}
    edits = sum(mark["adds"].get("edits", 0) for mark in data["marks"])
    assert edits == data["parts"]["edits"]


def test_tags_follow_the_shifted_sentence() -> None:
    data = data_of("explain", *PAIR, "-m", "ter")["explanations"][0]
    tagged = [(mark["text"], mark["details"]["tag"]) for mark in data["marks"] if "tag" in mark["details"]]
    assert tagged == [("the", "OK"), ("cat", "OK"), ("sat", "OK"), ("on", "OK"), ("the – a", "BAD"), ("mat", "OK")]


def test_case_is_ignored_by_ter_anyway() -> None:
    lower = bolide("explain", *PAIR, "-m", "ter", "-lc")
    assert lower == bolide("explain", *PAIR, "-m", "ter")
    assert bolide("explain", *PAIR, "-m", "ter", "-lc", "--ter.case-sensitive").code == 2


def test_ter_has_nothing_to_tune() -> None:
    assert TER().tuning.parameters == ()

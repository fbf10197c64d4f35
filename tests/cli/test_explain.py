"""`bolide explain`, `demo`, `list`, `--help`, `--version`."""

import json
import re
from pathlib import Path

import pytest

import bolide
from bolide import BLEU
from bolide.cli.main import COMMANDS, UNCOMPILED
from bolide.evaluation.influence import costliest, influence
from bolide.kernels import COMPILED
from bolide.metrics import METRICS
from bolide.text.tokenize import TOKENIZERS
from tests.cli.run import bolide as run
from tests.cli.run import data_of, refused


def test_long_texts_are_not_scored_by_other_definitions() -> None:
    assert "definitions" not in run("explain", "a " * 2001, "a", "-m", "meteor", "--meteor.variant", "runs").out


def test_json_and_markdown() -> None:
    data = data_of("explain", "a b", "a c", "a b c")
    assert data["compiled"] is COMPILED
    explanation = data["explanations"][0]
    assert explanation["steps"][-1]["value"] == explanation["value"]
    assert explanation["hyp"] == ["a", "b"]
    assert "# BLEU" in run("explain", "a b", "a c", "-f", "markdown").out


@pytest.mark.parametrize(("arguments", "said", "shown"), [
    (("Café", "Cafe\u0301"), "different Unicode normal forms", "BLEU 0.0000"),
    (("Café", "Cafe\u0301", "--nfc"), "", "identical\n"),
    (("a b.", "a b"), "", "BLEU 0."),
    (("co\u00adop", "coop", "-m", "chrf"), "characters differ: the candidate has soft hyphen.", "chrF2 0."),
    (("a b", "a b", "-m", "meteor", "--meteor.variant", "nltk"), "", "identical, and yet METEOR is 93.75. Even"),
    (("a", "a", "--bleu.preset", "paper"), "", "identical, and yet BLEU is 0.00. Geometric mean: The candidate is too"),
])  # fmt: skip
def test_what_cannot_be_seen_is_said(arguments: tuple[str, ...], said: str, shown: str) -> None:
    """Texts that look the same and differ, and texts that are the same and do not have the best score."""
    result = run("explain", *arguments)
    assert said in result.err if said else result.err == ""
    assert shown in result.out


def test_a_line_of_files_and_a_whole_corpus(tmp_path: Path) -> None:
    hyp, ref = tmp_path / "hyp", tmp_path / "ref"
    hyp.write_text("a b c d\nx y\nthe cat sat here\n")
    ref.write_text("a b c d\nq r\nthe cat sat there\n")
    assert "the cat sat there" in run("explain", hyp, ref, "--line", "3").out
    assert "no line 4" in run("explain", hyp, ref, "--line", "4").err
    metric = BLEU()
    changes = influence(metric, metric.measure(*(path.read_text().splitlines() for path in (hyp, ref))))
    lines = run("explain", hyp, ref, "--corpus").out.split("candidate\n")[1].splitlines()[1:4]
    assert [int(line.split()[0]) - 1 for line in lines] == costliest(changes, 3)
    for name, hurts in (("bleu", "negative"), ("ter", "positive")):
        assert f"{hurts} numbers hurt." in run("explain", hyp, ref, "--corpus", "-m", name).out
    corpus = data_of("explain", hyp, ref, "--corpus")["corpora"][0]
    assert [segment["influence"] for segment in corpus["segments"]] == sorted(changes)


MARKED = """system\tseg_id\trater\ttarget\tcategory\tseverity
sys\t1\tr1\tthe <v>cat</v> sat here\tAccuracy/Mistranslation\tMajor
sys\t1\tr2\tthe <v>cat sat</v> here\tFluency\tMinor
sys\t1\tr2\tthe cat sat here\tAccuracy/Omission\tMinor
sys\t2\tr1\tx y\tNo-error\tno-error
"""


def test_errors_that_people_marked(tmp_path: Path) -> None:
    """In the text with their numbers, as data and in the picture; crossing ones close by their numbers."""
    hyp, ref, marked = tmp_path / "sys.txt", tmp_path / "ref", tmp_path / "mqm.tsv"
    hyp.write_text("the cat sat here\nx y\n")
    ref.write_text("the dog sat there\nx z\n")
    marked.write_text(MARKED)
    explained = ("explain", hyp, ref, "--human", marked, "--line")
    out = run(*explained, "1", "--svg", tmp_path / "out.svg").out
    assert "the [1:[2:cat]1 sat] here\n" in out
    assert "[1] Major Accuracy/Mistranslation · r1\n[2] Minor Fluency · r2\n" in out
    assert "[3] Minor Accuracy/Omission (no place in the text) · r2" in out
    assert (tmp_path / "out.svg").read_text().count("Accuracy/Mistranslation") == 2  # the line, and the description
    people = data_of(*explained, "1")["people"]
    assert people["text"] == "the cat sat here"
    assert [(e["start"], e["end"], e["severity"]) for e in people["errors"]] == [
        (4, 7, "Major"), (4, 11, "Minor"), (None, None, "Minor")
    ]  # fmt: skip
    assert '<bdi class="bad">cat</bdi>' in run(*explained, "1", "-f", "html").out
    assert "Nobody marked an error in this segment." in run(*explained, "2").out


def test_marks_that_are_not_there(tmp_path: Path) -> None:
    other, ref, marked, scores = (tmp_path / name for name in ("other.txt", "ref", "mqm.tsv", "da.csv"))
    other.write_text("the cat\n")
    ref.write_text("the cat\n")
    marked.write_text(MARKED)
    scores.write_text("segment,other\n0,80\n")
    refused(run("explain", other, ref, "--line", "1", "--human", marked), "outputs of sys, but not of other")
    refused(run("explain", other, ref, "--line", "1", "--human", scores), "has human scores but no marked errors")
    assert run("explain", "a", "b", "--human", marked).code == 2


def test_demo_shows_systems_scores_and_steps() -> None:
    out = run("demo").out
    for words in ("careful", "hasty", "0 of 8 4-grams are credited; smoothed", "Brevity penalty", "bolide explain"):
        assert words in out
    assert len(out.splitlines()) <= 30  # one screen


def test_list_names_everything() -> None:
    out = run("list").out
    for name in (*METRICS, *TOKENIZERS):
        assert f"\n{name} " in out
    listed = data_of("list")
    for part in ("metrics", "tokenizers", "units"):
        assert all(re.fullmatch(r"\S.*[^ ]\.", text) for text in listed[part].values()), "whole sentences"


def test_version_and_help() -> None:
    core = "compiled core" if COMPILED else UNCOMPILED
    assert run("--version").out == f"bolide {bolide.__version__} ({core})\n"
    out = run("--help").out
    named = [*re.findall(r"^  (\S+) ", out, re.M), *re.findall(r"^also: (.*?);", out, re.M)[0].split(", ")]
    assert sorted(named) == sorted(COMMANDS)
    assert run().out == out


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_with_examples(command: str) -> None:
    result = run(command, "--help")
    assert result.code == 0
    assert f"  bolide {command}" in result.out


@pytest.mark.parametrize(("flags", "wanted"), [
    (["chrf"], "chrF2"),
    (["chrF++"], "chrF2++"),
    (["chrf3"], "chrF3"),
    (["chrf++", "--chrf.beta", "1"], "chrF1++"),
    (["chrf2++|nw:2|case:lc"], "chrF2++"),
])  # fmt: skip
def test_names_and_flags(flags: list[str], wanted: str) -> None:
    result = run("explain", "a cat", "the cat", "-f", "json", "-m", *flags)
    assert result.code == 0, result.err
    assert json.loads(result.out)["explanations"][0]["name"] == wanted


def test_rgbf_takes_its_units_from_the_line() -> None:
    result = run(
        "explain", "a cat ++ DT NN", "the cat ++ DT NN", "-m", "rgbf", "--rgbf.units", "word,pos", "-f", "json"
    )
    assert result.code == 0, result.err
    assert json.loads(result.out)["explanations"][0]["value"] == pytest.approx((0.5 + 1 + 1) / 8)
    wrong = run("explain", "a cat ++ DT NN", "the cat", "-m", "rgbf")
    assert wrong.code == 2
    assert "2 units" in wrong.err

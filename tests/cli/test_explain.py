"""`bolide explain`, `demo`, `list`, `selftest`, `--help`, `--version`."""

import json
import re
from pathlib import Path
from unittest.mock import patch

import pytest

import bolide
from bolide import BLEU
from bolide.cli import COMMANDS, UNCOMPILED
from bolide.influence import costliest, influence
from bolide.kernels import COMPILED
from bolide.metrics import METRICS
from bolide.metrics.examples import ALL_EXAMPLES
from bolide.text.tokenize import TOKENIZERS
from tests.cli.run import bolide as run


def test_typed_text() -> None:
    out = run("explain", "the cat is on mat", "the cat is on the mat", "--bleu.preset", "paper").out
    assert "BLEU 0.5789 = 57.89" in out
    assert "in no reference: “on mat”" in out
    assert "both ways of computing agree" in out
    assert "very good" in out


def test_effective_order_is_switched_on_and_shown() -> None:
    assert "eff:yes" in run("explain", "hello world", "hello world").out
    assert "eff:no" in run("explain", "hello world", "hello world", "--no-bleu.effective-order").out


def test_json_and_markdown() -> None:
    data = json.loads(run("explain", "a b", "a c", "a b c", "-f", "json").out)
    assert data["compiled"] is COMPILED
    explanation = data["explanations"][0]
    assert explanation["steps"][-1]["value"] == explanation["value"]
    assert explanation["hyp"] == ["a", "b"]
    assert "# BLEU" in run("explain", "a b", "a c", "-f", "markdown").out


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
    corpus = json.loads(run("explain", hyp, ref, "--corpus", "-f", "json").out)["corpora"][0]
    assert [segment["influence"] for segment in corpus["segments"]] == sorted(changes)


def test_demo_shows_systems_scores_and_steps() -> None:
    out = run("demo").out
    for words in ("careful", "hasty", "Step by step", "Segments that cost most", "Cross-check: both ways"):
        assert words in out


def test_list_names_everything() -> None:
    out = run("list").out
    for name in (*METRICS, *TOKENIZERS):
        assert f"\n{name} " in out
    listed = json.loads(run("list", "-f", "json").out)
    for part in ("metrics", "tokenizers", "units"):
        assert all(re.fullmatch(r"\S.*[^ ]\.", text) for text in listed[part].values()), "whole sentences"


def test_selftest_counts_and_fails_on_a_difference() -> None:
    result = run("selftest")
    assert result.code == 0
    size = len(ALL_EXAMPLES)
    assert f"{size} of {size} examples equal" in result.out
    assert "0.422512" in result.out
    assert ("compiled" if COMPILED else "interpreted") in result.out
    with patch("bolide.metrics.examples.Example.holds", return_value=False):
        assert run("selftest").code == 1


def test_version_and_help() -> None:
    core = "compiled core" if COMPILED else UNCOMPILED
    assert run("--version").out == f"bolide {bolide.__version__} ({core})\n"
    out = run("--help").out
    for command in COMMANDS:
        assert f"\n  {command} " in out
    assert run().out == out


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_with_examples(command: str) -> None:
    result = run(command, "--help")
    assert result.code == 0
    assert f"  bolide {command}" in result.out

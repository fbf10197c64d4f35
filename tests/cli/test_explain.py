"""`bolide explain` and its titles and advice on the page; `demo`, `list`, `--help` and `--version`.

What it prints is in printed.toml and answers.toml.
"""

import re
from pathlib import Path
from typing import Any

import pytest

import bolide
from bolide import BLEU, METEOR, RGBF, Metric
from bolide.cli.main import COMMANDS, UNCOMPILED
from bolide.evaluation.influence import costliest, influence
from bolide.kernels import COMPILED
from bolide.metrics import METRICS
from bolide.text.tokenize import TOKENIZERS
from tests.cli.run import bolide as run, data_of
from tests.web.calls import call


def test_long_texts_are_not_scored_by_other_definitions() -> None:
    assert "definitions" not in run("explain", "a " * 2001, "a", "-m", "meteor", "--meteor.variant", "runs").out


def test_a_corpus_by_its_costliest_segments(tmp_path: Path) -> None:
    hyp, ref = tmp_path / "hyp", tmp_path / "ref"
    hyp.write_text("a b c d\nx y\nthe cat sat here\n")
    ref.write_text("a b c d\nq r\nthe cat sat there\n")
    metric = BLEU()
    changes = influence(metric, metric.measure(*(path.read_text().splitlines() for path in (hyp, ref))))
    lines = run("explain", hyp, ref, "--corpus").out.split("candidate\n")[1].splitlines()[1:4]
    assert [int(line.split()[0]) - 1 for line in lines] == costliest(changes, 3)
    corpus = data_of("explain", hyp, ref, "--corpus")["corpora"][0]
    assert [segment["influence"] for segment in corpus["segments"]] == sorted(changes)


@pytest.mark.parametrize("metric", ["bleu", "chrf++", "ter", "meteor", "rgbf", "cer"])
def test_a_corpus_score_is_derived_step_by_step(metric: str, examples: Path) -> None:
    words = "explain", "b.txt", "ref.txt", "--corpus", "-m", metric
    [corpus] = data_of(*words)["corpora"]
    assert corpus["steps"][-1]["value"] == corpus["value"]
    shown = run(*words).out
    assert all(step["label"] in shown for step in corpus["steps"])
    if metric == "bleu":
        precision = corpus["steps"][0]
        assert precision["value"] == precision["numbers"]["match_1"] / precision["numbers"]["total_1"]
    if metric != "cer":
        assert run("explain", "the cat sat", "the cat sat down", "-m", metric).out.count("Cross-check") == 1


@pytest.mark.parametrize(("metric", "title"), [
    (METEOR(), "METEOR (1.5, en)"),
    (METEOR(language="cz"), "METEOR (1.5, cs)"),
    (METEOR(language="other", task="universal"), "METEOR (1.5)"),
    (METEOR(variant="nltk"), "METEOR (nltk, en)"),
    (METEOR(variant="nltk", stages=("exact",)), "METEOR (nltk)"),
    (METEOR(variant="runs"), "METEOR (runs)"),
    (BLEU(), "BLEU"),
    (RGBF(), "rgbF"),
])  # fmt: skip
def test_a_headline_names_definition_and_language(metric: Metric, title: str) -> None:
    explanation = metric.explain("a b c", "a b d")
    assert (explanation.title, explanation.score.name) == (title, metric.name)


def test_the_page_has_the_same_titles_and_advice() -> None:
    opening = {"variant": "nltk", "stages": "exact,stem"}  # what the page begins with
    page = call("explain", metric="meteor", options=opening, hyp="a cat", refs=["the cat"])["result"]
    assert (page["title"], page["name"]) == ("METEOR (nltk, en)", "METEOR")
    text = "Das ist eine sehr schwierige Frage, auf die es keine einfache Antwort gibt, wenn man sie nicht kennt."
    advice = "This looks like German, and METEOR takes it for English; choose other settings."
    assert call("explain", metric="meteor", options={}, hyp=text, refs=[f"{text} noch"])["result"]["advice"] == [advice]
    metrics: list[dict[str, Any]] = [{"metric": name, "options": {}} for name in ("bleu", "meteor")]
    texts: dict[str, Any] = {"systems": [{"name": "a", "hyps": [text]}], "refs": [[f"{text} noch"]]}
    assert call("corpus", metrics=metrics, **texts)["result"]["notes"] == [advice]
    assert "notes" not in call("corpus", metrics=metrics[:1], **texts)["result"]
    copy = call("corpus", metrics=metrics[:1], refs=[["a"]], systems=[{"name": "copy", "hyps": ["a"]}])["result"]
    assert copy["notes"] == ["copy: every output is identical to a reference; are these the right files?"]


def test_demo_fits_a_screen_and_names_commands() -> None:
    out = run("demo").out
    assert len(out.splitlines()) <= 30
    named = [line for line in out.splitlines() if re.search(" --[a-z]", line)]
    assert named
    assert all("bolide " in line for line in named)


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

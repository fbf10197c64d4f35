"""`bolide explain`, `demo`, `list`, `--help` and `--version`.

What it prints is in printed.toml and answers.toml.
"""

from pathlib import Path

import pytest

from bolide import BLEU, demo
from bolide.evaluation.explaining import costliest, influence
from tests.cli.run import bolide as run, data_of


def test_a_corpus_by_its_costliest_segments(examples: Path) -> None:
    metric, words = BLEU(), ("explain", "b.txt", "ref.txt", "--corpus")
    changes = influence(metric, metric.measure(demo.lines("b.txt"), demo.lines("ref.txt")))
    lines = run(*words).out.split("candidate\n")[1].splitlines()[1:4]
    assert [int(line.split()[0]) - 1 for line in lines] == costliest(changes, 3)
    assert [segment["influence"] for segment in data_of(*words)["corpora"][0]["segments"]] == sorted(changes)


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

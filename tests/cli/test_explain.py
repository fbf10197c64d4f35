"""`bolide explain --corpus`: a score step by step.

What it prints is in printed.toml and answers.toml.
"""

from pathlib import Path

import pytest

from tests.cli.run import bolide as run, data_of


@pytest.mark.parametrize("metric", ["bleu", "chrf++", "ter", "meteor", "rgbf", "cer"])
def test_a_corpus_score_is_derived_step_by_step(metric: str, examples: Path) -> None:
    words = "explain", "b.txt", "ref.txt", "--corpus", "-m", metric
    [corpus] = data_of(*words)["corpora"]
    assert corpus["steps"][-1]["value"] == corpus["score"]["value"]
    shown = run(*words).out
    assert all(step["label"] in shown for step in corpus["steps"])
    if metric == "bleu":
        precision = corpus["steps"][0]
        assert precision["value"] == precision["numbers"]["match_1"] / precision["numbers"]["total_1"]
    if metric != "cer":
        assert run("explain", "the cat sat", "the cat sat down", "-m", metric).out.count("Cross-check") == 1

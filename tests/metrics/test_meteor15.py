"""METEOR's variant 1.5: options and their limits, several references, rows that add, explanations."""

import gzip
from pathlib import Path

import pytest

from bolide import METEOR, parse
from bolide.forms import form_of


def test_the_tools_surprises_and_the_ways_around_them() -> None:
    assert METEOR().sentence("undervalue", "administration").value > 0  # one offset in two parts of speech
    assert METEOR(synsets="pos").sentence("undervalue", "administration").value == 0
    french = ("le chat dort", "le chat mange")
    metrics = [METEOR(language="fr", modules=("exact",), function_words=words) for words in (None, "language")]
    tool, intended = (metric.sentence(*french) for metric in metrics)
    assert tool.parts["hyp_function"] == 0
    assert intended.parts["hyp_function"] == 1
    assert "func:language" in str(intended.signature)


def test_a_small_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BOLIDE_CACHE", str(tmp_path / "cache"))
    (tmp_path / "table.gz").write_bytes(gzip.compress(b"0.5\nin spite of\ndespite\n0.1\nrain\nthe showers\n", mtime=0))
    metric = METEOR(paraphrase=str(tmp_path / "table.gz"))
    assert form_of(metric).warning is None
    for _ in range(2):  # new, and already known
        steps: list[int] = []
        metric.counts.prepare(["we left"] * 7, progress=steps.append)
        assert sum(steps) == 7
    assert len(list((tmp_path / "cache").iterdir())) == 1
    score = metric.sentence("we left in spite of rain", "we left despite rain")
    counts = score.parts["by_module"]["paraphrase"]
    assert counts["hyp_content"] + counts["hyp_function"] == 3
    assert score.parts["ref_matched"] == 4
    explanation = metric.explain("we left in spite of rain", "we left despite rain")
    assert "in spite of – despite" in [mark.text for mark in explanation.marks]
    assert (
        explanation.row(metric.counts.columns)
        == metric.measure(["we left in spite of rain"], ["we left despite rain"])[0]
    )
    again = parse(str(score.signature))
    assert again == metric
    assert again.sentence("in spite of it", "despite it").value == metric.sentence("in spite of it", "despite it").value

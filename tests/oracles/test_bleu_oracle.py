"""Frozen numbers of sacreBLEU and NLTK, so that parity is checked where neither is installed."""

import json
from pathlib import Path

import pytest

from bolide import BLEU, demo

ORACLE = json.loads(Path(__file__).with_name("bleu.json").read_text())
REFS = list(zip(demo.HUMAN_A, demo.HUMAN_B, strict=True))


@pytest.mark.parametrize(("system", "tokenize", "smooth", "corpus", "segments"), ORACLE["sacrebleu"])
def test_sacrebleu(system: str, tokenize: str, smooth: str, corpus: float, segments: list[float]) -> None:
    hyps = demo.SYSTEMS[system]
    assert BLEU(tokenize=tokenize, smooth_method=smooth).corpus(hyps, REFS).percent == pytest.approx(corpus, abs=1e-9)
    values = BLEU(tokenize=tokenize, smooth_method=smooth, effective_order=True).segments(hyps, REFS).values
    assert [100 * value for value in values] == pytest.approx(segments, abs=1e-9)


@pytest.mark.parametrize(("system", "method", "wanted"), ORACLE["nltk"])
def test_nltk(system: str, method: str, wanted: list[float | None]) -> None:
    values = BLEU(tokenize="none", smooth_method=method).segments(demo.SYSTEMS[system], REFS).values
    for value, theirs in zip(values, wanted, strict=True):
        if theirs is not None:  # method 6 refuses a sentence without a matching trigram
            assert value == pytest.approx(0 if 0 < theirs < 1e-50 else theirs, abs=1e-12)

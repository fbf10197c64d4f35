"""NLTK accelerated gives what NLTK gives; its usual calls are counted by Bolide."""

from typing import Any

import pytest

import bolide

pytest.importorskip("nltk")
from nltk.translate import bleu_score, chrf_score
from nltk.translate.bleu_score import SmoothingFunction, corpus_bleu, sentence_bleu
from nltk.translate.chrf_score import corpus_chrf, sentence_chrf

HYP = ["the", "cats", "sat", "on", "the", "large", "mat"]
REFS = [["the", "cat", "sits", "on", "the", "big", "mat"], ["a", "cat", "sat", "on", "a", "big", "mat"]]
SECOND = SmoothingFunction().method2


def scores() -> list[Any]:
    return [
        corpus_bleu([REFS] * 3, [HYP, HYP[:2], HYP], (0.5, 0.5)),
        sentence_bleu(REFS, HYP, [(0.5, 0.5), (0.2,) * 5], SECOND),
        corpus_chrf(REFS, [HYP, HYP[::-1]]),
        sentence_chrf(" ".join(REFS[0]), " ".join(HYP), 2, 4, ignore_whitespace=False),
    ]


def test_usual_calls_are_counted_by_bolide_under_names_imported_before(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = scores()
    monkeypatch.setattr(bleu_score, "ngrams", None)
    monkeypatch.setattr(chrf_score, "ngrams", None)
    with pytest.raises(TypeError):
        scores()
    with bolide.accelerate("nltk"):
        assert scores() == plain

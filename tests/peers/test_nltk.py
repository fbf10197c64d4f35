"""NLTK accelerated gives what NLTK gives; its usual calls are counted by Bolide."""

from typing import Any

import pytest

import bolide

pytest.importorskip("nltk")
from nltk.stem import PorterStemmer
from nltk.translate import bleu_score, chrf_score
from nltk.translate.bleu_score import SmoothingFunction, corpus_bleu, sentence_bleu
from nltk.translate.chrf_score import corpus_chrf, sentence_chrf
from nltk.translate.meteor_score import single_meteor_score

from tests.real.nltk_meteor import english_wordnet

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


def test_a_step_of_somebody_else_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    with bolide.accelerate("nltk"):
        monkeypatch.setattr(bleu_score, "closest_ref_length", lambda references, hyp_len: 20)
        assert corpus_bleu([REFS], [HYP], (1,)) < 0.2
    with bolide.accelerate("nltk"):
        assert corpus_bleu([REFS], [HYP], (1,)) < 0.2
        monkeypatch.setattr(chrf_score, "_preprocess", lambda sent, ignore_whitespace: "same")
        assert corpus_chrf(["a"], ["b"], max_len=2) == 1


def test_another_stemmer_is_taken() -> None:
    english_wordnet()
    words = ["bzoy"], ["bzoi"], str.lower, PorterStemmer("ORIGINAL_ALGORITHM")
    with bolide.accelerate("nltk"):
        assert single_meteor_score(*words) == 0.5
        assert single_meteor_score(*words[:3]) == 0

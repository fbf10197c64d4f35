"""jiwer accelerated gives what jiwer gives; the rates of two texts are counted by Bolide."""

import pytest

import bolide

pytest.importorskip("jiwer")
import jiwer
import rapidfuzz
from jiwer import cer, mer, wer, wil, wip

TEXTS = "the cat sat on the mat", " the cats sat  on mat "


def test_usual_calls_are_counted_by_bolide_under_names_imported_before(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = [rate(*TEXTS) for rate in (wer, mer, wil, wip, cer)]
    monkeypatch.setattr(rapidfuzz.distance, "Levenshtein", None)
    with pytest.raises(AttributeError):
        wer(*TEXTS)
    with bolide.accelerate("jiwer"):
        assert [rate(*TEXTS) for rate in (wer, mer, wil, wip, cer)] == plain


def test_transforms_changed_before_are_jiwers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jiwer.wer_default, "transforms", [jiwer.ToUpperCase(), *jiwer.wer_default.transforms])
    with bolide.accelerate("jiwer"):
        assert wer("A B", "a b") == 0

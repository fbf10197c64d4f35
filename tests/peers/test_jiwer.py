"""jiwer accelerated gives what jiwer gives; the rates of two texts are counted by Bolide."""

import pytest

import bolide

pytest.importorskip("jiwer")
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

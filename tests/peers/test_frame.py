"""`bolide.accelerate`: what it replaces and takes back, in any order, and what it says."""

import warnings
from typing import Any

import pytest

import bolide
from bolide.peers import PEERS

sacrebleu = pytest.importorskip("sacrebleu")
from sacrebleu.metrics import base  # noqa: E402

from tests.peers.random_calls import differences  # noqa: E402
from tests.real.nltk_meteor import english_wordnet  # noqa: E402


def state() -> dict[str, Any]:
    return {**vars(base.Metric), "__version__": base.__version__}


def test_nested_and_in_any_order() -> None:
    plain = state()
    with bolide.accelerate("sacrebleu"):
        first, second = bolide.accelerate("sacrebleu"), bolide.accelerate("sacrebleu")
        fast = state()
        first.undo()
        first.undo()
        assert state() == fast != plain
    assert state() == fast
    second.undo()
    assert state() == plain


def test_a_later_patch_stays_and_goes_on_working() -> None:
    calls = []
    plain = sacrebleu.sentence_chrf("a cat", ["the cat"]).score
    handle = bolide.accelerate("sacrebleu")
    ours = base.Metric.sentence_score

    def theirs(self: Any, *arguments: Any) -> Any:
        calls.append(arguments)
        return ours(self, *arguments)

    base.Metric.sentence_score = theirs
    try:
        handle.undo()
        with bolide.accelerate("sacrebleu"):
            assert sacrebleu.sentence_chrf("a cat", ["the cat"]).score == plain
        assert calls == [("a cat", ["the cat"])]
        assert base.Metric.sentence_score is theirs
    finally:
        base.Metric.sentence_score = ours.__wrapped__  # type: ignore[attr-defined]


def test_an_unknown_version_runs_its_own_code_and_warns_once(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = state()
    monkeypatch.setattr(sacrebleu, "__version__", "3.0.0")
    with pytest.warns(UserWarning, match="not 3.0.0"):
        handle = bolide.accelerate("sacrebleu")
    assert state() == plain
    assert "nothing is replaced" in repr(handle)
    handle.undo()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        bolide.accelerate("sacrebleu").undo()


@pytest.mark.parametrize("peer", PEERS)
def test_random_calls_lead_to_the_same(peer: str) -> None:
    pytest.importorskip(peer)
    if peer == "nltk":
        english_wordnet()
    assert list(differences(peer, range(250))) == []

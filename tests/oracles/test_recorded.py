"""Recorded answers of peers: a wrong number fails and says where, without the peer; what is not recorded is asked."""

from pathlib import Path

import pytest

from tests.oracles import recorded
from tests.oracles.recorded import agrees, main

pytestmark = pytest.mark.one_core
ROWS = [[5, 3, 7], [2, 2, 2]]


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is recorded but what NLTK 1 said of one text: rows of integers, and nearly [0.5, None]."""
    monkeypatch.setattr(recorded, "RECORDED", tmp_path)
    monkeypatch.setattr(recorded, "ASKED", str(tmp_path))
    agrees("NLTK 1", ["text"], ROWS, lambda: ROWS)
    agrees("NLTK 1", ["text"], [0.5, None], lambda: [0.5, None], digits=3)
    main(tmp_path)
    monkeypatch.setattr(recorded, "ASKED", None)
    recorded._lines.cache_clear()
    yield
    recorded._lines.cache_clear()


def nobody() -> object:
    raise AssertionError("the peer was asked")


def test_equal_numbers_need_no_peer() -> None:
    agrees("NLTK 1", ["text"], ROWS, nobody)
    agrees("NLTK 1", ["text"], [0.5 + 1e-9, None], nobody, digits=3)


def test_a_wrong_number_needs_no_peer_and_is_said_with_its_segment_and_the_difference() -> None:
    with pytest.raises(AssertionError, match=r"NLTK 1: 1 segments differ: segment 2 has \[2, 2, 3\].*\[0, 0, 1\]"):
        agrees("NLTK 1", ["text"], [[5, 3, 7], [2, 2, 3]], nobody)
    for ours in ([0.502, None], [None, 0.5], [0.5, 0.5], [0.5]):
        with pytest.raises(AssertionError, match="NLTK 1"):
            agrees("NLTK 1", ["text"], ours, nobody, digits=3)


@pytest.mark.parametrize(("peer", "texts"), [("NLTK 2", ["text"]), ("NLTK 1", ["texts"])])
def test_another_version_and_other_texts_are_asked(peer: str, texts: list[str]) -> None:
    agrees(peer, texts, ROWS, lambda: ROWS)
    with pytest.raises(AssertionError, match="was asked"):
        agrees(peer, texts, ROWS, nobody)
    with pytest.raises(AssertionError, match=peer):
        agrees(peer, texts, ROWS, lambda: [[5, 3, 7], [2, 2, 1]])

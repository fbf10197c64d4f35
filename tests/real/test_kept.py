"""What is kept of peers saves asking them, and never makes a wrong number pass."""

from pathlib import Path

import pytest

from tests.real import kept
from tests.real.kept import agrees


@pytest.fixture(autouse=True)
def _own_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is kept but that a peer said [1, 2] of one text."""
    (tmp_path / "kept.tsv").write_text("# made by hand\n")
    monkeypatch.setattr(kept, "KEPT", tmp_path / "kept.tsv")
    monkeypatch.setattr(kept, "ASKED", str(tmp_path / "kept.tsv"))
    kept._kept.cache_clear()
    agrees("peer 1", ["text"], [1, 2], lambda: [1, 2])
    monkeypatch.setattr(kept, "ASKED", None)
    yield
    kept._kept.cache_clear()


def nobody() -> object:
    raise AssertionError("the peer was asked")


def test_the_same_numbers_need_no_peer() -> None:
    agrees("peer 1", ["text"], [1, 2], nobody)


@pytest.mark.parametrize(("peer", "texts", "live"), [("peer 2", ["text"], False), ("peer 1", ["texts"], False),
                                                     ("peer 1", ["text"], True)])  # fmt: skip
def test_another_version_other_texts_and_what_is_live_are_asked(peer: str, texts: list[str], live: bool) -> None:
    agrees(peer, texts, [1, 2], lambda: [1, 2], live=live)
    with pytest.raises(AssertionError, match="was asked"):
        agrees(peer, texts, [1, 2], nobody, live=live)
    with pytest.raises(AssertionError, match=peer):
        agrees(peer, texts, [1, 2], lambda: [1, 3], live=live)


def test_wrong_numbers_fail_beside_the_peers() -> None:
    with pytest.raises(AssertionError, match="peer 1"):
        agrees("peer 1", ["text"], [1, 3], lambda: [1, 2])

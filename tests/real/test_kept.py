"""What is kept of peers saves asking them, and never makes a wrong number pass."""

from pathlib import Path

import pytest

from tests.real import kept
from tests.real.kept import agrees, nearly_agrees


@pytest.fixture(autouse=True)
def _own_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is kept but that a peer said [1, 2] of one text, and nearly [0.5, None]."""
    (tmp_path / "kept.tsv").write_text("# made by hand\n")
    monkeypatch.setattr(kept, "KEPT", tmp_path / "kept.tsv")
    monkeypatch.setattr(kept, "ASKED", str(tmp_path / "kept.tsv"))
    kept._kept.cache_clear()
    agrees("peer 1", ["text"], [1, 2], lambda: [1, 2])
    nearly_agrees("peer 1", ["text"], [0.5, None], lambda: [0.5, None], digits=3)
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


def test_numbers_that_differ_beyond_the_digits_need_no_peer() -> None:
    nearly_agrees("peer 1", ["text"], [0.5 + 1e-9, None], nobody, digits=3)  # type: ignore[arg-type]


@pytest.mark.parametrize("ours", [[0.502, None], [None, 0.5], [0.5, 0.5], [0.5]])
def test_other_numbers_fail_beside_the_peers(ours: list[float | None]) -> None:
    with pytest.raises(AssertionError, match="peer 1"):
        nearly_agrees("peer 1", ["text"], ours, lambda: [0.5, None], digits=3)


def test_numbers_on_either_side_of_a_rounding_are_asked_and_pass() -> None:
    with pytest.raises(AssertionError, match="was asked"):
        nearly_agrees("peer 1", ["text"], [0.5006, None], nobody, digits=3)  # type: ignore[arg-type]
    nearly_agrees("peer 1", ["text"], [0.5006, None], lambda: [0.5, None], digits=3)

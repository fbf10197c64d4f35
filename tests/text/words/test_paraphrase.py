"""Paraphrase tables: read, kept, found again, and refused when damaged."""

import gzip
from array import array
from pathlib import Path

import pytest

from bolide.text.words import paraphrase

TABLE = "0.5\na b\nx\n0.25\na b\ny z\n0.1\nc\na\n"


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("BOLIDE_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


def written(folder: Path, text: str) -> Path:
    path = folder / "paraphrase-xx.gz"
    path.write_bytes(gzip.compress(text.encode(), mtime=0))
    return path


def matches(table: paraphrase.PhraseTable) -> list[int]:
    words = ["q", "a", "b", "x", "y", "z"]
    tokens = memoryview(array("i", [0, 3, 4, 5, 1, 2, 0]))  # q x y z / a b q
    found, at = table.matches(words, tokens, memoryview(array("q", [0, 4, 4, 7])))
    assert at.tolist() == [0, len(found) // 4]
    return found.tolist()


def test_first_and_second_load(tmp_path: Path, own_cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[tuple[int, int]] = []
    path = written(tmp_path, TABLE)
    first = paraphrase.load(path, lambda done, size: seen.append((done, size)))
    assert seen[-1] == (path.stat().st_size, path.stat().st_size)
    assert [file.name for file in own_cache.iterdir()] == [f"phrases-{first.digest[:32]}.bin"]
    monkeypatch.setattr(paraphrase, "_convert", None)
    second = paraphrase.load(path)
    assert matches(first) == matches(second) == [0, 2, 1, 1, 0, 2, 2, 2]
    assert first.ids == second.ids == {"a": 1, "b": 2, "x": 3, "y": 4, "z": 5, "c": 6}
    assert second.longest == 2


@pytest.mark.parametrize("character", ["\x85", "\u2028", "\u2029", "\x1c"], ids=ascii)
def test_what_python_takes_for_the_end_of_a_line_is_a_letter(tmp_path: Path, character: str) -> None:
    """Before it is in the cache and afterwards."""
    path = written(tmp_path, TABLE.replace("b", f"b{character}"))
    for table in (paraphrase.load(path), paraphrase.load(path)):
        assert table.ids == {"a": 1, f"b{character}": 2, "x": 3, "y": 4, "z": 5, "c": 6}

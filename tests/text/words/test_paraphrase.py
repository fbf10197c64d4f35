"""Paraphrase tables: read, kept, found again, and refused when damaged."""

import gzip
import sys
from array import array
from pathlib import Path

import pytest

from bolide import InputError
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


@pytest.mark.parametrize("rest", [b"", b"bolide phrases 1", b"something else, long enough to be a header, and more"])
def test_damaged_cache_is_made_again(tmp_path: Path, own_cache: Path, rest: bytes) -> None:
    path = written(tmp_path, TABLE)
    paraphrase.load(path)
    (file,) = own_cache.iterdir()
    file.write_bytes(rest)
    assert matches(paraphrase.load(path)) == [0, 2, 1, 1, 0, 2, 2, 2]


def test_no_place_for_the_cache(tmp_path: Path, own_cache: Path) -> None:
    own_cache.write_text("a file where the folder should be")
    with pytest.warns(UserWarning, match="could not be kept"):
        assert matches(paraphrase.load(written(tmp_path, TABLE))) == [0, 2, 1, 1, 0, 2, 2, 2]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("0.5\na\nb\n0.5\na\n", "in record 2 the table ends"),
        ("0.5\na\nb\na\nb\n0.5\n", "in record 2 there is no probability"),
        ("0.5\na\n\n", "in record 1 .*no phrase"),
        (f"0.5\n{'a ' * 70}a\nb\n", "over 60 words"),
    ],
)
def test_not_a_table(tmp_path: Path, own_cache: Path, text: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        paraphrase.load(written(tmp_path, text))
    assert not own_cache.exists() or not list(own_cache.iterdir())


def test_damaged_gzip(tmp_path: Path) -> None:
    path = written(tmp_path, TABLE * 1000)
    path.write_bytes(path.read_bytes()[:-20])
    with pytest.raises(ValueError, match=r"damaged .*; fetch it again"):
        paraphrase.load(path)
    path.write_bytes(gzip.compress(b"1\n\xff\nb\n", mtime=0))
    with pytest.raises(ValueError, match="damaged"):
        paraphrase.load(path)
    path.write_text("no gzip at all")
    with pytest.raises(ValueError, match="damaged"):
        paraphrase.load(path)


def test_blanks_and_line_ends_do_not_matter(tmp_path: Path) -> None:
    table = paraphrase.load(written(tmp_path, TABLE.replace("\n", " \r\n").replace("y z", " y\t z").rstrip()))
    assert matches(table) == [0, 2, 1, 1, 0, 2, 2, 2]


def test_empty_table(tmp_path: Path) -> None:
    assert matches(paraphrase.load(written(tmp_path, ""))) == []


def test_installed_table() -> None:
    with pytest.raises(FileNotFoundError, match=r"paraphrase-de\.gz"):
        paraphrase.installed_table("de")


def test_a_cache_with_any_byte_damaged_crashes_nothing(tmp_path: Path, own_cache: Path) -> None:
    """Every number of the tree replaced in turn by wild ones: refused, or matches that lie inside the texts."""
    paraphrase.load(written(tmp_path, TABLE))
    (file,) = own_cache.iterdir()
    whole = file.read_bytes()
    refused = 0
    for at in range(16, len(whole) - 16, 4):
        for wild in (-(2**31), -1, 1, 1000, 2**31 - 1):
            file.write_bytes(whole[:at] + wild.to_bytes(4, sys.byteorder, signed=True) + whole[at + 4 :])
            table = paraphrase._open(file, "0" * 64)
            try:
                found = matches(table) if table is not None else []
            except InputError as error:
                refused += "is damaged; delete phrases-" in str(error)
                continue
            rows = zip(*[iter(found)] * 4, strict=True)
            assert all(ref + refs <= 3 and hyp + hyps <= 4 for ref, refs, hyp, hyps in rows)
    assert refused > 10

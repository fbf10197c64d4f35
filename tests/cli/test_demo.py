"""`bolide demo --write`: the files of the examples, whole."""

from pathlib import Path

import pytest

from bolide import demo
from tests.cli.run import bolide


def test_the_files_are_written_and_can_be_scored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    result = bolide("demo", "--write", tmp_path / "new folder")
    assert (result.code, result.err) == (0, "")
    assert f"cd '{tmp_path / 'new folder'}'" in result.out
    monkeypatch.chdir(tmp_path / "new folder")
    for path in demo.FILES.rglob("*"):
        if path.is_dir() or path.suffix == ".pyc":
            continue
        assert path.relative_to(demo.FILES).read_bytes() == path.read_bytes()
    assert bolide("demo", "--write", tmp_path / "new folder") == result  # twice is as good as once
    for line in result.out.splitlines():
        if line.startswith("  bolide "):
            assert bolide(*line.split()[1:]).code == 0

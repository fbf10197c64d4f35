"""`bolide demo --write`: the files of the examples, whole, never over somebody's own."""

import py_compile
from pathlib import Path
from shutil import copytree

import pytest

from bolide import demo
from tests.cli.run import bolide, refused

pytestmark = pytest.mark.one_core


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


def test_what_pip_compiled_is_not_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    copy = Path(copytree(demo.FILES, tmp_path / "files"))
    py_compile.compile(str(copy / "student.py"), cfile=str(copy / "__pycache__" / "student.pyc"))
    assert list(copy.rglob("*.pyc"))
    monkeypatch.setattr(demo, "FILES", copy)
    demo.write_files(tmp_path / "new")
    assert (tmp_path / "new" / "student.py").is_file()
    assert not list((tmp_path / "new").rglob("*pyc*"))


def test_somebody_s_own_file_is_not_written_over(tmp_path: Path) -> None:
    (tmp_path / "town").mkdir()
    (tmp_path / "town" / "tuned.txt").write_text("mine\n")
    result = bolide("demo", "--write", tmp_path)
    assert result.code == 2
    assert result.err == f"bolide: {tmp_path}/town/tuned.txt is there already and would be lost; name another folder.\n"
    assert [path.name for path in tmp_path.iterdir()] == ["town"]


def test_a_file_is_not_a_folder(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for name in ("file", "file/below"):
        result = bolide("demo", "--write", tmp_path / name)
        refused(result, "is not a folder")


def test_the_judgements_are_of_every_output() -> None:
    """What the tutorials say of this corpus: the tuned system has its errors in recipes alone, and the larger none."""
    domains = demo.lines("town/domains.txt")
    scores: dict[str, list[str]] = {}
    for line in demo.lines("town/mqm.seg.score"):
        system, score = line.split("\t")
        scores.setdefault(system, []).append(score)
    assert set(scores["larger"]) == {"0"}
    tuned = zip(domains, scores["tuned"], strict=True)
    assert {domain for domain, score in tuned if score != "0"} == {"recipe"}
    for system, judged in scores.items():
        assert len(demo.lines(f"town/{system}.txt")) == len(judged) == len(domains) == len(demo.lines("town/ref.txt"))

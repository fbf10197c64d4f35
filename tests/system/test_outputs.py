"""Writing files: whole or not at all, mode, owner and links kept, devices and FIFOs written through, inputs safe."""

import os
import stat
import sys
from pathlib import Path

import pytest

from bolide import InputError
from bolide.system.files import check_target, replace_file, write_bytes, write_text
from tests.errors import raises

pytestmark = pytest.mark.one_core

posix = pytest.mark.skipif(sys.platform == "win32", reason="modes, owners, FIFOs and devices are POSIX")


def no_draft_left(folder: Path) -> bool:
    return not [path for path in folder.iterdir() if path.name.startswith(".bolide-")]


@posix
@pytest.mark.parametrize("mode", [0o600, 0o640, 0o664, 0o755, 0o711])
def test_the_mode_stays(tmp_path: Path, mode: int) -> None:
    target = tmp_path / "out"
    target.write_text("old")
    target.chmod(mode)
    before = target.stat().st_ino
    write_text(target, "new")
    assert (target.read_text(), stat.S_IMODE(target.stat().st_mode)) == ("new", mode)
    assert target.stat().st_ino != before  # renamed into place: a reader of the old file still has all of it
    assert no_draft_left(tmp_path)


@posix
def test_a_new_file_has_the_mode_of_the_umask(tmp_path: Path) -> None:
    before = os.umask(0o027)
    try:
        write_text(tmp_path / "out", "new")
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "out").stat().st_mode) == 0o640


@posix
def test_the_owner_stays(tmp_path: Path) -> None:
    if os.geteuid() != 0:
        pytest.skip("only root can give files away: run the tests as root")
    target = tmp_path / "out"
    target.write_text("old")
    os.chown(target, 12345, 23456)
    write_text(target, "new")
    assert (target.read_text(), target.stat().st_uid, target.stat().st_gid) == ("new", 12345, 23456)


@posix
def test_where_the_owner_cannot_be_kept_the_file_is_written_through(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = tmp_path / "out"
    target.write_text("old and longer")
    before = target.stat().st_ino
    monkeypatch.setattr("bolide.system.files._copy_owner_and_mode", lambda *_: False)
    write_text(target, "new")
    assert (target.read_text(), target.stat().st_ino) == ("new", before)
    assert no_draft_left(tmp_path)


@posix
def test_a_link_stays_a_link_and_its_target_keeps_its_mode(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    real = tmp_path / "folder" / "real"
    real.write_text("old")
    real.chmod(0o600)
    (tmp_path / "link").symlink_to("folder/real")
    (tmp_path / "second").symlink_to("link")
    write_text(tmp_path / "second", "new")
    assert (tmp_path / "second").is_symlink()
    assert (tmp_path / "link").is_symlink()
    assert (real.read_text(), stat.S_IMODE(real.stat().st_mode)) == ("new", 0o600)
    (tmp_path / "dangling").symlink_to("folder/fresh")
    write_text(tmp_path / "dangling", "new")
    assert (tmp_path / "dangling").is_symlink()
    assert (tmp_path / "folder" / "fresh").read_text() == "new"
    (tmp_path / "round").symlink_to("round")
    raises(InputError, "round cannot be written", write_text, tmp_path / "round", "new")


@posix
def test_all_names_of_a_file_see_the_new_text(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("old")
    os.link(tmp_path / "a", tmp_path / "b")
    write_text(tmp_path / "b", "new")
    assert (tmp_path / "a").read_text() == "new"


@posix
def test_a_device_stays_a_device(tmp_path: Path) -> None:
    """A device like /dev/null, made here so that a mistake costs nothing."""
    device = tmp_path / "null"
    try:
        os.mknod(device, stat.S_IFCHR | 0o666, os.makedev(1, 3))
        write_text(device, "gone")
    except (PermissionError, InputError):
        pytest.skip("devices cannot be made or opened here: run the tests as root")
    (tmp_path / "link").symlink_to("null")
    write_text(tmp_path / "link", "gone")
    assert stat.S_ISCHR(device.stat().st_mode)
    assert (tmp_path / "link").is_symlink()


@posix
def test_a_full_device_is_an_error(tmp_path: Path) -> None:
    full = tmp_path / "full"
    try:
        os.mknod(full, stat.S_IFCHR | 0o666, os.makedev(1, 7))
        full.open("wb").close()
    except PermissionError:
        pytest.skip("devices cannot be made or opened here: run the tests as root")
    raises(InputError, "full cannot be written: No space left", write_text, full, "text")


def test_a_failure_leaves_the_old_file(tmp_path: Path) -> None:
    target = tmp_path / "out"
    target.write_text("old")

    def parts() -> object:
        yield b"half"
        raise OSError("the disk is gone")

    raises(OSError, "the disk is gone", replace_file, target, parts())
    assert target.read_text() == "old"
    assert no_draft_left(tmp_path)


@posix
def test_a_folder_that_may_not_be_written_holds_a_file_that_may(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = tmp_path / "out"
    target.write_text("old")

    def refuse(*_: object) -> int:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("bolide.system.files.os.open", refuse)
    write_text(target, "new")
    assert target.read_text() == "new"
    raises(InputError, "fresh cannot be written: Permission denied", write_text, tmp_path / "fresh", "new")


def test_standard_output(capsys: pytest.CaptureFixture[str]) -> None:
    write_text("-", "text é\n")
    assert capsys.readouterr().out == "text é\n"
    assert not Path("-").exists()


def test_names_that_cannot_be_written_are_refused(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    for name, words in (
        ("", "is empty"),
        ("  ", "is empty"),
        (str(tmp_path / "folder"), "is a folder"),
        (str(tmp_path / "new") + "/", "is a folder"),
        (".", "is a folder"),
        (str(tmp_path / "absent" / "out"), "there is no folder"),
        ("a\0b", "cannot be the name of a file"),
        (str(tmp_path / ("x" * 300)), "cannot be written: File name too long"),
    ):
        raises(InputError, words, write_bytes, name, b"text")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["folder"]


@posix
def test_an_input_is_never_written_over(tmp_path: Path) -> None:
    source = tmp_path / "in"
    source.write_text("precious")
    (tmp_path / "link").symlink_to("in")
    os.link(source, tmp_path / "other_name")
    (tmp_path / "folder" / "deep").mkdir(parents=True)
    inside = tmp_path / "folder" / "deep" / "scores"
    inside.write_text("precious")
    for target, inputs in (
        (source, [source]),
        (tmp_path / "link", [source]),
        (source, [tmp_path / "link"]),
        (tmp_path / "other_name", [source]),
        (tmp_path / "folder" / ".." / "in", [source]),
        (inside, [tmp_path / "folder"]),
    ):
        raises(InputError, "is read by this command and would be lost", write_text, target, "new", [*map(str, inputs)])
    assert source.read_text() == inside.read_text() == "precious"
    write_text(tmp_path / "folder" / "new", "new", [str(tmp_path / "folder")])
    check_target(tmp_path / "elsewhere", [str(source), "no such file", "\0", ""])

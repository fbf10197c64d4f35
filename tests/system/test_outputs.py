"""Writing files: whole or not at all, mode, owner and links kept, devices and FIFOs written through, inputs safe."""

import os
import stat
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from bolide import InputError
from bolide.system.files import check_target, replace_file, write_text
from tests.errors import raises

posix = pytest.mark.skipif(sys.platform == "win32", reason="modes, owners, FIFOs and devices are POSIX")


@pytest.fixture(autouse=True)
def target(here: Path) -> Iterator[Path]:
    """A file that is there; no draft of it stays behind."""
    (here / "out").write_text("old and longer")
    yield here / "out"
    assert not [path for path in here.iterdir() if path.name.startswith(".bolide-")]


def mode_of(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


@posix
def test_a_link_stays_a_link_and_its_target_keeps_its_mode(here: Path) -> None:
    (here / "folder").mkdir()
    real = here / "folder" / "real"
    real.write_text("old")
    real.chmod(0o600)
    for name, to in {"link": "folder/real", "second": "link", "dangling": "folder/fresh", "round": "round"}.items():
        Path(name).symlink_to(to)
    for name, file in {"second": real, "dangling": here / "folder" / "fresh"}.items():
        write_text(name, "new")
        assert (Path(name).is_symlink(), file.read_text()) == (True, "new")
    assert (Path("link").is_symlink(), mode_of(real)) == (True, 0o600)
    raises(InputError, "round cannot be written", write_text, "round", "new")
    os.link(real, "other name")  # all names of a file see the new text
    write_text("other name", "newer")
    assert real.read_text() == "newer"


def test_a_failure_leaves_the_old_file(target: Path) -> None:
    def parts() -> Iterator[bytes]:
        yield b"half"
        raise OSError("the disk is gone")

    raises(OSError, "the disk is gone", replace_file, target, parts())
    assert target.read_text() == "old and longer"


@posix
def test_an_input_is_never_written_over(target: Path) -> None:
    inside = Path("folder/deep/scores")
    inside.parent.mkdir(parents=True)
    inside.write_text("precious")
    Path("link").symlink_to("out")
    os.link(target, "other name")
    for name, source in (
        ("out", "out"),
        ("link", "out"),
        ("out", "link"),
        ("other name", "out"),
        ("folder/../out", "out"),
        (str(inside), "folder"),
    ):
        raises(InputError, "is read by this command and would be lost", write_text, name, "new", [source])
    assert (target.read_text(), inside.read_text()) == ("old and longer", "precious")
    write_text("folder/new", "new", ["folder"])
    check_target("elsewhere", ["out", "no such file", "\0", ""])


@posix
def test_a_fifo_is_written_through(here: Path) -> None:
    os.mkfifo("fifo")
    heard: list[str] = []
    reader = threading.Thread(target=lambda: heard.append(Path("fifo").read_text()))
    reader.start()
    write_text("fifo", "new")
    reader.join()
    assert (heard, stat.S_ISFIFO(os.stat("fifo").st_mode)) == (["new"], True)

"""Nothing in the working folder is executed or taken for a library's own file, whatever it is called.

A folder from a stranger holds files under every name that an optional library, Python or Bolide might look for there.
Each leaves a mark when it is run or unpickled; each command must leave none and print what it prints anywhere else.
"""

import gzip
import hashlib
import os
import pickle
import shlex
import subprocess
import sys
from base64 import urlsafe_b64encode
from importlib.util import find_spec
from pathlib import Path

import pytest

from bolide.system.errors import MissingExtra
from bolide.text.units.tools import installed_file
from tests.cli.run import bolide
from tests.errors import raises
from tests.tables import table

FOLDER = table(__file__, "hostile_folder.toml")


class Mark:
    """Unpickled, it makes a folder."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return os.mkdir, (self.name,)


@pytest.fixture
def hostile(tmp_path: Path) -> Path:
    folder = tmp_path / "hostile"
    folder.mkdir()
    mark = f"import os; os.makedirs({str(tmp_path / 'run')!r}, exist_ok=True)\n".encode()
    pickled = pickle.dumps(Mark(str(tmp_path / "unpickled")))
    packed = gzip.compress(pickled, mtime=0)
    files = {f"{name}.py": mark for name in FOLDER["modules"].split()}
    files |= {name: packed if name.endswith("pgz") else pickled for name in FOLDER["pickles"].split()}
    files |= dict.fromkeys(FOLDER["texts"].split(), b"[nonsense\n")
    files |= dict.fromkeys(FOLDER["programs"].split(), f"#!/bin/sh\nmkdir -p {tmp_path / 'run'}\n".encode())
    for name, content in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)
        (folder / name).chmod(0o755)
    return folder


@pytest.mark.parametrize(("command", "way", "package"), FOLDER["commands"])
def test_a_hostile_working_folder_changes_nothing(
    command: str, way: str, package: str, hostile: Path, tmp_path: Path
) -> None:
    if package and find_spec(package) is None:
        pytest.skip(f"{package} is not installed")
    long = "".join(f"{k} more words .\n" for k in range(600))
    texts = {"ref": "The cat sat.\nIt ran.\n", "hyp": "The cats sit.\nIt runs.\n", "long": long}
    for key, text in texts.items():
        (tmp_path / key).write_text(text)
    arguments = shlex.split(command.format(**{key: tmp_path / key for key in texts}))
    wanted = bolide(*arguments)
    assert wanted.code == 0
    found = run(arguments, way, hostile)
    assert not (tmp_path / "run").exists()
    assert not (tmp_path / "unpickled").exists()
    assert (found.returncode, found.stdout.decode(), found.stderr.decode()) == wanted


def run(arguments: list[str], way: str, folder: Path) -> subprocess.CompletedProcess[bytes]:
    """By a script like the installed one, whose own folder is first on the path, or by `python -m bolide`."""
    script = folder.parent / "bin" / "bolide"
    script.parent.mkdir(exist_ok=True)
    script.write_text(
        "import sys\nfrom bolide.cli.main import main\nif __name__ == '__main__':\n    sys.exit(main())\n"
    )
    start = [str(script)] if way == "the command" else ["-m", "bolide"]
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONSAFEPATH"}
    environment["PYTHONPATH"] = os.pathsep.join(path for path in sys.path if path and Path(path).is_absolute())
    return subprocess.run(
        [sys.executable, *start, *arguments], cwd=folder, env=environment, capture_output=True, check=False
    )


def package(folder: Path, recorded: bytes | None) -> Path:
    """An installed package with one data file, and the record of what its installer put there."""
    (folder / "strangelib").mkdir(parents=True)
    (folder / "strangelib" / "__init__.py").write_text("")
    (folder / "strangelib" / "model.pgz").write_bytes(b"its own")
    info = folder / "strangelib-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: strangelib\nVersion: 1.0\n")
    digest = "" if recorded is None else urlsafe_b64encode(hashlib.sha256(recorded).digest()).rstrip(b"=").decode()
    (info / "RECORD").write_text(f"strangelib/model.pgz,{'sha256=' if digest else ''}{digest},7\n")
    return folder / "strangelib"


@pytest.mark.parametrize(
    ("recorded", "name", "refusal"),
    [
        (b"its own", "model.pgz", None),
        (None, "model.pgz", None),
        (b"another", "model.pgz", "its hash differs. Reinstall strangelib"),
        (b"its own", "link.pgz", "has no file link.pgz of its own"),
        (b"its own", "../../elsewhere", "of its own"),
        (b"its own", "absent.pgz", "of its own"),
    ],
)
def test_only_a_file_of_the_package_is_read(
    recorded: bytes | None,
    name: str,
    refusal: str | None,
    tmp_path: Path,
    hostile: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    folder = package(tmp_path / "site", recorded)
    for other in (hostile / "model.pgz", tmp_path / "elsewhere"):
        other.write_bytes(b"a stranger's")
    (folder / "link.pgz").symlink_to(tmp_path / "elsewhere")
    monkeypatch.chdir(hostile)
    monkeypatch.syspath_prepend(tmp_path / "site")
    if refusal is None:
        assert installed_file("strangelib", name) == folder.resolve() / name
    else:
        raises(MissingExtra, refusal, installed_file, "strangelib", name)
    raises(MissingExtra, "The installed package nolib has no file", installed_file, "nolib", "model.pgz")

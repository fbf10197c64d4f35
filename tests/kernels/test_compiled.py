"""The core calls itself compiled where the kernels are, and only there."""

import os
import sys
from importlib import import_module
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from shutil import make_archive
from subprocess import run

import pytest

from bolide import kernels

FOLDER = Path(kernels.__file__).parent
KERNELS = sorted(".".join(path.relative_to(FOLDER).with_suffix("").parts) for path in FOLDER.rglob("[a-z]*.py"))


def test_there_are_kernels() -> None:
    assert "ngrams.matches" in KERNELS


@pytest.mark.parametrize("name", KERNELS)
def test_what_is_said_is_so(name: str) -> None:
    file = import_module(f"bolide.kernels.{name}").__file__ or ""
    assert file.endswith(tuple(EXTENSION_SUFFIXES)) is kernels.COMPILED


def answer(home: Path, code: str) -> str:
    """What a process prints that imports Bolide from this folder or zip file."""
    environment = {**os.environ, "PYTHONPATH": str(home)}
    return run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=environment).stdout.strip()


@pytest.mark.parametrize("zipped", [False, True], ids=["folder", "zip"])
@pytest.mark.parametrize("suffix", [*EXTENSION_SUFFIXES, ".of-another-python.so", None])
def test_what_this_python_can_import_counts(tmp_path: Path, suffix: str | None, zipped: bool) -> None:
    home = tmp_path / "home"
    (home / "bolide" / "kernels").mkdir(parents=True)
    (home / "bolide" / "__init__.py").touch()
    (home / "bolide" / "kernels" / "__init__.py").write_bytes((FOLDER / "__init__.py").read_bytes())
    if suffix is not None:
        (home / "bolide" / "kernels" / f"_shared{suffix}").touch()
    if zipped:
        home = Path(make_archive(str(home), "zip", home))
    compiled = suffix in EXTENSION_SUFFIXES and not zipped
    assert answer(home, "from bolide.kernels import COMPILED; print(COMPILED)") == str(compiled)


def test_asking_imports_no_kernel() -> None:
    code = "import sys, bolide.kernels; print([name for name in sys.modules if name.startswith('bolide.kernels.')])"
    assert answer(FOLDER.parents[1], code) == "[]"

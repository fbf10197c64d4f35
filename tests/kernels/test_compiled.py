"""The core calls itself compiled where every kernel is, and only there."""

import sys
from importlib import import_module
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from subprocess import run

import pytest

from bolide import kernels

FOLDER = Path(kernels.__file__).parent
KERNELS = sorted(".".join(path.relative_to(FOLDER).with_suffix("").parts) for path in FOLDER.rglob("[a-z]*.py"))


def test_there_are_kernels() -> None:
    assert "ngrams.matches" in KERNELS


@pytest.mark.parametrize("name", KERNELS)
def test_what_is_said_is_so(name: str) -> None:
    assert import_module(f"bolide.kernels.{name}").COMPILED is kernels.COMPILED


def folder(tmp_path: Path, *names: str) -> str:
    for name in ("__init__.py", "_cython.py", "a.py", "family/__init__.py", "family/b.py", *names):
        tmp_path.joinpath(name).parent.mkdir(exist_ok=True)
        tmp_path.joinpath(name).touch()
    return str(tmp_path)


@pytest.mark.parametrize("suffix", EXTENSION_SUFFIXES)
def test_all_kernels_have_their_extension(tmp_path: Path, suffix: str) -> None:
    assert kernels._all_compiled(folder(tmp_path, f"a{suffix}", f"family/b{suffix}", f"_shared{suffix}"))


def test_half_a_build_is_not_compiled(tmp_path: Path) -> None:
    suffix = EXTENSION_SUFFIXES[0]
    assert not kernels._all_compiled(folder(tmp_path, f"a{suffix}", f"b{suffix}", f"_shared{suffix}"))


@pytest.mark.parametrize("suffix", EXTENSION_SUFFIXES)
def test_bytecode_that_pip_made_of_the_sources_is_no_kernel(tmp_path: Path, suffix: str) -> None:
    bytecode = ("__pycache__/a.cpython-311.pyc", "family/__pycache__/b.cpython-311.pyc")
    assert kernels._all_compiled(folder(tmp_path, f"a{suffix}", f"family/b{suffix}", f"_shared{suffix}", *bytecode))


def test_another_pythons_extensions_do_not_count(tmp_path: Path) -> None:
    assert not kernels._all_compiled(folder(tmp_path, "a.other-python.dll", "b.other-python.dll"))


def test_without_extensions_nothing_is_compiled(tmp_path: Path) -> None:
    assert not kernels._all_compiled(folder(tmp_path))


def test_in_a_zip_nothing_is_compiled(tmp_path: Path) -> None:
    assert not kernels._all_compiled(str(tmp_path / "bolide.zip" / "bolide" / "kernels"))


def test_asking_imports_no_kernel() -> None:
    code = "import sys, bolide.kernels; print([name for name in sys.modules if name.startswith('bolide.kernels.')])"
    told = run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=FOLDER.parents[1])
    assert told.stdout.strip() == "[]"

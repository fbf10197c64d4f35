"""The client program uses every public name, and pyright finds nothing in it; mypy checks it with the package."""

import subprocess
import sys
from pathlib import Path

import pytest

import bolide

CLIENT = Path(__file__).parent / "client.py"


def test_the_package_is_typed() -> None:
    assert (Path(bolide.__file__).parent / "py.typed").exists()


def test_pyright_in_strict_mode() -> None:
    """`pip install pyright[nodejs]` to run it: with node it takes 250 MB, too much to ask of everybody."""
    pytest.importorskip("pyright", reason="pyright is not installed")
    command = [sys.executable, "-m", "pyright", "--pythonpath", sys.executable, str(CLIENT)]
    checked = subprocess.run(command, capture_output=True, text=True)
    assert checked.returncode == 0, checked.stdout

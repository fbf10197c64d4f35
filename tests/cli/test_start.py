"""The installed program ends at once, but not before what was to happen at its end has happened."""

import subprocess
from pathlib import Path

from tests.python import environment, python

START = "import sys; from bolide.cli.entry import bolide; sys.argv = ['bolide', *sys.argv[1:]]"


def program(before: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """The program in a process of its own, after some lines of Python."""
    return python("-c", "\n".join([START, before, "sys.exit(bolide())"]), *arguments)


def test_a_call_of_main_leaves_its_environment_alone(tmp_path: Path) -> None:
    code = """
import os, signal
from bolide.cli.main import main
state = lambda: (dict(os.environ), os.getcwd(), [signal.getsignal(n) for n in (signal.SIGINT, signal.SIGTERM)])
before = state()
assert main(["compare", "ref", "-i", "a", "b", "-n", "10", "-o", "out.json"]) == 0
assert state() == before, state()
"""
    for name, text in {"ref": "a b\nc d\n", "a": "a b\nc\n", "b": "a\nd\n"}.items():
        (tmp_path / name).write_text(text)
    unset = {name: value for name, value in environment().items() if name != "OPENBLAS_NUM_THREADS"}
    result = python("-c", code, cwd=tmp_path, env=unset)
    assert (result.returncode, result.stderr) == (0, ""), result.stderr

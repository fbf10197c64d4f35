"""The installed program ends at once, but not before what was to happen at its end has happened."""

import subprocess
from pathlib import Path

import pytest

from tests.python import environment, python

pytestmark = pytest.mark.one_core
START = "import sys; from bolide.cli.entry import bolide; sys.argv = ['bolide', *sys.argv[1:]]"


def program(before: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """The program in a process of its own, after some lines of Python."""
    return python("-c", "\n".join([START, before, "sys.exit(bolide())"]), *arguments)


@pytest.mark.parametrize("more", ["", "import atexit; atexit.register(id, 1)", "import pyarrow"])
def test_at_once(more: str) -> None:
    """Python's own way to end a process would delete the object first, and Arrow's threads sometimes abort it."""
    done = program(f"class Last:\n  __del__ = lambda self: print('taken apart')\nlast = Last()\n{more}", "--version")
    assert (done.returncode, done.stderr, done.stdout[:7]) == (0, "", "bolide ")
    assert "taken apart" not in done.stdout


def test_the_exit_code_and_all_output() -> None:
    done = program("", "nonsense")
    assert (done.returncode, done.stdout, done.stderr[:8]) == (2, "", "bolide: ")
    done = program("", "completion", "bash")
    assert (done.returncode, done.stdout.rstrip()[-6:]) == (0, "bolide")


@pytest.mark.parametrize(
    "before",
    [
        "import atexit; atexit.register(print, 'done')",
        "import threading as t; t.Thread(target=lambda: (t.main_thread().join(), print('done'))).start()",
    ],
)
def test_what_waits_for_the_end(before: str) -> None:
    assert program(before, "--version").stdout.splitlines()[1:] == ["done"]


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

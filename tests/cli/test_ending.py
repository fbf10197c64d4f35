"""The installed program ends at once, but not before what was to happen at its end has happened."""

import subprocess
import sys

START = "import sys; from bolide.cli.entry import bolide; sys.argv = ['bolide', *sys.argv[1:]]"


def program(before: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """The program in a process of its own, after some lines of Python."""
    code = "\n".join([START, before, "sys.exit(bolide())"])
    return subprocess.run([sys.executable, "-c", code, *arguments], capture_output=True, text=True, check=False)


def test_at_once() -> None:
    """Python's own way to end a process would delete the object first."""
    done = program("class Last:\n  __del__ = lambda self: print('taken apart')\nlast = Last()", "--version")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("bolide ")
    assert "taken apart" not in done.stdout


def test_the_exit_code_and_all_output() -> None:
    done = program("", "nonsense")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("bolide: ")
    done = program("", "completion", "bash")
    assert done.returncode == 0
    assert done.stdout.rstrip().endswith("bolide")


def test_functions_registered_for_the_end() -> None:
    done = program("import atexit; atexit.register(print, 'the end')", "--version")
    assert done.stdout.splitlines()[1:] == ["the end"]


def test_threads_at_work() -> None:
    thread = "import threading as t; t.Thread(target=lambda: (t.main_thread().join(), print('done'))).start()"
    done = program(thread, "--version")
    assert done.stdout.splitlines()[1:] == ["done"]

"""Running the command line as a user does, in this process or in one of its own."""

import io
import json
import os
import subprocess
import sys
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import patch

from bolide.cli.main import main
from tests.python import environment


class Result(NamedTuple):
    """What a command printed, and its exit code."""

    code: int
    out: str
    err: str


def bolide(*arguments: str | Path, stdin: bytes = b"", main: Callable[[list[str]], int | None] = main) -> Result:
    """`bolide ARGUMENTS` in this process, or another program."""
    out, err = io.StringIO(), io.StringIO()
    source = io.TextIOWrapper(io.BytesIO(stdin), encoding="utf-8")
    with redirect_stdout(out), redirect_stderr(err), patch.object(sys, "stdin", source):
        try:
            code = main([str(argument) for argument in arguments]) or 0
        except SystemExit as leave:  # argparse leaves after --help
            code = int(leave.code or 0)
    return Result(code, out.getvalue(), err.getvalue())


def data_of(*arguments: str | Path) -> Any:
    """What `bolide ARGUMENTS -f json` answers."""
    result = bolide(*arguments, "-f", "json")
    assert result.code == 0, result.err
    return json.loads(result.out)


def refused(result: Result, *messages: str) -> None:
    """Assert that a command ended with code 2, one line on stderr that says all this, and nothing on stdout."""
    assert (result.code, result.out, result.err.count("\n")) == (2, "", 1), result
    for message in messages:
        assert message in result.err


def control_characters(text: str) -> list[str]:
    """What a terminal would act on."""
    return [character for character in set(text) if not character.isprintable() and character not in "\n\t"]


# Where this process was started in the background SIGINT is ignored, and a child would inherit that.
START = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler); import bolide.__main__"


def process(*arguments: str | Path, **environment: str) -> subprocess.Popen[bytes]:
    """`bolide ARGUMENTS` as a process of its own."""
    command = [sys.executable, "-c", START, *map(str, arguments)]
    environ = {**os.environ, **environment}
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, stdin=subprocess.PIPE, env=environ)


# What is ignored when a process starts, as by nohup or in the background, it goes on ignoring.
DEFAULT = "signal.signal(signal.SIGINT, signal.default_int_handler); signal.signal(signal.SIGHUP, signal.SIG_DFL)"
BEGIN = """
import importlib, os, signal
from functools import wraps
{default}
place, _, path = {where!r}.partition(":")
*owners, name = path.split(".")
owner = importlib.import_module("bolide." + place)
for part in owners:
    owner = getattr(owner, part)
real, calls = getattr(owner, name), []

@wraps(real)
def telling(*given, **named):
    calls.append(name)
    if len(calls) > {waits}:
        os.write(1, b"begun\\n")
        {waits} and signal.pause()
    return real(*given, **named)

setattr(owner, name, telling)
{more}
{run}
"""


def begun(line: str, where: str, more: str = "", folder: Path | None = None, waits: int = 0) -> subprocess.Popen[str]:
    """A process whose work has begun: it calls this function of Bolide's. If it `waits`, that many calls are over, and
    it does nothing more."""
    run = "import bolide.__main__" if line else ""
    code = BEGIN.format(default=DEFAULT, where=where, more=more, run=run, waits=waits)
    process = subprocess.Popen(
        [sys.executable, "-c", code, *line.split()],
        cwd=folder,
        text=True,
        stdin=subprocess.DEVNULL,
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "begun\n", process.communicate()
    return process

"""Running the command line as a user does, in this process or in one of its own."""

import io
import os
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import NamedTuple
from unittest.mock import patch

from bolide.cli import main


class Result(NamedTuple):
    """What a command printed, and its exit code."""

    code: int
    out: str
    err: str


def bolide(*arguments: str | Path, stdin: bytes = b"") -> Result:
    """`bolide ARGUMENTS` in this process."""
    out, err = io.StringIO(), io.StringIO()
    source = io.TextIOWrapper(io.BytesIO(stdin), encoding="utf-8")
    with redirect_stdout(out), redirect_stderr(err), patch("sys.stdin", source):
        try:
            code = main([str(argument) for argument in arguments])
        except SystemExit as leave:  # argparse leaves after --help
            code = int(leave.code or 0)
    return Result(code, out.getvalue(), err.getvalue())


# Where this process was started in the background SIGINT is ignored, and a child would inherit that.
START = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler); import bolide.__main__"


def process(*arguments: str | Path, **environment: str) -> subprocess.Popen[bytes]:
    """`bolide ARGUMENTS` as a process of its own."""
    command = [sys.executable, "-c", START, *map(str, arguments)]
    environ = {**os.environ, **environment}
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, stdin=subprocess.PIPE, env=environ)

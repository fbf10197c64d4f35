"""Running the command line as a user does, in this process or in one of its own."""

import io
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext, redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import patch

from bolide.cli.main import COMMANDS, main, module_of
from bolide.cli.parser import Parser, _metrics_in
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


_PARSERS: dict[tuple[str, ...], Parser] = {}


@contextmanager
def parser_kept(arguments: Sequence[str]) -> Iterator[None]:
    """A command gets the parser that an earlier one with the same metrics made: thousands of calls take a third less.
    `check` tries all texts of three words instead of six, which take ten times as long.

    To be used where nothing that a parser is made of is replaced, such as a limit.
    """
    command, *words = arguments or [""]
    if command not in COMMANDS or command == "meteor" or {"-h", "--help"} & set(words):
        yield
        return
    module = module_of(command)
    key = command, *_metrics_in(words)
    if key not in _PARSERS:
        _PARSERS[key] = module.parser()  # `read` adds the options of the metrics
    short = patch("bolide.classroom.cases._SHORT", 3) if command == "check" else nullcontext()
    with patch.object(module, "parser", lambda: _PARSERS[key]), short:
        yield


def quickly(*arguments: str, stdin: bytes = b"") -> Result:
    """`bolide ARGUMENTS` in this process, for tests that walk through all there is."""
    with parser_kept(arguments):
        return bolide(*arguments, stdin=stdin)


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

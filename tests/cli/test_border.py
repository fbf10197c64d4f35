"""Whatever is typed: an answer, or one line that nothing in it can act through; every option of every command.

Options are taken from the parsers, so that a new one is tried the day it is added.
"""

import shlex
import shutil
from importlib import import_module
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from bolide.cli.main import COMMANDS
from bolide.compat import rgbf
from bolide.compat.sacrebleu import options as sacrebleu_options
from bolide.compat.sacrebleu import sacrebleu
from tests.cli.run import Result, quickly
from tests.cli.test_nothing_in_vain import SITUATIONS, actions, write_texts

pytestmark = pytest.mark.one_core

ODD = [
    "",
    "a\x1b[31mb\n[/x]\x9b\u202e",  # escape sequences, a line break, rich markup, a change of direction
    "\udcff\ud800",  # a name that is not UTF-8, and half a character
    "ref.txt/below",
    "nan",
    "x" * 5000,
    "%s{0}",
]
BIG = ["9" * 5000]  # of digits: for options that take numbers


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("border")
    write_texts(made)
    return made


def acting(text: str) -> list[str]:
    return [c for c in text if not c.isprintable() and c not in "\n\t"]


def check(result: Result, folder: Path, before: set[str], words: object) -> None:
    said = f"{words!r:.300}: {result!r:.600}"
    assert result.code in (0, 2), said
    assert acting(result.err) == [], said
    assert "Warning" not in result.err, said
    if result.code == 2:
        assert result.out == "", said
        assert result.err.count("\n") == 1, said
        assert len(result.err) < 1500, said
    else:
        assert acting(result.out) == [], said
    for path in folder.iterdir():
        if path.name not in before:
            assert not path.name.endswith(".part"), said
            shutil.rmtree(path) if path.is_dir() else path.unlink()


def odd_lines(command: str, action: Any) -> list[list[str]]:
    """Command lines with odd values of an option, in a situation that does not have it yet."""
    flag = action.option_strings[0]
    known = [line for line in SITUATIONS[command] if f" {flag} " not in f" {line} "] or SITUATIONS[command]
    own = [line for line in known if f"-m {action.dest.partition('.')[0]}" in line] if "." in action.dest else []
    base = shlex.split((own or known)[0])
    values = ODD + (BIG if action.metavar in ("N", "K") else [])
    return [
        [command, *base, flag, *([value] * (action.nargs if isinstance(action.nargs, int) else 1))] for value in values
    ]


CASES = [
    (command, action)
    for command in SITUATIONS
    for action in actions(command)
    if action.nargs != 0 and (command == "score" or "." not in action.dest)  # read in one place for all commands
]


@pytest.mark.parametrize(("command", "action"), [pytest.param(c, a, id=f"{c}{a.option_strings[0]}") for c, a in CASES])
def test_odd_values_of_every_option(command: str, action: Any, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    before = {path.name for path in folder.iterdir()}
    with patch("bolide.web.serve.server.run", lambda *given: None):
        for words in odd_lines(command, action):
            check(quickly(*words), folder, before, words)


@pytest.mark.parametrize("command", SITUATIONS)
def test_odd_arguments_of_every_command(command: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    before = {path.name for path in folder.iterdir()}
    words = shlex.split(SITUATIONS[command][0])
    with patch("bolide.web.serve.server.run", lambda *given: None):
        for value in (*ODD, "--", "-", "--help=x", "-\x1b"):
            for place in range(len(words) + 1):
                line = [command, *words[:place], value, *words[place + 1 :]]
                check(quickly(*line), folder, before, line)


@pytest.mark.parametrize("value", ["", "a\x1b[31m\nb", "\udcff", "scor", "-x", "--", "x" * 5000])
def test_odd_commands(value: str, tmp_path: Path) -> None:
    assert value not in COMMANDS
    result = quickly(value)
    assert result.code == 2
    check(result, tmp_path, set(), value)


@pytest.mark.parametrize("value", ODD)
def test_odd_arguments_of_the_meteor_command(value: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    before = {path.name for path in folder.iterdir()}
    usage = str(import_module("bolide.compat.meteor15.arguments").USAGE)
    flags = [line.split()[0] for line in usage.splitlines() if line.startswith("  -")]
    assert len(flags) > 10
    plain = ["-m", "exact stem synonym"]  # the fourth module reads a table of 60 MB each time
    for words in ([value, "ref.txt"], ["a.txt", value], ["a.txt", "ref.txt", value]):
        check(quickly("meteor", *words, *plain), folder, before, words)
    for flag in flags:
        words = ["a.txt", "ref.txt", *([] if flag in ("-m", "-w", "-a") else plain), flag, value]
        check(quickly("meteor", *words), folder, before, words)


def outcome(run: Any, words: list[str], capsys: pytest.CaptureFixture[str]) -> Result:
    try:
        code = run(words)
    except SystemExit as leave:
        code = leave.code
    shown = capsys.readouterr()
    return Result(int(code or 0), shown.out, shown.err)


@pytest.mark.parametrize("value", ODD)
def test_odd_values_of_rgbF(
    value: str, folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(folder)
    before = {path.name for path in folder.iterdir()}
    flags = [action.option_strings[0] for action in rgbf._parser()._actions if action.nargs is None]
    for flag in flags:
        words = ["-H", "a.txt", "-R", "ref.txt", flag, value]
        check(outcome(rgbf.main, words, capsys), folder, before, words)


@pytest.mark.parametrize("value", ODD)
def test_odd_values_of_the_sacrebleu_command(
    value: str, folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Its errors are argparse's, with the usage before them, as the peer's are; and its exit codes are the peer's."""
    monkeypatch.chdir(folder)
    taking = [action for action in sacrebleu_options.parser()._actions if action.option_strings and action.nargs != 0]
    for action in taking:
        words = ["ref.txt", "-i", "a.txt", action.option_strings[0], value]
        result = outcome(sacrebleu.main, words, capsys)
        assert "Traceback" not in result.err
        assert acting(result.err + result.out) == [], words

"""Standard streams that are closed, full, cut off or in another encoding: one line or an escape, for every command."""

import io
import json
import os
import shlex
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from itertools import cycle
from pathlib import Path
from typing import Any

import pytest

from bolide.cli.main import COMMANDS, main
from tests.cli.run import process
from tests.cli.situations import SITUATIONS
from tests.python import environment

pytestmark = [pytest.mark.usefixtures("in_folder")]

LETTERS = "é 中 😀 ≥"  # some encodings have the first and the last of them, others none


FILES = {"letters.txt": f"{LETTERS}\n" * 6}


def lines() -> list[list[str]]:
    """Each command as it works, and its help; and the texts of other people's letters."""
    ways = {command: ways for command, ways in SITUATIONS.items() if ways and command != "web"}  # one needs pyarrow
    found = [[command, *shlex.split(first)] for command, (first, *_) in ways.items()]
    found += [[command, "--help"] for command in COMMANDS]
    meteor = ["meteor", "a.txt", "ref.txt", "-m", "exact stem synonym"]  # the fourth module reads a table of 60 MB
    found += [["--help"], ["--version"], meteor, [*meteor, "-q"]]
    found += [["explain", LETTERS, "é 中 x"], ["explain", LETTERS, "é 中 x", "-f", "json"]]
    found += [["compare", "ref.txt", "-i", "a.txt", "letters.txt", "-n", "10", "--segments", "1"]]
    return found


def named(value: object) -> str:
    return " ".join(value)[:50] if isinstance(value, list) else str(value)


every_line = pytest.mark.parametrize("words", lines(), ids=named)


def run(words: list[str], out: Any, err: Any) -> int:
    with redirect_stdout(out), redirect_stderr(err):
        return main(words)


class Broken(io.StringIO):
    """A stream that takes nothing, or takes it and fails when it is flushed."""

    def __init__(self, error: OSError, late: bool) -> None:
        super().__init__()
        self.error, self.late = error, late

    def write(self, text: str) -> int:
        if self.late:
            return super().write(text)
        raise self.error

    def flush(self) -> None:
        if self.late and self.getvalue():
            raise self.error


@pytest.mark.parametrize(("words", "late"), [*zip(lines(), cycle([False, True]), strict=False)], ids=named)
def test_a_full_disk(words: list[str], late: bool) -> None:
    err = io.StringIO()
    late = late or "--help" in words  # argparse passes over what fails at once
    assert run(words, Broken(OSError(28, "No space left on device"), late), err) == 2
    assert err.getvalue().endswith("bolide: Standard output cannot be written: No space left on device.\n")


@every_line
def test_a_reader_that_has_seen_enough(words: list[str]) -> None:
    err = io.StringIO()
    assert run(words, Broken(BrokenPipeError(32, "Broken pipe"), False), err) == 0
    assert "roken" not in err.getvalue()


@every_line
def test_output_is_utf_8_whatever_the_locale(words: list[str]) -> None:
    raw, err = io.BytesIO(), io.StringIO()
    out = io.TextIOWrapper(raw, encoding="ascii", errors="strict", newline="\n")
    assert run(words, out, err) == 0, err.getvalue()
    text = raw.getvalue().decode()
    assert text
    if LETTERS in words:
        assert "中" in text
    if "json" in words:
        json.loads(text)


MAIN = "import sys; from bolide.{} import main; sys.exit(main())"
PROGRAMS = {
    "bolide": [MAIN.format("cli.main"), "score", "ref.txt", "-i", "a.txt"],
    "rgbF": [MAIN.format("peers.rgbf"), "-R", "ref.txt", "-H", "a.txt"],
}
# How the shell starts a program, the exit code that it must have, and what stands in its errors.
STATES = {
    ">&-": (2, "Standard output cannot be written: Bad file descriptor."),
    "> /dev/full": (2, "Standard output cannot be written: No space left on device."),
    "2>&-": (0, ""),
    "<&-": (0, ""),
    "<&- 2>&- > /dev/null": (0, ""),
    ">&- 2>&- <&-": (2, ""),
}


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full here")
@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("program", PROGRAMS)
def test_real_streams(program: str, state: str) -> None:
    code, said = STATES[state]
    command = shlex.join([sys.executable, "-c", *PROGRAMS[program]])
    environ = environment()
    done = subprocess.run(f"{command} {state}", shell=True, env=environ, capture_output=True, text=True, check=False)
    assert (done.returncode, said in done.stderr) == (code, True), done.stderr
    assert not any(words in done.stderr for words in ("Traceback", "Exception ignored"))


@pytest.mark.skipif(sys.platform != "linux", reason="other systems do not have such names")
def test_names_that_are_not_utf_8(tmp_path: Path) -> None:
    name, ref = tmp_path / os.fsdecode(b"caf\xe9.txt"), tmp_path / "ref.txt"
    name.write_text("a b c d\n")
    ref.write_text("a b c e\n")
    for shape in ("table", "json", "latex", "markdown", "tsv"):
        with process("score", ref, "-i", name, "-f", shape) as running:
            out, err = running.communicate()
        assert (running.returncode, b"udce9" in out, err) == (0, True, b"")
        if shape == "json":
            assert json.loads(out)["systems"][0]["name"] == os.fsdecode(b"caf\xe9")
    with process("score", f"{name}x", "-i", name) as running:
        assert (b"\\udce9" in running.communicate()[1], running.returncode) == (True, 2)

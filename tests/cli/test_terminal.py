"""Colour on a terminal, none elsewhere; a progress bar only for long work that somebody watches; what is said to
somebody who waits."""

import io
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from unittest.mock import patch

import pytest

from bolide.cli.main import main
from bolide.reporting.blocks import Heading, Paragraph, Span, TableBlock
from bolide.reporting.render import show
from bolide.reporting.render.text import columns_wide, plain
from bolide.system.progress import progress
from tests.cli.run import START

pytestmark = pytest.mark.one_core

BLOCKS = [
    Heading("Title", 1),
    Paragraph.of("plain ", Span("good", "good")),
    TableBlock.of(("a", "b"), [("中文", Span("1.0", "strong")), ("x_y", "22.0")]),
]


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


class Clock:
    """A timer whose time comes when the test says so."""

    def __init__(self, seconds: float, action: Callable[[], None]) -> None:
        self.seconds, self.action, self.running = seconds, action, False
        CLOCKS.append(self)

    def start(self) -> None:
        self.running = True

    def cancel(self) -> None:
        self.running = False

    def join(self) -> None: ...


CLOCKS: list[Clock] = []


@pytest.fixture
def screen(monkeypatch: pytest.MonkeyPatch) -> Terminal:
    """A terminal that shows colours."""
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")
    return Terminal()


def test_colour_only_where_it_is_seen(screen: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    piped, obeyed = io.StringIO(), Terminal()
    for out, uncoloured in ((screen, ""), (piped, ""), (obeyed, "1")):
        monkeypatch.setenv("NO_COLOR", uncoloured)
        monkeypatch.setattr(sys, "stdout", out)
        show(BLOCKS)
    assert "\x1b[" in screen.getvalue()
    assert piped.getvalue() == obeyed.getvalue() == plain(BLOCKS)


def test_columns_line_up_with_wide_characters() -> None:
    lines = plain(BLOCKS).strip().splitlines()[-4:]
    assert {columns_wide(line) for line in lines} == {10}


def test_progress_appears_after_a_second_and_only_where_seen(screen: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", screen)
    monkeypatch.setattr("threading.Timer", Clock)
    CLOCKS.clear()
    with progress("short", 1) as step:
        step(1)
    assert screen.getvalue() == ""
    with progress("long", 2) as step:
        short, long = CLOCKS
        assert (short.running, long.running, long.seconds) == (False, True, 1)
        step(1)
        long.action()
        assert all(words in screen.getvalue() for words in ("long", "50%"))
        step(1)
    monkeypatch.setattr(sys, "stderr", pipe := io.StringIO())
    with progress("unseen", 1) as step:
        step(1)
    assert (len(CLOCKS), pipe.getvalue()) == (2, "")  # where nobody watches no clock is started


def test_a_bar_that_appears_at_the_very_end_is_taken_away(screen: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    class Late(Clock):
        """Its second is over just as the work is: what it started has ended when it is joined."""

        def join(self) -> None:
            self.action()

    monkeypatch.setattr(sys, "stderr", screen)
    monkeypatch.setattr("threading.Timer", Late)
    with progress("late", 1) as step:
        step(1)
    hidden, shown = "\x1b[?25l", "\x1b[?25h"  # the cursor, while a bar runs and after it
    assert screen.getvalue().rfind(hidden) < screen.getvalue().rfind(shown)


@pytest.mark.parametrize(
    ("times", "total", "lines"),
    [
        ([0.0, 9.9, 10.0, 69.9, 70.0], 4000, ["1,400 of 4,000 (35 %) after 10 s", "2,800 of 4,000 (70 %) after 70 s"]),
        ([0.0, 12.0], None, ["700 after 12 s"]),
    ],
)
def test_without_a_terminal_a_line_comes_now_and_then(
    times: list[float], total: int | None, lines: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    clock, log = iter(times), io.StringIO()
    monkeypatch.setattr(sys, "stderr", log)
    monkeypatch.setattr("time.monotonic", lambda: next(clock))
    with progress("scoring", total) as step:
        for _ in times[1:]:
            step(700)
    assert log.getvalue().splitlines() == [f"bolide: scoring: {line}" for line in lines]


# --- what it waits for ------------------------------------------------------------------------------------------------

WAITING = "bolide: reading standard input from the terminal; end it with Ctrl-D."


@pytest.fixture
def folder(here: Path) -> Path:
    for name, text in {"ref.txt": "the cat sat down", "a.txt": "the cat sat"}.items():
        Path(name).write_text(f"{text}\n{text}\n")
    return here


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("line", "advice"),
    [
        ("score ref.txt a.txt", "Did you mean: bolide score ref.txt -i a.txt?"),
        ("score ref.txt", "Or name a file with -i."),
        ("align-segments ref.txt", "Or name a file with -i."),
    ],
)
def test_at_a_terminal_it_says_what_it_waits_for(line: str, advice: str) -> None:
    pty = pytest.importorskip("pty")
    terminal_end, other = pty.openpty()
    command = [sys.executable, "-c", START, *line.split()]
    with subprocess.Popen(command, stdin=other, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        os.close(other)
        os.write(terminal_end, b"the cat sat\na cat\n\x04")
        out, err = process.communicate(timeout=300)
    os.close(terminal_end)
    assert process.returncode == 0
    assert out
    first, second, *_ = err.decode().splitlines()
    assert first.startswith("bolide: no -i given; reading the output from standard input, one line per segment.")
    assert (first.endswith(advice), second) == (True, WAITING)


class TerminalInput(io.TextIOWrapper):
    def isatty(self) -> bool:
        return True


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    "line",
    [
        "mbr - -n 2",
        "units - --units w",
        "compare ref.txt -i - a.txt",
        "score - -i ref.txt",
        "score ref.txt -i -",
        "explain - ref.txt --line 1",
        "score r --table - -i h",
        "align-segments - -i ref.txt",
    ],
)
def test_whatever_reads_from_a_terminal_says_so(line: str, capsys: pytest.CaptureFixture[str]) -> None:
    lines = b"r\th\nthe cat sat\ta cat\n" if "--table" in line else b"the cat sat\na cat\n"
    with patch("sys.stdin", TerminalInput(io.BytesIO(lines))):
        main(line.split())
    assert capsys.readouterr().err.splitlines().count(WAITING) == 1

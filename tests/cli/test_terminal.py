"""Colour on a terminal, none elsewhere; what is said to somebody who waits."""

import io
import os
import subprocess
import sys
from pathlib import Path

import pytest

from bolide.reporting.blocks import Heading, Paragraph, Span, TableBlock
from bolide.reporting.render import show
from bolide.reporting.render.text import plain
from tests.cli.run import START

BLOCKS = [
    Heading("Title", 1),
    Paragraph.of("plain ", Span("good", "good")),
    TableBlock.of(("a", "b"), [("中文", Span("1.0", "strong")), ("x_y", "22.0")]),
]


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


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

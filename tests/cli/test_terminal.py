"""Colour on a terminal, none elsewhere, and a progress bar only for long work that somebody watches."""

import io
import sys
from collections.abc import Callable

import pytest

from bolide.reporting.blocks import Heading, Paragraph, Span, TableBlock
from bolide.reporting.render import terminal
from bolide.reporting.render.latex import latex
from bolide.reporting.render.text import columns_wide, markdown, plain, tsv
from bolide.system.progress import progress

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


def test_colour_only_where_it_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")
    seen, piped, obeyed = Terminal(), io.StringIO(), Terminal()
    terminal.show(BLOCKS, seen)
    terminal.show(BLOCKS, piped)
    monkeypatch.setenv("NO_COLOR", "1")
    terminal.show(BLOCKS, obeyed)
    assert "\x1b[" in seen.getvalue()
    assert piped.getvalue() == obeyed.getvalue() == plain(BLOCKS)


def test_columns_line_up_with_wide_characters() -> None:
    lines = plain(BLOCKS).strip().splitlines()[-4:]
    assert {columns_wide(line) for line in lines} == {10}


def test_markup_is_escaped() -> None:
    assert "| x\\_y | 22.0 |" in markdown(BLOCKS)
    assert "x\\_y & 22.0 \\\\" in latex(BLOCKS)
    assert "中文\t1.0\nx_y\t22.0\n" in tsv(BLOCKS)


def test_progress_appears_after_a_second_and_only_where_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")
    screen = Terminal()
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
        assert "long" in screen.getvalue()
        assert "50%" in screen.getvalue()
        step(1)
    pipe = io.StringIO()
    monkeypatch.setattr(sys, "stderr", pipe)
    with progress("unseen", 1) as step:
        step(1)
    assert len(CLOCKS) == 2  # where nobody watches no clock is started
    assert pipe.getvalue() == ""


def test_a_bar_that_appears_at_the_very_end_is_taken_away(monkeypatch: pytest.MonkeyPatch) -> None:
    class Late(Clock):
        """Its second is over just as the work is: what it started has ended when it is joined."""

        def join(self) -> None:
            self.action()

    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")
    screen = Terminal()
    monkeypatch.setattr(sys, "stderr", screen)
    monkeypatch.setattr("threading.Timer", Late)
    with progress("late", 1) as step:
        step(1)
    hidden, shown = "\x1b[?25l", "\x1b[?25h"  # the cursor, while a bar runs and after it
    assert screen.getvalue().rfind(hidden) < screen.getvalue().rfind(shown)


def test_without_a_terminal_a_line_comes_now_and_then(monkeypatch: pytest.MonkeyPatch) -> None:
    clock, log = iter([0.0, 9.9, 10.0, 69.9, 70.0, 71.0]), io.StringIO()
    monkeypatch.setattr(sys, "stderr", log)
    monkeypatch.setattr("time.monotonic", lambda: next(clock))
    with progress("scoring", 4000) as step:
        for _ in range(5):
            step(700)
    assert log.getvalue() == (
        "bolide: scoring: 1,400 of 4,000 (35 %) after 10 s\nbolide: scoring: 2,800 of 4,000 (70 %) after 70 s\n"
    )
    clock, log = iter([0.0, 12.0]), io.StringIO()
    monkeypatch.setattr(sys, "stderr", log)
    with progress("analysing", None) as step:
        step(5)
    assert log.getvalue() == "bolide: analysing: 5 after 12 s\n"

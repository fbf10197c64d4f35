"""Colour on a terminal, none elsewhere, and a progress bar only for long work that somebody watches."""

import io
import sys
import time

import pytest

from bolide.cli.progress import progress
from bolide.report import terminal
from bolide.report.blocks import Heading, Paragraph, Span, Table
from bolide.report.renderers import columns_wide, latex, markdown, plain, tsv

BLOCKS = [
    Heading("Title", 1),
    Paragraph.of("plain ", Span("good", "good")),
    Table.of(("a", "b"), [("中文", Span("1.0", "strong")), ("x_y", "22.0")]),
]


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


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
    with progress("short", 1) as step:
        step(1)
    assert screen.getvalue() == ""
    with progress("long", 2) as step:
        time.sleep(3)  # a second, and the time to import rich on a busy machine
        step(1)
        time.sleep(0.3)
    assert "long" in screen.getvalue()
    pipe = io.StringIO()
    monkeypatch.setattr(sys, "stderr", pipe)
    with progress("unseen", 1) as step:
        time.sleep(1.2)
        step(1)
    assert pipe.getvalue() == ""

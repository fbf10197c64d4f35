"""Where the core is uncompiled the user is told at first use, once; nowhere else."""

import logging
import sys

import pytest

from bolide import BLEU
from bolide.cli.main import UNCOMPILED
from bolide.kernels import COMPILED, _notice
from tests.cli.run import bolide, process

LINE = f"bolide: {_notice.NOTICE}\n"


@pytest.fixture(autouse=True)
def fresh(monkeypatch: pytest.MonkeyPatch) -> None:
    """A process in which an uncompiled core has not been used yet, and nobody asked for one."""
    monkeypatch.setattr(_notice, "COMPILED", False)
    monkeypatch.setattr(_notice, "_warned", False)
    monkeypatch.delenv("BOLIDE_CORE", raising=False)


def test_the_command_line_says_it_once_on_stderr() -> None:
    first, second = (bolide("explain", "a b", "a b") for _ in range(2))
    assert (first.err, second.err) == (LINE, "")
    assert first.out == second.out


def test_the_library_logs_it_once(caplog: pytest.LogCaptureFixture) -> None:
    for _ in range(2):
        BLEU().corpus(["a b"], ["a b"])
    assert [record[:2] for record in caplog.record_tuples] == [("bolide", logging.WARNING)]
    assert f"{caplog.messages[0]}\n" == LINE


@pytest.mark.parametrize("command", ["--help", "--version", "doctor"])
def test_what_computes_nothing_or_says_it_anyway_adds_no_line(command: str) -> None:
    assert bolide(command).err == ""


def test_nothing_is_said_where_it_is_wanted(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    monkeypatch.setattr(_notice, "COMPILED", True)
    assert bolide("explain", "a b", "a b").err == ""
    monkeypatch.setattr(_notice, "COMPILED", False)
    monkeypatch.setenv("BOLIDE_CORE", "pure")
    assert bolide("explain", "a b", "a b").err == ""
    monkeypatch.delenv("BOLIDE_CORE")
    monkeypatch.setattr(_notice, "_warned", False)
    monkeypatch.setattr(sys, "platform", "emscripten")
    BLEU().corpus(["a b"], ["a b"])
    assert caplog.messages == []


def test_a_real_process() -> None:
    """In the environment of a user, who has no BOLIDE_CORE."""
    _, err = process("explain", "a b", "a b", BOLIDE_CORE="").communicate()
    assert err.decode() == ("" if COMPILED else LINE)
    out, _ = process("--version", BOLIDE_CORE="").communicate()
    assert (UNCOMPILED in out.decode()) != COMPILED

"""Texts by place and by name, patterns that the shell leaves, and what is said to somebody who waits at a terminal."""

import io
import os
import shlex
import subprocess
import sys
from pathlib import Path
from unittest.mock import patch

import pytest

from bolide import demo
from bolide.cli.main import main
from tests.cli.run import START, bolide

pytestmark = pytest.mark.one_core

pty = pytest.importorskip("pty")
WAITING = "bolide: reading standard input from the terminal; end it with Ctrl-D."


@pytest.fixture(autouse=True)
def files(here: Path) -> None:
    for name, text in {"ref.txt": "the cat sat down", "a1.txt": "the cat sat", "a2.txt": "a cat sat down"}.items():
        Path(name).write_text(f"{text}\n{text}\n")


def test_score_by_name_in_any_order() -> None:
    wanted = bolide("score", "ref.txt", "-i", "a1.txt", "a2.txt")
    assert wanted.code == 0
    assert bolide(*shlex.split("score --ref ref.txt --hyp a1.txt a2.txt")) == wanted
    assert bolide(*shlex.split("score --hyp a1.txt a2.txt --ref ref.txt")) == wanted
    assert bolide(*shlex.split("score --hyp a1.txt --hyp a2.txt --ref ref.txt")) == wanted


def test_explain_by_name_in_any_order() -> None:
    wanted = bolide("explain", "the cat", "the cat sat", "a cat")
    assert wanted.code == 0
    for words in (
        ["--ref", "the cat sat", "a cat", "--hyp", "the cat"],
        ["--hyp", "the cat", "--ref", "the cat sat", "a cat"],
        ["-i", "the cat", "the cat sat", "a cat"],
        ["the cat", "--ref", "the cat sat", "a cat"],
        ["the cat", "--text", "the cat sat", "a cat"],
    ):
        assert bolide("explain", *words).out == wanted.out, words
    assert bolide("explain", "--hyp", "", "--ref", "a").out == bolide("explain", "", "a").out != ""


@pytest.fixture
def examples(monkeypatch: pytest.MonkeyPatch) -> None:
    demo.write_files(Path("examples"))
    monkeypatch.chdir("examples")


LISTS = [
    "correlate wmt23/en-de | -q sys/pearson seg/pearson",
    "correlate wmt23/en-de | -q sys/pearson,seg/pearson",
    "correlate wmt23/en-de | -q sys/pearson -m BLEU",
    "correlate wmt23/en-de | -m BLEU COMET -q sys/pearson",
    "correlate wmt23/en-de | -q sys/pearson --exclude refA",
    "correlate wmt23/en-de wmt23/zh-en | --exclude refA -q sys/accuracy --rank sys/accuracy -n 10",
    "score ref.txt | -i a.txt -m bleu chrf",
    "score ref.txt | -i a.txt --metrics=bleu,chrf",
    "score ref.txt | -i a.txt --confidence",
    "score ref.txt | -i a.txt b.txt --names one two",
    "score ref.txt | -i a.txt b.txt --scores comet.seg.score --lower comet",
    "score ref.txt | -i a.txt -m rgbf --units word char",
    "score ref.txt | -i a.txt --fail-under bleu=30 bleu=20",
    "score ref.txt | --runs one=a.txt,b.txt two=c.txt,other.txt",
    "compare ref.txt | -i a.txt b.txt c.txt -n 10 --exclude c",
    "explain 'the cat' 'a cat' 'the cat sat' | -m bleu chrf",
    "explain 'the cat' 'a cat' | -m rgbf --units wc",
    "spans gold.seg.rating one.seg.rating | --severity-weights minor=0.2 major=1",
    "units system.txt ref.txt | -l en --units word stem",
    "tune wmt23/en-de | -m meteor -r ref.txt -i a.txt b.txt c.txt -n 2 --folds 2 --gold mqm",
]


@pytest.mark.usefixtures("examples")
@pytest.mark.parametrize("line", LISTS)
def test_a_list_of_names_ends_where_the_arguments_begin(line: str) -> None:
    (command, *arguments), options = (shlex.split(part) for part in line.split("|"))
    wanted = bolide(command, *arguments, *options)
    assert wanted.code == 0, wanted.err
    assert bolide(command, *options, *arguments) == wanted


@pytest.mark.usefixtures("examples")
def test_names_of_systems_that_are_also_files_stay_names() -> None:
    for name in "abc":
        Path(f"{name}.txt").rename(name)
    wanted = bolide("compare", "ref.txt", "-i", "a", "b", "-n", "10")
    excluded = bolide("compare", "ref.txt", "-i", "a", "b", "c", "other.txt", "-n", "10", "--exclude", "other", "c")
    assert excluded == wanted


def test_patterns_that_the_shell_leaves() -> None:
    assert bolide("score", "re?.txt", "-i", "a[12].txt") == bolide("score", "ref.txt", "-i", "a1.txt", "a2.txt")
    wanted = bolide("compare", "ref.txt", "-i", "a1.txt", "a2.txt", "-n", "10")
    assert wanted.code == 0
    assert bolide("compare", "ref.txt", "-i", "a*.txt", "-n", "10") == wanted
    Path("people.seg.score").write_text("a1\t1\na1\t2\na2\t3\na2\t1\n")
    asked = ("correlate", "--human", "people.seg.score", "-r", "ref.txt", "-m", "chrf", "-q", "seg/pearson")
    wanted = bolide(*asked, "-i", "a1.txt", "a2.txt")
    assert wanted.code == 0
    assert bolide(*asked, "-i", "a?.txt") == wanted
    assert "There is no file b*.txt." in bolide("score", "ref.txt", "-i", "b*.txt").err
    Path("a[1].txt").write_text("the cat sat down\n" * 2)  # a file of that very name comes first
    assert bolide("score", "ref.txt", "-i", "a[1].txt", "-b").out == "100.0\n"


@pytest.mark.parametrize(("words", "told"), [
    (["score", "ref.txt", "a1.txt"], "Did you mean: bolide score ref.txt -i a1.txt?"),
    (["score", "ref.txt"], "Or name a file with -i."),
    (["align-segments", "ref.txt"], "Or name a file with -i."),
])  # fmt: skip
def test_at_a_terminal_it_says_what_it_waits_for(words: list[str], told: str) -> None:
    main, other = pty.openpty()
    command = [sys.executable, "-c", START, *words]
    with subprocess.Popen(command, stdin=other, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        os.close(other)
        os.write(main, b"the cat sat\na cat\n\x04")
        out, err = process.communicate(timeout=300)
    os.close(main)
    assert process.returncode == 0
    assert out
    first, second, *_ = err.decode().splitlines()
    assert first.startswith("bolide: no -i given; reading the output from standard input, one line per segment.")
    assert first.endswith(told)
    assert second == WAITING


class Terminal(io.TextIOWrapper):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    "words",
    [["mbr", "-", "-n", "2"], ["units", "-", "--units", "w"], ["compare", "ref.txt", "-i", "-", "a1.txt"],
     ["score", "-", "-i", "ref.txt"], ["explain", "-", "ref.txt", "--line", "1"], ["score", "ref.txt", "-i", "-"],
     ["score", "r", "--table", "-", "-i", "h"], ["align-segments", "-", "-i", "ref.txt"]],
    ids=" ".join,
)  # fmt: skip
def test_whatever_reads_from_a_terminal_says_so(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    lines = b"r\th\nthe cat sat\ta cat\n" if "--table" in words else b"the cat sat\na cat\n"
    with patch("sys.stdin", Terminal(io.BytesIO(lines))):
        main(words)
    assert capsys.readouterr().err.splitlines().count(WAITING) == 1


def test_nothing_is_said_where_nobody_waits() -> None:
    assert bolide("score", "ref.txt", stdin=b"the cat sat\na cat\n").err == ""


@pytest.mark.usefixtures("examples")
def test_an_option_that_needs_no_number_leaves_a_file_that_begins_like_one() -> None:
    Path("ref.txt").rename("info")
    wanted = bolide("score", "info", "-i", "a.txt", "--confidence")
    assert (wanted.code, bolide("score", "-i", "a.txt", "--confidence", "info")) == (0, wanted)

"""Every place of every command that names a file: whatever the file holds, an answer or one line that says where; and
inputs survive what is written.

The places are found in the situations of tests/cli/situations.py.
"""

import gzip
import json
import os
import shlex
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

from bolide.corpus.lines import is_file
from tests.cli.run import Result, bolide, control_characters, refused
from tests.cli.situations import SITUATIONS
from tests.tables import table

pytestmark = [pytest.mark.usefixtures("in_folder")]

CONTENTS: dict[str, str | bytes] = {
    **table(__file__, "contents.toml"),
    "Latin-1": "é,1\n".encode("latin-1") * 6,
    "every byte": bytes(range(256)) * 8,
    "UTF-16": "a\tb\n".encode("utf-16"),
    "gzip": gzip.compress(b"a\t1\n" * 6, mtime=0),
    "cut gzip": gzip.compress(b"a\t1\n" * 600, mtime=0)[:-9],
    "gzip in gzip": gzip.compress(gzip.compress(b"a\n"), mtime=0),
    "Parquet": b"PAR1aaaaPAR1",
    "Arrow": b"ARROW1\0\0aaaa",
    "an old spreadsheet": b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1aaaa",
    "zip": b"PK\x03\x04aaaa",
    "nested lists": "[" * 100_000,
    "nested objects": '{"a":' * 100_000,
    "a long cell": "a\t" + "9" * 200_000 + "\n",
    "a long JSON number": '{"a":' + "9" * 5000 + "}\n",
}


@cache
def named_files() -> list[tuple[str, list[str], int]]:
    """Each way in which a command names a file, once: its words, and which of them is the name."""
    ways: dict[tuple[str, str, bool], tuple[str, list[str], int]] = {}
    for command, situations in SITUATIONS.items():
        for line in situations:
            words = [command, *shlex.split(line)]
            flag = ""
            for index, word in enumerate(words):
                flag = word if word.startswith("-") else flag
                way = (command, flag, flag in ("-i", "--scores", "--human") and "json" in words)
                if is_file(word):
                    ways.setdefault(way, (f"{command} {flag}", words, index))
    return [*ways.values()]


def check(result: Result, about: str) -> None:
    assert result.code in (0, 2), f"{about}: {result.err}"
    lines = result.err.splitlines()
    assert all(line.startswith(("bolide: ", "Warning: ")) for line in lines), f"{about}: {result.err}"
    assert control_characters(result.out + result.err) == [], f"{about}: {result!r}"
    if result.code == 2:
        assert result.out == "", about
        assert lines, about
        assert len(lines[-1]) < 1000, about


def write_odd(content: str, *names: str) -> bytes:
    data = CONTENTS[content]
    data = data if isinstance(data, bytes) else data.encode()
    for name in names:
        Path(name).write_bytes(data)
    return data


@pytest.mark.parametrize("content", CONTENTS)
def test_odd_contents_in_every_place_that_names_a_file(content: str) -> None:
    names = ("odd.seg.score", "odd")
    data, before, tried = write_odd(content, *names), set(os.listdir()), 0
    for way, words, index in named_files():
        for name in names:
            result = bolide(*words[:index], name, *words[index + 1 :])
            if words[0] in ("units", "align-segments", "mbr") and result.code == 0:
                result = result._replace(out="")  # data, which may hold anything
            check(result, f"{way}, {content}")
            if result.code == 0 and "json" in words:
                json.loads(result.out, parse_constant=pytest.fail)
            tried += 1
            if words[0] == "tune" or "--scores" not in words:
                break  # the ending says something of score files only
    assert tried > 20
    assert set(os.listdir()) == before
    assert all(Path(name).read_bytes() == data for name in names)


@pytest.mark.parametrize("content", CONTENTS)
def test_odd_contents_for_the_meteor_command(content: str) -> None:
    write_odd(content, "odd")
    plain = ["-m", "exact stem synonym"]  # the fourth module reads a table of 60 MB each time
    lines = [[*words.split(), *plain] for words in ("odd odd", "a.txt odd", "a.txt odd -r 2", "odd odd -sgml")]
    for words in (*lines, ["a.txt", "ref.txt", "-a", "odd"]):
        check(bolide("meteor", *words), f"{words}, {content}")


def test_a_file_on_standard_input_survives() -> None:
    before = Path("a.txt").read_bytes()
    command = [sys.executable, "-m", "bolide", "score", "ref.txt", "-o", "a.txt"]
    with open("a.txt", "rb") as source:
        done = subprocess.run(command, stdin=source, capture_output=True, text=True, check=False)
    refused(Result(done.returncode, done.stdout, done.stderr), "is read by this command")
    assert Path("a.txt").read_bytes() == before


def test_the_meteor_command_never_writes_over_its_input(here: Path) -> None:
    Path("x-align.out").write_text("the cat\n")
    Path("ref").write_text("the cat\n")
    words = ["meteor", "x-align.out", "ref", "-m", "exact", "-writeAlignments", "-f"]
    refused(bolide(*words, "x"), "is read by this command")
    assert Path("x-align.out").read_text() == "the cat\n"
    assert bolide(*words, "y").code == 0
    assert Path("y-align.out").read_text()

"""Whatever a file holds: an answer, or one line that says where; every place of every command that names a file.

The places are found in the situations that tests/cli/test_nothing_in_vain.py has for every command.
"""

import gzip
import json
import pickle
import re
import shlex
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from bolide.cli.commands.completion import completions
from bolide.cli.main import COMMANDS
from bolide.corpus.lines import is_file
from bolide.system.errors import Advised
from tests.cli.run import Result, quickly
from tests.cli.test_nothing_in_vain import SITUATIONS, write_texts
from tests.docs.example_files import HEADER

pytestmark = pytest.mark.one_core

MQM = "system\tglobalSegId\trater\tcategory\tseverity\n"


def scores(*cells: str) -> str:
    """A score file in which each of three systems has these scores."""
    return "".join(f"{name}\t{cell}\n" for name in "abc" for cell in cells)


CONTENTS: dict[str, str | bytes] = {
    "empty": "",
    "a line end": "\n",
    "blanks": "   \n" * 6,
    "tabs": "\t\t\n" * 6,
    "commas": ",,,\n" * 6,
    "null characters": "a\0b\tc\n" * 6,
    "Latin-1": "é,1\n".encode("latin-1") * 6,
    "every byte": bytes(range(256)) * 8,
    "UTF-16": "a\tb\n".encode("utf-16"),
    "a byte-order mark": "\ufeffa\t1\n" * 6,
    "carriage returns": "a\t1\r" * 6,
    "gzip": gzip.compress(b"a\t1\n" * 6, mtime=0),
    "cut gzip": gzip.compress(b"a\t1\n" * 600, mtime=0)[:-9],
    "gzip in gzip": gzip.compress(gzip.compress(b"a\n"), mtime=0),
    "Parquet": b"PAR1aaaaPAR1",
    "Arrow": b"ARROW1\0\0aaaa",
    "an old spreadsheet": b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1aaaa",
    "HTML": "<!doctype html><html><p>a</p></html>",
    "TMX": "<?xml version='1.0'?><tmx version='1.4'></tmx>",
    "zip": b"PK\x03\x04aaaa",
    "XML": "<?xml version='1.0'?><a/>",
    "SGML": '<tstset setid="a\x1b[31m" sysid="b"><doc docid="c"><seg id="1">x</seg></doc></tstset>',
    "open SGML": "<seg id=1>",
    "nested lists": "[" * 100_000,
    "nested objects": '{"a":' * 100_000,
    "a long cell": "a\t" + "9" * 200_000 + "\n",
    "an open quote": 'a,"b\n' * 6,
    "an open quote in TSV": '"a\tb\n' * 7,
    "control sequences": "a\x1b[31m[/x]\u009b\t1\n" * 6,
    "hostile names": "".join(f"{name}\t{n}\n" for name in ("a[/x]", "=b", "\\input{c}") for n in range(6)),
    "underscores": scores("1_000"),
    "digits of another script": scores("١٢"),
    "hexadecimal": scores("0x10"),
    "not a number": scores("nan", "inf"),
    "too large": scores("1e400"),
    "very large": scores(*["1e300", "-1e300"] * 3),
    "very small": scores("1e-300", "2e-300", "0", "5e-300", "1e-310", "3e-300"),
    "nothing but missing": scores(*["None"] * 6),
    "all alike": scores(*["1"] * 6),
    "one system": "a\t1\n" * 6,
    "surplus cells": "a\t1\t2\n" * 6,
    "a short header": "segment,a,b,c\n0,1,2,3,4\n",
    "a name twice": "segment,a,a\n0,1,2\n",
    "a header": "segment,a,b,c\n",
    "a score twice": "system,segment,score\na,x,1\na,x,2\n",
    "a late segment": "system,segment,score\na,99999999999999999999,1\n",
    "JSON numbers": '{"reference":"a","system_a":1,"system_b":1}\n' * 6,
    "JSON null": '{"reference":null,"system_a":"x"}\n' * 6,
    "JSON NaN": '{"reference":NaN,"system_a":"x"}\n' * 6,
    "a JSON list": "[1]\n" * 6,
    "a long JSON number": '{"a":' + "9" * 5000 + "}\n",
    "half characters": '{"reference":"\\ud800","system_a":"\\udfff","system_b":"x\\u001b[31m"}\n' * 6,
    "a JSON name twice": '{"reference":"a","reference":"b"}\n' * 6,
    "hostile JSON names": '{"a\\u001b[31m[/x]":"b"}\n' * 6,
    "MQM without lines": MQM,
    "MQM without a number": f"{MQM}a\tx\tr\tAccuracy\tMajor\n",
    "MQM 1_0": f"{MQM}a\t1_0\tr\tA\tMajor\n",
    "MQM below one": f"{MQM}a\t-5\tr\tA\tMajor\n",
    "MQM severity": f"{MQM}a\t1\tr\tA\tBad\x1b[31m\n",
    "MQM short": f"{MQM}a\t1\tr\n",
    "MQM long": f"{MQM}a\t1\tr\tA\tMajor\tx\ty\n",
    "MQM of no year": f"{MQM}a\t1\tr\tSource issue\tMajor\n",
    "MQM by document": "system\tdoc\tseg_id\trater\tcategory\tseverity\na\tx\t1\tr\tA\tMajor\na\ty\t1\tr\tA\tMajor\n",
    "two language pairs": "".join(
        f'{{"langs": "{langs}", "line_id": 1, "system": "a", "esa_score": 5}}\n' for langs in ("en-cs", "en-de")
    ),
    "rankings 1_0": f"{HEADER}\nFrench,English,1,d,1,1,1,a,2,b,3,c,4,a,5,b,1_0,3,2,-1,-1\n",
    "rankings long": f"{HEADER}\nFrench,English,1,d,1,1,1,a,2,b,3,c,4,a,5,b,1,3,2,-1,-1,7,8\n",
    "rankings short": f"{HEADER}\nFrench,English,1\n",
    "rankings below": f"{HEADER}\nFrench,English,-4,d,1,1,1,a,2,b,3,c,4,a,5,b,1,3,2,-1,-1\n",
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("odd")
    write_texts(made)
    return made


def places(folder: Path) -> Iterator[tuple[str, list[str], int]]:
    """Each way in which a command names a file, once: its words, and which of them is the name."""
    seen = set()
    for command, situations in SITUATIONS.items():
        for line in situations:
            words = [command, *shlex.split(line)]
            flag = ""
            for place, word in enumerate(words):
                flag = word if word.startswith("-") else flag
                way = (command, flag, flag in ("-i", "--scores", "--human") and "json" in words)
                if is_file(str(folder / word)) and way not in seen:
                    seen.add(way)
                    yield f"{command} {flag}", words, place


@cache
def options() -> dict[str, set[str]]:
    """The options of every command."""
    return {name: set(completions([name, "-"])) for name in COMMANDS}


def foreign_options(command: str, message: str) -> list[str]:
    """Options in a message that the command does not have; those of a command line in it are another command's."""
    own = re.sub(r"`bolide [^`]*`|\b(?:iconv|pip|tr) [^;.]*", "", message)
    return [flag for flag in re.findall(r"(?<![\w-])--?[a-z][a-z.-]*[a-z]\b|(?<![\w-])-[a-z]\b", own)
            if flag not in options()[command]]  # fmt: skip


def test_options_of_others_are_found() -> None:
    assert foreign_options("mbr", "Read it with --table, or with -n; see -i.") == ["--table", "-i"]
    assert foreign_options("score", "Read it with --table; `bolide meteor -sgml` and iconv -f LATIN1 do it, too.") == []


def check(result: Result, said: str, command: str = "meteor") -> None:
    assert foreign_options(command, result.err) == [], f"{said}: {result.err}"
    assert result.code in (0, 2), f"{said}: {result.err}"
    lines = result.err.splitlines()
    assert all(line.startswith(("bolide: ", "Warning: ")) for line in lines), f"{said}: {result.err}"
    for shown in (result.out, result.err):
        assert not [c for c in shown if not c.isprintable() and c not in "\n\t"], f"{said}: {result!r}"
    if result.code == 2:
        assert result.out == "", said
        assert lines, said
        assert len(lines[-1]) < 1000, said


@pytest.mark.parametrize("content", CONTENTS)
def test_every_place_that_names_a_file(content: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    data = CONTENTS[content]
    data = data if isinstance(data, bytes) else data.encode()
    for name in ("odd.seg.score", "odd"):
        (folder / name).write_bytes(data)
    before = {path.name for path in folder.iterdir()}
    tried = 0
    for way, words, place in places(folder):
        for name in ("odd.seg.score", "odd"):
            result = quickly(*words[:place], name, *words[place + 1 :])
            if words[0] in ("units", "align-segments", "mbr") and result.code == 0:
                result = result._replace(out="")  # data, which may hold anything
            check(result, f"{way}, {content}", words[0])
            if result.code == 0 and "json" in words:
                json.loads(result.out, parse_constant=pytest.fail)
            tried += 1
            if words[0] == "tune" or "--scores" not in words:
                break  # the ending says something of score files only
    assert tried > 20
    assert {path.name for path in folder.iterdir()} == before
    assert all((folder / name).read_bytes() == data for name in ("odd.seg.score", "odd"))


@pytest.mark.parametrize(
    ("command", "advice"),
    [
        ("score ref.txt -i odd", "Read it with --table"),
        ("score odd -i a.txt", "Read it with --table"),
        ("explain odd ref.txt --line 1", "Read it with --table"),
        ("compare ref.txt -i a.txt b.txt --labels odd", "Read it with --table"),
        ("compare ref.txt -i a.txt b.txt --scores odd", "to text files"),
        ("mbr odd", "to text files"),
        ("align-segments ref.txt -i odd", "to text files"),
        ("people odd", "to text files"),
    ],
)
def test_what_is_read_by_column_is_said_where_columns_can_be_named(
    command: str, advice: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder)
    (folder / "odd").write_bytes(b"PAR1aaaaPAR1")
    result = quickly(*command.split())
    assert result.code == 2
    assert "odd is a Parquet file, not lines of text. " in result.err
    assert advice in result.err
    assert ("--table" in result.err) == ("--table" in advice)


@pytest.mark.parametrize("content", CONTENTS)
def test_the_meteor_command(content: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    data = CONTENTS[content]
    (folder / "odd").write_bytes(data if isinstance(data, bytes) else data.encode())
    plain = ["-m", "exact stem synonym"]  # the fourth module reads a table of 60 MB each time
    for words in (
        ["odd", "odd", *plain],
        ["a.txt", "odd", *plain],
        ["a.txt", "odd", "-r", "2", *plain],
        ["odd", "odd", "-sgml", *plain],
        ["a.txt", "ref.txt", "-a", "odd"],
    ):
        check(quickly("meteor", *words), f"{words}, {content}")


def test_advice_outlives_a_process_and_a_place() -> None:
    error = pickle.loads(pickle.dumps(Advised("x is odd.", "Mend it.", "--mend", "Say --mend.").at("line 2")))
    assert str(error) == "line 2: x is odd. Mend it."
    assert [str(error.told(flags)) for flags in ((), ("--mend",))] == [str(error), "line 2: x is odd. Say --mend."]

"""Texts from TSV and JSON lines: named columns, lists of references, what is refused and where."""

from pathlib import Path

import pytest

from bolide.errors import BolideError
from bolide.table_files import read_systems_of
from tests.cli.run import bolide


def file(folder: Path, text: str) -> str:
    path = folder / "texts"
    path.write_text(text, encoding="utf-8")
    return str(path)


def test_tsv(tmp_path: Path) -> None:
    name = file(tmp_path, 'id\thyp\tr1\tr2\n1\ta "b\tc\td\n2\t\te\t\n')
    (system,) = read_systems_of(name, ["hyp"], ["r1", "r2"])
    assert (system.name, system.hyps, system.refs) == ("hyp", ['a "b', ""], ["c", "d", "e", ""])


def test_json_lines(tmp_path: Path) -> None:
    name = file(tmp_path, '{"a": "x", "b": "y\\ty", "refs": ["r", "s"]}\n{"a": "", "b": "z", "refs": "t"}\n')
    one, two = read_systems_of(name, ["a", "b"], ["refs"])
    assert (one.hyps, two.hyps, one.refs, one.nrefs) == (["x", ""], ["y\ty", "z"], ["r", "s", "t"], "var")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("hyp\tref\na\n", "line 2 has 1 columns and the header 2"),
        ("hyp\tref\n", "a header and no line"),
        ("hyp\tref\tref\na\tb\tc\n", "two columns called 'ref'"),
        ("hyp\treference\na\tb\n", "no column of .* called 'ref'. Did you mean 'reference'"),
        ('{"hyp": "a", "ref": "b"}\n{"hyp": "a"}\n', "line 2 has no 'ref'"),
        ('{"hyp": "a", "ref": "b"}\n{"hyp"}\n', "line 2 is not JSON"),
        ('{"hyp": "a", "ref": "b"}\n[]\n', "line 2 is no JSON object"),
        ('{"hyp": null, "ref": "b"}\n', "line 1: hyp is null"),
        ('{"hyp": 3, "ref": "b"}\n', "line 1: hyp is not text"),
        ('{"hyp": ["a", "b"], "ref": "b"}\n', "line 1: hyp is a list"),
        ('{"hyp": "a", "ref": []}\n', "line 1: ref is an empty list"),
        ("", "is empty"),
    ],
)
def test_what_is_refused(tmp_path: Path, text: str, words: str) -> None:
    with pytest.raises(BolideError, match=words):
        read_systems_of(file(tmp_path, text), ["hyp"], ["ref"])


def test_on_the_command_line(tmp_path: Path) -> None:
    name = file(tmp_path, "hyp\tref\nthe cat sat on it\tthe cat sat on it\n")
    assert bolide("score", "ref", "--table", name, "-i", "hyp", "-b").out == "100.0\n"
    found = bolide("score", "ref", "--table", name)
    assert (found.code, "name the columns" in found.err) == (2, True)

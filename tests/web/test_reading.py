"""Files given to the page: tables by their columns, the rest as on the command line."""

import gzip
from base64 import b64encode
from typing import Any

import pytest

from bolide.web.calls.uploads import is_table
from tests.web.calls import call
from tests.web.cases import CASES

pytestmark = pytest.mark.one_core


def read(name: str, raw: bytes) -> Any:
    return call("read", name=name, base64=b64encode(raw).decode())


def columns(name: str, raw: bytes) -> dict[str, list[Any]]:
    return {column["name"]: column["lines"] for column in read(name, raw)["result"]["columns"]}


def test_a_name_says_what_is_a_table() -> None:
    assert all(map(is_table, ("a.tsv", "A.CSV", "x.jsonl.gz", "b.xlsx", "wmt.sgm")))
    assert not any(map(is_table, ("a.txt", "a.gz", "tsv", "newstest.en-de.de", "a.tsv.txt")))


@pytest.mark.parametrize(("name", "raw"), [
    ("x.tsv", b"src\tout\nein\tone\nzwei\ttwo\n"),
    ("x.csv", b'src,out\n"ein",one\nzwei,"two"\n'),
    ("x.jsonl", b'{"src": "ein", "out": "one"}\n{"src": "zwei", "out": "two"}\n'),
    ("x.json", b'[{"src": "ein", "out": "one"}, {"src": "zwei", "out": "two"}]'),
    ("x.tsv.gz", gzip.compress(b"src\tout\nein\tone\nzwei\ttwo\n", mtime=0)),
])  # fmt: skip
def test_tables(name: str, raw: bytes) -> None:
    assert columns(name, raw) == {"src": ["ein", "zwei"], "out": ["one", "two"]}


@pytest.mark.parametrize("name", ["docs.tsv", "en-de.docs.tsv.gz", "documents.txt"])
def test_domains_and_documents_without_a_header(name: str) -> None:
    raw = b"news\td1\nnews\td1\nchat\td2\n"
    raw = gzip.compress(raw, mtime=0) if name.endswith("gz") else raw
    found = read(name, raw)["result"]["columns"]
    assert [(column["role"], column["lines"]) for column in found] == [
        ("none", ["news", "news", "chat"]), ("document", ["d1", "d1", "d2"]),
    ]  # fmt: skip
    headed = b"domain\tdocument\nnews\td1\n"
    assert columns("docs.tsv", headed) == {"domain": ["news"], "document": ["d1"]}


def test_columns_of_lists_and_of_numbers() -> None:
    raw = b'{"id": 1, "refs": ["a", "b"], "out": "c", "x": null}\n{"id": 2, "refs": ["d"], "out": "e", "x": 1.5}\n'
    found = read("x.jsonl", raw)["result"]
    assert found["columns"] == [
        {"name": "id", "role": "none", "only_numbers": True, "lines": ["1", "2"]},
        {"name": "refs", "role": "reference", "only_numbers": False, "lines": [["a", "b"], ["d"]]},
        {"name": "out", "role": None, "only_numbers": False, "lines": ["c", "e"]},
    ]
    assert found["notice"] == "x.jsonl: x is left out, because line 1 has no text in it."
    assert [one["only_numbers"] for one in read("da.csv", b"id,a\n1,90.5\n2,-3\n")["result"]["columns"]] == [True, True]


@pytest.mark.parametrize(("name", "raw", "words"), [
    ("x.tsv", "a\tb\nf\xfcr\tx\n".encode("latin-1"), "x.tsv, line 2: byte 0xfc is not UTF-8"),
    ("x.csv", "a,b\n1,2\n".encode("utf-16"), "x.csv is UTF-16 text"),
    *((name, text.encode(), words) for name, text, words in CASES["refused"]),
])  # fmt: skip
def test_files_that_hold_no_texts_are_refused(name: str, raw: bytes, words: str) -> None:
    assert words in read(name, raw)["error"]


def test_files_are_read_as_on_the_command_line() -> None:
    def lines(raw: bytes) -> list[str]:
        answer = read("x.txt", raw)["result"]
        assert (answer["stem"], answer["only_numbers"], answer["notice"]) == ("x", False, None)
        return list(answer["lines"])

    assert lines("a\r\nb\u2028ü".encode()) == ["a", "b\u2028ü"]
    assert lines(gzip.compress(b"a\n\n", mtime=0)) == ["a", ""]
    assert lines(b"") == []
    assert read("x.txt", b"-1.5\n2e1\n")["result"]["only_numbers"]
    assert not read("x.txt", b"-1.5\nnan\n")["result"]["only_numbers"]
    marked = read("x.txt", "\ufeffa\n".encode())["result"]
    assert marked["lines"] == ["\ufeffa"]
    assert "x.txt begins with a byte-order mark" in marked["notice"]
    assert "x.txt, line 1: byte 0xe4 is not UTF-8" in read("x.txt", "ä\n".encode("latin-1"))["error"]


@pytest.mark.parametrize(("name", "role"), CASES["roles"])
def test_names_say_what_files_are(name: str, role: str) -> None:
    assert read(name, b"a\n")["result"]["role"] == (role or None)

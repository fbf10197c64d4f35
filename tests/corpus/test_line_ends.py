"""A line ends at a line feed and nowhere else, the last one also without it, and an empty one is a segment: in every
form of text and table, plain or packed, read whole or by lines.
"""

import gzip
import json
from pathlib import Path

import pytest

from bolide.corpus.lines import read_lines, text_file
from bolide.corpus.tables import TextTable
from tests.corpus.written import SEPARATORS, write

# What str.splitlines takes for line ends, inside, before and after a text; and what else may be lost at its ends.
TEXTS = [f"a{c}b{c}" for c in "\u2028\u2029\u0085\x0b\x0c\x1c\x1d\x1e"]
TEXTS += ["\u2028c", "\x0bd", "e\u00a0", " f ", "", "\\u2028 &amp;lt; \\n \\\\", '"', "", "last"]
IN_XML = [text for text in TEXTS if not set(text) & set("\x0b\x0c\x1c\x1d\x1e")]  # which XML cannot hold


def packed(path: Path, raw: bytes, how: str) -> str:
    if how == "zst":
        pa = pytest.importorskip("pyarrow")
        raw = pa.compress(raw, codec="zstd", asbytes=True)
    path.write_bytes(gzip.compress(raw) if how == "gz" else raw)
    return str(path)


@pytest.mark.parametrize("how", ["plain", "gz"])
@pytest.mark.parametrize("end", ["\n", "", "\r\n"], ids=["line feed", "no end", "carriage return"])
def test_lines(end: str, how: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = (end or "\n").join(TEXTS) + end
    name = packed(tmp_path / "t.txt", text.encode(), how)
    assert read_lines(name) == read_lines(name, mark=True) == TEXTS
    for part in (1, 2, 3, 1 << 20):
        monkeypatch.setattr("bolide.corpus.lines.PART", part)
        assert list(text_file(name) or ()) == TEXTS


@pytest.mark.parametrize("ended", [True, False], ids=["ended", "without an end"])
@pytest.mark.parametrize("how", ["plain", "gz"])
@pytest.mark.parametrize("form", [*SEPARATORS, "jsonl", "escaped", "json"])
def test_tables_that_are_text(
    form: str, how: str, ended: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = [{"hyp": text, "n": str(k), "ref": text} for k, text in enumerate(TEXTS)]
    raw = write(tmp_path / "t", rows, "jsonl" if form == "escaped" else form).read_bytes()
    if form == "escaped":  # \u2028 and \" as JSON may write them
        raw = "".join(f"{json.dumps(row, ensure_ascii=True)}\n" for row in rows).encode()
    mark = "\ufeff".encode() * (how == "gz")
    name = packed(tmp_path / "t", mark + (raw if ended else raw.rstrip(b"\r\n")), how)
    for part in (1 << 20, 16):  # bytes, enough to tell the format
        monkeypatch.setattr("bolide.corpus.lines.PART", part)
        (batch,) = TextTable(name).batches(["hyp", "n", "ref"])
        assert batch.texts("hyp") == batch.texts("ref") == TEXTS
        assert batch.texts("n") == [row["n"] for row in rows]


def in_xml(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace('"', "&quot;")


MARKUP: dict[str, tuple[str, str, str]] = {
    "sgml": ('<tstset setid="s" sysid="x"><doc docid="d">\n', '<seg id="{}">{}</seg>\n', "</doc></tstset>"),
    "xml": (
        '<?xml version="1.0"?>\n<dataset><doc id="d"><hyp system="x"><p>\n',
        '<seg id="{}">{}</seg>\n',
        "</p></hyp></doc></dataset>",
    ),
    "tmx": (
        '<tmx version="1.4"><body>\n',
        '<tu tuid="{}"><tuv xml:lang="x"><seg>{}</seg></tuv></tu>\n',
        "</body></tmx>",
    ),
    "xliff": (
        '<xliff version="1.2"><file><body>\n',
        '<trans-unit id="{}"><target>{}</target></trans-unit>\n',
        "</body></file></xliff>",
    ),
}


@pytest.mark.parametrize("how", ["plain", "gz"])
@pytest.mark.parametrize("form", MARKUP)
def test_markup(form: str, how: str, tmp_path: Path) -> None:
    begin, segment, end = MARKUP[form]
    texts = TEXTS if form == "sgml" else IN_XML
    body = "".join(segment.format(k, in_xml(text)) for k, text in enumerate(texts))
    mark = "\ufeff" * (how == "gz")
    name = packed(tmp_path / "t", (mark + begin + body + end).encode(), how)
    (batch,) = TextTable(name).batches(["target" if form == "xliff" else "x"])
    found = batch.texts("target" if form == "xliff" else "x")
    # SGML and WMT's XML may break a segment into lines: white space at the ends of these goes.
    assert found == [text.strip() if form in ("sgml", "xml") else text for text in texts]


def test_entities_are_resolved_once(tmp_path: Path) -> None:
    sgml = '<tstset setid="s" sysid="x"><doc docid="d"><seg id="1">&amp;lt; &amp;amp;quot; &lt;&gt;&quot;&apos;</seg>'
    (tmp_path / "t.sgm").write_text(sgml)
    (batch,) = TextTable(str(tmp_path / "t.sgm")).batches(["x"])
    assert batch.texts("x") == ["&lt; &amp;quot; <>\"'"]

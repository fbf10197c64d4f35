"""What a file holds is told by its content: text is read, all else is refused with the right advice."""

import bz2
import gzip
import zipfile
from io import BytesIO
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from bolide.corpus.decoding import begins_with_object, filled_lines, foreign_bytes, foreign_markup, split_lines, text_of
from tests.cli.run import bolide

SAMPLES = Path(__file__).with_name("samples")
TMX, XLIFF, SGML, WMT_XML = (
    (SAMPLES / name).read_text("utf-8") for name in ("plain.tmx", "comment.xlf", "refset.sgm", "source.xml")
)
LINES = "The first one .\nA second “line”, with ümläuts.\n"


def zipped(**parts: str) -> bytes:
    out = BytesIO()
    with zipfile.ZipFile(out, "w") as made:
        for name, text in parts.items():
            made.writestr(name.replace("__", "/"), text)
    return out.getvalue()


XLSX = zipped(**{"[Content_Types].xml": "<Types/>", "xl__workbook.xml": "<workbook/>"})
IN_LINES, BY_TABLE, TO_UTF_8 = "one line per segment", "--table", "iconv -f "
FOREIGN = {  # all are refused as lines of text; those with the advice BY_TABLE are read as tables
    "tmx": (b"\xef\xbb\xbf" + TMX.encode(), "a TMX translation memory", BY_TABLE),
    "tmx in utf-16": (TMX.encode("utf-16"), "UTF-16 text", TO_UTF_8),
    "xliff": (XLIFF.encode(), "an XLIFF file", BY_TABLE),
    "sgml": (SGML.replace("refset", "TSTSET").encode(), "an SGML file", BY_TABLE),
    "wmt's xml": (WMT_XML.encode(), "an XML file", BY_TABLE),
    "html": (b"<!DOCTYPE html>\n<html><body>a cat</body></html>\n", "an HTML page", IN_LINES),
    "gzipped xlsx": (gzip.compress(XLSX, mtime=0), "an Excel workbook", BY_TABLE),
    "ods": (zipped(**{"mimetype": "", "content.xml": "<x/>"}), "an OpenDocument file", "Save the sheet as CSV"),
    "docx": (zipped(word__document="<w/>"), "a Word document", IN_LINES),
    "zip": (zipped(a="b"), "a zip archive", "Unpack"),
    "zip, cut": (XLSX[:40], "a damaged zip archive", "undamaged"),
    "parquet": (b"PAR1" + bytes(50), "a Parquet file", BY_TABLE),
    "bz2": (bz2.compress(LINES.encode()), "a bzip2 file", "Unpack"),
    "utf-16, big end first": (b"\xfe\xff" + LINES.encode("utf-16-be"), "UTF-16 text", TO_UTF_8),
    "utf-16 without a mark": (LINES.encode("utf-16-le"), "UTF-16LE text", TO_UTF_8),
    "utf-16 that could be UTF-8": ("你好世界\n".encode("utf-16-le") * 9, "UTF-16LE text", TO_UTF_8),
    "utf-16 in Chinese, without a mark": ("我去学校\n".encode("utf-16-be") * 9, "UTF-16BE text", TO_UTF_8),
    "utf-32 in Chinese, without a mark": ("你好\n".encode("utf-32-le") * 9, "UTF-32LE text", TO_UTF_8),
    "utf-16 whose 上 looks like a line's end": ("上上说\n".encode("utf-16-le") * 9, "not UTF-8", "iconv -f UTF-16LE"),
    "png": (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\1\xa4\0\0\1\x18", "not UTF-8", "not a text file at all"),
    "utf-32": (LINES.encode("utf-32"), "UTF-32 text", TO_UTF_8),
    "utf-32 without a mark": (LINES.encode("utf-32-be"), "UTF-32BE text", TO_UTF_8),
}


@pytest.mark.parametrize("how", ["lines", "table", "standard input"])
@pytest.mark.parametrize("case", FOREIGN)
def test_it_is_refused_by_name_whatever_the_file_is_called(case: str, how: str, tmp_path: Path) -> None:
    raw, name, advice = FOREIGN[case]
    if (how, advice) == ("table", BY_TABLE):
        return
    (tmp_path / "hyp.txt").write_bytes(raw)
    (tmp_path / "ref.txt").write_text("a\nb\n")
    table, lines = ["ref", "-i", "hyp", "--table", tmp_path / "hyp.txt"], [tmp_path / "ref.txt"]
    words = table if how == "table" else [*lines, "-i", tmp_path / "hyp.txt"] if how == "lines" else lines
    found = bolide("score", *words, stdin=raw)
    assert (found.code, found.out, found.err.count("\n")) == (2, "", 1)
    for words in (name, advice, "standard input" if how == "standard input" else "hyp.txt"):
        assert words in found.err


@given(text=st.text(st.characters()))  # the default alphabet takes seconds to set up
def test_utf_8_comes_back_as_it_was(text: str) -> None:
    raw = text.encode("utf-8", "replace")
    if foreign_bytes(raw) is None and foreign_markup(raw.decode()) is None:
        assert text_of(raw, "x").encode() == raw
        assert text_of(gzip.compress(raw, mtime=0), "x").encode() == raw


def test_only_line_feeds_end_lines() -> None:
    assert split_lines("a\r\nb\u2028c\rd\n\n") == ["a", "b\u2028c\rd", ""]
    assert split_lines("a\r\r\nb\r") == ["a\r", "b"]
    assert split_lines("a") == ["a"]
    assert split_lines("") == []
    assert list(filled_lines("\n a\u2028b\x85\n \t\n\x0bc\x0cd", 5)) == [(6, " a\u2028b\x85"), (8, "\x0bc\x0cd")]
    assert begins_with_object('\n{"a": "\u2028\x0b", "b": 1}\n', "a", "b")
    assert not begins_with_object('{"a": 1,\n"b": 1}', "a", "b")

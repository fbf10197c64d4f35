"""Decoding of files: gzip and Zstandard are unpacked, UTF-8 is strict, other formats are recognised and rejected."""

from __future__ import annotations

import re
from collections.abc import Iterator
from io import BytesIO
from typing import Any, BinaryIO, NamedTuple

from bolide.system.errors import InputError, need
from bolide.system.limits import CHARACTERS, check_unpacked

_PART = 1 << 24  # bytes unpacked at a time
GZIP, ZSTANDARD = b"\x1f\x8b", b"\x28\xb5\x2f\xfd"  # the first bytes of packed files
MARK = "\ufeff"  # a byte-order mark, as UTF-8 decodes it


def text_of(raw: bytes, name: str, *, markup: bool = False) -> str:
    """The text of a file whose bytes are `raw`; a byte-order mark is not removed.

    InputError for other formats, and for documents of markup unless `markup` is true.
    """
    raw = unpacked(raw, name)
    kind = foreign_bytes(raw)
    if kind is None:
        try:
            text = raw.decode("utf-8")
        except UnicodeDecodeError as error:
            raise not_utf8(name, error) from None
        kind = None if markup else foreign_markup(text)
    if kind is not None:
        raise InputError(f"{name} is {kind.name}, not lines of text. {kind.advice}")
    return text


def not_utf8(name: str, error: UnicodeDecodeError, first: int = 1) -> InputError:
    """An error for bytes that are not UTF-8; `first` is the number of their first line."""
    raw = error.object
    line = first + raw.count(b"\n", 0, error.start)
    problem = f"{name}, line {line}: byte 0x{raw[error.start]:02x} is not UTF-8"
    if "\0" in raw[:4096].decode("utf-16-le", "replace"):  # a character that no text has
        return InputError(f"{problem}, and zero bytes say that it is not a text file at all.")
    likely, code = ("UTF-16, as its zero bytes suggest", "UTF-16LE") if b"\0" in raw else ("Latin-1", "LATIN1")
    return InputError(f"{problem}. Convert the file first; if it is {likely}, with: iconv -f {code} -t UTF-8")


def unpacked(raw: bytes, name: str) -> bytes:
    """The bytes, unpacked if they are gzip or Zstandard."""
    if not raw.startswith((GZIP, ZSTANDARD)):
        return raw
    parts, size = [], 0
    for part in unpacked_parts(BytesIO(raw), name, _PART):
        size += len(part)
        check_unpacked(name, size, len(raw))  # before the rest is unpacked, which might fill the memory
        parts.append(part)
    return b"".join(parts)


def unpacked_parts(file: BinaryIO, name: str, size: int) -> Iterator[bytes]:
    """The bytes of a file, unpacked if they are gzip or Zstandard, up to `size` at a time."""
    opened: Any
    damage: tuple[type[Exception], ...]
    head = file.read(4)
    file.seek(0)
    if head.startswith(GZIP):
        import gzip
        import zlib

        kind, opened, damage = "gzip", gzip.GzipFile(fileobj=file), (EOFError, zlib.error, gzip.BadGzipFile)
    elif head == ZSTANDARD:
        kind, (opened, damage) = "Zstandard", _zstandard(file)
    else:
        yield from iter(lambda: file.read(size), b"")
        return
    try:
        with opened as unpacking:
            yield from iter(lambda: unpacking.read(size), b"")
    except damage:
        raise InputError(f"{name} is a damaged {kind} file.") from None


def _zstandard(file: BinaryIO) -> tuple[Any, tuple[type[Exception], ...]]:
    """The file unpacked by Python's own module (3.14 and later) or by pyarrow, and what is raised if it is damaged."""
    try:
        from compression import zstd  # type: ignore[import-not-found, unused-ignore]
    except ImportError:
        need("arrow", "pyarrow")
        import pyarrow as pa

        return pa.input_stream(file, compression="zstd"), (pa.ArrowException, OSError)
    return zstd.ZstdFile(file), (zstd.ZstdError, EOFError)


def begins_with_object(text: str, *names: str) -> bool:
    """Whether the first line that is not blank is a JSON object with these names, as far as one sees at a glance."""
    first = text.lstrip().partition("\n")[0]
    return first.startswith("{") and all(f'"{name}"' in first for name in names)


def filled_lines(text: str, first: int = 1) -> Iterator[tuple[int, str]]:
    """The lines that are not blank, with their numbers from `first` on."""
    return ((number, line) for number, line in enumerate(text.split("\n"), first) if line.strip())


def split_lines(text: str) -> list[str]:
    """The lines of a text without their ends. Only \\n and \\r\\n end a line; the last line need not end with one."""
    lines = text.split("\n")
    if not lines[-1]:
        lines.pop()
    return [line.removesuffix("\r") for line in lines] if "\r" in text else lines


def only_returns(name: str) -> InputError:
    """An error for a file whose lines end with carriage returns alone."""
    return InputError(
        f"{name} ends its lines with carriage returns alone, and would be read as one line. "
        "Convert it first: tr '\\r' '\\n'"
    )


def allow_long_cells() -> None:
    """Let the csv module read cells of any length; by default the limit is 131,072 characters."""
    import csv

    csv.field_size_limit(CHARACTERS)


def mark_notice(*names: str) -> str:
    """A warning that these files begin with a byte-order mark."""
    begin = "begins" if len(names) == 1 else "begin"
    return f"{', '.join(names)} {begin} with a byte-order mark (U+FEFF), which counts as part of the first word"


# --- formats that are not UTF-8 text, recognised by content and not by name -----------------------------------------


class Foreign(NamedTuple):
    """A format that is not lines of text: its name, and what to do."""

    name: str
    advice: str


_LINES = "Write its texts to text files (UTF-8), one line per segment."
_CSV = "Save the sheet as CSV (UTF-8), which is read as a table, or its texts one line per segment."
_UNPACK = "Unpack it first; only gzip and Zstandard are unpacked here."
_BY_COLUMN = "Read it with --table (in Python, TestSet.from_table), and name its columns instead of files."
_TABLES = "a TMX translation memory", "an XLIFF file", "an SGML file", "an Excel workbook (xlsx)"
TMX, XLIFF, SGML, XLSX = (Foreign(name, _BY_COLUMN) for name in _TABLES)
XML = Foreign("an XML file", f"WMT's XML is read with --table; of another kind: {_LINES}")
HTML = Foreign("an HTML page", _LINES)
# The first bytes of files that are not text.
_BEGINNINGS = {
    b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1": Foreign("an old Office file (xls or doc)", _CSV),
    b"PAR1": Foreign("a Parquet file", _BY_COLUMN),
    b"ARROW1\0\0": Foreign("an Arrow file", _BY_COLUMN),
    b"%PDF-": Foreign("a PDF file", _LINES),
    b"BZh": Foreign("a bzip2 file", _UNPACK),
    b"\xfd7zXZ\0": Foreign("an xz file", _UNPACK),
    b"7z\xbc\xaf\x27\x1c": Foreign("a 7z archive", _UNPACK),
}
# Byte-order marks, the longer first: UTF-32's begins like UTF-16's.
_MARKS = {b"\xff\xfe\0\0": "UTF-32", b"\0\0\xfe\xff": "UTF-32", b"\xff\xfe": "UTF-16", b"\xfe\xff": "UTF-16"}
# Line feeds of text without a mark, the longer first.
_LINE_FEEDS = {"UTF-32LE": b"\n\0\0\0", "UTF-32BE": b"\0\0\0\n", "UTF-16LE": b"\n\0", "UTF-16BE": b"\0\n"}
_PARTS = {
    "xl/": XLSX,
    "word/": Foreign("a Word document (docx)", _LINES),
    "content.xml": Foreign("an OpenDocument file", _CSV),
}


def foreign_bytes(raw: bytes) -> Foreign | None:
    """The format of the bytes, if they clearly are something other than UTF-8 text."""
    if raw.startswith((b"PK\x03\x04", b"PK\x05\x06")):
        return _in_zip(raw)
    if known := next((kind for beginning, kind in _BEGINNINGS.items() if raw.startswith(beginning)), None):
        return known
    encoding = _wide_encoding(raw)
    advice = f"Convert it to UTF-8 first: iconv -f {encoding} -t UTF-8"
    return Foreign(f"{encoding} text", advice) if encoding else None


def _in_zip(raw: bytes) -> Foreign:
    import zipfile  # rarely needed

    try:
        with zipfile.ZipFile(BytesIO(raw)) as zipped:
            names = zipped.namelist()
    except (zipfile.BadZipFile, OSError, NotImplementedError):
        return Foreign("a damaged zip archive", "Get an undamaged copy, and unpack it.")
    kinds = (kind for start, kind in _PARTS.items() if any(name.startswith(start) for name in names))
    return next(kinds, Foreign("a zip archive", _UNPACK))


def _wide_encoding(raw: bytes) -> str | None:
    if marked := next((encoding for mark, encoding in _MARKS.items() if raw.startswith(mark)), None):
        return marked
    head = raw[:4096]
    for encoding, feed in _LINE_FEEDS.items() if b"\0" in head else ():
        starts = [match.start() for match in re.finditer(feed, head)]
        if 2 * len(starts) > head.count(b"\n") and not any(start % len(feed) for start in starts):
            return encoding
    return None


# --- markup -------------------------------------------------------------------------------------------------------

_PROLOG = r"(?is)\s*(?:(?:<\?.*?\?>|<!--.*?-->|<!doctype[^>\[]*(?:\[.*?\]\s*)?>)\s*)*"
_ROOT = r"<([\w.-]+:)?([\w.-]+)(?=[\s/>])"
# Root elements that identify the format.
_SURE = {"tmx": TMX, "xliff": XLIFF, **dict.fromkeys(("srcset", "refset", "tstset", "mteval"), SGML)}
# Root elements that a line of text might also begin with: the file must end with them, too.
_WHOLE = {"doc": SGML, "html": HTML, "dataset": XML}


def foreign_markup(text: str) -> Foreign | None:
    """The format of the text, if it clearly is one document of markup and not lines of text.

    A file with markup inside its lines, or with a document in every line, is lines of text.
    """
    text = text.removeprefix("\ufeff").lstrip()
    if not text.startswith("<"):  # the usual case
        return None
    prolog = re.match(_PROLOG, text)
    assert prolog is not None  # it may be empty
    root = re.compile(_ROOT).match(text, prolog.end())
    if root is None:
        return None
    name = root[2].lower()
    if name in _SURE:
        return _SURE[name]
    closed = text.rstrip()[-100:].lower().endswith(f"</{(root[1] or '').lower()}{name}>")
    declared = prolog[0].lower().startswith(("<?xml", "<!doctype")) and text.count("<?xml") <= 1
    return _WHOLE.get(name, XML) if closed and (declared or name in _WHOLE) else None

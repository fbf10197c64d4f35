"""Decoding of files: gzip and Zstandard are unpacked, UTF-8 is strict, other formats are recognised and rejected."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from typing import BinaryIO

from bolide.corpus.formats import Foreign, foreign_bytes, foreign_markup
from bolide.system.errors import ErrorWithHint, InputError, need
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
    if kind is not None:
        raise _refused(name, kind, "not lines of text" if kind.has_columns else "which Bolide does not read")
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError as error:
        raise not_utf8(name, raw, error) from None
    kind = None if markup else foreign_markup(text)
    if kind is not None:
        raise _refused(name, kind, "not lines of text")
    return text


def _refused(name: str, kind: Foreign, why: str) -> InputError:
    return ErrorWithHint(f"{name} is {kind.name}, {why}.", kind.advice, "--table", kind.by_table or kind.advice)


def not_utf8(name: str, raw: bytes, error: UnicodeDecodeError, first: int = 1) -> InputError:
    """An error for bytes that are not UTF-8; `first` is the number of their first line."""
    line = first + raw.count(b"\n", 0, error.start)
    return InputError(
        f"{name}, line {line}: byte 0x{raw[error.start]:02x} is not UTF-8. "
        "Convert the file first; if it is Latin-1, with: iconv -f LATIN1 -t UTF-8"
    )


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
    head = file.read(4)
    file.seek(0)
    if head.startswith(GZIP):
        import gzip
        import zlib

        try:
            with gzip.GzipFile(fileobj=file) as opened:
                yield from iter(lambda: opened.read(size), b"")
        except (EOFError, zlib.error, gzip.BadGzipFile):
            raise InputError(f"{name} is a damaged gzip file.") from None
    elif head == ZSTANDARD:
        yield from _zstandard(file, name, size)
    else:
        yield from iter(lambda: file.read(size), b"")


def _zstandard(file: BinaryIO, name: str, size: int) -> Iterator[bytes]:
    """Unpack Zstandard with Python's own module (3.14 and later) or with pyarrow."""
    try:
        from compression import zstd  # type: ignore[import-not-found, unused-ignore]
    except ImportError:
        need("arrow", "pyarrow")
        import pyarrow as pa

        try:
            with pa.input_stream(file, compression="zstd") as stream:
                yield from iter(lambda: stream.read(size), b"")
        except (pa.ArrowException, OSError):
            raise InputError(f"{name} is a damaged Zstandard file.") from None
        return
    try:
        with zstd.ZstdFile(file) as opened:
            yield from iter(lambda: opened.read(size), b"")
    except (zstd.ZstdError, EOFError):
        raise InputError(f"{name} is a damaged Zstandard file.") from None


def split_lines(text: str) -> list[str]:
    """The lines of a text without their ends. Only \\n and \\r\\n end a line; the last line need not end with one."""
    lines = text.split("\n")
    if not lines[-1]:
        lines.pop()
    return [line.removesuffix("\r") for line in lines] if "\r" in text else lines


def allow_long_cells() -> None:
    """Let the csv module read cells of any length; by default the limit is 131,072 characters."""
    import csv

    csv.field_size_limit(CHARACTERS)


def mark_notice(*names: str) -> str:
    """A warning that these files begin with a byte-order mark."""
    begin = "begins" if len(names) == 1 else "begin"
    return f"{', '.join(names)} {begin} with a byte-order mark (U+FEFF), which counts as part of the first word"

"""From the bytes of a file to text and lines: gzip is unpacked, UTF-8 is strict, other formats are refused by name."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from typing import BinaryIO

from bolide.corpus.formats import Foreign, foreign_bytes, foreign_markup
from bolide.system.errors import ErrorWithHint, InputError, need
from bolide.system.limits import CHARACTERS, check_unpacked

_PART = 1 << 24  # bytes that are unpacked at a time
GZIP, ZSTANDARD = b"\x1f\x8b", b"\x28\xb5\x2f\xfd"  # how packed files begin
MARK = "\ufeff"  # a byte-order mark, as UTF-8 decodes it


def text_of(raw: bytes, shown: str, *, markup: bool = False) -> str:
    """The text of a file whose bytes are `raw`; a byte-order mark stays in it.

    `markup` says that the caller reads markup, so that a document of it is not refused.
    """
    raw = unpacked(raw, shown)
    kind = foreign_bytes(raw)
    if kind is not None:
        raise _refused(shown, kind, "not lines of text" if kind.has_columns else "which Bolide does not read")
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError as error:
        raise not_utf8(shown, raw, error) from None
    kind = None if markup else foreign_markup(text)
    if kind is not None:
        raise _refused(shown, kind, "not lines of text")
    return text


def _refused(shown: str, kind: Foreign, why: str) -> InputError:
    return ErrorWithHint(f"{shown} is {kind.name}, {why}.", kind.advice, "--table", kind.by_table or kind.advice)


def not_utf8(shown: str, raw: bytes, error: UnicodeDecodeError, first: int = 1) -> InputError:
    """What to say of bytes that are not UTF-8; the line where they begin has the number `first`."""
    line = first + raw.count(b"\n", 0, error.start)
    return InputError(
        f"{shown}, line {line}: byte 0x{raw[error.start]:02x} is not UTF-8. "
        "Convert the file first; if it is Latin-1, with: iconv -f LATIN1 -t UTF-8"
    )


def unpacked(raw: bytes, shown: str) -> bytes:
    """The bytes themselves, or what they hold where they are packed."""
    if not raw.startswith((GZIP, ZSTANDARD)):
        return raw
    parts, size = [], 0
    for part in unpacked_parts(BytesIO(raw), shown, _PART):
        size += len(part)
        check_unpacked(shown, size, len(raw))  # part by part: what would fill the memory is refused in time
        parts.append(part)
    return b"".join(parts)


def unpacked_parts(file: BinaryIO, shown: str, size: int) -> Iterator[bytes]:
    """The bytes of a file, or what it holds where it is packed, up to `size` at a time."""
    head = file.read(4)
    file.seek(0)
    if head.startswith(GZIP):
        import gzip
        import zlib

        try:
            with gzip.GzipFile(fileobj=file) as opened:
                yield from iter(lambda: opened.read(size), b"")
        except (EOFError, zlib.error, gzip.BadGzipFile):
            raise InputError(f"{shown} is a damaged gzip file.") from None
    elif head == ZSTANDARD:
        yield from _zstandard(file, shown, size)
    else:
        yield from iter(lambda: file.read(size), b"")


def _zstandard(file: BinaryIO, shown: str, size: int) -> Iterator[bytes]:
    """From Python 3.14 on it unpacks this itself; before, pyarrow does."""
    try:
        from compression import zstd  # type: ignore[import-not-found, unused-ignore]
    except ImportError:
        need("arrow", "pyarrow")
        import pyarrow as pa

        try:
            with pa.input_stream(file, compression="zstd") as stream:
                yield from iter(lambda: stream.read(size), b"")
        except (pa.ArrowException, OSError):
            raise InputError(f"{shown} is a damaged Zstandard file.") from None
        return
    try:
        with zstd.ZstdFile(file) as opened:
            yield from iter(lambda: opened.read(size), b"")
    except (zstd.ZstdError, EOFError):
        raise InputError(f"{shown} is a damaged Zstandard file.") from None


def split_lines(text: str) -> list[str]:
    """The lines of a text without their ends. Only \\n and \\r\\n end a line; the last one may go without."""
    lines = text.split("\n")
    if not lines[-1]:
        lines.pop()
    return [line.removesuffix("\r") for line in lines] if "\r" in text else lines


def allow_long_cells() -> None:
    """Let the csv module read cells of any length; by itself it refuses those of 131,072 characters."""
    import csv

    csv.field_size_limit(CHARACTERS)


def mark_notice(*names: str) -> str:
    """That the files of these names begin with a byte-order mark, and what comes of it."""
    begin = "begins" if len(names) == 1 else "begin"
    return f"{', '.join(names)} {begin} with a byte-order mark (U+FEFF), which counts as part of the first word"

"""From the bytes of a file to text and lines: gzip is unpacked, UTF-8 is strict, other formats are refused by name."""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Callable
from io import BytesIO

from bolide.corpus.formats import foreign_bytes, foreign_markup
from bolide.errors import InputError, need
from bolide.limits import check_unpacked

_PART = 1 << 24  # bytes that are unpacked at a time
MARK = "\ufeff"  # a byte-order mark, as UTF-8 decodes it


def text_of(raw: bytes, shown: str, *, markup: bool = False) -> str:
    """The text of a file whose bytes are `raw`; a byte-order mark stays in it.

    `markup` says that the caller reads markup, so that a document of it is not refused.
    """
    raw = unpacked(raw, shown)
    kind = foreign_bytes(raw)
    if kind is not None:
        raise InputError(f"{shown} is {kind.name}, which is not read here. {kind.advice}")
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise InputError(
            f"{shown}, line {line}: byte 0x{raw[error.start]:02x} is not UTF-8. "
            "Convert the file first; if it is Latin-1, with: iconv -f LATIN1 -t UTF-8"
        ) from None
    kind = None if markup else foreign_markup(text)
    if kind is not None:
        raise InputError(f"{shown} is {kind.name}, not lines of text. {kind.advice}")
    return text


def unpacked(raw: bytes, shown: str) -> bytes:
    """The bytes themselves, or what they hold where they are gzip."""
    if raw[:4] == b"\x28\xb5\x2f\xfd":
        return _zstandard(raw, shown)
    if raw[:2] != b"\x1f\x8b":
        return raw
    try:
        with gzip.GzipFile(fileobj=BytesIO(raw)) as file:
            return _read(file.read, raw, shown)
    except (EOFError, zlib.error, gzip.BadGzipFile):
        raise InputError(f"{shown} is a damaged gzip file.") from None


def _read(read: Callable[[int], bytes], raw: bytes, shown: str) -> bytes:
    """What is unpacked, part by part, so that little which would fill the memory is refused in time."""
    parts, size = [], 0
    while part := read(_PART):
        size += len(part)
        check_unpacked(shown, size, len(raw))
        parts.append(part)
    return b"".join(parts)


def _zstandard(raw: bytes, shown: str) -> bytes:
    """From Python 3.14 on it unpacks this itself; before, pyarrow does."""
    try:
        from compression import zstd  # type: ignore[import-not-found, unused-ignore]
    except ImportError:
        need("arrow", "pyarrow")
        import pyarrow as pa

        try:
            with pa.input_stream(BytesIO(raw), compression="zstd") as stream:
                return _read(stream.read, raw, shown)
        except (pa.ArrowException, OSError):
            raise InputError(f"{shown} is a damaged Zstandard file.") from None
    try:
        with zstd.ZstdFile(BytesIO(raw)) as file:
            return _read(file.read, raw, shown)
    except (zstd.ZstdError, EOFError):
        raise InputError(f"{shown} is a damaged Zstandard file.") from None


def split_lines(text: str) -> list[str]:
    """The lines of a text without their ends. Only \\n and \\r\\n end a line; the last one may go without."""
    lines = text.split("\n")
    if not lines[-1]:
        lines.pop()
    return [line.removesuffix("\r") for line in lines] if "\r" in text else lines


def allow_long_cells(text: str) -> None:
    """Let the csv module read cells as long as this text; by itself it refuses those of 131,072 characters."""
    import csv

    csv.field_size_limit(max(csv.field_size_limit(), len(text)))


def mark_notice(*names: str) -> str:
    """That the files of these names begin with a byte-order mark, and what comes of it."""
    begin = "begins" if len(names) == 1 else "begin"
    return f"{', '.join(names)} {begin} with a byte-order mark (U+FEFF), which counts as part of the first word"

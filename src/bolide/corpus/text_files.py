"""The lines of a text file, read as they are asked for and as often, so that a file of any size takes little memory.

Only files that are plainly lines of text are read so. Standard input and pipes cannot be read twice, and anything that
needs a closer look (markup, archives, other encodings) is better looked at whole.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from bolide.corpus.decoding import MARK, not_utf8, split_lines, unpacked_parts
from bolide.corpus.formats import foreign_bytes
from bolide.system.errors import InputError
from bolide.system.files import reason
from bolide.system.limits import check_memory, check_ratio

PART = 1 << 20  # bytes that are read, or unpacked, at a time


@dataclass(frozen=True)
class TextFile:
    """The lines of a file without their ends, plain or packed; a byte-order mark is left out. `head` are the first.

    `version` is the file's size and time of change when it was opened: a file that changes while it is read, between
    two passes or during one, is refused.
    """

    name: str
    head: str
    version: tuple[int, int]

    def __iter__(self) -> Iterator[str]:
        for lines in self._blocks():
            yield from lines

    def _blocks(self) -> Iterator[list[str]]:
        number = 1
        try:
            self._check_version()
            for raw in _whole_lines(self.name):
                text = _decoded(self.name, raw, number)
                lines = split_lines(text.removeprefix(MARK) if number == 1 else text)
                number += len(lines)
                yield lines
            self._check_version()
        except OSError as error:
            raise InputError(f"{self.name} cannot be read: {reason(self.name, error)}.") from None

    def _check_version(self) -> None:
        if _version(self.name) != self.version:
            raise InputError(f"{self.name} changed while it was being read; score it when nothing writes to it.")


def _version(name: str) -> tuple[int, int]:
    status = os.stat(name)
    return status.st_size, status.st_mtime_ns


def text_file(name: str) -> TextFile | None:
    """The file as lines, where it plainly is text; None where it must be read whole to be judged."""
    try:
        if not os.path.isfile(name):
            return None
        version = _version(name)
        raw = next(_whole_lines(name), b"")
        head = raw.decode("utf-8").removeprefix(MARK)
    except (InputError, OSError, ValueError):
        return None
    plain = foreign_bytes(raw) is None and head.lstrip()[:1] not in ("", "<")
    return TextFile(name, head, version) if plain else None


def _decoded(name: str, raw: bytes, number: int) -> str:
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError as error:
        raise not_utf8(name, raw, error, number) from None


def _whole_lines(name: str) -> Iterator[bytes]:
    """The bytes of a file, many lines at a time; what does not fit into memory, or is no text at all, is refused."""
    size, packed = 0, os.stat(name).st_size
    begun: list[bytes] = []  # of a line whose end was not read yet
    with Path(name).open("rb", buffering=0) as file:
        for part in unpacked_parts(file, name, PART):
            size += len(part)
            check_ratio(name, size, packed)
            end = part.rfind(b"\n") + 1
            if end:
                yield b"".join([*begun, part[:end]])
                begun = [part[end:]]
            else:
                begun.append(part)
                check_memory(name, sum(map(len, begun)))
    if any(begun):
        yield b"".join(begun)

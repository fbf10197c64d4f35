"""Lines that are read lazily, and again in every pass: a file of any size takes little memory.

Only files that clearly are lines of text are read so. Standard input and pipes cannot be read twice, and to recognise
other formats (markup, archives, other encodings) a file must be read whole.
"""

from __future__ import annotations

import os
from collections.abc import Iterator

from bolide.corpus.decoding import MARK, foreign_bytes, not_utf8, split_lines, unpacked_parts
from bolide.system.dataclasses import dataclass
from bolide.system.errors import InputError
from bolide.system.files import reason
from bolide.system.limits import check_memory, check_ratio

PART = 1 << 20  # bytes unpacked at a time


@dataclass(frozen=True)
class TextFile:
    """The lines of a plain or packed file, without their ends and without a byte-order mark; `head` has the first ones.

    `version` is the file's size and modification time when it was opened: if it changes between or during passes,
    InputError is raised.
    """

    name: str
    head: str
    version: tuple[int, int]

    def __iter__(self) -> Iterator[str]:
        number = 1
        try:
            self._check_version()
            for raw in _whole_lines(self.name):
                text = _decoded(self.name, raw, number)
                lines = split_lines(text.removeprefix(MARK) if number == 1 else text)
                number += len(lines)
                yield from lines
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
    """The file as lines if it clearly is text; None if it must be read whole to recognise its format."""
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
    """The bytes of a file, many whole lines at a time; InputError if a line does not fit into memory, or if the file
    has an implausible compression ratio."""
    size, packed = 0, os.stat(name).st_size
    begun: list[bytes] = []  # parts of a line whose end has not been read
    with open(name, "rb", buffering=0) as file:
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

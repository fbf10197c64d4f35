"""Reading lines from files and standard input, at once or lazily.

Only files that clearly are lines of text are read lazily. Standard input and pipes cannot be read twice, and to
recognise other formats (markup, archives, other encodings) a file must be read whole.
"""

from __future__ import annotations

import os
import stat
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import BinaryIO

from bolide.corpus import Corpus
from bolide.corpus.decoding import MARK, foreign_bytes, not_utf8, only_returns, split_lines, text_of, unpacked_parts
from bolide.corpus.table_files import STDIN, file_identity
from bolide.program.stdio import say
from bolide.system.errors import InputError, counted, most_similar
from bolide.system.files import reason
from bolide.system.limits import MAX_DEVICE_BYTES, check_memory, check_ratio

PART = 1 << 20  # bytes read at a time
_NAME_A_FILE = "or name a file, as outputs with -i."


def is_file(name: str) -> bool:
    """Whether there is a file, or anything but a folder, of this name."""
    return os.path.exists(name) and not os.path.isdir(name)


def is_sentence(name: str) -> bool:
    """Whether this looks like a sentence and not like the name of a file."""
    worded = " " in name.strip() or "\n" in name or not name.isascii()
    return worded and "." not in name.rstrip(".")[-6:]


def read_text(name: str, *, markup: bool = False, mark: bool = False) -> str:
    """The text of a file, plain or packed, or of standard input for `-`.

    If `markup`, a document of markup is accepted; if `mark`, a byte-order mark is part of the text.
    """
    text = text_of(read_bytes(name), display_name(name), markup=markup)
    return text if mark else text.removeprefix(MARK)


def read_stored(name: str | os.PathLike[str]) -> str:
    """The text of a file that Bolide wrote. InputError if it is anything but a file: a pipe would block."""
    path = os.fspath(name)
    if os.path.exists(path) and not os.path.isfile(path):
        raise InputError(f"{path} is not a file.")
    return read_text(path)


def read_lines(name: str, *, mark: bool = False) -> list[str]:
    """The lines of a file without their ends; if `mark`, a byte-order mark is part of the text.

    In files of segments it is, as for sacreBLEU and WMT.
    """
    text = read_text(name, mark=mark)
    if not text:
        if name == STDIN:
            raise InputError(f"standard input is empty; it needs one line per segment, {_NAME_A_FILE}")
        raise InputError(f"{name} is empty; it needs one line per segment.")
    if "\n" not in text and "\r" in text[:-1]:
        raise only_returns(display_name(name))
    return split_lines(text)


def refuse_shared_files(
    hyps: Sequence[str], refs: Sequence[str], what: str = "reference and the output to be scored"
) -> None:
    """Raise InputError if a file is among both, such as reference and output: its score would be perfect."""
    known = {identity for name in refs if isinstance(identity := file_identity(name), tuple)}
    for name in hyps:
        if file_identity(name) in known:
            raise InputError(f"{display_name(name)} is both the {what}; name two different files.")


def refuse_shared_columns(hyps: Sequence[str], refs: Sequence[str]) -> None:
    """Raise InputError if a column is both reference and output."""
    for column in hyps:
        if column in refs:
            raise InputError(f"The column {column!r} is both the reference and the output; name two different columns.")


def empty_reference_notes(refs: Sequence[str], corpus: Corpus) -> list[str]:
    """A sentence on the first empty reference, if another reference of that line is not empty; `refs` are the files."""
    for line in range(len(corpus) if len(refs) > 1 else 0):
        filled = [bool(text.strip()) for text in corpus[line].refs]
        if any(filled) and not all(filled):
            name = refs[filled.index(False)]
            return [f"{name}, line {line + 1} is empty; it counts as an empty reference, as may other lines."]
    return []


def system_names(files: Sequence[str]) -> list[str]:
    """Short names for files: the last component of the path, or the whole path if two would be the same."""
    short = ["stdin" if name == STDIN else os.path.basename(name) for name in files]
    known = Counter(short)
    return [name if known[name] == 1 else files[k] for k, name in enumerate(short)]


def stems(names: Sequence[str]) -> list[str]:
    """The names without `.gz` and `.txt`, if they remain distinct."""
    short = [name.removesuffix(".gz").removesuffix(".txt") for name in names]
    return short if len(set(short)) == len(set(names)) else list(names)


def check_paired(name: str, lines: Sequence[str], other: str, refs: Sequence[str]) -> None:
    """Raise InputError if two files have different numbers of lines."""
    if len(lines) != len(refs):
        longer, texts = (name, lines) if len(lines) > len(refs) else (other, refs)
        hint = "An empty translation still needs its own empty line."
        if abs(len(lines) - len(refs)) == 1 and not texts[-1].strip():
            hint = f"The last line of {display_name(longer)} is empty; remove it if it is not a segment."
        for file, texts in ((name, lines), (other, refs)):
            if _is_json(texts):
                hint = f"{display_name(file)} is JSON and not a segment per line; --table reads its columns."
        sizes = f"{display_name(name)} has {counted(len(lines), 'line')} and {display_name(other)} has {len(refs):,}"
        raise InputError(f"{sizes}; they must pair up line by line. {hint}")


def _is_json(lines: Sequence[str]) -> bool:
    """Whether the lines of a file are those of JSON, as one value or one in each line."""
    first, last = (next(filter(None, map(str.strip, some)), "") for some in (lines[:9], lines[:-10:-1]))
    return first[:1] + last[-1:] in ("{}", "[]") and (len(first) == 1 or '"' in first)


def read_bytes(name: str) -> bytes:
    """The bytes of a file, or of standard input for `-`."""
    if name == STDIN:
        return _stdin()
    if not name:
        raise InputError("The name of a file is empty; name a file.")
    try:
        with open(name, "rb", buffering=0) as file:
            return _all_of(file, name)
    except InputError:  # which is a ValueError, too
        raise
    except IsADirectoryError:
        raise InputError(f"{name} is a folder; name a file in it.") from None
    except (OSError, ValueError) as error:
        if is_sentence(name) and not os.path.lexists(name):
            raise InputError(
                f"There is no file {name!r:.60}; to score a sentence instead of a file: bolide explain TRANSLATION "
                "REFERENCE. In Python, texts are passed as a list."
            ) from None
        if isinstance(error, ValueError):
            raise InputError(f"{name!r} cannot be the name of a file.") from None
        if not isinstance(error, FileNotFoundError):
            raise InputError(f"{name} cannot be read: {reason(name, error)}.") from None
        link = f" It is a link to {os.readlink(name)}, which does not exist." if os.path.islink(name) else ""
        raise InputError(f"There is no file {name}.{link or _nearest(name) or _elsewhere(name)}") from None


def _all_of(file: BinaryIO, name: str) -> bytes:
    """The content of a file; InputError if it is an endless device or would not fit into memory."""
    try:
        status = os.fstat(file.fileno())
    except (OSError, ValueError):  # a file object without a descriptor
        return file.read()
    if stat.S_ISREG(status.st_mode):
        check_memory(name, status.st_size)
        return file.read()
    if file.isatty():
        return file.read()  # at once: a second read from a terminal would wait for another Ctrl-D
    device = stat.S_ISCHR(status.st_mode)
    parts, size = [], 0
    while part := file.read(PART):
        size += len(part)
        if device and size > MAX_DEVICE_BYTES:
            raise InputError(f"{name} is a device that gave {MAX_DEVICE_BYTES:,} bytes and no end; name a file.")
        check_memory(name, size)
        parts.append(part)
    return b"".join(parts)


def _stdin() -> bytes:
    if sys.stdin is None:
        raise InputError(f"Standard input is closed; open it, {_NAME_A_FILE}")
    if sys.stdin.isatty():  # the user may not know that input is expected
        end = "Ctrl-Z and Enter" if sys.platform == "win32" else "Ctrl-D"
        say("bolide", f"reading standard input from the terminal; end it with {end}.")
    try:
        return _all_of(sys.stdin.buffer, "standard input")
    except OSError as error:
        raise InputError(f"Standard input cannot be read: {error.strerror or error}.") from None


def _nearest(name: str) -> str:
    folder, leaf = os.path.split(name)
    try:
        near = most_similar(leaf, os.listdir(folder or "."), cutoff=0.75)
    except OSError:
        return ""
    return f" Did you mean {os.path.join(folder, near[0])}?" if near else ""


def _elsewhere(name: str) -> str:
    if "://" in name:
        return " Only local files are read; copy it to this machine first."
    example = name.startswith("town/") and not os.path.isdir("town")
    return " If you want the files of the examples: bolide demo --write examples" if example else ""


def display_name(name: str) -> str:
    """The name of a file in messages."""
    return "standard input" if name == STDIN else name


# --- lines that are read lazily, so that a file of any size takes little memory ---------------------------------------


@dataclass(frozen=True)
class TextFile:
    """The lines of a plain or packed file, read in every pass, without their ends and without a byte-order mark.

    `head` has the first ones.

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
                text = raw.decode("utf-8")
                lines = split_lines(text.removeprefix(MARK) if number == 1 else text)
                number += len(lines)
                yield from lines
            self._check_version()
        except UnicodeDecodeError as error:
            raise not_utf8(self.name, error, number) from None
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
        if name == STDIN or not os.path.isfile(name):
            return None
        version = _version(name)
        raw = next(_whole_lines(name), b"")
        head = raw.decode("utf-8").removeprefix(MARK)
    except (InputError, OSError, ValueError):
        return None
    plain = foreign_bytes(raw) is None and head.lstrip()[:1] not in ("", "<")
    return TextFile(name, head, version) if plain else None


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

"""Lines from files; errors say which file cannot be read, where and why."""

from __future__ import annotations

import os
import stat
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, BinaryIO

from bolide.corpus import Corpus
from bolide.corpus.decoding import MARK, split_lines, text_of
from bolide.corpus.table_files import file_identity
from bolide.system.errors import ErrorWithHint, InputError
from bolide.system.files import reason
from bolide.system.limits import DEVICE, check_memory
from bolide.system.messages import counted
from bolide.system.stdio import say

if TYPE_CHECKING:
    from pathlib import Path

STDIN = "-"
_PART = 1 << 20  # bytes read at a time of what does not say how long it is
Read = Callable[[str], list[str]]
# What to do where standard input has nothing.
_NAME_A_FILE = "name a file.", "-i", "name a file, as outputs with -i."


def path_of(name: str | os.PathLike[str]) -> Path:
    """The path of a file or folder; refused where it is not a name at all."""
    from pathlib import Path

    try:
        return Path(name)
    except TypeError:
        raise InputError(f"{name!r:.80} is not the name of a file; give a text or a path.") from None


def is_file(name: str) -> bool:
    """Whether something that can be read as a file has this name."""
    return os.path.exists(name) and not os.path.isdir(name)


def read_text(name: str, *, markup: bool = False, mark: bool = False) -> str:
    """The text of a file, plain or gzipped, or of standard input for `-`.

    `markup` says that the caller reads markup, `mark` that a byte-order mark is text and stays.
    """
    text = text_of(read_bytes(name), _shown(name), markup=markup)
    return text if mark else text.removeprefix(MARK)


def read_lines(name: str, *, mark: bool = False) -> list[str]:
    """The lines of a file without their ends; `mark` says that a byte-order mark is text and stays."""
    text = read_text(name, mark=mark)
    if not text:
        if name == STDIN:
            raise ErrorWithHint("standard input is empty; it needs one line per segment, or", *_NAME_A_FILE)
        raise InputError(f"{name} is empty; it needs one line per segment.")
    if "\n" not in text and "\r" in text[:-1]:
        raise InputError(
            f"{_shown(name)} ends its lines with carriage returns alone, and would be read as one line. Convert it "
            "first: tr '\\r' '\\n'"
        )
    return split_lines(text)


def read_segments(name: str) -> list[str]:
    """The lines of a file of segments. A byte-order mark is part of the first, as it is for sacreBLEU and WMT."""
    return read_lines(name, mark=True)


def read_systems(hyps: Sequence[str], refs: Sequence[str], read: Read = read_segments) -> list[Corpus]:
    """The systems whose outputs are the files `hyps`, each with the reference files `refs`, paired line by line.

    `read` gives the lines of what is named.
    """
    if [*hyps, *refs].count(STDIN) > 1:
        raise InputError("Standard input (-) can be read only once; give the other texts as files.")
    refuse_shared_files(hyps, refs)
    references = [read(name) for name in refs]
    first = len(references[0])
    for name, lines in zip(refs[1:], references[1:], strict=True):
        _pair_up(name, len(lines), refs[0], first)
    groups = references[0] if len(references) == 1 else list(zip(*references, strict=True))
    systems = []
    for name, shown in zip(hyps, system_names(hyps), strict=True):
        lines = read(name)
        _pair_up(name, len(lines), refs[0], first)
        systems.append(Corpus.of(lines, groups, shown))
    return systems


def refuse_shared_files(hyps: Sequence[str], refs: Sequence[str]) -> None:
    """Refuse a file that is reference and output at once: every metric would call it perfect."""
    known = {identity for name in refs if isinstance(identity := file_identity(name), tuple)}
    for name in hyps:
        if file_identity(name) in known:
            raise InputError(f"{name} is both the reference and the output to be scored; name two different files.")


def refuse_shared_columns(hyps: Sequence[str], refs: Sequence[str]) -> None:
    """Refuse a column that is reference and output at once."""
    for column in hyps:
        if column in refs:
            raise InputError(f"The column {column!r} is both the reference and the output; name two different columns.")


def empty_references(refs: Sequence[str], systems: Sequence[Corpus]) -> list[tuple[str, int]]:
    """File and line of every reference that is empty while another of that line is not."""
    found = []
    if len(refs) > 1:
        for line in range(len(systems[0])):
            texts = systems[0][line].refs
            if any(text.strip() for text in texts):
                found += [(refs[k], line + 1) for k, text in enumerate(texts) if not text.strip()]
    return found


def system_names(files: Sequence[str]) -> list[str]:
    """Short names for files: the last part of the path, more of it where two would be alike."""
    short = ["stdin" if name == STDIN else os.path.basename(name) for name in files]
    known = Counter(short)
    return [name if known[name] == 1 else files[k] for k, name in enumerate(short)]


def stems(names: Sequence[str]) -> list[str]:
    """The names without `.gz` and `.txt`, where that leaves them different from each other."""
    short = [name.removesuffix(".gz").removesuffix(".txt") for name in names]
    return short if len(set(short)) == len(set(names)) else list(names)


def _pair_up(name: str, size: int, other: str, wanted: int) -> None:
    if size != wanted:
        raise InputError(
            f"{_shown(name)} has {counted(size, 'line')} and {_shown(other)} has {wanted:,}; they must pair up "
            "line by line. An empty translation still needs its own empty line."
        )


def read_bytes(name: str) -> bytes:
    """The bytes of a file, or of standard input for `-`."""
    if name == STDIN:
        return _stdin()
    try:
        with open(name or os.curdir, "rb", buffering=0) as file:
            return _all_of(file, name)
    except InputError:  # which is a ValueError, too
        raise
    except IsADirectoryError:
        raise InputError(f"{name} is a folder; name a file in it.") from None
    except FileNotFoundError:
        raise InputError(f"There is no file {name}.{_leads_nowhere(name) or _nearest(name)}") from None
    except OSError as error:
        raise InputError(f"{name} cannot be read: {reason(name, error)}.") from None
    except ValueError:
        raise InputError(f"{name!r} cannot be the name of a file.") from None


def _all_of(file: BinaryIO, shown: str) -> bytes:
    """What a file holds, unless it does not end or would not fit into memory."""
    try:
        found = os.fstat(file.fileno())
    except (OSError, ValueError):  # not a file of the system's
        return file.read()
    if stat.S_ISREG(found.st_mode):
        check_memory(shown, found.st_size)
        return file.read()
    if file.isatty():
        return file.read()  # in one go: read on after its end, a terminal would wait for another Ctrl-D
    device = stat.S_ISCHR(found.st_mode)
    parts, size = [], 0
    while part := file.read(_PART):
        size += len(part)
        if device and size > DEVICE:
            raise InputError(f"{shown} is a device that gave {DEVICE:,} bytes and no end; name a file.")
        check_memory(shown, size)
        parts.append(part)
    return b"".join(parts)


def _stdin() -> bytes:
    if sys.stdin is None:
        raise ErrorWithHint("Standard input is closed;", *_NAME_A_FILE)
    if sys.stdin.isatty():  # somebody may be waiting for what waits for them
        end = "Ctrl-Z and Enter" if sys.platform == "win32" else "Ctrl-D"
        say("bolide", f"reading standard input from the terminal; end it with {end}.")
    try:
        return _all_of(sys.stdin.buffer, "standard input")
    except OSError as error:
        raise InputError(f"Standard input cannot be read: {error.strerror or error}.") from None


def _nearest(name: str) -> str:
    from difflib import get_close_matches
    from pathlib import Path

    folder = Path(name).parent
    try:
        known = os.listdir(folder)
    except OSError:
        return ""
    near = get_close_matches(Path(name).name, known, n=1)
    return f" Did you mean {folder / near[0]}?" if near else ""


def _leads_nowhere(name: str) -> str:
    return f" It is a link to {os.readlink(name)}, which is not there." if os.path.islink(name) else ""


def _shown(name: str) -> str:
    return "standard input" if name == STDIN else name

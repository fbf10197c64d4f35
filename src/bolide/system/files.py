"""The one way in which Bolide writes a file: whole or not at all, in place of the old one, and never over an input."""

from __future__ import annotations

import contextlib
import os
import stat
import sys
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from bolide.system.errors import InputError

if TYPE_CHECKING:  # what only prints should not wait for its import
    from pathlib import Path

STDOUT = "-"
_UNDER_WAY: set[Path] = set()  # files that are being written beside what they replace
_HALF = ".bolide-"  # begins the name of a file that is being written; the process that writes it follows


def write_text(name: str | Path, text: str, inputs: Sequence[str] = ()) -> None:
    """Write a text as UTF-8; `-` is standard output. `inputs` are files and folders that must not be written over."""
    if name == STDOUT:
        sys.stdout.write(text)
        return
    try:
        data = text.encode("utf-8")
    except UnicodeEncodeError as error:
        line, code = text.count("\n", 0, error.start) + 1, ord(text[error.start])
        raise InputError(
            f"{name} cannot be written: its line {line} would hold U+{code:04X}, half of a character, "
            "which is not text."
        ) from None
    write_bytes(name, data, inputs)


def write_bytes(name: str | Path, data: bytes, inputs: Sequence[str] = ()) -> None:
    """The same for bytes, to a file."""
    from pathlib import Path

    check_target(name, inputs)
    try:
        replace_file(Path(name), [data])
    except OSError as error:
        raise InputError(f"{name} cannot be written: {reason(name, error)}.") from None


def check_target(name: str | Path, inputs: Sequence[str] = ()) -> None:
    """Refuse what cannot or must not be written: no name, a folder, a place that is not there, one of the inputs."""
    shown = str(name)
    if shown == STDOUT:
        return
    if not shown.strip():
        raise InputError("The name of the file to write is empty.")
    try:
        found = _stat(shown)
        place = os.path.dirname(os.path.realpath(shown))
    except ValueError:
        raise InputError(f"{shown!r} cannot be the name of a file.") from None
    except OSError as error:
        raise InputError(f"{shown} cannot be written: {reason(shown, error)}.") from None
    if shown.endswith(("/", os.sep)) or (found is not None and stat.S_ISDIR(found.st_mode)):
        raise InputError(f"{shown} is a folder; name a file to write.")
    if found is None and not os.path.isdir(place):
        raise InputError(f"{shown} cannot be written: there is no folder {place}.")
    if found is None or not stat.S_ISREG(found.st_mode):
        return
    if any(_holds(other, shown, found) for other in inputs) or _is_stdin(found):
        raise InputError(f"{shown} is read by this command and would be lost; write to another file.")
    if not os.access(shown, os.W_OK):
        raise InputError(f"{shown} cannot be written: it is write-protected.")


def reason(path: str | Path, error: OSError) -> str:
    """Why a file cannot be read or written; what stands in the way of a path is named."""
    from pathlib import Path

    for folder in reversed(Path(path).parents) if isinstance(error, NotADirectoryError | FileExistsError) else ():
        if folder.exists() and not folder.is_dir():
            return f"{folder} is not a folder"
    return error.strerror or str(error)


def replace_file(path: Path, parts: Iterable[bytes | memoryview]) -> None:
    """Write parts one after the other; raises OSError, and leaves the old file, where that cannot be done.

    A plain file is written beside and renamed, so that a reader sees the old one or all of the new one; its mode and
    owner stay, and a symbolic link stays a link. What is not a plain file (a device, a FIFO), what has several names,
    and what cannot be replaced with its owner kept, is written through.
    """
    found = _stat(path)
    through = found is not None and (not stat.S_ISREG(found.st_mode) or found.st_nlink > 1)
    if through or path.absolute().parts[1:2] in (("dev",), ("proc",)):  # /dev/stdout may be a plain file
        return _through(path, parts)
    real = type(path)(os.path.realpath(path))
    beside = real.with_name(f"{_HALF}{os.getpid()}-{os.urandom(8).hex()}.part")
    _UNDER_WAY.add(beside)
    try:
        handle = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o666)
    except OSError as error:
        _UNDER_WAY.discard(beside)
        if found is None or not isinstance(error, PermissionError):
            raise
        return _through(path, parts)  # a file that may be written, in a folder that may not
    try:
        with os.fdopen(handle, "wb") as file:
            kept = found is None or _keep(file.fileno(), beside, found)
            if kept:
                file.writelines(parts)
        if kept:
            os.replace(beside, real)
            return None
    finally:
        with contextlib.suppress(FileNotFoundError):
            os.unlink(beside)
        _UNDER_WAY.discard(beside)
    return _through(path, parts)


@contextlib.contextmanager
def replacing(name: str | Path, inputs: Sequence[str] = ()) -> Iterator[Path]:
    """A path to write a plain file to, piece by piece: it takes the place of `name` when all went well, and is gone
    otherwise. `inputs` are files and folders that must not be written over."""
    check_target(name, inputs)
    found = _stat(name)
    if found is not None and not stat.S_ISREG(found.st_mode):
        raise InputError(f"{name} is not a plain file, and this is not written to anything else.")
    from pathlib import Path

    real = Path(os.path.realpath(name))
    beside = real.with_name(f"{_HALF}{os.getpid()}-{os.urandom(8).hex()}.part")
    _UNDER_WAY.add(beside)
    try:
        yield beside
        if beside.exists():
            if found is not None:
                os.chmod(beside, stat.S_IMODE(found.st_mode))
            os.replace(beside, real)
    except OSError as error:
        raise InputError(f"{name} cannot be written: {error.strerror or error}.") from None
    finally:
        with contextlib.suppress(FileNotFoundError):
            os.unlink(beside)
        _UNDER_WAY.discard(beside)


def abandon() -> None:
    """Remove what is half written: the process ends here and now."""
    for beside in list(_UNDER_WAY):
        with contextlib.suppress(OSError):
            os.unlink(beside)


def sweep(folder: Path) -> list[Path]:
    """Remove what processes that are gone left half written in a folder, and say which files those were."""
    gone = []
    for path in folder.glob(f"{_HALF}*-*.part"):
        process = path.name.removeprefix(_HALF).partition("-")[0]
        if process.isdecimal() and not _runs(int(process)):
            with contextlib.suppress(OSError):
                path.unlink()
                gone.append(path)
    return gone


def _runs(process: int) -> bool:
    if os.name != "posix":  # elsewhere a signal cannot ask, and would end it
        return True
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except OSError:  # it is somebody else's
        return True
    return True


def _through(path: Path, parts: Iterable[bytes | memoryview]) -> None:
    with path.open("wb", buffering=0) as file:
        for part in parts:
            rest = memoryview(part).cast("B")
            while rest:
                rest = rest[file.write(rest) or 0 :]


def _keep(handle: int, beside: Path, found: os.stat_result) -> bool:
    """Give the new file the owner and mode of the old; whether that could be done."""
    if hasattr(os, "fchown"):
        new = os.fstat(handle)
        if (new.st_uid, new.st_gid) != (found.st_uid, found.st_gid):
            try:
                os.fchown(handle, found.st_uid, found.st_gid)
            except OSError:
                return False
    os.chmod(beside, stat.S_IMODE(found.st_mode))
    return True


def _stat(path: str | Path) -> os.stat_result | None:
    """What the name leads to in the end; nothing where there is no such file yet."""
    try:
        return os.stat(path)
    except FileNotFoundError:
        return None


def _holds(other: str, name: str, found: os.stat_result) -> bool:
    """Whether an input is that file, under whatever name, or a folder that it lies in."""
    try:
        there = os.stat(other)
    except (OSError, ValueError):
        return False
    if stat.S_ISDIR(there.st_mode):
        from pathlib import Path

        return Path(os.path.realpath(other)) in Path(os.path.realpath(name)).parents
    return os.path.samestat(there, found)


def _is_stdin(found: os.stat_result) -> bool:
    try:
        return os.path.samestat(os.fstat(sys.stdin.fileno()), found)
    except (AttributeError, OSError, ValueError):
        return False

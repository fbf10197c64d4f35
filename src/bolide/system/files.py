"""Atomic writing: a file is replaced by the whole new one or left as it was, and an input is never overwritten.

Besides, the folders of Bolide's cache and of sacreBLEU's downloads, and the data files of the package.
"""

from __future__ import annotations

import contextlib
import os
import stat
import sys
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, BinaryIO

from bolide.system.errors import InputError, OptionError

if TYPE_CHECKING:  # a command that writes no file need not wait for its import
    from pathlib import Path


STDOUT = "-"
_UNFINISHED: set[str] = set()  # temporary files that are being written, in the folders of the files they will replace


def write_text(name: str | Path, text: str, inputs: Sequence[str] = ()) -> None:
    """Write a text as UTF-8; `-` is standard output. `inputs` are files and folders that must not be overwritten."""
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


def append_text(name: str, text: str) -> None:
    """Add a text to the end of a file that others write, too."""
    with open(name, "a", encoding="utf-8") as file:
        file.write(text)


def names_of_several(name: str, ends: Sequence[str]) -> list[str]:
    """The names of several files: each of the ends behind the stem of the name, or the name itself if there is one end.

    A device or FIFO takes them all.
    """
    from pathlib import Path

    if len(ends) > 1 and name == STDOUT:
        raise OptionError("There are several files to write, and standard output (-) takes only one; name a file.")
    path = Path(name)
    single = len(ends) == 1 or (path.exists() and not path.is_file())
    suffix = ".seg.score" if path.name.endswith(".seg.score") else path.suffix  # as WMT's, by which folders are read
    stem = path.name.removesuffix(suffix)
    for end in () if single else ends:
        if any(sign in end for sign in "/\\\0"):
            raise InputError(f"{end!r:.60} cannot be part of a file's name, as {stem}-…{suffix}; rename it.")
    return [name if single else str(path.with_name(f"{stem}-{end}{suffix}")) for end in ends]


def same_target(name: str, other: str) -> bool:
    """Whether two names lead to the same file, which need not exist yet."""
    try:
        return os.path.realpath(name) == os.path.realpath(other) or os.path.samefile(name, other)
    except (OSError, ValueError):
        return False


def write_bytes(name: str | Path, data: bytes, inputs: Sequence[str] = ()) -> None:
    """Write bytes to a file. `inputs` are files and folders that must not be overwritten."""
    check_target(name, inputs)
    try:
        replace_file(name, [data])
    except OSError as error:
        raise InputError(f"{name} cannot be written: {reason(name, error)}.") from None


def check_target(name: str | Path, inputs: Sequence[str] = ()) -> None:
    """Raise InputError if the name is empty, a folder, in a folder that does not exist, or one of the inputs."""
    filename = str(name)
    if filename == STDOUT:
        return
    if not filename.strip():
        raise InputError("The name of the file to write is empty.")
    try:
        status = _stat(filename)
        folder = os.path.dirname(os.path.realpath(filename))
    except ValueError:
        raise InputError(f"{filename!r} cannot be the name of a file.") from None
    except OSError as error:
        raise InputError(f"{filename} cannot be written: {reason(filename, error)}.") from None
    if filename.endswith(("/", os.sep)) or (status is not None and stat.S_ISDIR(status.st_mode)):
        raise InputError(f"{filename} is a folder; name a file to write.")
    if status is None and not os.path.isdir(folder):
        local = "only local files are written" if "://" in filename else f"there is no folder {folder}"
        raise InputError(f"{filename} cannot be written: {local}.")
    if status is None or not stat.S_ISREG(status.st_mode):
        return
    if any(_is_or_contains(other, filename, status) for other in inputs) or _is_stdin(status):
        raise InputError(f"{filename} is read by this command and would be lost; write to another file.")
    if not os.access(filename, os.W_OK):
        raise InputError(f"{filename} cannot be written: it is write-protected.")


def check_outside(name: str, folders: Iterable[str]) -> None:
    """Raise InputError if the file or folder would be directly in one of these folders, whose files are all read."""
    for folder in filter(os.path.isdir, folders):
        if name != STDOUT and same_target(os.path.dirname(os.path.realpath(name)), folder):
            raise InputError(f"{name} would be in {folder}, which this command reads; write to another folder.")


def reason(path: str | Path, error: OSError) -> str:
    """Why a file cannot be read or written; if a part of its path is not a folder, that part is named."""
    from pathlib import Path

    for folder in reversed(Path(path).parents) if isinstance(error, NotADirectoryError | FileExistsError) else ():
        if folder.exists() and not folder.is_dir():
            return f"{folder} is not a folder"
    return error.strerror or str(error)


def replace_file(path: str | Path, parts: Iterable[bytes | memoryview]) -> None:
    """Write the parts one after the other; if that fails, raise OSError and leave the old file as it was.

    A regular file is written under a temporary name in the same folder and renamed, so that a reader sees the old one
    or all of the new one; its mode and owner stay, and a symbolic link stays a link. Anything else is overwritten in
    place: a device, a FIFO, a file with several hard links, a file whose owner could not be preserved.
    """
    status = _stat(path)
    through = status is not None and (not stat.S_ISREG(status.st_mode) or status.st_nlink > 1)
    if through or os.path.abspath(path).startswith(("/dev/", "/proc/")):  # /dev/stdout may be a plain file
        return _through(path, parts)
    with _temporary(path) as beside:
        try:
            handle = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o666)
        except PermissionError:
            if status is None:
                raise
            return _through(path, parts)  # a file that may be written, in a folder that may not
        with os.fdopen(handle, "wb") as file:
            if status is not None and not _copy_owner_and_mode(file.fileno(), beside, status):
                return _through(path, parts)
            file.writelines(parts)
        os.replace(beside, os.path.realpath(path))
    return None


@contextlib.contextmanager
def replacing(name: str | Path, inputs: Sequence[str] = ()) -> Iterator[str]:
    """Yield a temporary path to write to; it replaces `name` at the end, or is removed if an exception is raised.

    `inputs` are files and folders that must not be overwritten.
    """
    check_target(name, inputs)
    status = _stat(name)
    if status is not None and not stat.S_ISREG(status.st_mode):
        raise InputError(f"{name} is not a regular file; name one to write.")
    try:
        with _temporary(name) as beside:
            yield beside
            if os.path.exists(beside):
                if status is not None:
                    os.chmod(beside, stat.S_IMODE(status.st_mode))
                os.replace(beside, os.path.realpath(name))
    except OSError as error:
        raise InputError(f"{name} cannot be written: {error.strerror or error}.") from None


@contextlib.contextmanager
def _temporary(name: str | Path) -> Iterator[str]:
    """Yield the path of a temporary file in the folder of `name`, which is removed if it is still there at the end."""
    folder = os.path.dirname(os.path.realpath(name))
    beside = os.path.join(folder, f".bolide-{os.getpid()}-{os.urandom(8).hex()}.part")
    _UNFINISHED.add(beside)
    try:
        yield beside
    finally:
        with contextlib.suppress(FileNotFoundError, PermissionError):
            os.unlink(beside)
        _UNFINISHED.discard(beside)


def remove_unfinished() -> None:
    """Remove the temporary files of this process, which is about to end."""
    for beside in list(_UNFINISHED):
        with contextlib.suppress(OSError):
            os.unlink(beside)


def _through(path: str | Path, parts: Iterable[bytes | memoryview]) -> None:
    with open(path, "wb", buffering=0) as file:
        for part in parts:
            rest = memoryview(part).cast("B")
            while rest:
                rest = rest[file.write(rest) or 0 :]


def _copy_owner_and_mode(handle: int, beside: str, status: os.stat_result) -> bool:
    """Give the new file the owner and mode of the old one; return whether that was possible."""
    if hasattr(os, "fchown"):
        new = os.fstat(handle)
        if (new.st_uid, new.st_gid) != (status.st_uid, status.st_gid):
            try:
                os.fchown(handle, status.st_uid, status.st_gid)
            except OSError:
                return False
    os.chmod(beside, stat.S_IMODE(status.st_mode))
    return True


def _stat(path: str | Path) -> os.stat_result | None:
    """The status of the file, with symbolic links followed; None if it does not exist."""
    try:
        return os.stat(path)
    except FileNotFoundError:
        return None


def _is_or_contains(other: str, name: str, status: os.stat_result) -> bool:
    """Whether an input is the file with this status, under whatever name, or a folder that contains it."""
    try:
        other_status = os.stat(other)
    except (OSError, ValueError):
        return False
    if stat.S_ISDIR(other_status.st_mode):
        return os.path.realpath(name).startswith(os.path.join(os.path.realpath(other), ""))
    return os.path.samestat(other_status, status)


def _is_stdin(status: os.stat_result) -> bool:
    try:
        return os.path.samestat(os.fstat(sys.stdin.fileno()), status)
    except (AttributeError, OSError, ValueError):
        return False


def private_file(path: str) -> BinaryIO:
    """A new file that only this user can read."""
    return os.fdopen(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY | getattr(os, "O_BINARY", 0), 0o600), "wb")


def cache_folder() -> Path:
    """The folder named by BOLIDE_CACHE, or the system's usual folder for caches.

    XDG_CACHE_HOME counts only if it is absolute, as its specification demands: with a relative one, files that somebody
    else put into the working folder would be taken for the user's cache.
    """
    from pathlib import Path

    if folder := os.environ.get("BOLIDE_CACHE"):
        return Path(folder)
    try:
        if sys.platform == "win32":
            return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local", "bolide")
        if sys.platform == "darwin":
            return Path.home() / "Library" / "Caches" / "bolide"
        base = Path(os.environ.get("XDG_CACHE_HOME", ""))
        return (base if base.is_absolute() else Path.home() / ".cache") / "bolide"
    except RuntimeError:  # no home
        raise InputError("There is no folder for the cache: set BOLIDE_CACHE to one.") from None


def config_folder() -> Path:
    """The system's usual folder for what users configure; XDG_CONFIG_HOME counts only if it is absolute, as above."""
    from pathlib import Path

    if sys.platform == "win32":
        return Path(os.environ.get("APPDATA") or os.path.expanduser("~"), "bolide")
    base = os.environ.get("XDG_CONFIG_HOME", "")
    return Path(base if os.path.isabs(base) else os.path.expanduser(os.path.join("~", ".config")), "bolide")


def sacrebleu_folder() -> str:
    """sacreBLEU's folder of downloads: `$SACREBLEU`, or `.sacrebleu` in the home folder."""
    return os.environ.get("SACREBLEU") or os.path.expanduser(os.path.join("~", ".sacrebleu"))


def package_data(path: str) -> bytes:
    """The content of a data file, by its path in the package."""
    # The loader reads from folders and from the page's archive, without the imports that importlib.resources takes.
    name = os.path.join(os.path.dirname(os.path.dirname(__file__)), *path.split("/"))
    data: bytes = __loader__.get_data(name)  # type: ignore[name-defined]
    return data

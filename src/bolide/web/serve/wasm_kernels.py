"""Kernels compiled to WebAssembly for the page: those that a release brings along, or from a wheel for Pyodide, cached.

All kernels of a page are compiled or none is. Those of a wheel are used if they were compiled from the installed
sources; a page without them interprets the sources, with the same results.
"""

from __future__ import annotations

import base64
import csv
import hashlib
import io
import re
import zipfile
import zlib
from collections.abc import Mapping
from pathlib import Path

from bolide import kernels
from bolide.system.errors import InputError
from bolide.system.files import reason
from bolide.system.messages import one_line
from bolide.web.serve import runtime_cache
from bolide.web.serve.runtime import ABI, Say
from bolide.web.serve.runtime_cache import CheckedFile

PLATFORM = f"pyemscripten_{ABI}_wasm32"
NAME = "kernels.zip"  # its path in the page
PACKAGED = Path(__file__).parent  # where a release has them
_HERE = Path(kernels.__path__[0])
_FOLDER = "bolide/kernels/"
_SOURCE = re.compile(rf"{_FOLDER}([^/]+/)?[a-z][^/]*\.(py|pxd)")
_SUFFIX = ".abi3.so"
_SHARED = "_shared"
_LARGEST = 20_000_000  # bytes of a file in the wheel; a larger one is not a kernel
_MAKE = "scripts/pyodide-wheel builds one"


def lookup(runtime: Path, say: Say = lambda _: None) -> CheckedFile | None:
    """The kernels that were compiled from the installed sources, of the package or cached, or None."""
    packaged = PACKAGED / file_name()
    if packaged.is_file():
        return CheckedFile(packaged, hashlib.sha256(packaged.read_bytes()).hexdigest())
    for one in runtime_cache.entries(runtime, file_name()):
        try:
            one.read_bytes()
            return one
        except runtime_cache.FileChanged:
            say(f"{one.path} is damaged and not used; pass the wheel again, with --kernels.")
    return None


def read(wheel: Path) -> bytes:
    """The compiled kernels of a wheel as a zip. Raises InputError if some are missing, or their sources differ."""
    members = _members(wheel)
    _check_platform(wheel, members)
    _check_record(wheel, members)
    _check_sources(wheel, members, sources())
    if missing := [name for name in names() if _FOLDER + name + _SUFFIX not in members]:
        raise InputError(f"{wheel}: not all of its kernels are compiled ({', '.join(missing)} not).")
    return _zipped({_FOLDER + name + _SUFFIX: members[_FOLDER + name + _SUFFIX] for name in names()})


def store(kernels: bytes, runtime: Path, say: Say = lambda _: None) -> None:
    """Cache the kernels beside the runtime; a failure is only reported."""
    try:
        for old in runtime.glob("kernels-*.zip"):
            old.unlink(missing_ok=True)
        runtime_cache.store(runtime, file_name(), kernels)
    except (OSError, runtime_cache.FileChanged) as error:
        say(f"The kernels cannot be stored in {runtime} ({error}); pass the wheel again next time.")


def of_page(kernels: bytes, files: set[str]) -> bytes:
    """The kernels whose sources are among the files of the page."""
    with zipfile.ZipFile(io.BytesIO(kernels)) as zipped:
        names = [one for one in zipped.namelist() if one.removesuffix(_SUFFIX) + ".py" in files or _SHARED in one]
        return _zipped({name: zipped.read(name) for name in names})


def sources() -> dict[str, bytes]:
    """The sources of the installed kernels by path; modules that begin with an underscore are not compiled."""
    paths = sorted([*_HERE.rglob("[a-z]*.py"), *_HERE.rglob("*.pxd")])
    return {path.relative_to(_HERE).as_posix(): path.read_bytes() for path in paths}


def names() -> list[str]:
    """The names of the compiled modules: every kernel, and Cython's shared code."""
    return [_SHARED, *(name.removesuffix(".py") for name in sources() if name.endswith(".py"))]


def file_name() -> str:
    """The name of the kernels in the package and in the cache, with a hash of the installed sources."""
    digest = hashlib.sha256()
    for name, data in sources().items():
        digest.update(name.encode() + hashlib.sha256(data).digest())
    return f"kernels-{ABI}-{digest.hexdigest()[:16]}.zip"


def _members(wheel: Path) -> dict[str, bytes]:
    """The kernels in a wheel, compiled and sources, and its metadata."""
    wanted = re.compile(rf"{_FOLDER}([^/]+/)?[^/]+|bolide-[^/]+\.dist-info/(WHEEL|RECORD)")
    try:
        with zipfile.ZipFile(wheel) as archive:
            infos = [info for info in archive.infolist() if wanted.fullmatch(info.filename)]
            if any(info.file_size > _LARGEST for info in infos):
                raise InputError(f"{wheel}: a file in it is too large to be a kernel.")
            return {info.filename: archive.read(info) for info in infos}
    except OSError as error:
        raise InputError(f"{wheel} cannot be read: {reason(wheel, error)}.") from None
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError) as error:
        raise InputError(f"{wheel} is not a wheel, or is damaged ({one_line(str(error)):.100}).") from None


def _check_platform(wheel: Path, members: Mapping[str, bytes]) -> None:
    text = _metadata(wheel, members, "WHEEL").decode("utf-8", "replace")
    tags = re.findall(r"^Tag: (\S+)\s*$", text, re.MULTILINE)
    if not any(tag.endswith(f"-{PLATFORM}") for tag in tags):
        platforms = ", ".join(sorted({one_line(tag.rpartition("-")[2]) for tag in tags})) or "no platform"
        raise InputError(f"{wheel} is for {platforms}; the page needs a wheel of Bolide for {PLATFORM} ({_MAKE}).")


def _check_record(wheel: Path, members: Mapping[str, bytes]) -> None:
    """Verify the files against the RECORD of the wheel."""
    rows = csv.reader(io.StringIO(_metadata(wheel, members, "RECORD").decode("utf-8", "replace")))
    record = {row[0]: row[1] for row in rows if len(row) > 1}
    for name, data in members.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).decode().rstrip("=")
        if not name.endswith("/RECORD") and record.get(name) != f"sha256={digest}":
            raise InputError(f"{wheel} is damaged: {one_line(name)} is not the file that its RECORD lists.")


def _check_sources(wheel: Path, members: Mapping[str, bytes], here: Mapping[str, bytes]) -> None:
    there = {name.removeprefix(_FOLDER): data for name, data in members.items() if _SOURCE.fullmatch(name)}
    if other := sorted(name for name in {*here, *there} if here.get(name) != there.get(name)):
        raise InputError(
            f"{wheel} was compiled from other kernels than those installed here ({one_line(', '.join(other[:5]))} "
            f"{'differs' if len(other) == 1 else 'differ'}); use the wheel of the same version ({_MAKE})."
        )


def _metadata(wheel: Path, members: Mapping[str, bytes], name: str) -> bytes:
    for member, data in members.items():
        if member.endswith(f".dist-info/{name}"):
            return data
    raise InputError(f"{wheel} is not a wheel of Bolide: there is no {name} in it.")


def _zipped(files: Mapping[str, bytes]) -> bytes:
    """A reproducible zip of the files."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as zipped:
        for name in sorted(files):
            zipped.writestr(zipfile.ZipInfo(name), files[name], zipfile.ZIP_DEFLATED, 9)
    return buffer.getvalue()

"""Kernels compiled to WebAssembly for the page: those that a release brings along, or from a wheel for Pyodide, cached.

All kernels of a page are compiled or none is. Those of a wheel are used if they were compiled from the installed
sources; a page without them interprets the sources, with the same results.
"""

from __future__ import annotations

import hashlib
import re
import zipfile
import zlib
from collections.abc import Collection
from pathlib import Path

from bolide import kernels
from bolide.system.errors import InputError, one_line
from bolide.system.files import reason
from bolide.web.serve import runtime as cache
from bolide.web.serve.runtime import ABI, Say

PLATFORM = f"pyemscripten_{ABI}_wasm32"
NAME = "kernels.zip"  # its path in the page
PACKAGED = Path(__file__).parent  # where a release has them
_HERE = Path(kernels.__path__[0])
_FOLDER = "bolide/kernels/"
_SOURCE = re.compile(r"([^/]+/)?[a-z][^/]*\.(py|pxd)")
_SUFFIX = ".abi3.so"
_SHARED = "_shared"
_LARGEST = 20_000_000  # bytes of a file in the wheel; a larger one is not a kernel
_MAKE = "scripts/pyodide-wheel builds one"


def lookup(runtime: Path, say: Say = lambda _: None) -> bytes | None:
    """The kernels that were compiled from the installed sources, of the package or cached, or None."""
    packaged = PACKAGED / f"{file_name()}.zip"
    if packaged.is_file():
        return packaged.read_bytes()
    return cache.lookup(runtime, file_name(), say, "pass the wheel again, with --kernels")


def read(wheel: Path) -> bytes:
    """The compiled kernels of a wheel as a zip. Raises InputError if some are missing, or their sources differ."""
    members = _members(wheel)
    tags = re.findall(rb"^Tag: \S+-(\S+)\s*$", members.get("WHEEL", b""), re.MULTILINE)
    if PLATFORM.encode() not in tags:
        platforms = ", ".join(sorted({one_line(tag.decode("utf-8", "replace")) for tag in tags})) or "no platform"
        raise InputError(f"{wheel} is for {platforms}; the page needs a wheel of Bolide for {PLATFORM} ({_MAKE}).")
    here = sources()
    there = {name: data for name, data in members.items() if _SOURCE.fullmatch(name)}
    if other := sorted(name for name in {*here, *there} if here.get(name) != there.get(name)):
        raise InputError(
            f"{wheel} was compiled from other kernels than those installed here ({one_line(', '.join(other[:5]))}); "
            f"use the wheel of the same version ({_MAKE})."
        )
    if missing := [name for name in names() if name + _SUFFIX not in members]:
        raise InputError(f"{wheel}: not all of its kernels are compiled ({', '.join(missing)} not).")
    return cache.archive({_FOLDER + name + _SUFFIX: members[name + _SUFFIX] for name in names()})


def store(kernels: bytes, runtime: Path, say: Say = lambda _: None) -> None:
    """Cache the kernels beside the runtime, in place of earlier ones; a failure is only reported."""
    cache.store(runtime, file_name(), kernels, say)


def of_page(kernels: bytes, files: Collection[str]) -> bytes:
    """The kernels whose sources are among the files of the page."""
    compiled = cache.unpacked(kernels)
    return cache.archive(
        {name: compiled[name] for name in compiled if name.removesuffix(_SUFFIX) + ".py" in files or _SHARED in name}
    )


def sources() -> dict[str, bytes]:
    """The sources of the installed kernels by path; modules that begin with an underscore are not compiled."""
    paths = sorted([*_HERE.rglob("[a-z]*.py"), *_HERE.rglob("*.pxd")])
    return {path.relative_to(_HERE).as_posix(): path.read_bytes() for path in paths}


def names() -> list[str]:
    """The names of the compiled modules: every kernel, and Cython's shared code."""
    return [_SHARED, *(name.removesuffix(".py") for name in sources() if name.endswith(".py"))]


def file_name() -> str:
    """The name of the kernels in the package and in the cache, without its suffix: a hash of the installed sources."""
    digest = hashlib.sha256()
    for name, data in sources().items():
        digest.update(name.encode() + hashlib.sha256(data).digest())
    return f"kernels-{ABI}-{digest.hexdigest()[:16]}"


def _members(wheel: Path) -> dict[str, bytes]:
    """The kernels in a wheel, compiled and sources, by their paths among the kernels; and its file WHEEL."""
    wanted = re.compile(rf"{_FOLDER}((?:[^/]+/)?[^/]+)|bolide-[^/]+\.dist-info/(WHEEL)")
    if wheel.exists() and not wheel.is_file():
        raise InputError(f"{wheel} is not a file, and so no wheel.")
    try:
        with zipfile.ZipFile(wheel) as archive:
            members = {info: match for info in archive.infolist() if (match := wanted.fullmatch(info.filename))}
            if any(info.file_size > _LARGEST for info in members):
                raise InputError(f"{wheel}: a file in it is too large to be a kernel.")
            return {match[1] or match[2]: archive.read(info) for info, match in members.items()}
    except OSError as error:
        raise InputError(f"{wheel} cannot be read: {reason(wheel, error)}.") from None
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError) as error:
        raise InputError(f"{wheel} is not a wheel, or is damaged ({one_line(str(error)):.100}).") from None

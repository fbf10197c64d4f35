"""Cache of precompiled runtime files: bytecode and a snapshot, stored beside the runtime.

A file is named by the hash of its content, so that two processes can share the cache, and is verified when it is looked
up and each time it is served.
"""

from __future__ import annotations

import gzip
import hashlib
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

from bolide.system.dataclasses import dataclass
from bolide.system.errors import BolideError
from bolide.system.files import replace_file
from bolide.web.serve import runtime as pinned
from bolide.web.serve.runtime import Say

# Built if node is installed. With the library and Bolide as bytecode and with a snapshot, a start takes 2.3 s of
# processor time instead of 5.9, and 3.4 with bytecode alone (node 20, up to a first score, kernels interpreted).
COMPILED = f"python_stdlib-{pinned.FILES['python_stdlib.zip'][:8]}-pyc.zip"
SNAPSHOT = f"snapshot-{pinned.FILES['pyodide.asm.wasm'][:8]}.gzip"  # fits that library and that runtime only
WASM = f"pyodide.asm.wasm-{pinned.FILES['pyodide.asm.wasm'][:8]}.gzip"
_SHORT = 32  # characters of a hash in a name


class FileChanged(BolideError):
    """A file of the cache has changed since it was verified."""


@dataclass(frozen=True)
class CheckedFile:
    """A file with (the beginning of) its hash, which is verified whenever it is read."""

    path: Path
    sha256: str

    def read_bytes(self) -> bytes:
        """The bytes of the file. Raises FileChanged if their hash differs."""
        try:
            data = self.path.read_bytes()
        except OSError as error:
            raise FileChanged(
                f"{self.path} cannot be read: {error.strerror or error}; start `bolide web` again."
            ) from None
        if not hashlib.sha256(data).hexdigest().startswith(self.sha256):
            raise FileChanged(f"{self.path} has changed and is not served; start `bolide web` again, which repairs it.")
        return data


def lookup(folder: Path, name: str, say: Say) -> CheckedFile | None:
    """The file stored under a name, or None; damaged files are reported and removed."""
    for file in entries(folder, name):
        try:
            file.read_bytes()
            return file
        except FileChanged:
            say(f"{file.path} is damaged; it is built again.")
            _remove(file.path)
    return None


def entries(folder: Path, name: str) -> list[CheckedFile]:
    """The files stored under a name, not yet verified."""
    paths = sorted(folder.glob(f"{Path(name).stem}-{'?' * _SHORT}{Path(name).suffix}"))
    return [CheckedFile(path, path.stem[-_SHORT:]) for path in paths]


def store(folder: Path, name: str, data: bytes) -> CheckedFile:
    """Store a file under a name, and verify it."""
    digest = hashlib.sha256(data).hexdigest()[:_SHORT]
    file = CheckedFile(folder / f"{Path(name).stem}-{digest}{Path(name).suffix}", digest)
    replace_file(file.path, [data])
    file.read_bytes()
    return file


def ready(fetch: bool = True, say: Say = lambda _: None) -> Path:
    """The runtime's folder, with the precompiled files that make the page start fast, if they can be built."""
    folder = pinned.runtime(fetch, say)
    precompile(folder, say)
    return folder


def precompile(folder: Path, say: Say) -> None:
    """Compile the standard library to bytecode, and snapshot the started interpreter, if node is installed."""
    one_was_made = any(_all(folder, SNAPSHOT))
    bytecode, snapshot = lookup(folder, COMPILED, say), lookup(folder, SNAPSHOT, say)
    if bytecode is not None and (snapshot is not None or not one_was_made):
        return
    if pinned.program("node") is None:
        say("node is not installed, so the page starts more slowly: the browser compiles Python's library each time.")
        return
    say("Compiling Python's standard library for the browser; this is done once.")
    for old in _all(folder, COMPILED, SNAPSHOT):
        _remove(old)
    for name, data in _build_with_node(folder, {COMPILED: b"", SNAPSHOT: b""}, say).items():
        _try_to_store(folder, name, data, say)


def compiled_app(folder: Path, app: bytes, say: Say) -> bytes:
    """Bolide's sources as bytecode, cached beside the runtime; the sources themselves if they cannot be compiled."""
    name = f"app-{hashlib.sha256(app).hexdigest()[:16]}.zip"
    file = lookup(folder, name, say)
    if file is not None:
        return file.read_bytes()
    if pinned.program("node") is None or lookup(folder, COMPILED, say) is None:
        return app
    say("Compiling Bolide for the browser; this is done once for each version.")
    data = _build_with_node(folder, {name: app}, say).get(name)
    if data is None:
        return app
    for old in folder.glob("app-*.zip"):
        _remove(old)
    _try_to_store(folder, name, data, say)
    return data


def packed_wasm(folder: Path, say: Say) -> CheckedFile | bytes:
    """The runtime's WebAssembly gzipped, cached beside it; as bytes if the cache cannot be written."""
    file = lookup(folder, WASM, say)
    if file is not None:
        return file
    name = "pyodide.asm.wasm"
    data = gzip.compress(CheckedFile(folder / name, pinned.FILES[name]).read_bytes(), 9, mtime=0)
    _try_to_store(folder, WASM, data, say)
    return lookup(folder, WASM, say) or data


def _build_with_node(folder: Path, drafts: dict[str, bytes], say: Say) -> dict[str, bytes]:
    """The files that node builds; empty if it fails, which is reported."""
    with tempfile.TemporaryDirectory(prefix="bolide-") as work:
        paths = {name: Path(work, name) for name in drafts}
        for name, data in drafts.items():
            if data:
                replace_file(paths[name], [data])
        if COMPILED in drafts:
            words = ["library", *map(str, paths.values())]
        else:
            files = (lookup(folder, name, say) for name in (COMPILED, SNAPSHOT))
            words = ["app", *map(str, paths.values()), *(str(one.path) for one in files if one is not None)]
        if not _node(folder, words, say):
            return {}
        return {name: path.read_bytes() for name, path in paths.items() if path.exists()}


def _node(folder: Path, words: list[str], say: Say) -> bool:
    """Run the build script with these arguments. A failure only makes the page slower, so it is only reported."""
    script = Path(__file__).parent / "precompile.mjs"
    command = [pinned.program("node") or "node", str(script), str(folder), *words]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
        problem = (done.stderr.strip().splitlines() or ["no message"])[-1] if done.returncode else None
    except (OSError, subprocess.TimeoutExpired) as error:
        problem = str(error)
    if problem is not None:
        say(f"That failed ({problem[:200]}); the page will start more slowly.")
    return problem is None


def _try_to_store(folder: Path, name: str, data: bytes, say: Say) -> None:
    try:
        store(folder, name, data)
    except (OSError, FileChanged) as error:
        say(f"{name} cannot be stored in {folder} ({error}); it will be built again.")


def _all(folder: Path, *names: str) -> Iterator[Path]:
    for name in names:
        yield from folder.glob(f"{Path(name).stem}*{Path(name).suffix}")


def _remove(path: Path) -> None:
    try:
        path.unlink(missing_ok=True)
    except OSError:
        return  # the cache cannot be written; damaged files in it are not used

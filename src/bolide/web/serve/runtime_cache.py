"""What is made from the runtime on this machine and kept beside it: bytecode and a snapshot, each checked when used.

A kept file is named by its content, so that two processes can share a cache, and a file that was replaced or damaged is
found out: when it is looked up, and again each time that it is served.
"""

from __future__ import annotations

import gzip
import hashlib
import subprocess
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from bolide.system.errors import BolideError
from bolide.system.files import replace_file
from bolide.web.serve import runtime as pinned
from bolide.web.serve.runtime import Say

# Made where node is at hand. With the library and Bolide as bytecode and with a snapshot, a start takes 2.3 s of
# processor time instead of 5.9, and 3.4 with bytecode alone (node 20, up to a first score, kernels interpreted).
COMPILED = f"python_stdlib-{pinned.FILES['python_stdlib.zip'][:8]}-pyc.zip"
SNAPSHOT = f"snapshot-{pinned.FILES['pyodide.asm.wasm'][:8]}.gzip"  # fits that library and that runtime only
WASM = f"pyodide.asm.wasm-{pinned.FILES['pyodide.asm.wasm'][:8]}.gzip"
_SHORT = 32  # letters of a hash in a name


class Replaced(BolideError):
    """A file of the cache is not the one that was checked."""


@dataclass(frozen=True)
class CheckedFile:
    """A file with its hash, or the beginning of it; its bytes are checked whenever they are read."""

    path: Path
    sha256: str

    def read_bytes(self) -> bytes:
        """The bytes; refused where they are not those that were checked."""
        try:
            data = self.path.read_bytes()
        except OSError as error:
            raise Replaced(
                f"{self.path} cannot be read: {error.strerror or error}; start `bolide web` again."
            ) from None
        if not hashlib.sha256(data).hexdigest().startswith(self.sha256):
            raise Replaced(f"{self.path} has changed and is not served; start `bolide web` again, which repairs it.")
        return data


def kept(folder: Path, name: str, say: Say) -> CheckedFile | None:
    """The file that is kept under a name; one that is damaged is taken away, and that is said."""
    for found in under(folder, name):
        try:
            found.read_bytes()
            return found
        except Replaced:
            say(f"{found.path} is damaged; it is made again.")
            _remove(found.path)
    return None


def under(folder: Path, name: str) -> list[CheckedFile]:
    """The files that are kept under a name, not looked into yet."""
    paths = sorted(folder.glob(f"{Path(name).stem}-{'?' * _SHORT}{Path(name).suffix}"))
    return [CheckedFile(path, path.stem[-_SHORT:]) for path in paths]


def keep(folder: Path, name: str, data: bytes) -> CheckedFile:
    """Keep a file, and see that it is there."""
    digest = hashlib.sha256(data).hexdigest()[:_SHORT]
    made = CheckedFile(folder / f"{Path(name).stem}-{digest}{Path(name).suffix}", digest)
    replace_file(made.path, [data])
    made.read_bytes()
    return made


def ready(fetch: bool = True, say: Say = lambda _: None) -> Path:
    """The runtime's folder, with all that makes the page start fast made where that can be done."""
    folder = pinned.runtime(fetch, say)
    precompile(folder, say)
    return folder


def precompile(folder: Path, say: Say) -> None:
    """Turn the standard library into bytecode and the started interpreter into a snapshot, where node is at hand."""
    one_was_made = any(_all(folder, SNAPSHOT))
    bytecode, snapshot = kept(folder, COMPILED, say), kept(folder, SNAPSHOT, say)
    if bytecode is not None and (snapshot is not None or not one_was_made):
        return
    if pinned.program("node") is None:
        say("node is not installed, so the page starts more slowly: the browser compiles Python's library each time.")
        return
    say("Compiling Python's standard library for the browser; this is done once.")
    for old in _all(folder, COMPILED, SNAPSHOT):
        _remove(old)
    for name, data in _made(folder, {COMPILED: b"", SNAPSHOT: b""}, say).items():
        _try_to_keep(folder, name, data, say)


def compiled_app(folder: Path, app: bytes, say: Say) -> bytes:
    """Bolide's own sources as bytecode, kept beside the runtime; as they are where that cannot be done."""
    name = f"app-{hashlib.sha256(app).hexdigest()[:16]}.zip"
    found = kept(folder, name, say)
    if found is not None:
        return found.read_bytes()
    if pinned.program("node") is None or kept(folder, COMPILED, say) is None:
        return app
    say("Compiling Bolide for the browser; this is done once for each version.")
    data = _made(folder, {name: app}, say).get(name)
    if data is None:
        return app
    for old in folder.glob("app-*.zip"):
        _remove(old)
    _try_to_keep(folder, name, data, say)
    return data


def packed_wasm(folder: Path, say: Say) -> CheckedFile | bytes:
    """The runtime's WebAssembly gzipped, kept beside it; bytes where they cannot be kept."""
    found = kept(folder, WASM, say)
    if found is not None:
        return found
    name = "pyodide.asm.wasm"
    data = gzip.compress(CheckedFile(folder / name, pinned.FILES[name]).read_bytes(), 9, mtime=0)
    _try_to_keep(folder, WASM, data, say)
    return kept(folder, WASM, say) or data


def _made(folder: Path, drafts: dict[str, bytes], say: Say) -> dict[str, bytes]:
    """What node makes of these files, those of them that it made; none where it fails, which is said."""
    with tempfile.TemporaryDirectory(prefix="bolide-") as work:
        places = {name: Path(work, name) for name in drafts}
        for name, data in drafts.items():
            if data:
                replace_file(places[name], [data])
        if COMPILED in drafts:
            words = ["library", *map(str, places.values())]
        else:
            found = (kept(folder, name, say) for name in (COMPILED, SNAPSHOT))
            words = ["app", *map(str, places.values()), *(str(one.path) for one in found if one is not None)]
        if not _node(folder, words, say):
            return {}
        return {name: place.read_bytes() for name, place in places.items() if place.exists()}


def _node(folder: Path, words: list[str], say: Say) -> bool:
    """Run the script that makes files, with these words; a failure only costs time later, so it is said and no more."""
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


def _try_to_keep(folder: Path, name: str, data: bytes, say: Say) -> None:
    try:
        keep(folder, name, data)
    except (OSError, Replaced) as error:
        say(f"{name} cannot be kept in {folder} ({error}); it will be made again.")


def _all(folder: Path, *names: str) -> Iterator[Path]:
    for name in names:
        yield from folder.glob(f"{Path(name).stem}*{Path(name).suffix}")


def _remove(path: Path) -> None:
    try:
        path.unlink(missing_ok=True)
    except OSError:
        return  # a cache that cannot be written; what is damaged there is not used

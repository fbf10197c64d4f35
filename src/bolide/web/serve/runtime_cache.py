"""Cache of files that are made for the page, beside the runtime: what makes it start fast, and compiled kernels.

A file is named by the hash of its content, so that two processes can share the cache, and verified when it is read. The
server holds what was verified: what changes on disk afterwards is not served.
"""

from __future__ import annotations

import gzip
import hashlib
import io
import json
import subprocess
import tempfile
import zipfile
from collections.abc import Mapping
from pathlib import Path

from bolide.system.files import replace_file, write_bytes
from bolide.web.serve import runtime as pinned
from bolide.web.serve.runtime import Say

# With the library and Bolide as bytecode and a snapshot, which node builds, a start takes 2.3 s of processor time
# instead of 5.9 (node 20, up to a first score, kernels interpreted).
LIBRARY, SNAPSHOT, WASM = "python_stdlib.zip", "snapshot.gzip", "pyodide.asm.wasm.gzip"
APP = "app.zip"
_SHORT = 32  # characters of a hash in a name


def lookup(folder: Path, name: str, say: Say, advice: str) -> bytes | None:
    """The contents of the file stored under a name, or None; that a file is damaged is reported, with advice."""
    for path in sorted(folder.glob(f"{name}-*.zip")):
        try:
            data = path.read_bytes()
        except OSError:  # another process may just have replaced it
            continue
        if path.stem.endswith(hashlib.sha256(data).hexdigest()[:_SHORT]):
            return data
        say(f"{path} is damaged and not used; {advice}.")
    return None


def store(folder: Path, name: str, data: bytes, say: Say) -> None:
    """Store a file under a name, in place of those whose names begin alike; a failure is only reported."""
    try:
        for old in folder.glob(f"{name.partition('-')[0]}-*.zip"):
            old.unlink()
        replace_file(folder / f"{name}-{hashlib.sha256(data).hexdigest()[:_SHORT]}.zip", [data])
    except OSError as error:
        say(f"{name} cannot be stored in {folder} ({error}); it is needed again next time.")


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
    node = pinned.program("node")
    facts = json.dumps([hashlib.sha256(app).hexdigest(), pinned.FILES, node is not None])
    name = f"page-{hashlib.sha256(facts.encode()).hexdigest()[:16]}"
    if data := lookup(folder, name, say, "it is built again"):
        return unpacked(data)
    files = {APP: app, LIBRARY: pinned.read(folder, LIBRARY)}
    if node is None:
        say("node is not installed, so the page starts more slowly: the browser compiles Python's library each time.")
    else:
        say("Compiling Bolide and Python's library for the browser; this is done once for each version.")
        files |= _built(node, folder, app, say)
    files[WASM] = gzip.compress(pinned.read(folder, "pyodide.asm.wasm"), 9, mtime=0)
    if node is None or SNAPSHOT in files:
        store(folder, name, archive(files), say)
    return files


def _built(node: str, folder: Path, app: bytes, say: Say) -> dict[str, bytes]:
    """The files that node builds; none if it fails: that only makes the page slower, so it is only reported."""
    with tempfile.TemporaryDirectory(prefix="bolide-") as work:
        write_bytes(Path(work, APP), app)
        command = [node, str(Path(__file__).parent / "precompile.mjs"), str(folder), work]
        try:
            done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
            problem = (done.stderr.strip().splitlines() or ["no message"])[-1] if done.returncode else None
        except (OSError, subprocess.TimeoutExpired) as error:
            problem = str(error)
        if problem is None:
            return {name: Path(work, name).read_bytes() for name in (APP, LIBRARY, SNAPSHOT)}
    say(f"That failed ({problem[:200]}); the page will start more slowly.")
    return {}

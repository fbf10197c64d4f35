"""The Pyodide runtime that runs Bolide in a page: one version, pinned by hash, fetched once into the user's cache."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

from bolide.cache import cache_folder
from bolide.errors import BolideError

VERSION = "314.0.7"
FILES = {
    "pyodide.mjs": "6f1d60f7bf529beb300f0f47983c921d3982363640ba20af0e38efdddbc66109",
    "pyodide.asm.mjs": "f7cdc8ece80678ceb712f8e65ebe6d3a83203a180c399865f49612a051693635",
    "pyodide.asm.wasm": "cc36e3cab04fdfc9a63ff13eb52eae2b911bf46c025cc7b281f394bd3de1d5e6",
    "python_stdlib.zip": "fa1957e5777068fc4f7437f96d860ae2fbe9c19732ba06c84e004ec16dd7dd7a",
}
# Made here from python_stdlib.zip where node is at hand; without it the browser compiles once for itself.
COMPILED = f"python_stdlib-{FILES['python_stdlib.zip'][:8]}-pyc.zip"
SNAPSHOT = f"snapshot-{FILES['pyodide.asm.wasm'][:8]}.gzip"  # fits that library and that runtime only
# The same four files lie in the npm package and in this wheel; the hashes say so.
NPM = f"pyodide@{VERSION}"
WHEEL = "flet-web==1.0.5"

Say = Callable[[str], None]


class NoRuntime(BolideError):
    """The runtime is not in the cache and could not, or was not to be, fetched."""


def runtime(fetch: bool = True, say: Say = lambda _: None) -> Path:
    """The folder with the runtime's files, checked; fetched and precompiled first where needed and allowed."""
    folder = cache_folder() / f"pyodide-{VERSION}"
    if damaged(folder):
        if not fetch:
            raise NoRuntime(
                f"The Pyodide runtime {VERSION} is not in {folder}, and fetching is switched off; "
                "run `bolide web` once without --no-fetch, or set BOLIDE_CACHE to a cache that has it."
            )
        _fetch(folder, say)
    if not (folder / COMPILED).exists():
        _precompile(folder, say)
    return folder


def damaged(folder: Path) -> list[str]:
    """The names of the runtime's files that are missing in a folder, or are not the pinned ones."""
    return [n for n, wanted in FILES.items() if not (folder / n).is_file() or _hash(folder / n) != wanted]


def _hash(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _fetch(folder: Path, say: Say) -> None:
    """Get the files by the first client that can, check every hash, and put them in place all at once."""
    problems = []
    folder.parent.mkdir(parents=True, exist_ok=True)
    for name, command, unpack in _clients():
        with tempfile.TemporaryDirectory(dir=folder.parent) as work:
            say(f"Fetching the Pyodide runtime {VERSION} with {name}; this is done once.")
            problem = _run(command, Path(work), say) or unpack(Path(work))
            if problem is None:
                problem = _install(Path(work), folder)
            if problem is None:
                say(f"The runtime is in {folder}.")
                return
            problems.append(f"{name}: {problem}")
    raise NoRuntime(
        f"The Pyodide runtime {VERSION} could not be fetched ({'; '.join(problems) or 'neither npm nor pip is here'}). "
        f"Connect once and run `bolide web` again, or copy {folder.name} from another machine's cache to "
        f"{folder.parent}."
    )


def _clients() -> Iterator[tuple[str, list[str], Callable[[Path], str | None]]]:
    npm = _program("npm")
    if npm:
        yield "npm", [npm, "pack", NPM, "--silent"], _unpack_npm
    pip = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps", WHEEL]
    yield "pip", [*pip, "--only-binary=:all:", "--dest", "."], _unpack_wheel


def _program(name: str) -> str | None:
    """The full path of a program; one in the working folder does not count (Windows looks there first)."""
    found = shutil.which(name)
    return None if found is None or Path(found).absolute().parent == Path.cwd() else found


def _run(command: list[str], work: Path, say: Say) -> str | None:
    """Run a client; every few seconds say how long it has been at it. Gives the last line of a failure."""
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


def _unpack_npm(work: Path) -> str | None:
    for archive in work.glob("*.tgz"):
        with tarfile.open(archive) as tar:
            for name in FILES:
                member = tar.extractfile(f"package/{name}")
                if member is not None:
                    (work / name).write_bytes(member.read())
    return None


def _unpack_wheel(work: Path) -> str | None:
    for archive in work.glob("*.whl"):
        with zipfile.ZipFile(archive) as wheel:
            for name in FILES:
                (work / name).write_bytes(wheel.read(f"flet_web/web/pyodide/{name}"))
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


def _precompile(folder: Path, say: Say) -> None:
    """Turn the standard library into bytecode and the started interpreter into a snapshot, where node is at hand."""
    if _program("node") is None:
        say("node is not here, so the browser compiles Python's library itself at the first visit.")
        return
    say("Compiling Python's standard library for the browser; this is done once.")
    drafts = {name: folder / f"{os.getpid()}-{name}" for name in (COMPILED, SNAPSHOT)}
    if _node(folder, [*drafts.values()], say):
        for name in reversed(drafts):  # the library last: it is what is looked for
            if drafts[name].exists():
                os.replace(drafts[name], folder / name)


def compiled_app(folder: Path, app: bytes, say: Say) -> bytes:
    """Bolide's own sources as bytecode, kept beside the runtime; as they are where that cannot be done."""
    kept = folder / f"app-{hashlib.sha256(app).hexdigest()[:16]}.zip"
    if not kept.exists():
        if _program("node") is None or not (folder / COMPILED).exists():
            return app
        say("Compiling Bolide for the browser; this is done once for each version.")
        draft = folder / f"{os.getpid()}-app.zip"
        draft.write_bytes(app)
        if not _node(folder, [draft], say):
            return app
        for old in folder.glob("app-*.zip"):
            old.unlink(missing_ok=True)
        os.replace(draft, kept)
    return kept.read_bytes()


def _node(folder: Path, targets: list[Path], say: Say) -> bool:
    """Run the script that makes these files; a failure only costs time later, so it is said and no more."""
    script = Path(__file__).parent / "precompile.mjs"
    command = [_program("node") or "node", str(script), str(folder), *map(str, targets)]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
        problem = (done.stderr.strip().splitlines() or ["no message"])[-1] if done.returncode else None
    except (OSError, subprocess.TimeoutExpired) as error:
        problem = str(error)
    if problem is None:
        return True
    for target in targets:
        target.unlink(missing_ok=True)
    say(f"That failed ({problem[:200]}); the page will start more slowly.")
    return False

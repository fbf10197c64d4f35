"""What is kept on disk: converted tables and the runtime of the browser page."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from bolide.cache import cache_folder
from bolide.doctor.findings import ABSENT, BROKEN, WORKS, Finding
from bolide.web.runtime import VERSION, damaged


def findings() -> Iterator[Finding]:
    """Where things are kept, and what is there."""
    folder = cache_folder()
    there = next((place for place in (folder, *folder.parents) if place.exists()), folder)
    if not (there.is_dir() and os.access(there, os.W_OK | os.X_OK)):
        mend = "make the folder writable, or set BOLIDE_CACHE to one that is"
        yield Finding("cache", "folder", BROKEN, f"{folder} cannot be written", mend)
    else:
        size = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
        held = f"{size / 1e6:,.1f} MB" if folder.exists() else "not made yet"
        yield Finding("cache", "folder", WORKS, f"{folder}, {held}")
    yield _runtime(folder)


def _runtime(folder: Path) -> Finding:
    held = folder / f"pyodide-{VERSION}"
    if not held.is_dir():
        return Finding(
            "cache", "Pyodide", ABSENT, "the runtime of `bolide web` is not installed yet", "bolide web fetches it"
        )
    if wrong := damaged(held):
        detail = f"{held}: {', '.join(wrong)} missing or not the pinned file"
        return Finding("cache", "Pyodide", BROKEN, detail, "run bolide web while connected: it fetches them again")
    return Finding("cache", "Pyodide", WORKS, f"{VERSION}, all files are the pinned ones")

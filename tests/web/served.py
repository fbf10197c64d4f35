"""The page with a stand-in for its runtime, and a server of it in a thread, which ends as soon as it is told to."""

import hashlib
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import ThreadingHTTPServer
from pathlib import Path

import pytest

from bolide.web.serve import runtime as pinned
from bolide.web.serve.server import serve


def put_runtime(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the runtime's names and other bytes, which count as the pinned ones for the time being; no node."""
    folder.mkdir(parents=True)
    for name in pinned.FILES:
        (folder / name).write_bytes(b"x" * 10)
    monkeypatch.setattr(pinned, "FILES", dict.fromkeys(pinned.FILES, hashlib.sha256(b"x" * 10).hexdigest()))
    monkeypatch.setattr(pinned, "program", lambda name: None)
    return folder


@contextmanager
def served(files: dict[str, bytes]) -> Iterator[ThreadingHTTPServer]:
    """The server of these files, in a thread."""
    with serve(files) as server:
        # By default it would look only twice a second whether it is to end.
        threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
        yield server
        server.shutdown()

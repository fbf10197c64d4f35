"""`bolide web`: serve the page on loopback, with strict security headers, or write it to a folder to host."""

from __future__ import annotations

import re
import webbrowser
from contextlib import suppress
from functools import partial
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path, PurePosixPath
from typing import Any
from urllib.parse import unquote

from bolide.system.errors import BolideError, InputError, counted
from bolide.system.files import write_bytes
from bolide.web.serve import wasm_kernels
from bolide.web.serve.runtime import VERSION, Say, runtime
from bolide.web.serve.site import HEADERS, TYPES, site

HOST = "127.0.0.1"
_OWN_NAME = re.compile(rf"({re.escape(HOST)}|localhost)(:[0-9]+)?", re.IGNORECASE)


def serve(files: dict[str, bytes], port: int = 0) -> ThreadingHTTPServer:
    """A server bound to loopback, ready to run; port 0 selects a free one."""
    try:
        return ThreadingHTTPServer((HOST, port), partial(_Handler, files))
    except (OSError, OverflowError) as problem:
        why = getattr(problem, "strerror", None) or problem
        raise BolideError(
            f"Port {port} cannot be used ({why}). If another `bolide web` runs, the page is at "
            f"http://{HOST}:{port}/; otherwise choose another with --port. Links and remembered texts belong to a port."
        ) from None


def address(server: ThreadingHTTPServer) -> str:
    """The URL of the page."""
    return f"http://{HOST}:{server.server_address[1]}/"


class _Handler(BaseHTTPRequestHandler):
    """One file for each connection, which is closed after it: HTTP/1.0, the default of http.server."""

    timeout = 30.0  # seconds until an idle connection is closed

    def __init__(self, files: dict[str, bytes], *args: Any) -> None:
        self.files = files
        with suppress(ConnectionError):  # a browser may close it early
            super().__init__(*args)

    def do_GET(self) -> None:
        # Against DNS rebinding: another site whose name resolves to this address must not read the page.
        if not _OWN_NAME.fullmatch(self.headers.get("Host") or ""):
            return self.send_error(HTTPStatus.FORBIDDEN, explain="This server answers to 127.0.0.1 and localhost only.")
        name = unquote(self.path.partition("?")[0]).lstrip("/") or "index.html"
        if name not in self.files:
            return self.send_error(HTTPStatus.NOT_FOUND)
        self.send_response(HTTPStatus.OK)
        self.send_header("Content-Type", TYPES.get(PurePosixPath(name).suffix, "application/octet-stream"))
        self.send_header("Content-Length", str(len(self.files[name])))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(self.files[name])
        return None

    do_HEAD = do_GET

    def end_headers(self) -> None:
        """Give errors the same headers as the page."""
        for header, value in HEADERS.items():
            self.send_header(header, value)
        super().end_headers()

    def log_message(self, format: str, *args: Any) -> None:
        """Log nothing, for the privacy of visitors."""


def run(say: Say, *, port: int, open_browser: bool, fetch: bool, folder: Path | None = None) -> None:
    """Serve the page until Ctrl-C, or write it to a folder."""
    if folder is not None:
        make_free(folder)  # before anything is downloaded and compiled
    kernels = wasm_kernels.lookup()
    files = site(runtime(fetch, say), say, kernels)
    note = "" if kernels is None else ", with compiled kernels"
    if folder is not None:
        size = export(files, folder)
        held = f"{counted(len(files) + 1, 'file')}, {size / 1e6:.1f} MB"
        say(f"The page is in {folder}: {held}{note}. Its README.txt says how to serve it.")
        return
    with serve(files, port) as server:
        say(f"Bolide's page{note}: {address(server)}  (Ctrl-C ends it)")
        if open_browser:
            webbrowser.open(address(server))
        server.serve_forever()


_README = Path(__file__).with_name("README.txt")  # of a folder that is exported


def export(files: dict[str, bytes], folder: Path) -> int:
    """Write every file of the page to an empty folder (`make_free`); returns the number of bytes."""
    wanted = ("Cross-Origin-Opener-Policy", "Cross-Origin-Embedder-Policy")
    headers = "\n".join(f"    {name}: {HEADERS[name]}" for name in wanted)
    readme = _README.read_text(encoding="utf-8").format(headers=headers, version=VERSION)
    everything = {**files, "README.txt": readme.encode()}
    for name, data in everything.items():
        (folder / name).parent.mkdir(exist_ok=True)
        write_bytes(folder / name, data)
    return sum(map(len, everything.values()))


def make_free(folder: Path) -> None:
    """Make a folder, or raise InputError unless it is there and empty."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        taken = any(folder.iterdir())
    except (OSError, ValueError) as error:
        raise InputError(f"{str(folder)!r} cannot be written: {getattr(error, 'strerror', None) or error}.") from None
    if taken:
        raise InputError(f"{folder} is not an empty folder; name one that is new or empty.")

"""`bolide web`: serve the page on loopback, with strict security headers, or write it to a folder to host."""

from __future__ import annotations

import gzip
import hashlib
import re
import webbrowser
from collections.abc import Mapping
from contextlib import suppress
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path, PurePosixPath
from threading import BoundedSemaphore
from typing import Any
from urllib.parse import unquote, urlsplit

from bolide.system.errors import BolideError, InputError
from bolide.system.files import reason, write_bytes
from bolide.system.messages import counted
from bolide.web.serve import wasm_kernels
from bolide.web.serve.runtime import VERSION, Say, runtime
from bolide.web.serve.site import HEADERS, TYPES, site

HOST = "127.0.0.1"
PACKABLE = (".html", ".css", ".mjs", ".js", ".json", ".svg", ".txt")  # everything else is compressed already

_GZIP = re.compile(r"\bgzip\b(?!\s*;\s*q\s*=\s*0(\.0*)?\s*(,|$))", re.IGNORECASE)  # accepted: not with q=0
_NAME = re.compile(r"[-!#$%&'*+.^_`|~0-9a-z]+")  # of a header
_OWN_NAME = re.compile(rf"({re.escape(HOST)}|localhost)(:[0-9]+)?", re.IGNORECASE)
CONNECTIONS = 64  # at a time; a browser opens six
PATIENCE = 30.0  # seconds until an idle connection is closed
_HEADERS = (*map(": ".join, HEADERS.items()), "Connection: close", "Content-Length: 0")
_BUSY = "\r\n".join(["HTTP/1.1 503 Service Unavailable", *_HEADERS, "", ""]).encode()


def serve(files: dict[str, bytes], port: int = 0) -> ThreadingHTTPServer:
    """A server bound to loopback, ready to run; port 0 selects a free one."""
    try:
        return _Server((HOST, port), files)
    except (OSError, OverflowError) as problem:
        why = getattr(problem, "strerror", None) or problem
        raise BolideError(
            f"Port {port} cannot be used ({why}). If another `bolide web` runs, the page is at "
            f"http://{HOST}:{port}/; otherwise choose another with --port. Links and remembered texts belong to a port."
        ) from None


def address(server: ThreadingHTTPServer) -> str:
    """The URL of the page."""
    return f"http://{HOST}:{server.server_address[1]}/"


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, address: tuple[str, int], files: dict[str, bytes]) -> None:
        self.files = files
        texts = (name for name in files if PurePosixPath(name).suffix in PACKABLE)
        self.packed = {name: gzip.compress(files[name], 6, mtime=0) for name in texts}
        self.free = BoundedSemaphore(CONNECTIONS)
        super().__init__(address, _Handler)

    def process_request(self, request: Any, client_address: Any) -> None:
        """Handle a connection in its own thread, unless there are too many."""
        if not self.free.acquire(blocking=False):
            with suppress(OSError):
                request.sendall(_BUSY)
            self.shutdown_request(request)
            return
        super().process_request(request, client_address)

    def process_request_thread(self, request: Any, client_address: Any) -> None:
        try:
            super().process_request_thread(request, client_address)
        finally:
            self.free.release()

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Ignore browsers that close a connection early."""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    timeout = PATIENCE
    server: _Server

    def parse_request(self) -> bool:
        """Refuse headers that two programs may read differently: doubtful lines or names, or two hosts."""
        if not super().parse_request():
            return False
        names = [name.lower() for name in self.headers]
        plain = not self.headers.defects and not self.headers.get_payload() and all(map(_NAME.fullmatch, names))
        if plain and names.count("host") < 2:
            return True
        self._say(HTTPStatus.BAD_REQUEST, "The headers of this request are ambiguous.")
        return False

    def handle_expect_100(self) -> bool:
        """Invite no body."""
        return True

    def do_GET(self) -> None:
        # Against DNS rebinding: another site whose name resolves to this address must not read the page.
        if not _OWN_NAME.fullmatch(self.headers.get("Host") or ""):
            self._say(HTTPStatus.FORBIDDEN, "This server answers to 127.0.0.1 and localhost only.")
            return
        length, *others = self.headers.get_all("Content-Length", ["0"])
        if others or length.strip() != "0" or "Transfer-Encoding" in self.headers:
            # The body is not read, and the connection is closed: it could be taken for the next request.
            self._say(HTTPStatus.BAD_REQUEST, "A request here has no body.")
            return
        try:
            name = unquote(urlsplit(self.path).path).lstrip("/") or "index.html"
        except ValueError:
            name = ""  # not a valid URL
        if name in self.server.files:
            self._offer(name)
        else:
            self._say(HTTPStatus.NOT_FOUND, "There is nothing here.", close=False)

    do_HEAD = do_GET

    def _offer(self, name: str) -> None:
        """Send a file, gzipped if it is text and the browser accepts that; only the headers if it is cached there."""
        data, packed = self.server.files[name], self.server.packed.get(name)
        more = {} if packed is None else {"Vary": "Accept-Encoding"}
        if packed is not None and _GZIP.search(self.headers.get("Accept-Encoding", "")):
            data, more["Content-Encoding"] = packed, "gzip"
        more["ETag"] = f'"{hashlib.sha256(data).hexdigest()[:32]}"'
        if self.headers.get("If-None-Match") == more["ETag"]:
            more.pop("Content-Encoding", None)
            self._send(HTTPStatus.NOT_MODIFIED, b"", "", more)
        else:
            self._send(HTTPStatus.OK, data, PurePosixPath(name).suffix, more)

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """Send errors of http.server, such as an unsupported method, with the same headers as other responses."""
        self._say(HTTPStatus(code), HTTPStatus(code).phrase)

    def _say(self, status: HTTPStatus, message: str, close: bool = True) -> None:
        self.close_connection = self.close_connection or close
        self._send(status, f"{message}\n".encode("utf-8", "backslashreplace"), ".txt")

    def _send(self, status: HTTPStatus, data: bytes, suffix: str, more: Mapping[str, str] | None = None) -> None:
        if self.request_version == "HTTP/0.9":  # also of an invalid request line; it would be answered without headers
            self.request_version, self.close_connection = "HTTP/1.0", True
        self.send_response(status)
        for header, value in {**HEADERS, **(more or {})}.items():
            self.send_header(header, value)
        if self.close_connection:
            self.send_header("Connection", "close")
        if suffix:
            self.send_header("Content-Type", TYPES.get(suffix, "application/octet-stream"))
        if status != HTTPStatus.NOT_MODIFIED:
            self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        if getattr(self, "command", None) != "HEAD":
            self.wfile.write(data)

    def log_message(self, format: str, *args: Any) -> None:
        """Log nothing, for the privacy of visitors."""


def run(
    say: Say, *, port: int, open_browser: bool, fetch: bool, wheel: Path | None, folder: Path | None = None
) -> None:
    """Serve the page until Ctrl-C, or write it to a folder; compiled kernels are from a wheel for Pyodide."""
    if folder is not None:
        check_free(folder)  # before anything is downloaded and compiled
    kernels = None if wheel is None else wasm_kernels.read(wheel)
    cache = runtime(fetch, say)
    if kernels is not None:
        wasm_kernels.store(kernels, cache, say)
    kernels = kernels or wasm_kernels.lookup(cache, say)
    files = site(cache, say, kernels)
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
    """Write every file of the page to a new or empty folder (`check_free`); returns the number of bytes."""
    wanted = ("Cross-Origin-Opener-Policy", "Cross-Origin-Embedder-Policy")
    headers = "\n".join(f"    {name}: {HEADERS[name]}" for name in wanted)
    readme = _README.read_text(encoding="utf-8").format(headers=headers, version=VERSION)
    everything = {**files, "README.txt": readme.encode()}
    for name, data in everything.items():
        try:
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise InputError(f"{(folder / name).parent} cannot be created: {reason(folder / name, error)}.") from None
        write_bytes(folder / name, data)
    return sum(map(len, everything.values()))


def check_free(folder: Path) -> None:
    """Raise InputError unless a folder is new or empty and can be created."""
    try:
        free = not folder.exists() or (folder.is_dir() and not any(folder.iterdir()))
        blocked = [above for above in folder.parents if above.exists() and not above.is_dir()]
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or error
        raise InputError(f"{str(folder)!r} cannot be written: {why}.") from None
    if not free or blocked:
        raise InputError(f"{(blocked or [folder])[0]} is not an empty folder; name one that is new or empty.")

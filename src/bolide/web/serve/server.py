"""A server for the page on this machine alone, with the headers that keep the page to itself."""

from __future__ import annotations

import errno
import gzip
import hashlib
from collections.abc import Mapping
from contextlib import suppress
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import PurePosixPath
from threading import BoundedSemaphore
from typing import Any
from urllib.parse import unquote, urlsplit

from bolide.system.errors import BolideError
from bolide.web.serve.site import TYPES, Content, bytes_of

HOST = "127.0.0.1"
PACKABLE = (".html", ".css", ".mjs", ".js", ".json", ".svg", ".txt")  # everything else is compressed already
POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self' blob:; connect-src 'self'; "
    "style-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'"
)
HEADERS = {
    # A page's own policy, in its head, cannot say who may frame it.
    "Content-Security-Policy": f"{POLICY}; frame-ancestors 'none'",
    "Cache-Control": "no-cache",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Embedder-Policy": "require-corp",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}

NOTHING: Mapping[str, str] = {}
CONNECTIONS = 64  # at a time; a browser opens six
PATIENCE = 30.0  # seconds that a connection may be silent
_BUSY = "".join(
    (
        "HTTP/1.1 503 Service Unavailable\r\n",
        *(f"{name}: {value}\r\n" for name, value in HEADERS.items()),
        "Connection: close\r\nContent-Length: 0\r\n\r\n",
    )
).encode()


def takes_gzip(accepted: str) -> bool:
    """Whether a browser that sends this as Accept-Encoding unpacks gzip."""
    for one in accepted.lower().split(","):
        name, _, quality = one.partition(";")
        if name.strip() in ("gzip", "x-gzip"):
            return quality.replace(" ", "") not in ("q=0", "q=0.0", "q=0.00", "q=0.000")
    return False


def serve(files: dict[str, Content], port: int = 0) -> ThreadingHTTPServer:
    """A server, bound to loopback and ready to run; port 0 takes any that is free."""
    try:
        return _Server((HOST, port), files)
    except OverflowError:
        raise BolideError(
            f"Port {port} cannot be used (ports go from 0 to 65535); choose another with --port."
        ) from None
    except OSError as problem:
        if problem.errno != errno.EADDRINUSE:
            why = problem.strerror or str(problem)
            raise BolideError(f"Port {port} cannot be used ({why}); choose another with --port.") from None
        raise BolideError(
            f"Port {port} is taken, perhaps by another `bolide web`: open http://{HOST}:{port}/ to see, or choose "
            "another with --port. Links and remembered texts belong to a port."
        ) from None


def address(server: ThreadingHTTPServer) -> str:
    """Where a browser finds the page."""
    return f"http://{HOST}:{server.server_address[1]}/"


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, place: tuple[str, int], files: dict[str, Content]) -> None:
        self.files = files
        self.packed: dict[str, bytes] = {}  # gzipped texts, by the tag of what they hold
        self.free = BoundedSemaphore(CONNECTIONS)
        super().__init__(place, _Handler)

    def process_request(self, request: Any, client_address: Any) -> None:
        """One thread per connection, as long as there are not too many."""
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
        """A browser that closes a connection early is no error."""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    timeout = PATIENCE
    server: _Server

    def do_GET(self) -> None:
        self._answer(body=True)

    def do_HEAD(self) -> None:
        self._answer(body=False)

    def _answer(self, body: bool) -> None:
        # A page elsewhere whose name was made to point here must not read this one.
        host = (self.headers.get("Host") or "").rsplit(":", 1)[0]
        if host not in (HOST, "localhost"):
            self._say(HTTPStatus.FORBIDDEN, "This server answers to 127.0.0.1 and localhost only.", body)
            return
        if self.headers.get("Content-Length", "0").strip() != "0" or "Transfer-Encoding" in self.headers:
            # What follows is not looked at: it could be read as the next request.
            self._say(HTTPStatus.BAD_REQUEST, "A request here has no body.", body)
            return
        try:
            name = unquote(urlsplit(self.path).path).lstrip("/") or "index.html"
        except ValueError:
            name = ""  # no address at all
        content = self.server.files.get(name)
        if content is None:
            self._say(HTTPStatus.NOT_FOUND, "There is nothing here.", body, close=False)
            return
        try:
            data = bytes_of(content)
        except (BolideError, OSError) as problem:
            self._say(HTTPStatus.INTERNAL_SERVER_ERROR, str(problem), body)
            return
        self._offer(data, PurePosixPath(name).suffix, body)

    def _offer(self, data: bytes, suffix: str, body: bool) -> None:
        """Send a file, gzipped where it is text and the browser takes that; nothing where it has it already."""
        tag, more = hashlib.sha256(data).hexdigest()[:32], {}
        if suffix in PACKABLE:
            more["Vary"] = "Accept-Encoding"
            if takes_gzip(self.headers.get("Accept-Encoding", "")):
                # Two threads may both pack a text; they get the same.
                data = self.server.packed.get(tag) or self.server.packed.setdefault(
                    tag, gzip.compress(data, 6, mtime=0)
                )
                more["Content-Encoding"] = "gzip"
                tag += "-gzip"
        more["ETag"] = f'"{tag}"'
        if self.headers.get("If-None-Match") == more["ETag"]:
            more.pop("Content-Encoding", None)
            self._send(HTTPStatus.NOT_MODIFIED, b"", "", False, more)
        else:
            self._send(HTTPStatus.OK, data, suffix, body, more)

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """What http.server itself refuses, such as another method, is said with the same headers as anything else."""
        self._say(HTTPStatus(code), HTTPStatus(code).phrase, body=getattr(self, "command", None) != "HEAD")

    def _say(self, status: HTTPStatus, told: str, body: bool, close: bool = True) -> None:
        self.close_connection = self.close_connection or close
        self._send(status, f"{told}\n".encode("utf-8", "backslashreplace"), ".txt", body)

    def _send(
        self, status: HTTPStatus, data: bytes, suffix: str, body: bool, more: Mapping[str, str] = NOTHING
    ) -> None:
        if self.request_version == "HTTP/0.9":  # also what a line counts as that cannot be read; it has no headers
            self.request_version, self.close_connection = "HTTP/1.0", True
        self.send_response(status)
        for header, value in (HEADERS | dict(more)).items():
            self.send_header(header, value)
        if self.close_connection:
            self.send_header("Connection", "close")
        if suffix:
            self.send_header("Content-Type", TYPES.get(suffix, "application/octet-stream"))
        if status != HTTPStatus.NOT_MODIFIED:
            self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        if body:
            self.wfile.write(data)

    def log_message(self, format: str, *args: Any) -> None:
        """Nothing is logged: what a visitor does is theirs."""

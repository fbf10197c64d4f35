"""A server for the page on this machine alone, with the headers that keep the page to itself."""

from __future__ import annotations

import hashlib
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path, PurePosixPath
from typing import Any
from urllib.parse import unquote, urlsplit

from bolide.errors import BolideError
from bolide.web.site import TYPES, Content

HOST = "127.0.0.1"
POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self' blob:; connect-src 'self'; "
    "style-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "Cache-Control": "no-cache",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Embedder-Policy": "require-corp",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}


def serve(files: dict[str, Content], port: int = 0) -> ThreadingHTTPServer:
    """A server, bound to loopback and ready to run; port 0 takes any that is free."""
    try:
        return _Server((HOST, port), files)
    except OSError as problem:
        raise BolideError(f"Port {port} cannot be used ({problem}); choose another with --port.") from None


def address(server: ThreadingHTTPServer) -> str:
    """Where a browser finds the page."""
    return f"http://{HOST}:{server.server_address[1]}/"


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, place: tuple[str, int], files: dict[str, Content]) -> None:
        self.files = files
        self.tags: dict[str, str] = {}
        super().__init__(place, _Handler)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A browser that closes a connection early is no error."""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: _Server

    def do_GET(self) -> None:
        self._answer(body=True)

    def do_HEAD(self) -> None:
        self._answer(body=False)

    def _answer(self, body: bool) -> None:
        # A page elsewhere whose name was made to point here must not read this one.
        host = (self.headers.get("Host") or "").rsplit(":", 1)[0]
        if host not in (HOST, "localhost"):
            self._send(HTTPStatus.FORBIDDEN, b"This server answers to 127.0.0.1 and localhost only.\n", ".txt", body)
            return
        name = unquote(urlsplit(self.path).path).lstrip("/") or "index.html"
        content = self.server.files.get(name)
        if content is None:
            self._send(HTTPStatus.NOT_FOUND, b"There is nothing here.\n", ".txt", body)
            return
        data = content.read_bytes() if isinstance(content, Path) else content
        tag = f'"{hashlib.sha256(data).hexdigest()[:32]}"' if len(data) < 1e6 else self._tag(name, data)
        if self.headers.get("If-None-Match") == tag:
            self._send(HTTPStatus.NOT_MODIFIED, b"", "", False, tag)
        else:
            self._send(HTTPStatus.OK, data, PurePosixPath(name).suffix, body, tag)

    def _tag(self, name: str, data: bytes) -> str:
        """The runtime's files are large and pinned: hashed once."""
        if name not in self.server.tags:
            self.server.tags[name] = f'"{hashlib.sha256(data).hexdigest()[:32]}"'
        return self.server.tags[name]

    def _send(self, status: HTTPStatus, data: bytes, suffix: str, body: bool, tag: str | None = None) -> None:
        self.send_response(status)
        for header, value in HEADERS.items():
            self.send_header(header, value)
        if tag:
            self.send_header("ETag", tag)
        if suffix:
            self.send_header("Content-Type", TYPES.get(suffix, "application/octet-stream"))
        if status != HTTPStatus.NOT_MODIFIED:
            self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        if body:
            self.wfile.write(data)

    def log_message(self, format: str, *args: Any) -> None:
        """Nothing is logged: what a visitor does is theirs."""

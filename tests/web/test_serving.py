"""`bolide web` without a browser: what it serves, writes and says; its server and its cache against what is damaged,
foreign, slow or too much.
"""

import gzip
import hashlib
import http.client
import io
import json
import re
import socket
import tarfile
import zipfile
from collections.abc import Iterator
from contextlib import suppress
from http.server import ThreadingHTTPServer
from pathlib import Path

import pytest

from bolide.reporting.look import stacking
from bolide.web.serve import runtime as pinned
from bolide.web.serve.site import HEADERS, PAGE, SERVICE_WORKER, service_worker, site
from tests.cli.run import bolide, refused
from tests.tables import table
from tests.web.served import put_runtime, served

CASES = table(__file__, "cases.toml")

WASM = f"pyodide/{pinned.WASM}"


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """The page with a stand-in for the runtime."""
    with pytest.MonkeyPatch.context() as monkeypatch:
        return site(put_runtime(tmp_path_factory.mktemp("cache") / "runtime", monkeypatch))


@pytest.fixture(scope="module")
def server(files: dict[str, bytes]) -> Iterator[ThreadingHTTPServer]:
    with served(files) as running:
        yield running


def get(server: ThreadingHTTPServer, path: str, **headers: str) -> tuple[http.client.HTTPResponse, bytes]:
    connection = http.client.HTTPConnection("127.0.0.1", server.server_address[1])
    connection.request("GET", path, headers=headers)
    response = connection.getresponse()
    body = response.read()
    connection.close()
    return response, body


# --- what is served and written ---------------------------------------------------------------------------------------


def test_every_file_is_served_with_its_type(server: ThreadingHTTPServer) -> None:
    types = {
        "index.html": "text/html",
        "app.mjs": "text/javascript",
        "style.css": "text/css",
        "app.zip": "application/zip",
        WASM: "application/gzip",
        "sw.js": "text/javascript",
    }
    for name, kind in types.items():
        response, body = get(server, f"/{name}")
        assert (response.status, bool(body)) == (200, True)
        assert response.getheader("Content-Type", "").startswith(kind)
    assert get(server, "/")[1] == get(server, "/index.html")[1]
    policy, _, framing = HEADERS["Content-Security-Policy"].partition("; frame-ancestors ")
    assert framing == "'none'"
    assert f'content="{policy}"' in get(server, "/")[1].decode()


def test_rules_for_results_are_not_rules_for_the_page() -> None:
    """Tables and pictures look alike in the page, the report and notebooks; nothing else of theirs has their names."""
    shared = set(re.findall(r":root \.([a-z-]+)", stacking()))
    pages = [path.read_text("utf-8") for path in sorted(PAGE.glob("*.mjs"))]
    classes = {word for page in pages for text in re.findall(r'class: "([^"]*)"', page) for word in text.split()}
    assert {"card", "step", "score"} <= classes
    assert shared & classes <= {"scroll", "picture", "systems", "dot"}


def test_nothing_else_is_served(server: ThreadingHTTPServer) -> None:
    for path in ("/../pyproject.toml", "/%2e%2e/setup.py", "/nothing", "/licences/", "//etc/passwd"):
        assert get(server, path)[0].status == 404
    for host in ("evil.example", "127.0.0.1:80@evil.example", "localhost.evil.example", "127.0.0.1:x"):
        assert get(server, "/", Host=host)[0].status == 403
    assert get(server, "/", Host="LOCALHOST:80")[0].status == 200


def test_the_service_worker_knows_every_file_by_its_hash(files: dict[str, bytes]) -> None:
    def manifest(worker: bytes) -> dict[str, object]:
        return json.loads(worker.decode().partition("const MANIFEST = ")[2].partition(";\n")[0])  # type: ignore[no-any-return]

    here = manifest(files[SERVICE_WORKER])
    assert here["files"] == {n: hashlib.sha256(c).hexdigest() for n, c in files.items() if n != SERVICE_WORKER}
    assert manifest(service_worker({**files, "app.mjs": b"another"}))["version"] != here["version"]
    sizes = json.loads(files["runtime.json"])["sizes"]
    assert sizes == {n: len(c) for n, c in files.items() if n.endswith((".zip", ".gzip"))}
    assert gzip.decompress(files[WASM]) == b"x" * 10


# --- what comes from elsewhere ----------------------------------------------------------------------------------------


def packed(kind: str, *names: str) -> bytes:
    """A tar or a zip, in which this file has these names."""
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w:gz") if kind == "tgz" else zipfile.ZipFile(buffer, "w") as archive:
        for name in names:
            (archive.add if isinstance(archive, tarfile.TarFile) else archive.write)(__file__, name)
    return buffer.getvalue()


ARCHIVES = {
    "no tar": ("tgz", b"not an archive"),
    "a foreign tar": ("tgz", packed("tgz", "../../evil", "package/x")),
    "a cut tar": ("tgz", packed("tgz", "package/pyodide.mjs")[:-20]),
    "a foreign zip": ("whl", packed("whl", "../evil")),
    "a cut zip": ("whl", packed("whl", "flet_web/web/pyodide/pyodide.mjs")[:-20]),
    "a zip that lies": ("whl", packed("whl", *(f"flet_web/web/pyodide/{name}" for name in pinned.FILES))),
    "nothing": ("txt", b""),
}


@pytest.mark.parametrize("name", [*ARCHIVES, "a client that fails"])
def test_damaged_and_foreign_archives(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BOLIDE_CACHE", str(tmp_path / "cache"))
    kind, data = ARCHIVES.get(name, ("absent", b""))
    file = tmp_path / f"a.{kind}"
    if name in ARCHIVES:
        file.write_bytes(data)
    monkeypatch.setattr(pinned, "_clients", lambda: iter([("a client", ["cp", str(file), "."])]))
    refused(bolide("web", "--no-fetch", "--no-open"), "run `bolide web` once without --no-fetch")
    result = bolide("web", "--no-open")
    assert result.code == 2
    wanted = "could not be fetched (a client: " + ("" if name in ARCHIVES else "cp: cannot stat")
    assert wanted in result.err.splitlines()[-1]
    assert list((tmp_path / "cache").iterdir()) == []


# --- what a client may do ---------------------------------------------------------------------------------------------


def ask(server: ThreadingHTTPServer, request: bytes) -> bytes:
    """All that comes back until the server closes the connection."""
    with socket.create_connection(server.server_address[:2], timeout=180) as connection:
        answer = b""
        with suppress(OSError):  # the server may close before it has read everything
            connection.sendall(request)
            connection.shutdown(socket.SHUT_WR)
        with suppress(ConnectionError):
            while data := connection.recv(1 << 16):
                answer += data
    return answer


def request(path: str, *more: str) -> bytes:
    lines = [f"GET {path} HTTP/1.1", "Host: 127.0.0.1", *more]
    return "\r\n".join([*lines, "", ""]).encode()


REQUESTS = {
    **{name: text.encode("latin-1") for name, text in CASES["requests"].items()},
    "a long line": b"GET /" + b"x" * 70_000 + b" HTTP/1.1\r\n\r\n",
    "many headers": b"GET / HTTP/1.1\r\n" + b"a: b\r\n" * 200 + b"\r\n",
    "a long header": b"GET / HTTP/1.1\r\na: " + b"x" * 70_000 + b"\r\n\r\n",
}


@pytest.mark.parametrize("name", REQUESTS)
def test_every_answer_has_the_headers(name: str, server: ThreadingHTTPServer) -> None:
    answer = ask(server, REQUESTS[name])
    assert answer.startswith(b"HTTP/1."), answer[:80]
    head = answer.split(b"\r\n\r\n")[0].decode("latin-1")
    for header, value in HEADERS.items():
        assert f"{header}: {value}" in head
    assert "frame-ancestors 'none'" in head


def test_a_body_is_not_the_next_request(server: ThreadingHTTPServer) -> None:
    body = request("/style.css")
    assert ask(server, request("/", f"Content-Length: {len(body)}") + body).count(b"HTTP/1.0 ") == 1


def test_a_silent_connection_is_closed(files: dict[str, bytes], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bolide.web.serve.server._Handler.timeout", 0.05)
    with served(files) as running, socket.create_connection(running.server_address[:2], timeout=180) as connection:
        connection.sendall(b"GET / HT")
        assert connection.recv(1 << 16) == b""

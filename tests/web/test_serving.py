"""`bolide web` without a browser: what it serves, writes and says; its server and its cache against what is damaged,
foreign, slow or too much.
"""

import gzip
import hashlib
import http.client
import io
import json
import socket
import tarfile
import zipfile
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from http.server import ThreadingHTTPServer
from pathlib import Path

import pytest

from bolide.cli.commands import web as command
from bolide.system.errors import BolideError, InputError
from bolide.web.serve import runtime as pinned, server as web_server
from bolide.web.serve.server import check_free, export, serve
from bolide.web.serve.site import HEADERS, PAGE, SERVICE_WORKER, service_worker, site
from tests.cli.run import bolide, refused
from tests.errors import raises
from tests.web.cases import CASES
from tests.web.served import put_runtime, served

pytestmark = pytest.mark.one_core

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
        assert get(server, f"/{name}", **{"If-None-Match": response.getheader("ETag", "")})[0].status == 304
    assert get(server, "/")[1] == get(server, "/index.html")[1]
    policy, _, framing = HEADERS["Content-Security-Policy"].partition("; frame-ancestors ")
    assert framing == "'none'"
    assert f'content="{policy}"' in get(server, "/")[1].decode()


def test_nothing_else_is_served(server: ThreadingHTTPServer) -> None:
    for path in ("/../pyproject.toml", "/%2e%2e/setup.py", "/nothing", "/licences/", "//etc/passwd"):
        assert get(server, path)[0].status == 404
    for host in ("evil.example", "127.0.0.1:80@evil.example", "localhost.evil.example", "127.0.0.1:x"):
        assert get(server, "/", Host=host)[0].status == 403
    assert get(server, "/", Host="LOCALHOST:80")[0].status == 200


def test_the_port_is_always_the_same(server: ThreadingHTTPServer, monkeypatch: pytest.MonkeyPatch) -> None:
    for port in (server.server_address[1], -1, 70_000):
        with pytest.raises(BolideError, match=r"cannot be used .*another `bolide web`.*choose another with --port"):
            serve({}, port)
    ports: list[object] = []
    monkeypatch.setattr(web_server, "run", lambda say, **options: ports.append(options["port"]))
    for _ in range(2):
        assert bolide("web", "--no-open").code == 0
    assert ports == [command.PORT, command.PORT]


def test_text_is_sent_gzipped_to_who_takes_it(server: ThreadingHTTPServer) -> None:
    plain, body = get(server, "/app.mjs")
    packed, data = get(server, "/app.mjs", **{"Accept-Encoding": "br, gzip;q=0.8"})
    assert (plain.getheader("Content-Encoding"), packed.getheader("Content-Encoding")) == (None, "gzip")
    assert gzip.decompress(data) == body == (PAGE / "app.mjs").read_bytes()
    assert packed.getheader("Content-Length") == str(len(data))
    assert packed.getheader("Vary") == plain.getheader("Vary") == "Accept-Encoding"
    tag = packed.getheader("ETag", "")
    assert tag != plain.getheader("ETag")
    assert get(server, "/app.mjs", **{"Accept-Encoding": "gzip", "If-None-Match": tag})[0].status == 304
    for name, accepted, coding in (
        ("app.zip", "gzip", None),
        (WASM, "gzip", None),  # compressed already
        ("app.mjs", "br, gzip; q=0.0", None),
        ("style.css", "gzip;q=0,br", None),
        ("app.mjs", "x-gzip", "gzip"),
        ("app.mjs", "GZIP;q=0.001", "gzip"),
        ("app.mjs", "gzip;q=1.0, *;q=0", "gzip"),
    ):
        assert get(server, f"/{name}", **{"Accept-Encoding": accepted})[0].getheader("Content-Encoding") == coding


def test_the_service_worker_knows_every_file_by_its_hash(files: dict[str, bytes]) -> None:
    def manifest(worker: bytes) -> dict[str, object]:
        return json.loads(worker.decode().partition("const MANIFEST = ")[2].partition(";\n")[0])  # type: ignore[no-any-return]

    here = manifest(files[SERVICE_WORKER])
    assert here["files"] == {n: hashlib.sha256(c).hexdigest() for n, c in files.items() if n != SERVICE_WORKER}
    assert manifest(service_worker({**files, "app.mjs": b"another"}))["version"] != here["version"]
    sizes = json.loads(files["runtime.json"])["sizes"]
    assert sizes == {n: len(c) for n, c in files.items() if n.endswith((".zip", ".gzip"))}
    assert gzip.decompress(files[WASM]) == b"x" * 10


def test_export(files: dict[str, bytes], tmp_path: Path) -> None:
    size = export(files, tmp_path / "out")
    written = [path for path in (tmp_path / "out").rglob("*") if path.is_file()]
    assert sum(path.stat().st_size for path in written) == size
    assert {path.relative_to(tmp_path / "out").as_posix() for path in written} == {*files, "README.txt"}
    assert "Mozilla Public License" in (tmp_path / "out" / "licences" / "pyodide-MPL-2.0.txt").read_text()
    assert "PYTHON SOFTWARE FOUNDATION LICENSE" in (tmp_path / "out" / "licences" / "python-PSF.txt").read_text()
    (tmp_path / "file").write_text("x")
    for place in ("out", "file", "file/below"):
        raises(InputError, "is not an empty folder", check_free, tmp_path / place)


def test_the_page_s_own_files_stay_small() -> None:
    """What a visitor loads besides the runtime, which is 14 MB, and the package."""
    assert sum(len(gzip.compress(path.read_bytes())) for path in PAGE.iterdir()) <= 90_000


@pytest.mark.parametrize(
    "line", [line.strip() for line in (command.__doc__ or "").partition("examples:\n")[2].splitlines()]
)
def test_help_examples(line: str, here: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The examples of --help, with the serving itself cut short."""
    opened: list[str] = []

    def interrupt(_: object) -> None:
        raise KeyboardInterrupt

    line = line.replace("8000", "0")
    folder = put_runtime(tmp_path / "runtime", monkeypatch)
    monkeypatch.setattr(web_server, "runtime", lambda fetch, say: folder)
    monkeypatch.setattr(command, "PORT", 0)  # another test may serve at the same time
    monkeypatch.setattr(web_server.webbrowser, "open", opened.append)
    monkeypatch.setattr(ThreadingHTTPServer, "serve_forever", interrupt)
    result = bolide(*line.split()[1:])
    assert result.code == (0 if "--export" in line else 130), result.err
    if "--export" in line:
        assert (here / "site" / "index.html").exists()
    else:
        assert "http://127.0.0.1:" in result.err
        assert bool(opened) == ("--no-open" not in line)


# --- what is kept -----------------------------------------------------------------------------------------------------


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A runtime of four files that count as the pinned ones, and a node that makes the others."""
    folder = put_runtime(tmp_path / "runtime", monkeypatch)
    names = (pinned.APP, pinned.LIBRARY, pinned.SNAPSHOT)
    monkeypatch.setattr(pinned, "_built", lambda *_: {name: b"made " + name.encode() for name in names})
    monkeypatch.setattr(pinned, "program", lambda name: name)
    return folder


def test_what_node_makes_is_kept_for_one_version(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    files = site(folder)
    assert files["app.zip"] == b"made app.zip"
    assert files["pyodide/snapshot.gzip"] == b"made snapshot.gzip"
    (kept,) = folder.glob("page-*.zip")
    monkeypatch.setattr(pinned, "_built", lambda *_: pytest.fail("it was made before"))
    assert site(folder) == files
    monkeypatch.setattr(pinned, "_built", lambda *_: {})  # node fails: the sources, which are not kept
    assert pinned.prepared(folder, b"another version", print)["app.zip"] == b"another version"
    assert [*folder.glob("page-*.zip")] == [kept]


def test_a_replaced_file_is_not_used(folder: Path) -> None:
    files = site(folder)
    for path in sorted(folder.iterdir()):
        before, told = path.read_bytes(), list[str]()
        path.write_bytes(before[:-1] + b"?")
        if path.name in pinned.FILES:
            assert pinned.damaged(folder) == [path.name]
            raises(pinned.NoRuntime, "not the pinned file", pinned.read, folder, path.name)
        else:
            assert site(folder, told.append) == files
            assert f"{path} is damaged and not used; it is built again." in told
        path.write_bytes(before)


def test_a_cache_that_cannot_be_written_still_serves(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(path: Path, parts: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(pinned, "replace_file", full)
    told: list[str] = []
    assert site(folder, told.append)["app.zip"] == b"made app.zip"
    assert "cannot be stored" in told[-1]


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


@pytest.mark.parametrize("place", ["file/below", "file"])
def test_a_cache_that_cannot_be_made(place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("x")
    monkeypatch.setenv("BOLIDE_CACHE", str(tmp_path / place))
    result = bolide("web", "--no-open")
    refused(result, f"{tmp_path / 'file'} is not a folder")
    assert "BOLIDE_CACHE" in result.err


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


@pytest.mark.parametrize(
    "length",
    [
        "Content-Length: %d",
        "Transfer-Encoding: chunked",
        "Content-Length: -%d",
        "Content-Length: 0\r\nContent-Length: %d",
        "Content-Length: 0\r\nContent-Length: 0",
        "Content-Length : %d",
        "Transfer-Encoding : chunked",
        "Expect: 100-continue\r\nContent-Length: %d",
        "Host: evil.example",
        "no colon\r\nContent-Length: %d",
    ],
)
def test_a_body_is_not_the_next_request(length: str, server: ThreadingHTTPServer) -> None:
    body = request("/style.css")
    sent = request("/", length % len(body) if "%" in length else length) + body
    answer = ask(server, sent)
    assert answer.count(b"HTTP/1.1 ") == 1
    assert answer.startswith(b"HTTP/1.1 400")


def test_requests_one_after_the_other_are_answered(server: ThreadingHTTPServer) -> None:
    assert ask(server, request("/style.css") + request("/nothing") + request("/style.css")).count(b"HTTP/1.1 ") == 3


def test_too_many_connections_are_turned_away(files: dict[str, bytes], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bolide.web.serve.server.CONNECTIONS", 3)
    with served(files) as running, ExitStack() as held:
        for _ in range(3):  # each is being served: it got an answer, and stays open
            connection = held.enter_context(socket.create_connection(running.server_address[:2], timeout=180))
            connection.sendall(request("/nothing"))
            assert connection.recv(1 << 16).startswith(b"HTTP/1.1 404")
        assert ask(running, b"").startswith(b"HTTP/1.1 503")
        assert not ask(running, request("/")).startswith(b"HTTP/1.1 200")


def test_a_silent_connection_is_closed(files: dict[str, bytes], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bolide.web.serve.server._Handler.timeout", 0.05)
    with served(files) as running, socket.create_connection(running.server_address[:2], timeout=180) as connection:
        connection.sendall(b"GET / HT")
        assert connection.recv(1 << 16) == b""

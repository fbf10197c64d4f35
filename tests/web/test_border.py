"""The server and its cache against what is damaged, foreign, slow or too much."""

import hashlib
import io
import socket
import tarfile
import zipfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from http.server import ThreadingHTTPServer
from pathlib import Path

import pytest

from bolide.system.errors import BolideError
from bolide.web.serve import runtime as pinned
from bolide.web.serve import runtime_cache, server
from bolide.web.serve.runtime_cache import Kept, keep, kept
from bolide.web.serve.server import HEADERS, export, serve
from bolide.web.serve.site import Content, site
from tests.cli.run import bolide
from tests.web.served import put_runtime, served

pytestmark = pytest.mark.one_core


def made_runtime(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A runtime of eight files: four that count as the pinned ones for the time being, and four that are made."""
    put_runtime(folder, monkeypatch)
    monkeypatch.setattr(
        runtime_cache, "_made", lambda folder, drafts, say: {name: b"made " + name.encode() for name in drafts}
    )
    monkeypatch.setattr(pinned, "program", lambda name: name)
    runtime_cache.precompile(folder, lambda line: None)
    return folder


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    return made_runtime(tmp_path / "runtime", monkeypatch)


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Content]:
    """The page with such a runtime, for those who change nothing of it."""
    with pytest.MonkeyPatch.context() as monkeypatch:
        return site(made_runtime(tmp_path_factory.mktemp("cache") / "runtime", monkeypatch))


@pytest.fixture(scope="module")
def running(files: dict[str, Content]) -> Iterator[ThreadingHTTPServer]:
    with served(files) as found:
        yield found


def ask(running: ThreadingHTTPServer, request: bytes) -> bytes:
    """All that comes back until the server closes the connection."""
    with socket.create_connection(running.server_address[:2], timeout=180) as connection:
        answer = b""
        with suppress(OSError):  # the server may close before it has read everything
            connection.sendall(request)
            connection.shutdown(socket.SHUT_WR)
        with suppress(ConnectionError):
            while data := connection.recv(1 << 16):
                answer += data
    return answer


def get(path: str, *more: str) -> bytes:
    lines = [f"GET {path} HTTP/1.1", "Host: 127.0.0.1", *more]
    return "\r\n".join([*lines, "", ""]).encode()


# --- what is kept -----------------------------------------------------------------------------------------------------


def test_there_are_eight_files(folder: Path) -> None:
    files = site(folder)
    assert sum(isinstance(content, Kept) for content in files.values()) == 5  # the library once, as bytecode
    assert files["app.zip"] == b"made app-" + files["app.zip"][9:]  # type: ignore[index]
    assert len(list(folder.iterdir())) == 8


def replaced(folder: Path) -> Iterator[Path]:
    for path in sorted(folder.iterdir()):
        before = path.read_bytes()
        path.write_bytes(before[:-1] + b"?")
        yield path
        path.write_bytes(before)


def test_a_replaced_file_is_not_served(folder: Path) -> None:
    files = site(folder)
    with served(files) as found:
        names = {content.path: name for name, content in files.items() if isinstance(content, Kept)}
        tried = 0
        for path in replaced(folder):
            if path in names:
                answer = ask(found, get(f"/{names[path]}", "Connection: close"))
                assert answer.startswith(b"HTTP/1.1 500"), path
                assert b"has changed and is not served" in answer
                with pytest.raises(BolideError, match="has changed"):
                    export(files, folder.parent / "out", "1")
                assert not (folder.parent / "out").exists()
                tried += 1
        assert tried == 5


def test_a_file_that_was_replaced_before_is_found_and_made_again(folder: Path) -> None:
    site(folder)
    for path in replaced(folder):
        if path.name in pinned.FILES:
            assert pinned.damaged(folder) == [path.name]
            continue
        told: list[str] = []
        runtime_cache.precompile(folder, told.append)
        files = site(folder, told.append)
        assert f"{path} is damaged; it is made again." in told
        for content in files.values():
            assert isinstance(content, bytes) or content.read_bytes()
        assert hashlib.sha256(path.read_bytes()).hexdigest().startswith(path.stem[-32:])  # it is there again


def test_what_is_kept_is_checked_when_it_is_looked_up(tmp_path: Path) -> None:
    first = keep(tmp_path, "a.zip", b"one")
    assert kept(tmp_path, "a.zip", print) == first
    second = keep(tmp_path, "a.zip", b"two")  # as another process may do at the same time
    assert first.read_bytes() == b"one"
    assert second.read_bytes() == b"two"
    assert kept(tmp_path, "a.zip", print) in (first, second)


# --- what comes from elsewhere ----------------------------------------------------------------------------------------


def a_tar(*names: str) -> bytes:
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w:gz") as tar:
        for name in names:
            member = tarfile.TarInfo(name)
            member.size = 1
            tar.addfile(member, io.BytesIO(b"x"))
    return buffer.getvalue()


def a_zip(*names: str) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as zipped:
        for name in names:
            zipped.writestr(name, "x")
    return buffer.getvalue()


ARCHIVES: dict[str, tuple[str, Callable[[Path], str | None], bytes]] = {
    "no tar": ("a.tgz", pinned._unpack_npm, b"not an archive"),
    "an empty tar": ("a.tgz", pinned._unpack_npm, a_tar()),
    "a foreign tar": ("a.tgz", pinned._unpack_npm, a_tar("../../evil", "package/x")),
    "a cut tar": ("a.tgz", pinned._unpack_npm, a_tar("package/pyodide.mjs")[:-20]),
    "a folder in place of a file": ("a.tgz", pinned._unpack_npm, a_tar("package/pyodide.mjs/x")),
    "no zip": ("a.whl", pinned._unpack_wheel, b"not an archive"),
    "a foreign zip": ("a.whl", pinned._unpack_wheel, a_zip("../evil")),
    "a cut zip": ("a.whl", pinned._unpack_wheel, a_zip("flet_web/web/pyodide/pyodide.mjs")[:-20]),
    "a zip that lies": ("a.whl", pinned._unpack_wheel, a_zip(*(f"flet_web/web/pyodide/{n}" for n in pinned.FILES))),
    "nothing": ("a.txt", pinned._unpack_wheel, b""),
}


@pytest.mark.parametrize("name", ARCHIVES)
def test_damaged_and_foreign_archives(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BOLIDE_CACHE", str(tmp_path / "cache"))
    file, unpack, data = ARCHIVES[name]

    def come(work: Path) -> str | None:
        (work / file).write_bytes(data)
        return unpack(work)

    monkeypatch.setattr(pinned, "_clients", lambda: iter([("a client", ["true"], come)]))
    result = bolide("web", "--no-open")
    assert result.code == 2
    assert "could not be fetched (a client: " in result.err.splitlines()[-1]
    assert list((tmp_path / "cache").iterdir()) == []


@pytest.mark.parametrize("place", ["file/below", "file"])
def test_a_cache_that_cannot_be_made(place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("x")
    monkeypatch.setenv("BOLIDE_CACHE", str(tmp_path / place))
    result = bolide("web", "--no-open")
    assert result.code == 2
    assert result.err.count("\n") == 1
    assert f"{tmp_path / 'file'} is not a folder" in result.err
    assert "BOLIDE_CACHE" in result.err


def test_a_cache_that_cannot_be_written_still_serves(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(path: Path, parts: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(runtime_cache, "replace_file", full)
    for path in folder.glob("*-*-*"):
        path.unlink()
    told: list[str] = []
    runtime_cache.precompile(folder, told.append)
    assert sum("cannot be kept" in line for line in told) == 2
    assert "pyodide/python_stdlib.zip" in site(folder, told.append)


@pytest.mark.parametrize("port", ["65536", "99999999", "-1", "x", "1e3", "9" * 50])
def test_ports_that_are_none(port: str) -> None:
    result = bolide("web", f"--port={port}")
    assert result.code == 2
    assert result.err.count("\n") == 1


def test_a_port_out_of_range_in_the_library() -> None:
    with pytest.raises(BolideError, match="0 to 65535"):
        serve({}, 70000)


@pytest.mark.parametrize("place", ["file/below", "file", "full"])
def test_an_export_to_where_nothing_can_be_written(place: str, files: dict[str, Content], tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "x").write_text("x")
    with pytest.raises(BolideError, match=place.split("/")[0]):
        export(files, tmp_path / place, "1")


# --- what a client may do ---------------------------------------------------------------------------------------------

REQUESTS = {
    "a page": get("/"),
    "nothing there": get("/nothing"),
    "another host": b"GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n",
    "no host": b"GET / HTTP/1.1\r\n\r\n",
    "post": b"POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 3\r\n\r\nabc",
    "another method": b"BREW / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
    "options": b"OPTIONS * HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
    "head": b"HEAD / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
    "an old version": b"GET /\r\n\r\n",
    "a new version": b"GET / HTTP/9.9\r\nHost: 127.0.0.1\r\n\r\n",
    "no request": b"\x16\x03\x01\x02\x00\x01\r\n\r\n",
    "a long line": b"GET /" + b"x" * 70_000 + b" HTTP/1.1\r\n\r\n",
    "many headers": b"GET / HTTP/1.1\r\n" + b"a: b\r\n" * 200 + b"\r\n",
    "a long header": b"GET / HTTP/1.1\r\na: " + b"x" * 70_000 + b"\r\n\r\n",
    "bytes in the path": b"GET /%ff%00%0a\xff HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
    "an address that is none": b"GET http://[::1 HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
}


@pytest.mark.parametrize("name", REQUESTS)
def test_every_answer_has_the_headers(name: str, running: ThreadingHTTPServer) -> None:
    answer = ask(running, REQUESTS[name])
    assert answer.startswith(b"HTTP/1."), answer[:80]
    head = answer.split(b"\r\n\r\n")[0].decode("latin-1")
    for header, value in HEADERS.items():
        assert f"{header}: {value}" in head
    assert "frame-ancestors 'none'" in head


@pytest.mark.parametrize("length", ["Content-Length: %d", "Transfer-Encoding: chunked", "Content-Length: -%d"])
def test_a_body_is_not_the_next_request(length: str, running: ThreadingHTTPServer) -> None:
    body = get("/style.css")
    sent = get("/", length % len(body) if "%" in length else length) + body
    answer = ask(running, sent)
    assert answer.count(b"HTTP/1.1 ") == 1
    assert answer.startswith(b"HTTP/1.1 400")


def test_requests_one_after_the_other_are_answered(running: ThreadingHTTPServer) -> None:
    assert ask(running, get("/style.css") + get("/nothing") + get("/style.css")).count(b"HTTP/1.1 ") == 3


def test_too_many_connections_are_turned_away(files: dict[str, Content], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "CONNECTIONS", 3)
    with served(files) as found, ExitStack() as held:
        for _ in range(3):  # each is being served: it got an answer, and stays open
            connection = held.enter_context(socket.create_connection(found.server_address[:2], timeout=180))
            connection.sendall(get("/nothing"))
            assert connection.recv(1 << 16).startswith(b"HTTP/1.1 404")
        assert ask(found, b"").startswith(b"HTTP/1.1 503")
        assert not ask(found, get("/")).startswith(b"HTTP/1.1 200")


def test_a_silent_connection_is_closed(files: dict[str, Content], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server._Handler, "timeout", 0.05)
    with (
        served(files) as found,
        socket.create_connection(found.server_address[:2], timeout=180) as connection,
    ):
        connection.sendall(b"GET / HT")
        assert connection.recv(1 << 16) == b""

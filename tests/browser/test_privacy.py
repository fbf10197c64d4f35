"""Nothing leaves the page: seen in its requests, with the network off, and by trying to make it."""

import socket
from collections.abc import Iterator
from typing import Any

import pytest

from tests.browser.conftest import at_rest, enter, without_python

SECRET = "the words of a visitor"


@pytest.fixture
def elsewhere() -> Iterator[str]:
    """The address of another server, to which nobody must connect."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield f"http://127.0.0.1:{server.getsockname()[1]}/"
        server.setblocking(False)
        with pytest.raises(BlockingIOError):  # nobody is waiting
            server.accept()


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


@pytest.mark.parametrize(
    "how",
    [
        "fetch(url, {method: 'POST', mode: 'no-cors', body: words})",
        "fetch(url + words)",
        "new Promise((done, fail) => Object.assign(new Image(), {onload: done, onerror: fail, src: url + words}))",
    ],
)
def test_neither_page_nor_worker_can_send_the_text_elsewhere(page: Any, home: str, elsewhere: str, how: str) -> None:
    late = "new Promise((_, fail) => setTimeout(fail, 9000))"
    send = f"([url, words]) => Promise.race([{how}, {late}]).then(() => 'sent', () => 'blocked')"
    with without_python(page.context, home) as other:  # the console of this one may complain
        assert other.evaluate(send, [elsewhere, SECRET]) == "blocked"
    assert page.workers[0].evaluate(send, [elsewhere, SECRET]) == "blocked"  # a worker has no images


def test_text_is_kept_only_if_asked(page: Any, home: str) -> None:
    enter(page, "bleu", SECRET, SECRET)
    assert SECRET not in page.evaluate("JSON.stringify({...localStorage})")
    with without_python(page.context, home) as other:
        page.check("#keep-text")
        other.fill("#hyp", "a tab in which nothing is to be kept")
        assert SECRET in page.evaluate("JSON.stringify({...localStorage})")
    page.uncheck("#keep-text")
    assert SECRET not in page.evaluate("JSON.stringify({...localStorage})")

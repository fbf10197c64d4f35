"""Never lost: what a visitor has typed survives Back, Forward, links, examples, a reload and the end of the server."""

from typing import Any

import pytest

from tests.browser.conftest import does, enter, fill, until

MINE = "a text of my own that must not be lost"


@pytest.mark.usefixtures("beginning")
def test_a_link_is_shown_beside_your_text(page: Any) -> None:
    fill(page, "#hyp", MINE)
    enter(page, "bleu", "the text of a link", "a reference", smooth_method="floor")
    assert page.input_value("#hyp") == "the text of a link"
    assert "The text of a link is shown. Your own text is kept." in page.inner_text("#kept")
    for text in (MINE, "the text of a link", MINE):
        does(page, page.locator("#back-to-own").click)
        assert page.input_value("#hyp") == text
        assert ("smooth:floor" in page.text_content("#result .signature")) == (text != MINE)


@pytest.mark.usefixtures("beginning")
def test_a_reload_keeps_the_text_even_when_the_server_has_gone(page: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    fill(page, "#hyp", MINE)
    page.check("#keep-text")
    enter(page, "bleu", "a link", "a reference")
    fill(page, "#hyp", "a link, edited")
    assert page.is_checked("#keep-text")
    assert MINE in page.evaluate("localStorage.getItem('bolide.text')")  # a link deletes nothing
    asked: list[str] = []

    def close(connection: Any) -> None:
        """Say nothing, also on connections that are open already."""
        asked.append(connection.path)
        connection.close_connection = True

    with monkeypatch.context() as gone:
        gone.setattr("bolide.web.serve.server._Handler.do_GET", close)
        page.reload()
        page.wait_for_selector("#score-percent")
        assert {"/", "/app.zip", "/runtime.json"} <= set(asked)  # the network comes first
        assert page.input_value("#hyp") == "a link, edited"
        does(page, page.locator("#back-to-own").click)
        assert page.input_value("#hyp") == MINE
        assert page.evaluate("crossOriginIsolated")  # what is kept has the headers that the server sent
    page.uncheck("#keep-text")
    until(page, "document.querySelector('#status-text').textContent.includes('offline')")
    page.complaints.clear()  # of what was asked for in vain

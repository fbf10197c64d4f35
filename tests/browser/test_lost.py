"""Never lost: what a visitor has typed survives Back, Forward, links, examples, a reload and the end of the server."""

import json
from typing import Any

import pytest

from tests.browser.conftest import PATIENCE, does, enter, fill, run, settled, to_files, until

MINE = "a text of my own that must not be lost"


def follow(page: Any, link: str) -> None:
    does(page, lambda: page.evaluate("link => { location.hash = link; }", link))


def click_example(page: Any, title: str) -> None:
    run(page, "openAll", "#examples-card")
    does(page, page.locator(".example", has_text=title).first.click)


def test_back_and_forward_keep_edits_of_a_link_s_text(page: Any) -> None:
    enter(page, "bleu", "the text of a link", "a reference")
    fill(page, "#hyp", MINE)
    assert page.evaluate("location.hash") == "#bleu"  # the address does not claim to say what is shown
    follow(page, "#chrf")
    for how, view in (("back", "#bleu"), ("forward", "#chrf"), ("back", "#bleu")):
        page.evaluate(f"history.{how}()")
        until(page, f"location.hash === '{view}'")
        settled(page)
        assert page.input_value("#hyp") == MINE


def test_back_to_the_bare_address_shows_the_first_tab(page: Any) -> None:
    page.evaluate("location.hash = ''")
    until(page, "document.querySelector('#metric-name').textContent === 'BLEU'")
    page.click("#tabs a[data-view=ter]")
    until(page, "document.querySelector('#metric-name').textContent === 'TER'")
    page.evaluate("history.back()")
    until(page, "document.querySelector('#metric-name').textContent === 'BLEU'")
    assert page.get_attribute("#tabs a[data-view=bleu]", "aria-current") == "page"
    settled(page)


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
def test_an_example_is_undone_and_its_options_stay_its_own(page: Any) -> None:
    kept = page.evaluate("localStorage.getItem('bolide.options')")
    fill(page, "#hyp", MINE)
    click_example(page, "clipping, smoothed")
    assert "tok:none" in page.text_content("#result .signature")
    assert page.evaluate("localStorage.getItem('bolide.options')") == kept
    to_files(page)
    assert "BLEU" in page.inner_text("#lent-options")
    follow(page, "#bleu")
    does(page, page.locator("#back-to-own").click)
    assert page.input_value("#hyp") == MINE
    assert "tok:13a" in page.text_content("#result .signature")
    to_files(page)
    assert "BLEU" not in "".join(page.locator("#lent-options").all_inner_texts())


@pytest.mark.usefixtures("beginning")
def test_an_option_set_by_hand_below_an_example_is_yours(page: Any) -> None:
    click_example(page, "clipping, smoothed")
    run(page, "openAll", "#options-card")
    does(page, lambda: run(page, "put", "option-bleu-max_ngram_order", "3"))
    kept = json.loads(page.evaluate("localStorage.getItem('bolide.options')"))
    assert kept["bleu"] == {"max_ngram_order": "3"}


@pytest.mark.usefixtures("beginning")
def test_empty_boxes_have_no_score_and_offer_examples(page: Any) -> None:
    page.fill("#hyp", "")
    fill(page, "#ref-0", " ")
    assert page.locator("#score-percent").count() == 0
    assert "Nothing to score yet" in page.inner_text("#result")
    assert page.locator("#score-bar:visible").count() == 0
    assert page.inner_text("#hyp-count").startswith("0 tokens")
    does(page, page.locator("#result .empty button").first.click)
    assert page.inner_text("#score-percent") == "75.98"


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


def test_typing_early_and_stopping_on_a_host_that_cannot_interrupt(browser: Any, plain_home: str) -> None:
    """A static host without the two headers, under a sub-path. What is typed while Python loads is scored as soon as
    that can be. Python is ended and started anew there, once, and the text that was stopped is not scored again by
    itself."""
    context = browser.new_context(service_workers="block")
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    held: list[Any] = []
    page.route("**/runtime.json", lambda route: held.append(route))  # nothing of Python before this is answered
    page.goto(f"{plain_home}#chrf")
    page.wait_for_selector("html.started")
    assert page.inner_text("#metric-name") == "chrF"
    assert "You can type already" in page.inner_text("#result")
    page.fill("#hyp", MINE)
    page.fill("#ref-0", MINE)
    until(page, "document.querySelector('#status-text').textContent.startsWith('Loading')")
    run(page, "watchBadge")
    while not held:
        page.wait_for_timeout(20)
    held[0].continue_()
    page.unroute("**/runtime.json")
    page.wait_for_selector("#score-percent")
    assert page.inner_text("#score-percent") == "100.00"
    until(page, "document.querySelector('#status-text').textContent.includes('offline')")
    assert page.evaluate("window.readyWhileLoading") == 0
    assert page.evaluate("crossOriginIsolated") is False
    started: list[Any] = []
    page.on("worker", lambda worker: started.append(worker))
    words = ("a man saw the old dogs running home", "the old car saw a man at home")
    enter(page, "meteor", " ".join([words[0]] * 300), " ".join([words[1]] * 300), variant="1.5")
    page.get_by_role("button", name="Score this text").click()
    page.get_by_role("button", name="Stop").click()
    until(page, "document.querySelector('#status-text').textContent.startsWith('Loading')")
    until(page, "document.querySelector('#status-text').textContent.startsWith('Ready')")
    assert page.inner_text("#result .notice") == "Stopped. Change something to score again."
    assert page.locator("#result .working").count() == 0
    enter(page, "meteor", "a man", "a man")
    assert float(page.inner_text("#score-percent")) > 80
    enter(page, "bleu", "the cat sat on the mat", "the cat sat on the mat")
    assert page.inner_text("#score-percent") == "100.00"
    assert len(started) == 1
    context.close()

"""For everyone: no violation that axe finds, every control by keyboard, every width, light and dark."""

from typing import Any

import pytest

from bolide.metrics import METRICS
from tests.browser.axe import axe_in_both_themes, violations
from tests.browser.conftest import enter, settled, until

TOO_WIDE = "document.documentElement.scrollWidth - innerWidth"


@pytest.mark.parametrize("view", [*METRICS, "files"])
def test_axe_finds_nothing(page: Any, view: str) -> None:
    if view == "files":
        page.evaluate("location.hash = '#files'")
        page.wait_for_selector("#files:not([hidden])")
    else:
        enter(page, view, "the the cat sat mat", "the cat sat on the mat", "a cat was on a mat")
        page.locator("#options-card").evaluate("card => { card.open = true; }")
    axe_in_both_themes(page)


@pytest.mark.usefixtures("beginning")
def test_axe_is_heard(page: Any) -> None:
    """A fault put into the page is found, and one that only one theme has is found in that theme."""
    page.evaluate("""() => {
      const fault = "<div id='fault'><img src='data:,'><p>pale</p></div>";
      document.querySelector("main").insertAdjacentHTML("beforeend", fault);
      const pale = document.querySelector("#fault p").style;
      Object.assign(pale, {colorScheme: "light dark", color: "light-dark(black, #222)", background: "Canvas"});
    }""")
    try:
        assert {one.split(":")[0] for one in violations(page)} == {"image-alt"}
        page.emulate_media(color_scheme="dark")
        assert {one.split(":")[0] for one in violations(page)} == {"image-alt", "color-contrast"}
        assert {one.split(":")[0] for one in violations(page, "cat.color")} == {"color-contrast"}
    finally:
        page.emulate_media(color_scheme="light")
        page.evaluate("document.querySelector('#fault').remove()")


@pytest.mark.usefixtures("beginning")
def test_axe_finds_nothing_in_other_states(page: Any) -> None:
    """An error, an empty box, two candidates, numbers opened, the exercise, teaching, a report of a fault."""
    page.fill("#hyp", "")
    settled(page)
    axe_in_both_themes(page)
    enter(page, "bleu", "the cat", "the cat sat", max_order="99999")
    assert page.locator("#result .notice").count() == 1
    axe_in_both_themes(page)
    enter(page, "meteor", "the old cats sat", "the cats sat down", rival="the cats sat")
    page.wait_for_selector("#pair-said")
    page.locator("button.given[aria-expanded]").first.click()
    for fold in ("#exercise", ".internals"):
        page.locator(fold).evaluate("card => { card.open = true; }")
    page.click("#result .line .tok >> nth=1")
    axe_in_both_themes(page)
    for opens in (".teach", "#report-fault"):
        page.click(opens)
        axe_in_both_themes(page)
        page.keyboard.press("Escape")
    page.locator("#exercise").evaluate("card => { card.open = false; }")


@pytest.mark.usefixtures("beginning")
def test_by_keyboard_alone(page: Any) -> None:
    """From the top: to a tab, into the candidate, to a number of the derivation, and its tokens are shown."""
    page.evaluate("(body => { body.tabIndex = -1; body.focus(); body.removeAttribute('tabindex'); })(document.body)")

    def tab_to(selector: str, most: int = 80) -> None:
        for _ in range(most):
            page.keyboard.press("Tab")
            if page.evaluate("selector => document.activeElement.matches(selector)", selector):
                return
        raise AssertionError(f"{selector} was not reached by Tab")

    tab_to(".skip", 3)
    tab_to("#tabs a[data-view=bleu]")
    page.keyboard.press("Enter")
    tab_to("#hyp")
    page.keyboard.press("Control+A")
    page.keyboard.type("the cat sat")
    settled(page)
    assert page.inner_text("#result .line") == "the cat sat"
    tab_to("#add-ref")
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "ref-1"
    page.keyboard.type("a cat sat")
    settled(page)
    assert page.locator("#result .line-block").count() == 3
    tab_to("button.given[aria-expanded]")
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.getAttribute('aria-expanded')") == "true"
    assert page.locator(".evidence:not([hidden]) .evidence-chip").count() > 0
    assert page.evaluate("getComputedStyle(document.activeElement).outlineStyle") != "none"


def test_a_result_is_announced(page: Any) -> None:
    enter(page, "bleu", "the cat is on mat", "the cat is on the mat")
    until(page, "document.querySelector('#announcer').textContent.includes('57.89')")


@pytest.mark.parametrize("width", [360, 768, 1440])
def test_nothing_sticks_out(page: Any, width: int) -> None:
    before = page.viewport_size
    page.set_viewport_size({"width": width, "height": 900})
    try:
        for metric in METRICS:
            enter(page, metric, "the cat sat on " + "m" * 80, "the cat sat on the mat", "no")
            for scheme in ("light", "dark"):
                page.emulate_media(color_scheme=scheme)
                ground, wider = page.evaluate("[getComputedStyle(document.body).backgroundColor, " + TOO_WIDE + "]")
                assert wider <= 0, (metric, scheme)
                assert (sum(map(int, ground[4:-1].split(","))) > 382) == (scheme == "light")
    finally:
        page.set_viewport_size(before)
        page.emulate_media(color_scheme="light")

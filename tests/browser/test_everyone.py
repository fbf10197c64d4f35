"""For everyone: no violation that axe finds, every control by keyboard, every width; words say their state, focus is
never lost, one live region, fingers, themes, paper, a projector.
"""

import re
from typing import Any

import pytest

from bolide.metrics import METRICS
from tests.browser.axe import axe_in_both_themes
from tests.browser.conftest import enter, fill, run, settled, to_files, until
from tests.web.test_exercise import RIGHT


@pytest.mark.parametrize("view", [*METRICS, "files"])
def test_axe_finds_nothing(page: Any, view: str) -> None:
    if view == "files":
        to_files(page)
    else:
        enter(page, view, "the the cat sat mat", "the cat sat on the mat", "a cat was on a mat")
        run(page, "openAll", "#options-card")
    axe_in_both_themes(page)


@pytest.mark.usefixtures("beginning")
def test_axe_finds_nothing_in_other_states(page: Any) -> None:
    """An error, an empty box, two candidates, numbers opened, the exercise, teaching, a report of a fault."""
    fill(page, "#hyp", "")
    axe_in_both_themes(page)
    enter(page, "bleu", "the cat", "the cat sat", max_ngram_order="99999")
    assert page.locator("#result .notice").count() == 1
    axe_in_both_themes(page)
    enter(page, "meteor", "the old cats sat", "the cats sat down", rival="the cats sat")
    page.wait_for_selector("#pair-said")
    page.locator("button.given[aria-expanded]").first.click()
    run(page, "openAll", "#exercise, .internals")
    page.click("#result .line .tok >> nth=1")
    axe_in_both_themes(page)
    for opens in (".teach", ".fill-in", "#report-fault", "#cards"):
        page.click(opens)
        if opens == "#cards":
            page.locator(".cards button", has_text="False").click()
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


CANDIDATE, REFERENCE = "on the mat sat the old cat", "the cat sat on the mat"
FOCUSED = "document.activeElement !== document.body && document.activeElement.getClientRects().length > 0"


def test_a_screen_reader_is_told_what_became_of_each_word(page: Any) -> None:
    enter(page, "meteor", CANDIDATE, REFERENCE)
    line = page.locator("#result .line").first
    assert line.get_attribute("aria-label") == "Candidate, 7 tokens: 6 exact, 1 unmatched"
    assert line.get_by_role("button", name="old: unmatched", exact=True).count() == 1
    assert re.fullmatch(r"on: exact, chunk \d", line.get_by_role("button").first.get_attribute("aria-label"))
    enter(page, "bleu", "the the cat", "the cat sat")
    words = page.locator("#result .line").first.get_by_role("button").all()
    assert [word.get_attribute("aria-label") for word in words] == ["the: credited", "the: clipped", "cat: credited"]


def press(page: Any, selector: str) -> None:
    """Press what may be drawn anew by it, by keyboard, and see that the focus has not fallen to the body."""
    page.locator(selector).first.focus()
    page.keyboard.press("Enter")
    settled(page)
    assert page.evaluate(FOCUSED), selector


@pytest.mark.usefixtures("beginning")
def test_cards_by_keyboard(page: Any) -> None:
    press(page, "#cards")
    page.wait_for_selector(".cards h2")
    assert "1 of 18" in page.inner_text(".cards .slide-foot")
    for key, place in (("ArrowRight", 2), ("ArrowRight", 3), ("ArrowLeft", 2)):
        page.keyboard.press(key)
        page.locator(".cards .slide-foot", has_text=f"{place} of").wait_for()
    page.keyboard.press("Tab")  # from the heading, over the texts, to what may be answered
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    assert "54.9" in page.inner_text(".cards .slide")
    assert page.inner_text(".cards .flag") == "✗ No: it is false."
    page.keyboard.press("Escape")
    assert page.locator(".cards").count() == 0


@pytest.mark.usefixtures("beginning")
def test_there_is_one_live_region_and_it_tells_the_result(page: Any) -> None:
    until(page, "document.querySelector('#announcer').textContent.includes('57.89')")
    regions = "[...document.querySelectorAll('[aria-live], [role=status], [role=alert], output')].map((one) => one.id)"
    for hyp in (CANDIDATE, "x" * 50_001, ""):
        fill(page, "#hyp", hyp)
        assert page.evaluate(regions) == ["announcer"]
    to_files(page)
    assert page.evaluate(regions) == ["announcer"]


def test_the_exercise_runs_in_a_python_of_its_own_and_is_stopped(page: Any) -> None:
    enter(page, "meteor", CANDIDATE, REFERENCE)
    run(page, "openAll", "#exercise")
    page.fill("#exercise-code", RIGHT["meteor"])
    page.click("#exercise-run")
    page.wait_for_selector("#exercise-said")
    assert re.fullmatch(r"All \d+ tests passed\.", page.inner_text("#exercise-said"))
    assert page.evaluate("document.activeElement.id") == "exercise-run"
    page.fill("#exercise-code", "while True:\n    try:\n        pass\n    except BaseException:\n        pass")
    page.click("#exercise-run")
    # In one look: on a busy machine the ten seconds of an attempt may be over before a second one.
    running = "document.querySelector('#exercise-out').textContent === 'Running …'"
    until(page, f"{running} && (document.querySelector('#exercise-stop').click(), true)")
    page.wait_for_selector("#exercise-out .notice")
    assert page.inner_text("#exercise-out") == "Stopped."
    enter(page, "meteor", "a", "a")  # the calculators do not notice
    page.get_by_text("Start over").click()
    page.keyboard.press("Control+z")  # what was written is not lost
    assert page.input_value("#exercise-code").startswith("while True")
    page.get_by_text("Start over").click()
    page.locator("#exercise").evaluate("card => { card.open = false; }")

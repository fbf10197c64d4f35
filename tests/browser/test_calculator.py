"""The calculators in the page: words that light up, are struck out and moved; sliders and the equation."""

from typing import Any

from bolide import METEOR
from tests.browser.conftest import does, enter

HYP, REF = (
    "the report will publish the committee before year ends",
    "the committee will publish its report before the year",
)
MARKS = "[...document.querySelectorAll('#result .lit')].map((one) => one.tagName.toLowerCase())"


def test_words_cells_and_evidence_light_up_together(page: Any) -> None:
    enter(page, "meteor", HYP, REF)
    page.locator("#result .tok", has_text="report").first.hover()
    assert page.evaluate(MARKS) == ["g", "path", "text", "text", "span", "span", "tr"]  # a chunk, its link, words
    page.mouse.move(0, 0)
    assert page.evaluate(MARKS) == []
    cell = page.locator("#result svg [tabindex='0']")
    assert cell.get_attribute("aria-label").startswith("the – the, exact, chunk ")
    cell.focus()
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.getAttribute('aria-label')").startswith("report – report")
    assert set(page.evaluate(MARKS)) == {"g", "path", "text", "span", "tr"}


def test_words_are_struck_out_and_moved(page: Any) -> None:
    """By the tools of a word, which a click shows, and by keys; the box, the score and the focus follow."""
    enter(page, "meteor", "the cat Sat on the mat", "the cat sat on the mat", variant="1.5")
    page.locator("figure.alignment text[data-hyp='1']").click()
    does(page, page.locator("#word-tools button").nth(2).click)
    assert page.input_value("#hyp") == "the Sat cat on the mat"
    assert page.evaluate("document.activeElement.textContent") == "→"
    does(page, page.locator("#word-tools button", has_text="↶").click)
    assert page.input_value("#hyp") == "the cat Sat on the mat"
    page.locator(".tokens .candidate .tok").nth(3).focus()
    does(page, lambda: page.keyboard.press("Alt+ArrowLeft"))
    assert page.input_value("#hyp") == "the cat on Sat the mat"
    assert page.evaluate("document.activeElement.textContent") == "on"
    does(page, lambda: page.keyboard.press("Delete"))
    assert page.input_value("#hyp") == "the cat Sat the mat"
    assert page.locator("#result .tokens .candidate .tok").count() == 5
    page.keyboard.press("Escape")
    assert page.locator("#word-tools").count() == 0


def test_a_slider_changes_the_number_the_formula_and_its_field(page: Any) -> None:
    enter(page, "meteor", "the cat is on the mat", "the cat sat on the mat", variant="nltk")
    slider = page.locator("[data-option=gamma] input[type=range]")
    assert page.get_attribute("#option-meteor-gamma", "placeholder") == "0.5"
    slider.focus()
    for _ in range(10):
        does(page, lambda: page.keyboard.press("ArrowRight"))
    assert page.input_value("#option-meteor-gamma") == "0.6"
    expected = METEOR(variant="nltk", stages=["exact", "stem"], gamma=0.6)
    shown = expected.sentence("the cat is on the mat", "the cat sat on the mat")
    assert page.inner_text("#score-percent") == f"{shown.points:.2f}"
    penalty = page.locator(".equation-line", has_text="γ")
    assert penalty.locator(".mfrac").count() == 1
    assert penalty.locator(".term", has_text="γ").inner_text() == "γ 0.6"
    assert page.locator(".step", has_text="Penalty").locator("math mfrac").count() == 2  # also with its numbers

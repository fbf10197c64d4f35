"""The calculators in the page: definitions, the equation, the alignment, two candidates, the score in sight."""

from typing import Any

import pytest

from bolide import METEOR
from tests.browser.conftest import does, enter, fill, until

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


@pytest.mark.usefixtures("beginning")
def test_two_candidates_stand_side_by_side(page: Any) -> None:
    page.click("#add-rival")
    fill(page, "#rival", "the cat is on the mat")
    until(page, "document.querySelector('#pair-said')")
    assert page.inner_text("#pair-said") == "Candidate B is better by 42.11 points of BLEU."
    assert page.inner_text("#whose") == " · candidate A"  # whose score the headline has
    assert page.inner_text("#rival-count") == "6 tokens"
    assert page.locator(".changed ins").all_inner_texts() == ["the"]
    assert page.locator(".beside figure").count() == 0  # bars say nothing of words
    page.evaluate("location.hash = '#ter'")
    until(page, "document.querySelectorAll('.beside figure svg').length === 2")
    does(page, page.get_by_label("Remove candidate B").click)
    assert page.locator(".compared").count() == 0


def test_a_long_alignment_is_drawn_in_rows_or_says_why_it_is_not(page: Any) -> None:
    enter(page, "meteor", "a b c " * 41, "a b c " * 41)
    assert page.locator("figure.alignment text[data-hyp]").count() == 123
    assert page.locator("figure.alignment text.axis", has_text="candidate").count() > 3
    assert page.locator("figure.alignment [data-view]").count() == 0  # a matrix could not be read
    enter(page, "meteor", "a b c " * 141, "a b c " * 141)
    assert page.locator("figure.alignment").count() == 0
    assert "of 423 words is not drawn (400 at most)" in page.inner_text("#result")


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

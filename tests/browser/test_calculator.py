"""The calculators in the page: definitions, the equation, the alignment, two candidates, the score in sight."""

from typing import Any

import pytest

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


def test_a_picture_that_is_left_out_says_so(page: Any) -> None:
    enter(page, "meteor", "a b c " * 41, "a b c " * 41)
    assert page.locator("figure.alignment").count() == 0
    assert "of 123 words is not drawn (120 at most)" in page.inner_text("#result")


def test_a_signature_is_cut_between_its_parts(page: Any) -> None:
    enter(page, "bleu", "a cat", "a cat")
    code = page.locator("#result .signature code")
    assert code.locator("wbr").count() == code.text_content().count("|") > 3

"""The calculators in the page: definitions, the equation, the alignment, two candidates, the score in sight."""

from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from bolide import METEOR
from tests.browser.conftest import at_rest, does, enter, fill, run, until

HYP, REF = (
    "the report will publish the committee before year ends",
    "the committee will publish its report before the year",
)
MARKS = "[...document.querySelectorAll('#result .lit')].map((one) => one.tagName.toLowerCase())"


def to_defaults(page: Any) -> None:
    """Options that are set by hand are remembered: later tests begin without them."""
    run(page, "openAll", "#options-card")
    does(page, page.locator(".presets button", has_text="defaults").click)


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


def test_the_alignment_is_drawn_in_two_ways_and_saved(page: Any, tmp_path: Path) -> None:
    enter(page, "meteor", HYP, REF)
    at_rest(page)
    assert page.inner_text("#result .picture h4") == "How the candidate is aligned with the reference"
    (matrix,) = METEOR(variant="nltk", stages=("exact", "stem")).explain(HYP, REF).figures
    assert page.locator("#result svg path.tie").count() == len(matrix.cells)
    chunks = {cell.chunk for cell in matrix.cells.values()}
    assert page.locator("#result g.chunk").count() == len(chunks)  # each one bracket, one curve, one number
    assert page.locator("#result .chunk-number").all_text_contents() == [str(chunk) for chunk in sorted(chunks)]
    assert "another row" not in page.inner_text("#result .picture .legend")  # all is in one
    wide = page.evaluate("[...document.querySelectorAll('.link-figure svg, .picture')].map((one) => one.clientWidth)")
    assert wide[1] > 0.75 * wide[0]  # it fills its card
    page.get_by_role("button", name="Matrix").click()
    assert page.locator("#result g.tie").count() == len(matrix.cells)
    page.get_by_role("button", name="Two lines").click()
    for kind in ("svg", "png"):
        with page.expect_download() as saved:
            page.click(f"[data-save={kind}]")
        saved.value.save_as(tmp_path / kind)
        assert saved.value.suggested_filename == f"bolide-alignment.{kind}"
    root = ElementTree.parse(tmp_path / "svg").getroot()
    words = [element.text for element in root.iter("{http://www.w3.org/2000/svg}text")]
    assert set(HYP.split()) | set(REF.split()) <= set(words)
    assert (tmp_path / "png").read_bytes().startswith(b"\x89PNG\r\n")
    enter(page, "ter", "on the mat the cat sat", "the cat sat on a mat")
    page.get_by_role("button", name="Two lines").click()
    labels = page.locator("#result path.tie").evaluate_all("all => all.map((one) => one.getAttribute('aria-label'))")
    assert sorted(labels) == [
        "cat – cat, ok",
        "mat – mat, ok",
        "on – on, ok",
        "sat – sat, ok",
        "the – a, substitute",
        "the – the, ok",
    ]
    page.click("[data-view=python]")


def test_an_impossible_option_is_said_at_its_field(page: Any) -> None:
    enter(page, "bleu", "a b", "a c")
    fill(page, "#option-bleu-max_ngram_order", "0")
    field = page.locator(".field[data-option=max_ngram_order]")
    assert "an integer ≥ 1" in field.locator(".field-problem").inner_text()
    assert field.locator("input").get_attribute("aria-invalid") == "true"
    assert "an integer ≥ 1" in page.inner_text("#result .notice")
    fill(page, "#option-bleu-max_ngram_order", "2")
    assert page.locator(".field-problem:visible").count() == 0
    to_defaults(page)


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

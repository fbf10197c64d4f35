"""What a visitor does with the boxes, the options, the numbers and the copies."""

import json
import math
from typing import Any

import pytest

from bolide import BLEU
from tests.browser.conftest import copied, does, enter, fill, run


def refs(page: Any) -> list[str]:
    return [box.input_value() for box in page.locator("#refs textarea").all()]


@pytest.mark.usefixtures("beginning")
def test_every_number_of_the_derivation_opens_its_tokens(page: Any) -> None:
    assert "cross-checked" in page.inner_text(".derivation .flag.good")
    room = page.evaluate("getComputedStyle(document.querySelector('.step')).paddingInlineStart")
    assert float(room.removesuffix("px")) > 24, "for its number"
    step = page.locator(".step", has_text="2-gram precision")
    step.get_by_role("button", name="matches 3").click()
    assert step.locator(".evidence-chip").all_inner_texts() == ["the cat", "cat is", "is on"]
    marked = page.locator(".tokens .line").first.locator(".tok:not([data-kind=dim])").all_inner_texts()
    assert marked == ["the", "cat", "is", "on"]
    page.locator(".step", has_text="Geometric mean").get_by_role("button", name="p₂").click()
    assert page.evaluate("document.activeElement.textContent.startsWith('2-gram precision')")


@pytest.mark.usefixtures("beginning")
def test_an_option_changes_the_score_and_is_remembered(page: Any) -> None:
    run(page, "openAll", "#options-card")
    fill(page, "#option-bleu-max_ngram_order", "2")
    expected = BLEU(max_ngram_order=2).sentence("the cat is on mat", "the cat is on the mat").points
    assert math.isclose(float(page.inner_text("#score-percent")), expected, abs_tol=0.005)
    assert json.loads(page.evaluate("localStorage.getItem('bolide.options')"))["bleu"] == {"max_ngram_order": "2"}
    does(page, page.locator(".presets button", has_text="paper").click)
    assert "tok:none" in page.text_content("#result .signature")
    does(page, page.locator(".presets button", has_text="sacrebleu").click)
    assert page.inner_text("#score-percent") == "57.89"


def test_a_link_carries_everything(page: Any) -> None:
    enter(page, "bleu", "a & b = c? #d", "a & b", "ä ö", smooth_method="floor", smooth_value="0.3", lowercase="yes")
    score = page.inner_text("#score-percent")
    link = copied(page, "#copy-link", page.evaluate("location.origin"))
    enter(page, "bleu", "x", "y")
    does(page, lambda: page.evaluate("link => { location.hash = new URL(link).hash; }", link))
    assert page.input_value("#hyp") == "a & b = c? #d"
    assert page.inner_text("#score-percent") == score
    assert refs(page) == ["a & b", "ä ö"]
    assert "smooth:floor[0.30]" in page.text_content("#result .signature")
    assert "case:lc" in page.text_content("#result .signature")


def test_python_that_dies_is_started_again(page: Any) -> None:
    page.evaluate("bolide.ask('x', 'nothing', {}).catch(() => {})")
    enter(page, "bleu", "a b c d", "a b c d")
    assert float(page.inner_text("#score-percent")) == 100
